/*
 * test_probe.c - counts, nesting and statistics of probes that are driven by hand.
 *
 * The runtime is linked in, so this program is an instrumented one: its constructors attach it. The
 * tree only grows during a run, so each test works under a region of its own.
 */
#include "hand.h"
#include "runtime/collect/fill.h"
#include "runtime/collect/shares.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/probe/probe.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/costs.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/adaptive.h"
#include "taken.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/unit.h"

extern __instr_attach_fn __instr_attach11;

static void leaf(void)
{
    HAND_PROBE("leaf");
}

static void middle(int leaves)
{
    HAND_PROBE("middle");
    while (leaves-- > 0)
        leaf();
}

static void nest(void)
{
    HAND_PROBE("nest");
    middle(3);
    middle(0);
    leaf();
}

TEST(test_nesting)
{
    nest();
    nest();
    take();
    assert_int_equal(calls("nest"), 2);
    assert_int_equal(calls("nest/middle"), 4);
    assert_int_equal(calls("nest/middle/leaf"), 6);
    assert_int_equal(calls("nest/leaf"), 2);
    const struct profile_node *node = path_find(&profile, "nest");
    assert_true(node->calls.min <= node->calls.max);
    assert_int_equal(node->flags, 0);
}

/* Another processor's time stamp counter may be behind. */
static void back_in_time(void)
{
    HAND_PROBE("back_in_time");
    hand_frame->start += (uint64_t)1 << 40;
}

TEST(test_clock_runs_backwards)
{
    take();
    uint64_t before = path_tally(&profile, "times the clock ran backwards");
    back_in_time();
    take();
    const struct profile_node *node = path_find(&profile, "back_in_time");
    assert_int_equal(node->calls.timed, 1);
    assert_int_equal(node->calls.max, 0);
    assert_int_equal(node->calls.sum.low | node->calls.sum.high, 0);
    assert_int_equal(path_tally(&profile, "times the clock ran backwards"), before + 1);
}

TEST(test_statistics_are_exact)
{
    struct clock_scale scale = {(uint64_t)1000 << 40}; /* ticks of a nanosecond */
    struct stat_calls stat;
    struct region region = {.kind = REGION_FUNCTION};
    struct node node = {.region = &region, .min = UINT64_MAX};
    uint64_t series[] = {5, 7, 7, 13};
    for (size_t i = 0; i < 4; i++) {
        node.calls++;
        node.timed++;
        node.sum += series[i];
        node.squares = wide_add_square(node.squares, series[i]);
        node.min = series[i] < node.min ? series[i] : node.min;
        node.max = series[i] > node.max ? series[i] : node.max;
    }
    fill_node(&node, scale, &stat);
    assert_int_equal(stat.sum.low, 32000);
    assert_int_equal(stat.min, 5000);
    assert_int_equal(stat.max, 13000);
    assert_true(stat.mean == 8000);
    assert_true(stat.m2 == 36e6); /* 9 + 1 + 1 + 25 */
}

TEST(test_constant_series_has_no_spread)
{
    struct clock_scale scale = {((uint64_t)408 << 40) + 12345};
    uint64_t value = 123456789123;
    struct region region = {.kind = REGION_FUNCTION};
    struct node node = {.region = &region, .min = value, .max = value};
    node.calls = node.timed = 1000000000;
    node.sum = 0; /* 10^9 of them wrap a sum of 64 bits: keep to what fits */
    node.calls = node.timed = 100000007;
    node.sum = value * node.timed;
    node.squares = wide_split((wide)value * value * node.timed);
    struct stat_calls stat;
    fill_node(&node, scale, &stat);
    assert_true(stat.m2 == 0);
}

TEST(test_spread_of_a_billion)
{
    struct clock_scale scale = {(uint64_t)1000 << 40};
    uint64_t half = 500000000;
    struct region region = {.kind = REGION_FUNCTION};
    struct node node = {.region = &region, .calls = 2 * half, .timed = 2 * half, .min = 1000000, .max = 1000001};
    node.sum = half * 1000000 + half * 1000001;
    node.squares = wide_split((wide)half * (1000000ull * 1000000) + (wide)half * (1000001ull * 1000001));
    struct stat_calls stat;
    fill_node(&node, scale, &stat);
    assert_true(stat.m2 == 0.25e9 * 1e6); /* the variance of a fair coin, in ns^2 */
}

static void recurse(int depth)
{
    HAND_PROBE("recurse");
    if (depth > 1)
        recurse(depth - 1);
}

TEST(test_recursion_folds)
{
    const uint32_t bound = 2; /* if nothing is said */
    recurse(200);
    take();
    assert_int_equal(path_calls(&profile, "recurse"), 200);
    char path[1024] = "";
    for (uint32_t i = 0; i < bound; i++)
        strcat(path, i ? "/recurse" : "recurse");
    const struct profile_node *last = path_find(&profile, path);
    assert_non_null(last);
    assert_int_equal(last->calls.calls, 200 - bound + 1);
    assert_int_equal(last->flags & NODE_FOLDED, NODE_FOLDED);
    strcat(path, "/recurse");
    assert_null(path_find(&profile, path));
}

static void pong(int depth);

static void ping(int depth)
{
    HAND_PROBE("ping");
    if (depth > 1)
        pong(depth - 1);
}

static void pong(int depth)
{
    HAND_PROBE("pong");
    if (depth > 1)
        ping(depth - 1);
}

static void either(int depth);

static void one(int depth)
{
    HAND_PROBE("one");
    for (int i = 0; i < 2 && depth > 1; i++)
        either(depth - 1);
}

static void other(int depth)
{
    HAND_PROBE("other");
    for (int i = 0; i < 2 && depth > 1; i++)
        either(depth - 1);
}

static void either(int depth)
{
    HAND_PROBE("either");
    if (depth % 3)
        one(depth - 1);
    else
        other(depth - 1);
}

/* Many cycles that share nodes, hot enough that adaptive timing only counts most of the calls. */
TEST(test_tangled_recursion)
{
    settings.recursion = 3;
    for (int i = 0; i < 40; i++) {
        either(i % 26);
        one(i % 20);
        other(i % 21);
    }
    settings.recursion = 0;
    take();
    uint64_t arms = path_calls(&profile, "one") + path_calls(&profile, "other");
    assert_int_equal(path_calls(&profile, "either") + 80, arms);
}

TEST(test_mutual_recursion_folds)
{
    for (int i = 1; i < 300; i++)
        ping(i);
    take(); /* checks that no time is counted twice */
    uint64_t expected = 0;
    for (uint64_t i = 1; i < 300; i++)
        expected += i;
    assert_int_equal(path_calls(&profile, "ping") + path_calls(&profile, "pong"), expected);
}

static void stem(int depth);

static void twig(int depth)
{
    HAND_PROBE("twig");
    for (volatile int i = 0; i < 100; i++)
        continue;
    if (depth > 1) {
        stem(depth - 1);
        stem(depth - 2);
    }
}

static void stem(int depth)
{
    HAND_PROBE("stem");
    for (volatile int i = 0; i < 800; i++)
        continue;
    if (depth > 1) {
        twig(depth - 1);
        twig(depth - 2);
    }
}

/* ps in the calls of a region and not in what they called. */
static double own_time(const char *name)
{
    double time = 0;
    for (uint32_t i = 1; i < profile.node_count; i++) {
        const struct profile_node *node = &profile.nodes[i];
        double sum = u128_double(node->calls.sum);
        if (strcmp(profile.regions[node->region].name, name) == 0)
            time += sum;
        if (strcmp(profile.regions[profile.nodes[node->parent].region].name, name) == 0)
            time -= sum;
    }
    return time;
}

/* The time that moves where calls fold is that of each of them. */
TEST(test_recursion_shares_time)
{
#ifdef TEST_EMULATED
    skip();
#endif
    twig(26);
    take();
    assert_true(own_time("stem") > own_time("twig"));
    assert_true(own_time("twig") > own_time("stem") / 64);
}

TEST(test_a_million_frames)
{
    /* A frame costs this program no stack: the probes are called without the functions around them. */
    enum { DEPTH = 1000000 };
    HAND_REGION(deep, "deep");
    struct __instr_frame **frames = calloc(DEPTH, sizeof *frames);
    assert_non_null(frames);
    for (int i = 0; i < DEPTH; i++) {
        frames[i] = __instr_link11.__enter(&deep);
        assert_non_null(frames[i]);
    }
    for (int i = DEPTH; i-- > 0;)
        __instr_link11.__exit(frames[i]);
    free(frames);
    take();
    assert_int_equal(path_calls(&profile, "deep"), DEPTH);
    assert_int_equal(path_tally(&profile, "leave without enter"), 0);
}

static jmp_buf target;
static volatile bool jumping = true;

static void jumper(int depth)
{
    HAND_PROBE("jumper");
    if (depth > 0)
        jumper(depth - 1);
    else if (jumping)
        longjmp(target, 1);
}

static void catcher(bool resync)
{
    HAND_PROBE("catcher");
    if (setjmp(target) == 0)
        jumper(3);
    else if (resync)
        __instr_link11.__resync(hand_frame);
    leaf();
}

TEST(test_jumps)
{
    uint64_t before = path_tally(&profile, "frames left by a jump");
    catcher(true);
    take();
    assert_int_equal(path_tally(&profile, "frames left by a jump") - before, 4);
    assert_int_equal(calls("catcher/leaf"), 1);
    assert_int_equal(path_calls(&profile, "jumper"), 4);
    catcher(false);
    take();
    assert_int_equal(path_tally(&profile, "frames left by a jump") - before, 8);
    assert_int_equal(calls("catcher"), 2);
    nest(); /* the stack is in order again */
    take();
    assert_int_equal(calls("nest"), 3);
}

TEST(test_leave_without_enter)
{
    HAND_REGION(once, "once");
    struct __instr_frame *frame = __instr_link11.__enter(&once);
    __instr_link11.__exit(frame);
    __instr_link11.__exit(frame);
    __instr_link11.__exit(NULL);
    take();
    assert_int_equal(calls("once"), 1);
    assert_int_equal(path_tally(&profile, "leave without enter"), 1);
}

TEST(test_open_frames)
{
    HAND_REGION(open, "open");
    struct __instr_frame *frame = __instr_link11.__enter(&open);
    leaf();
    take();
    const struct profile_node *node = path_find(&profile, "open");
    assert_int_equal(node->calls.calls, 1);
    assert_int_equal(node->calls.timed, 1);
    assert_int_equal(node->flags, NODE_OPEN);
    __instr_link11.__exit(frame);
    take();
    node = path_find(&profile, "open");
    assert_int_equal(node->calls.timed, 1);
    assert_int_equal(node->flags, 0);
}

static void *worker(void *argument)
{
    HAND_PROBE("worker");
    for (long i = 0; i < (long)argument; i++)
        leaf();
    return NULL;
}

static void *quitter(void *argument)
{
    HAND_PROBE("quitter");
    leaf();
    pthread_exit(argument);
}

static void spawn(int threads)
{
    HAND_PROBE("spawn");
    pthread_t ids[8];
    for (int i = 0; i < threads; i++)
        assert_int_equal(HAND_RESOLVE(pthread_create)(&ids[i], NULL, worker, (void *)10L), 0);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
}

TEST(test_threads)
{
    spawn(8);
    pthread_t id;
    assert_int_equal(HAND_RESOLVE(pthread_create)(&id, NULL, quitter, NULL), 0);
    pthread_join(id, NULL);
    take();
    assert_int_equal(calls("spawn/thread"), 8);
    assert_int_equal(calls("spawn/thread/worker"), 8);
    assert_int_equal(calls("spawn/thread/worker/leaf"), 80);
    assert_int_equal(calls("thread/quitter/leaf"), 1);
    assert_int_equal(path_find(&profile, "thread/quitter")->calls.timed, 1);
}

TEST(test_ten_thousand_threads)
{
    uint64_t used = 0;
    for (int i = 0; i < 10000; i++) {
        pthread_t id;
        assert_int_equal(HAND_RESOLVE(pthread_create)(&id, NULL, worker, (void *)1L), 0);
        pthread_join(id, NULL);
        if (i == THREADS_KEPT + 100) /* the first ones keep their trees */
            used = store->used;
    }
    /* No growth; a node that is caught taking long for the first time may still get its `more`. */
    assert_in_range(store->used, used, used + 4096);
    take();
    assert_int_equal(calls("thread/worker"), 10000);
}

static void spin(void)
{
    HAND_PROBE("spin");
    for (volatile unsigned i = 0; i < 200; i++)
        continue;
}

static void twice(void)
{
    HAND_PROBE("twice");
    spin();
    spin();
}

/* What is estimated goes to where it was spent. Waiting for a busy processor can hide it for a while. */
TEST(test_estimates_tell_callers_from_callees)
{
#ifdef TEST_EMULATED
    skip();
#endif
    if (costs.timed > 8 * costs.clock) /* probes that a sanitizer looks at take longer than what they time */
        skip();
    HAND_REGION(often, "often");
    bool told = false;
    for (int round = 1; round <= 10 && !told; round++) {
        struct __instr_frame *frame = __instr_link11.__enter(&often);
        for (int i = 0; i < 100000; i++)
            twice();
        __instr_link11.__exit(frame);
        take();
        assert_int_equal(calls("often/twice/spin"), 200000 * round);
        told = own_time("spin") > own_time("twice");
    }
    assert_true(told);
}

static int stop;

static void *busy(void *argument)
{
    HAND_PROBE("busy");
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        nest();
        recurse(40);
        ping(40);
    }
    return argument;
}

TEST(test_profiles_of_running_threads)
{
    pthread_t ids[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(HAND_RESOLVE(pthread_create)(&ids[i], NULL, busy, NULL), 0);
    uint64_t before = 0;
    for (int i = 0; i < 50; i++) {
        take(); /* checks that the tree adds up */
        uint64_t now = path_calls(&profile, "nest");
        assert_true(now >= before);
        before = now;
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], NULL);
    take();
    assert_int_equal(calls("thread/busy"), 2);
    assert_int_equal(calls("thread/busy/nest/middle/leaf"), 3 * calls("thread/busy/nest"));
}

static volatile sig_atomic_t handled;

static void handler(int number)
{
    HAND_PROBE("handler");
    (void)number;
    handled++;
    leaf();
}

TEST(test_signal_handlers)
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGUSR1, &action, NULL);
    uint64_t before = path_calls(&profile, "nest");
    for (int i = 0; i < 1000; i++) {
        nest();
        raise(SIGUSR1);
    }
    take();
    assert_int_equal(path_calls(&profile, "handler"), handled);
    assert_int_equal(path_calls(&profile, "nest"), before + 1000);
}

TEST(test_errno_stays)
{
    errno = EXDEV;
    nest();
    pthread_t id;
    assert_int_equal(HAND_RESOLVE(pthread_create)(&id, NULL, worker, (void *)1L), 0);
    pthread_join(id, NULL);
    assert_int_equal(errno, EXDEV);
}

TEST(test_wide_fan_out)
{
    enum { CHILDREN = 10000 };
    static struct __instr_region regions[CHILDREN];
    static char names[CHILDREN][16];
    for (int i = 0; i < CHILDREN; i++) {
        snprintf(names[i], sizeof names[i], "child%d", i);
        regions[i] = HAND_MADE(names[i], "made.c", .__line = 1);
    }
    struct __instr_link link = __instr_link11;
    assert_int_equal(__instr_attach11(&link, regions, regions + CHILDREN), 1);
    HAND_REGION(fan, "fan");
    struct __instr_frame *frame = __instr_link11.__enter(&fan);
    for (int turn = 0; turn < 3; turn++)
        for (int i = 0; i < CHILDREN; i++)
            link.__exit(link.__enter(&regions[i]));
    __instr_link11.__exit(frame);
    take();
    assert_int_equal(calls("fan/child0"), 3);
    assert_int_equal(calls("fan/child9999"), 3);
}

enum { CALLER_TICKS = 10000000 };

struct shares {
    struct share caller, called;
};

/* Of a timed call in which looks found a probe one time in five, and that made so many counted ones of a function in which one
 * look of ten was. */
static struct shares shares_of(uint64_t looks, uint64_t calls)
{
    struct store_header from = {.settings.adaptive = 1,
                                .costs = {.clock = 20, .timed = 50, .inside = 20},
                                .observed = {.looks = looks, .looked = 1000000, .looked_probe = 200000}};
    struct region process = {.name = "(process)", .kind = REGION_ROOT};
    struct region function = {.name = "f", .kind = REGION_FUNCTION}, called = function;
    struct node nodes[] = {
        {.region = &process, .calls = 1, .timed = 1, .sum = CALLER_TICKS, .order = UINT32_MAX},
        {.region = &function, .calls = 1, .timed = 1, .sum = CALLER_TICKS, .looked = 700000, .looked_probe = 200000},
        {.region = &called, .calls = calls, .looked = 100000, .order = 1},
    };
    struct arena arena = {0};
    const struct share *shares = shares_make(&from, nodes, 3, 3, 0.1, &arena);
    assert_non_null(shares);
    struct shares both = {shares[1], shares[2]};
    arena_free(&arena);
    return both;
}

/* Of a few looks one happened to find a probe: that stands for a fifth of the time, which six probes can't have taken,
 * even with what they slowed down. */
TEST(test_probes_take_what_they_can)
{
    struct share caller = shares_of(5, 5).caller;
    assert_true(caller.probes > 0);
    assert_true(caller.probes <= 10 * 6 * 50 + 5);
}

TEST(test_other_paths)
{
    enum { REGIONS = 12, DEPTH = 6, WALKS = 20000, NODES = 1024 };
    static struct __instr_region regions[REGIONS];
    static char names[REGIONS][16];
    for (int i = 0; i < REGIONS; i++) {
        snprintf(names[i], sizeof names[i], "step%d", i);
        regions[i] = HAND_MADE(names[i], "walk.c", .__line = 1);
    }
    struct __instr_link link = __instr_link11;
    assert_int_equal(__instr_attach11(&link, regions, regions + REGIONS), 1);
    uint32_t most = settings.memory, seed = 1;
    settings.memory = 0;
    uint64_t expected[REGIONS] = {0};
    for (int i = 0; i < WALKS; i++) {
        struct __instr_frame *frames[DEPTH];
        for (int k = 0; k < DEPTH; k++) {
            seed = seed * 1103515245u + 12345u;
            uint32_t step = (seed >> 16) % REGIONS;
            expected[step]++;
            frames[k] = link.__enter(&regions[step]);
            assert_non_null(frames[k]);
        }
        for (int k = DEPTH; k-- > 0;)
            link.__exit(frames[k]);
    }
    settings.memory = most;
    take();
    for (int i = 0; i < REGIONS; i++)
        assert_int_equal(path_calls(&profile, names[i]), expected[i]);
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        nodes += strncmp(profile.regions[profile.nodes[i].region].name, "step", 4) == 0;
    assert_in_range(nodes, REGIONS, NODES);
    assert_non_null(path_find(&profile, "(other paths)/step0"));
}

static void never_called(void)
{
    HAND_PROBE("never called");
}

TEST(test_regions)
{
    void (*volatile keep)(void) = never_called;
    assert_non_null(keep);
    static struct __instr_region twins[2];
    for (int i = 0; i < 2; i++)
        twins[i] = HAND_MADE("twin", "twin.h", .__line = 7, .__reason = i ? "naked" : NULL);
    struct __instr_link link = __instr_link11;
    assert_int_equal(__instr_attach11(&link, twins, twins + 2), 1);
    take();
    unsigned never = 0, twin = 0, naked = 0;
    for (uint32_t i = 0; i < profile.region_count; i++) {
        const struct profile_region *region = &profile.regions[i];
        never += strcmp(region->name, "never called") == 0;
        twin += strcmp(region->name, "twin") == 0;
        naked += strcmp(region->reason, "naked") == 0;
    }
    assert_int_equal(never, 1);
    assert_int_equal(twin, 2);
    assert_int_equal(naked, 1);
    assert_int_equal(path_calls(&profile, "never called"), 0);
    assert_null(twins[1].__state);
}

static atomic_bool stopping;

static int stop_again_and_again(void *thread)
{
    while (atomic_load(&stopping))
        thread_stop(thread);
    return 0;
}

static void stopped(void)
{
    HAND_PROBE("stopped");
}

/* As the observer does, in the middle of a probe: from then on the next call comes the slow way, and this one is none of them. */
TEST(test_stopped_while_it_enters)
{
    enum { CALLS = 100000 };
    thrd_t other;
    atomic_store(&stopping, true);
    assert_int_equal(thrd_create(&other, stop_again_and_again, thread_self), thrd_success);
    for (int i = 0; i < CALLS; i++)
        stopped();
    atomic_store(&stopping, false);
    assert_int_equal(thrd_join(other, NULL), thrd_success);
    take();
    assert_int_equal(calls("stopped"), CALLS);
}

TEST(test_off_and_on)
{
    HAND_REGION(switched, "switched");
    struct __instr_frame *open = __instr_link11.__enter(&switched);
    thread_set_all(false);
    assert_null(__instr_link11.__enter(&switched));
    __instr_link11.__exit(open);
    thread_set_all(true);
    __instr_link11.__exit(__instr_link11.__enter(&switched));
    take();
    assert_int_equal(calls("switched"), 2);
}
