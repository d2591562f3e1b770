/*
 * fuzz_recover.c - any bytes as what a crashed process left. What can be recovered must be a profile that
 * can be written, read, and merged with that of another rank.
 *
 * Zeros follow an input up to the size that it says, as a store is a file with holes: most of a log of MPI's operations is one.
 */
#include "fuzz.h"
#include "ranks.h"

#include "include/instr_abi.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/beside/operations_log.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/wait_sums.h"
#include "runtime/measure/tree/tree.h"
#include "runtime/write/recover.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

enum { LARGEST = 1 << 22 };

static size_t whole_size(const unsigned char *bytes, size_t size)
{
    struct store_header header = {.used = 0};
    memcpy(&header, bytes, size < sizeof header ? size : sizeof header);
    return header.used > size && header.used <= LARGEST ? header.used : size;
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct recovered recovered;
    size_t whole = whole_size(bytes, size);
    unsigned char *copy = arena_alloc(&arena, whole);
    require(copy != NULL);
    memcpy(copy, bytes, size);
    if (recover_bytes(copy, whole, "input", &recovered, &arena, &error)) {
        struct profile back;
        unsigned char *packed;
        size_t packed_size;
        require(profile_pack(&recovered.profile, &arena, &packed, &packed_size, &error));
        require(profile_unpack(packed, packed_size, "again", &back, &arena, &error));
        require(back.node_count == recovered.profile.node_count);
        ranks_merge(packed, packed_size);
    } else {
        require(error.code != ERROR_NONE && error.text[0]);
    }
    arena_free(&arena);
    return 0;
}

static struct node *call(struct thread *thread, struct node *parent, struct region *region)
{
    struct node *node = tree_child(&thread->tree, parent, region);
    require(node && (tree_extra(node) || node->region == region));
    node->calls = 3;
    node->timed = 2;
    node->sum = 100;
    node->min = 40;
    node->max = 60;
    thread->top++;
    thread->top->node = node;
    thread->top->start = store->start.ticks + 10;
    node->calls++;
    return node;
}

/* Rank 0 of two, which as another one meets itself: each kind of meeting, with an end and without. */
static void log_operations(struct __instr_frame *frame)
{
    const struct caller callers[] = {{frame, "f.c:1"}, {frame, "f.c:2"}, {frame, NULL}, {NULL, NULL}};
    for (size_t i = 0; i < sizeof callers / sizeof *callers - 1; i++)
        require(wait_sums_of(frame->node, callers[i].site)); /* all before the log, which is large */
    for (unsigned i = 0; i < 40; i++) {
        struct meeting meeting = {.stream = 1 + i % 3,
                                  .number = i / 8,
                                  .size = 2,
                                  .kind = (uint8_t)(i % (MEETING_PROBE + 1)),
                                  .blocks = i & 1};
        if (meeting.kind >= MEETING_SEND) {
            meeting.peer = i == 30 ? -1 : meeting.kind == MEETING_SEND;
            meeting.tag = i % 16 == 6 ? MEETING_ANY_TAG : 7;
        }
        struct operation *operation = operations_begin(&callers[i % 4], &meeting, 1);
        require(operation);
        if (i % 8 == 5)
            operations_waited(&callers[0], clock_now(), &operation, 1);
        else if (i < 38)
            operations_end(operation, 1);
        /* In nanoseconds 64 bits did not hold this: no run has it, and a damaged store may. */
        if (i == 33)
            operation->end = store->start.ticks + INT64_MAX;
    }
}

static struct region *counted;
static struct __instr_object object;
static struct __instr_region descriptor;
static struct __instr_counted counter = {.__region = &descriptor};

/* Two threads with open frames and a function that is counted, one of them ending, messages on two communicators, and a log of what ranks met in. */
static void fill_store(void)
{
    strcpy(settings.directory, "/nowhere");
    require(store_open());
    store->sizes = store_sizes;
    store->ranks = 2;
    store->start = store->last[0] = clock_pair_now();
    store->program = store->command = store->host = store->job = store->directory = store_text("seed");
    store->roll = store_text("roll");
    require(thread_start());
    struct region *f = regions_own("f", REGION_FUNCTION), *g = regions_own("g", REGION_FUNCTION);
    counted = regions_own("leaf", REGION_FUNCTION);
    const struct __instr_link link = {.__object = &object, .__counts = &counter, .__counts_end = &counter + 1};
    require(f && g && counted && counts_give_place(counted));
    descriptor.__state = counted;
    require(counts_know(&link) && counts_make_room() && counts_open(&link));
    for (int i = 0; i < 2; i++) {
        struct thread *thread = thread_begin(NULL);
        require(thread != NULL);
        struct node *node = call(thread, thread->tree.root, f);
        call(thread, node, g);
        struct node *folded = call(thread, node, f);
        /* Added up this overflowed once: no run has it, and a damaged store may. */
        node->extra->moved_in = folded->extra->moved_in = INT64_MAX;
        for (int k = 0; k < 5; k++)
            require(counts_add(thread, &object, &counter));
        thread->last = store->start.ticks + 1000;
        store->fold.thread = thread;
    }
    struct __instr_frame *top = store->fold.thread->top;
    traffic_used(top, communicators_find("rows", "MPI_Comm_split f.c:1", (uint32_t[]){0, 2, 4}, 3), 100);
    traffic_used(top, communicators_find("", "", (uint32_t[]){1}, 1), -1);
    traffic_used(top, NULL, 0);
    store->traffic_move.from = store->traffic;
    store->traffic_move.to = store->traffic->older;
    store->fold.from = store->fold.thread->top->node;
    store->fold.to = store->root;
    store->fold.saved = *store->root;
    tally_add(TALLY_JUMPED, 1);
    tally_add_named("messages", 2);
    log_operations(top);
}

/* Its counts are in the store, all 0: who recovers it counts what is in the log. */
static void thin_log(void)
{
    struct operations_log *log = store->operations;
    log->numbers.counters = store_alloc(NUMBERS_STREAMS * sizeof *log->numbers.counters);
    require(log->numbers.counters && store->used <= LARGEST);
    for (int kind = 0; kind < LEVELS; kind++)
        log->levels[kind] = 1;
}

/* No run has a second root, and a damaged store may. */
static void add_root(void)
{
    counted->kind = REGION_ROOT;
}

/* The same with a log that was thinned, and with a second root. */
size_t fuzz_seed(unsigned number, unsigned char *bytes, size_t room)
{
    static void (*const changes[])(void) = {fill_store, thin_log, add_root};
    if (number == sizeof changes / sizeof *changes) {
        store_remove(thread_is_alone);
        return 0;
    }
    changes[number]();
    size_t size = store->used;
    while (!((const unsigned char *)store)[size - 1])
        size--;
    require(size <= room);
    memcpy(bytes, store, size);
    return size;
}
