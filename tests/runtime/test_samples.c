/* test_samples.c - what program counters are: rings as the kernel fills them, functions of this program and of its libraries, who called
 * these, a table of sites that is made by hand, and who their time is booked on. */
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/charge_sample.h"
#include "runtime/observe/code_map.h"
#include "runtime/observe/samples.h"
#include "runtime/observe/unwind.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/common/unit.h"

enum { PAGE = 4096, WORDS = PAGE / 8 };

static uint64_t memory[2 * WORDS];
static struct perf_event_mmap_page *const control = (struct perf_event_mmap_page *)(void *)memory;

/* As the kernel writes it: type, misc and size, and what follows. */
static void put(uint32_t type, uint64_t first, uint64_t second, uint64_t words)
{
    uint64_t at = control->data_head / 8, record[3] = {type | words * 8 << 48, first, second};
    for (uint64_t i = 0; i < words; i++)
        memory[WORDS + (at + i) % WORDS] = record[i];
    control->data_head += words * 8;
}

static void assert_next(struct ring *ring, uint64_t counter, uint32_t stands_for)
{
    struct sample sample;
    assert_true(samples_next(ring, PAGE, &sample));
    assert_int_equal(sample.counter, counter);
    assert_int_equal(sample.stands_for, stands_for);
    assert_int_equal(sample.word_count, 0);
}

static void assert_none(struct ring *ring)
{
    struct sample sample;
    assert_false(samples_next(ring, PAGE, &sample));
}

/* Records go around the ring's end; lost ones are counted with the next; others are passed over. */
TEST(test_ring)
{
    struct ring ring = {.page = memory, .pages = 1};
    assert_none(&ring);
    for (uint64_t i = 1; i < 1000; i++) {
        put(PERF_RECORD_SAMPLE, i, 0, 2);
        if (i % 7 == 0) {
            put(PERF_RECORD_LOST, 99, 5, 3);
            put(PERF_RECORD_THROTTLE, 1, 2, 3);
            put(PERF_RECORD_SAMPLE, i + 0x100000, 0, 2);
        }
        assert_next(&ring, i, 1);
        if (i % 7 == 0)
            assert_next(&ring, i + 0x100000, 6);
        assert_none(&ring);
        assert_int_equal(control->data_tail, control->data_head);
    }
}

/* A record without a length ends what is read. */
TEST(test_broken_ring)
{
    struct ring ring = {.page = memory, .pages = 1};
    put(PERF_RECORD_SAMPLE, 1, 0, 0);
    control->data_head += 16;
    assert_next(&ring, memory[WORDS + (control->data_tail / 8 + 1) % WORDS], 1);
    assert_none(&ring);
}

__attribute__((noinline)) static int one(int x)
{
    return x * 3 + (int)getpid();
}

__attribute__((noinline)) static int two(int x)
{
    return x * 5 + (int)getppid();
}

static struct code_function function_at(struct code_map *map, uint64_t address)
{
    const struct code_object *object = code_map_object(map, address);
    assert_non_null(object);
    assert_true(object->from <= address && address < object->to);
    return code_map_function(object, address);
}

/* Whatever is in the midst of a function is found by its beginning. */
TEST(test_functions)
{
    struct code_map map = {.process = getpid()};
    code_map_read(&map);
    uint64_t places[] = {(uintptr_t)one, (uintptr_t)two, (uintptr_t)test_functions, (uintptr_t)&qsort,
                         (uintptr_t)&fopen};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct code_function function = function_at(&map, places[i]);
        assert_int_equal(function.from, places[i]);
        assert_true(function.to > function.from);
        struct code_function again = function_at(&map, function.to - 1);
        assert_int_equal(again.from, function.from);
        assert_int_equal(function_at(&map, function.from + 1).from, function.from);
    }
    assert_true(one(1) + two(2));
    assert_null(code_map_object(&map, (uintptr_t)&map)); /* no code */
    assert_null(code_map_object(&map, 1));
    uint32_t objects = map.count;
    uint64_t copied = map.copied;
    assert_true(copied > 0);
    code_map_read(&map); /* nothing has changed */
    assert_int_equal(map.count, objects);
    assert_int_equal(map.copied, copied);
}

#ifdef __x86_64__

static struct sample here;

/* A comparison in which a sample is taken. */
__attribute__((noinline)) static int compare(const void *left, const void *right)
{
    __asm__ volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1\n\tmov %%rbp, %2"
                     : "=r"(here.counter), "=r"(here.stack), "=r"(here.base));
    here.word_count = sizeof here.words / sizeof *here.words;
    for (uint32_t i = 0; i < here.word_count; i++)
        here.words[i] = ((const volatile uint64_t *)here.stack)[i];
    return *(const int *)left - *(const int *)right;
}

__attribute__((noinline)) static int sort_some(void)
{
    int some[] = {3, 1, 2};
    qsort(some, 3, sizeof *some, compare);
    return some[0] + some[1] * some[2];
}

/* Sanitizers sort by functions of their own, whose frames are larger than the piece. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { LARGE_FRAMES = 1 };
#else
enum { LARGE_FRAMES = 0 };
#endif

/* Through a library, which has no frame pointers, back to who called it; and no further than the piece of stack goes. */
TEST(test_callers)
{
    if (LARGE_FRAMES)
        skip();
    struct code_map map = {.process = getpid()};
    code_map_read(&map);
    assert_int_equal(sort_some(), 7);
    uint64_t on_the_way[] = {(uintptr_t)compare, (uintptr_t)sort_some, (uintptr_t)test_callers};
    size_t passed = 0, libraries = 0;
    struct call_registers at = {here.counter, here.stack, here.base};
    for (int i = 0; i < 16 && passed < 3; i++) {
        const struct code_object *object = code_map_object(&map, at.counter);
        assert_non_null(object);
        bool known = code_map_function(object, at.counter).from == on_the_way[passed];
        passed += known;
        libraries += !known;
        assert_true(passed == 3 || unwind(object, &here, &at));
    }
    assert_int_equal(passed, 3);
    assert_true(libraries > 0);
    uint32_t words = 0;
    for (here.word_count = 0; words < 2; here.word_count++) {
        at = (struct call_registers){here.counter, here.stack, here.base};
        words += unwind(code_map_object(&map, at.counter), &here, &at);
    }
    assert_true(here.word_count > 2 && here.word_count < 64);
}

/* Whatever a table says, it is read within its bounds. */
TEST(test_broken_tables)
{
    struct code_map map = {.process = getpid()};
    code_map_read(&map);
    sort_some();
    const struct code_object *object = code_map_object(&map, here.counter);
    struct code_object broken = *object;
    uint32_t begins = (uint32_t)((const uint8_t *)code_map_function(object, here.counter).entry - object->frames),
             random = 1;
    for (int round = 0; round < 3000; round++) {
        uint8_t *copy = malloc(object->size);
        assert_non_null(copy);
        memcpy(copy, object->frames, object->size);
        for (int i = 0; i < 64; i++) {
            random = random * 1664525 + 1013904223;
            copy[begins + (random >> 8) % (object->size - begins)] = (uint8_t)random;
        }
        broken.frames = copy;
        struct call_registers at = {here.counter, here.stack, here.base};
        for (int i = 0; i < 8 && unwind(&broken, &here, &at); i++)
            ;
        free(copy);
    }
}

#endif

TEST(test_sites)
{
    static const struct site_entry entries[] = {{.address = 10, .region = 1},
                                                {.address = 20, .region = 2},
                                                {.address = 20, .region = 3},
                                                {.address = 35, .kind = SITE_STUB}};
    static const struct {
        uint64_t from, to;
        uint32_t first, count;
    } cases[] = {{0, 10, 0, 0},  {0, 11, 0, 1},  {10, 20, 0, 1}, {20, 21, 1, 2},
                 {11, 36, 1, 3}, {36, 90, 4, 0}, {5, 5, 0, 0},   {30, 11, 3, 0}};
    uint32_t found;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ptr_equal(code_map_sites(entries, 4, cases[i].from, cases[i].to, &found), entries + cases[i].first);
        assert_int_equal(found, cases[i].count);
    }
    code_map_sites(entries, 0, 0, 100, &found);
    assert_int_equal(found, 0);
}

/* A store with a timed node, a counted one below it, and a thread whose number is nobody's, so that the kernel tells nothing of it. */
static struct {
    struct store_header header;
    struct node timed, counted;
    struct thread thread;
} small;
enum { MS = 1000000 };

static struct looker open_small(void)
{
    memset(&small, 0, sizeof small);
    small.header.kept = sizeof small;
    small.timed = (struct node){.calls = 1, .timed = 1, .children = &small.counted};
    small.counted = (struct node){.calls = 1000, .parent = &small.timed};
    small.thread.system_id = INT32_MAX;
    struct looker looker = {.store = &small.header, .size = sizeof small, .program = getpid()};
    charge_sample_by_samples(&looker, &small.thread, true, 1000 * (uint64_t)MS);
    return looker;
}

/* What the kernel says when it is asked next is as if the thread had run and waited for so long since the last time. */
static void tell(uint64_t ran, uint64_t waited, uint64_t by_the_clock)
{
    struct watched *watched = &small.thread.watched;
    watched->settled_run = 500 * (uint64_t)MS;
    watched->settled_waited = 100 * (uint64_t)MS;
    watched->run = watched->settled_run + ran;
    watched->waited = watched->settled_waited + waited;
    watched->ready += waited;
    watched->asked = watched->settled + by_the_clock;
}

/* Samples are booked at once; what the kernel had the thread run beyond them is where no sample came. */
TEST(test_time_in_the_kernel)
{
    struct looker looker = open_small();
    charge_sample_samples(&looker, &small.thread, (uintptr_t)&small.counted, 10, 10 * MS);
    assert_int_equal(small.counted.looked, 10 * MS);
    charge_sample_samples(&looker, &small.thread, (uintptr_t)&small.counted + 1, 2, 2 * MS);
    assert_int_equal(small.counted.looked_probe, 2 * MS);
    charge_sample_stood_still(&looker, &small.thread, (uintptr_t)&small.timed, 8 * MS, 0);
    tell(20 * MS, 0, 20 * MS);
    charge_sample_doubts(&looker, &small.thread);
    assert_int_equal(small.timed.looked, 8 * MS);
    assert_int_equal(small.timed.ran, 8 * MS);
    assert_int_equal(small.counted.ran, 10 * MS);
    assert_int_equal(small.header.observed.samples, 12);
}

/* What it was ready for falls on the samples that come, and is not what ran. */
TEST(test_time_without_a_processor)
{
    struct looker looker = open_small();
    charge_sample_stood_still(&looker, &small.thread, (uintptr_t)&small.timed, 400 * MS, 0);
    tell(0, 400 * (uint64_t)MS, 400 * (uint64_t)MS);
    charge_sample_doubts(&looker, &small.thread);
    assert_int_equal(small.timed.looked, 0);
    assert_int_equal(small.thread.watched.ready, 400 * MS);
    charge_sample_samples(&looker, &small.thread, (uintptr_t)&small.counted, 200, 200 * (uint64_t)MS);
    assert_int_equal(small.counted.looked, 600 * (uint64_t)MS);
    assert_int_equal(small.counted.ran, 200 * MS);
}

/* The kernel tells nothing of a thread that has ended: it may have been ready all the time. */
TEST(test_end_of_a_thread)
{
    struct looker looker = open_small();
    struct watched *watched = &small.thread.watched;
    watched->settled_run = watched->run = 5 * MS;
    charge_sample_samples(&looker, &small.thread, (uintptr_t)&small.counted, 5, 5 * MS);
    charge_sample_stood_still(&looker, &small.thread, (uintptr_t)&small.timed, 700 * MS, 0);
    charge_sample_late(&looker, &small.thread, true, 2000 * (uint64_t)MS);
    assert_int_equal(watched->run, 0);
    assert_int_equal(small.timed.looked, 0);
    assert_int_equal(small.counted.looked, 5 * MS);
}
