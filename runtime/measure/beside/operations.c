/* operations.c - see operations.h. */
#include "runtime/measure/beside/operations.h"
#include "common/check.h"

#include "common/hash.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/process.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/wait_sums.h"

#include <sched.h>

enum { MOST = OPERATIONS_MOST };

static struct operations_log *logged; /* null: nothing was logged yet */

static void forget(void)
{
    logged = NULL;
}

static struct lock lock = LOCK(LOCK_OPERATIONS, forget);

bool operations_are_on(void)
{
    return store->clock != CLOCK_THREAD_CPU && store->clock != CLOCK_PROCESS_CPU;
}

static uint32_t stand_of(const struct caller *caller)
{
    return caller->frame ? wait_sums_number(wait_sums_of(caller->frame->node, caller->site)) : 0;
}

uint64_t operations_enter(const struct __instr_frame *frame)
{
    return frame && frame_is_timed(frame) ? start_moment(frame->start) : clock_now();
}

static struct operations_log *make_log(void)
{
    lock_take(&lock);
    struct operations_log *log = logged ? logged : store_alloc(sizeof *log);
    if (log && !logged) {
        log->machine = process_clock();
        store->operations = log;
        __atomic_store_n(&logged, log, __ATOMIC_RELEASE);
    }
    lock_give(&lock);
    return log;
}

/* The lock is held. */
static struct operation *add_chunk(struct operations_log *log, uint32_t chunk)
{
    enum { SIZE = OPERATIONS_CHUNK * sizeof(struct operation) };
    struct operation *made = atomic_load(&log->chunks[chunk]);
    if (made)
        return made;
    made = store_alloc_spare(SIZE);
    if (!made)
        made = pages_map(SIZE);
    if (!made)
        atomic_store(&log->closed, true);
    atomic_store(&log->chunks[chunk], made);
    return made;
}

static struct operation *make_chunk(struct operations_log *log, uint32_t chunk)
{
    lock_take(&lock);
    struct operation *made = add_chunk(log, chunk);
    lock_give(&lock);
    return made;
}

/* Returns the place; NULL if it does not exist. */
static struct operation *operation_slot(struct operations_log *log, uint32_t place)
{
    CHECK(place < MOST);
    struct operation *chunk = atomic_load_explicit(&log->chunks[place / OPERATIONS_CHUNK], memory_order_acquire);
    return chunk ? &chunk[place % OPERATIONS_CHUNK] : NULL;
}

/* Returns the same place, allocated if necessary; NULL if there is no memory. */
static struct operation *place_at(struct operations_log *log, uint32_t place)
{
    struct operation *operation = operation_slot(log, place);
    if (operation)
        return operation;
    struct operation *chunk = make_chunk(log, place / OPERATIONS_CHUNK);
    return chunk ? &chunk[place % OPERATIONS_CHUNK] : NULL;
}

static bool is_taken(const struct operation *operation)
{
    return __atomic_load_n(&operation->meeting.taken, __ATOMIC_ACQUIRE);
}

static void mark_taken(struct operation *operation)
{
    __atomic_store_n(&operation->meeting.taken, 1, __ATOMIC_RELEASE);
}

static bool has_ended(const struct operation *operation)
{
    return __atomic_load_n(&operation->end, __ATOMIC_ACQUIRE) != 0;
}

static void end_at(struct operation *operation, uint64_t end)
{
    __atomic_store_n(&operation->end, end, __ATOMIC_RELEASE);
}

bool operations_are_kept(const struct operation *operation, const uint8_t levels[LEVELS])
{
    const struct meeting *meeting = &operation->meeting;
    uint8_t level = levels[operations_kind(operation)];
    CHECK(level < 64);
    uint64_t hash = hash_number(meeting->stream, meeting->number) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return !level || hash >> (64 - level) == 0;
}

/* Returns whether thinning must keep the operation for now. */
static bool must_stay(const struct operation *operation)
{
    return !has_ended(operation) || (numbers_are_for(operation) && !operation->meeting.numbered);
}

static void empty(struct operation *operation)
{
    __atomic_store_n(&operation->meeting.taken, 0, __ATOMIC_RELEASE);
    BARRIER();
    *operation = (struct operation){.end = 0};
}

/* Moves an operation to the first free place. Only ended operations without pointers to them may be moved. */
static void move_down(struct operations_log *log, struct operation *const *places, uint32_t from, uint32_t *free)
{
    while (*free < from && is_taken(places[*free]))
        ++*free;
    if (*free == from)
        return;
    CHECK(!log->move.to && *free < from && !is_taken(places[*free]) && is_taken(places[from]));
    log->move.from = places[from];
    BARRIER();
    log->move.to = places[*free];
    BARRIER();
    *places[*free] = *places[from];
    BARRIER();
    empty(places[from]);
    BARRIER();
    log->move.to = NULL;
}

/* Thins the log to a higher level, and returns how many of these places stay in use. The lock is held. */
static void thin(struct operations_log *log, struct operation *const *places, uint32_t count, const uint8_t to[LEVELS],
                 uint32_t stay[LEVELS])
{
    uint32_t free = 0;
    for (int kind = 0; kind < LEVELS; kind++)
        atomic_store(&log->levels[kind], to[kind]);
    CHECK(count <= MOST);
    for (uint32_t i = 0; i < count; i++) {
        struct operation *at = places[i];
        bool stays =
            !has_ended(at) || (at->meeting.kind != MEETING_NONE && (must_stay(at) || operations_are_kept(at, to)));
        if (!is_taken(at))
            continue;
        stay[operations_kind(at)] += stays;
        if (!stays)
            empty(at);
        else if (has_ended(at))
            move_down(log, places, i, &free);
    }
}

static uint32_t count_stuck(struct operation *const *places)
{
    uint32_t stuck = 0;
    for (uint32_t i = 0; i < MOST; i++)
        stuck += must_stay(places[i]);
    return stuck;
}

/* Lists the first `given` places that exist. The caller unmaps the list; NULL if there is no memory. */
static struct operation **list(struct operations_log *log, uint32_t given, uint32_t *count)
{
    struct operation **places = pages_map(MOST * sizeof *places);
    *count = 0;
    for (uint32_t i = 0; places && i < given; i++)
        if (operation_slot(log, i))
            places[(*count)++] = operation_slot(log, i);
    return places;
}

static void give_back(struct operation **places)
{
    if (places)
        pages_unmap(places, MOST * sizeof *places);
}

/* Puts the counters of numbers into the store. They count from the first message on, and so must survive the process. */
static void take_counters(struct numbers *numbers)
{
    if (!numbers->counters)
        numbers->counters = store_alloc_spare(NUMBERS_STREAMS * sizeof *numbers->counters);
}

/* Makes room when all places are given out. The lock is held. A place that was given out may not be written yet. */
static void make_room_in(struct operations_log *log, struct operation *const *places)
{
    uint8_t to[LEVELS] = {log->levels[LEVEL_OF_CALLS], log->levels[LEVEL_OF_MESSAGES]};
    for (uint32_t i = 0; i < MOST; i++)
        while (!is_taken(places[i]))
            sched_yield();
    take_counters(&log->numbers);
    atomic_fetch_add(&log->missed, numbers_assign(&log->numbers, places, MOST));
    calls_count(places, MOST);
    if (count_stuck(places) > MOST / 4) {
        atomic_store(&log->closed, true);
        return;
    }
    for (;;) {
        uint32_t stay[LEVELS] = {0};
        thin(log, places, MOST, to, stay);
        if (stay[LEVEL_OF_CALLS] + stay[LEVEL_OF_MESSAGES] <= MOST / 2)
            break;
        to[stay[LEVEL_OF_MESSAGES] > stay[LEVEL_OF_CALLS] ? LEVEL_OF_MESSAGES : LEVEL_OF_CALLS]++;
    }
    uint32_t free = 0;
    while (is_taken(places[free]))
        free++;
    CHECK(free < MOST);
    atomic_store(&log->begun, free);
}

/* The lock is held. */
static void make_room(struct operations_log *log)
{
    uint32_t count;
    for (uint32_t i = 0; i < OPERATIONS_CHUNKS; i++)
        add_chunk(log, i);
    struct operation **places = list(log, MOST, &count);
    if (places && count == MOST)
        make_room_in(log, places);
    else
        atomic_store(&log->closed, true);
    give_back(places);
}

static void make_room_once(struct operations_log *log)
{
    lock_take(&lock);
    if (atomic_load(&log->begun) >= MOST && !atomic_load(&log->closed))
        make_room(log);
    lock_give(&lock);
}

/* Skips places that are in use, or not contiguous. */
static void pass_over(struct operations_log *log, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to && i < MOST; i++) {
        struct operation *operation = place_at(log, (uint32_t)i);
        if (!operation || is_taken(operation))
            continue;
        end_at(operation, 1);
        mark_taken(operation);
    }
}

static bool are_free(const struct operation *operations, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_taken(&operations[i]))
            return false;
    return true;
}

/* Takes places; NULL if operations are not logged. */
static struct operation *take_places(uint32_t count)
{
    struct operations_log *log = __atomic_load_n(&logged, __ATOMIC_ACQUIRE);
    if (!log && !(log = make_log()))
        return NULL;
    while (count <= OPERATIONS_CHUNK && !atomic_load_explicit(&log->closed, memory_order_relaxed)) {
        uint64_t place = atomic_fetch_add_explicit(&log->begun, count, memory_order_relaxed);
        bool beside = place % OPERATIONS_CHUNK + count <= OPERATIONS_CHUNK;
        struct operation *operations = place < MOST && beside ? place_at(log, (uint32_t)place) : NULL;
        if (operations && are_free(operations, count))
            return operations;
        if (place < MOST)
            pass_over(log, place, place + count);
        else
            make_room_once(log);
    }
    atomic_fetch_add(&log->missed, count);
    return NULL;
}

struct operation *operations_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count)
{
    if (!operations_are_on())
        return NULL;
    uint64_t enter = operations_enter(caller->frame);
    uint32_t stand = stand_of(caller), thread = thread_self->number;
    struct operation *operations = take_places(count);
    for (uint32_t i = 0; operations && i < count; i++) {
        CHECK(!is_taken(&operations[i]) && thread_self->number == thread);
        operations[i].meeting = meetings[i];
        operations[i].meeting.thread = thread % LOG_THREADS;
        operations[i].poster = operations[i].stand = stand;
        operations[i].posted = operations[i].enter = enter;
        mark_taken(&operations[i]);
    }
    return operations;
}

/* Logs the end of operations. A timed call's end was read a moment ago. */
void operations_end(struct operation *operations, uint32_t count)
{
    CHECK(is_taken(operations));
    uint64_t last = GET(thread_self->last), end = last > operations->enter ? last : clock_now();
    for (uint32_t i = 0; i < count; i++)
        end_at(&operations[i], end);
}

void operations_waited(const struct caller *caller, uint64_t enter, struct operation *const *operations, uint32_t count)
{
    uint32_t stand = stand_of(caller);
    uint64_t end = clock_now();
    for (uint32_t i = 0; i < count; i++) {
        CHECK(is_taken(operations[i]));
        operations[i]->stand = stand;
        operations[i]->enter = enter;
        end_at(operations[i], end);
    }
}

struct operation *operations_copy(uint32_t *count, struct arena *arena)
{
    uint32_t given = logged ? operations_given(logged) : 0;
    struct operation *all = arena_array(arena, given, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && i < given; i++) {
        const struct operation *operation = operation_slot(logged, i);
        if (operation)
            all[(*count)++] = *operation;
    }
    return all;
}

const struct operation *operations_first_beside(const struct operation *operation)
{
    for (uint32_t i = 0; i < OPERATIONS_CHUNKS; i++) {
        const struct operation *chunk = atomic_load_explicit(&logged->chunks[i], memory_order_acquire);
        if (chunk && operation >= chunk && operation < chunk + OPERATIONS_CHUNK)
            return chunk;
    }
    return operation;
}

uint8_t operations_level(int kind)
{
    return logged ? atomic_load(&logged->levels[kind]) : 0;
}

/* The lock is held. */
static void settle(struct operations_log *log, struct operation *const *places, uint32_t count,
                   const uint8_t to[LEVELS], uint32_t stay[LEVELS])
{
    bool thins = to[LEVEL_OF_CALLS] || to[LEVEL_OF_MESSAGES];
    if (thins)
        take_counters(&log->numbers);
    atomic_fetch_add(&log->missed, numbers_assign(&log->numbers, places, count));
    if (to[LEVEL_OF_MESSAGES])
        calls_count(places, count);
    if (thins)
        thin(log, places, count, to, stay);
}

void operations_close(const uint8_t to[LEVELS])
{
    if (!logged)
        return;
    lock_take(&lock);
    atomic_store(&logged->closed, true);
    uint32_t count, stay[LEVELS] = {0};
    struct operation **places = list(logged, operations_given(logged), &count);
    if (places)
        settle(logged, places, count, to, stay);
    give_back(places);
    lock_give(&lock);
}

uint64_t operations_missed(void)
{
    return logged ? atomic_load(&logged->missed) : 0;
}

void operations_found(uint64_t unknown)
{
    if (!logged)
        return;
    atomic_store(&logged->unknown, unknown);
    atomic_store(&logged->found, true);
}

void operations_matched(void)
{
    if (logged && atomic_load(&logged->found))
        atomic_store(&logged->matched, true);
}

uint64_t operations_unknown(const struct operations_log *log, bool own)
{
    return log && atomic_load(own ? &log->found : &log->matched) ? atomic_load(&log->unknown) : 0;
}

void operations_leave(void)
{
    uint8_t own[LEVELS] = {operations_level(LEVEL_OF_CALLS), operations_level(LEVEL_OF_MESSAGES)};
    if (!logged || atomic_load(&logged->found))
        return;
    operations_close(own);
    atomic_store(&logged->left, true);
}
