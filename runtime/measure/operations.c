/* operations.c - see operations.h. */
#include "runtime/measure/operations.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/word.h"
#include "runtime/measure/lock.h"
#include "runtime/measure/stack.h"
#include "runtime/measure/store.h"
#include "runtime/measure/store_header.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_BYTES = 16 << 20, HUGE_PAGE = 2 << 20, MOST = MOST_BYTES / sizeof(struct operation), BUCKETS = 512 };
_Static_assert(sizeof(struct operation) == 64, "one cache line each");

static struct operation *entries; /* room for MOST; memory is taken as it is used */
static _Atomic uint64_t begun;
static struct stand *buckets[BUCKETS], *newest;
static bool found;

static void forget(void)
{
    entries = NULL;
    atomic_store(&begun, 0);
    memset(buckets, 0, sizeof buckets);
    newest = NULL;
}

static struct lock lock = LOCK(LOCK_OPERATIONS, forget);

bool operations_are_on(void)
{
    return store->clock != CLOCK_THREAD_CPU && store->clock != CLOCK_PROCESS_CPU;
}

static struct stand **bucket_of(const struct node *node)
{
    return &buckets[(uintptr_t)node / sizeof *node % BUCKETS];
}

static struct stand *find_stand(const struct node *node)
{
    struct stand *stand = __atomic_load_n(bucket_of(node), __ATOMIC_ACQUIRE);
    while (stand && GET(stand->node) != node)
        stand = stand->next;
    return stand;
}

static struct stand *make_stand(const struct node *node)
{
    lock_take(&lock);
    struct stand *stand = find_stand(node);
    if (!stand && (stand = store_alloc(sizeof *stand))) {
        *stand = (struct stand){.node = node, .next = *bucket_of(node), .older = newest};
        __atomic_store_n(bucket_of(node), stand, __ATOMIC_RELEASE);
        newest = stand;
    }
    lock_give(&lock);
    return stand;
}

struct stand *operations_stand(const struct node *node)
{
    struct stand *stand = find_stand(node);
    return stand ? stand : make_stand(node);
}

static struct stand *stand_of(const struct __instr_frame *frame)
{
    return frame ? operations_stand(frame->node) : NULL;
}

uint64_t operations_enter(const struct __instr_frame *frame)
{
    return frame && frame_is_timed(frame) ? start_moment(frame->start) : clock_now();
}

/* In huge pages where the system has them: to take a small one for the first time costs more than some calls. */
static struct operation *make_log(void)
{
    lock_take(&lock);
    char *memory = entries ? NULL : pages_map(MOST_BYTES + HUGE_PAGE);
    if (memory) {
        memory += HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE;
        madvise(memory, MOST_BYTES, MADV_HUGEPAGE);
        __atomic_store_n(&entries, (struct operation *)memory, __ATOMIC_RELEASE);
    }
    lock_give(&lock);
    return entries;
}

/* Null: the log is full, or there is no memory for it. */
static struct operation *take(uint32_t count)
{
    struct operation *memory = __atomic_load_n(&entries, __ATOMIC_ACQUIRE);
    if (!memory)
        memory = make_log();
    uint64_t place = atomic_fetch_add_explicit(&begun, count, memory_order_relaxed);
    return memory && place + count <= MOST ? &memory[place] : NULL;
}

struct operation *operations_begin(const struct __instr_frame *frame, const struct meeting *meetings, uint32_t count)
{
    if (!operations_are_on())
        return NULL;
    struct stand *stand = stand_of(frame);
    struct operation *operations = take(count);
    uint64_t enter = operations ? operations_enter(frame) : 0;
    for (uint32_t i = 0; operations && i < count; i++) {
        operations[i].meeting = meetings[i];
        operations[i].stand = stand;
        operations[i].posted = operations[i].enter = enter;
    }
    return operations;
}

/* A timed call's end was read a moment ago. */
void operations_end(struct operation *operations, uint32_t count)
{
    uint64_t last = GET(thread_self->last), end = last > operations->enter ? last : clock_now();
    for (uint32_t i = 0; i < count; i++)
        PUT(operations[i].end, end);
}

void operations_waited(const struct __instr_frame *frame, uint64_t enter, struct operation *const *operations,
                       uint32_t count)
{
    struct stand *stand = stand_of(frame);
    uint64_t end = clock_now();
    for (uint32_t i = 0; i < count; i++) {
        operations[i]->stand = stand;
        operations[i]->enter = enter;
        PUT(operations[i]->end, end);
    }
}

struct operation *operations_all(uint32_t *count)
{
    uint64_t all = atomic_load(&begun);
    *count = !entries ? 0 : all < MOST ? (uint32_t)all : (uint32_t)MOST;
    return entries;
}

uint64_t operations_missed(void)
{
    uint32_t logged;
    operations_all(&logged);
    return atomic_load(&begun) - logged;
}

void operations_found(void)
{
    found = true;
}

void operations_move(const struct node *to, const struct node *from)
{
    if (!__atomic_load_n(&entries, __ATOMIC_ACQUIRE))
        return;
    lock_take(&lock);
    struct stand *stand = find_stand(from);
    if (stand)
        PUT(stand->node, to);
    lock_give(&lock);
}

static void add_value(struct profile *profile, uint32_t node, uint32_t metric, uint64_t ns)
{
    if (ns)
        profile->values[profile->value_count++] =
            (struct profile_value){.node = node, .metric = profile->metric_count + metric, .own = {ns, 0}};
}

bool operations_collect(const struct node *const *nodes, uint32_t count, struct profile *profile, struct arena *arena)
{
    static const struct profile_metric metrics[] = {
        {"cause", "time that other ranks waited for what was done here", "ns", METRIC_SUM},
        {"delay", "time that other ranks waited for these calls", "ns", METRIC_SUM},
        {"waiting", "time that calls of MPI waited for other ranks", "ns", METRIC_SUM},
    };
    enum { METRICS = sizeof metrics / sizeof *metrics };
    size_t stands = 0;
    if (!found)
        return true;
    for (const struct stand *stand = newest; stand; stand = stand->older)
        stands++;
    profile->metrics = arena_grow(arena, profile->metrics, profile->metric_count * sizeof *metrics,
                                  (profile->metric_count + METRICS) * sizeof *metrics);
    profile->values = arena_grow(arena, profile->values, profile->value_count * sizeof *profile->values,
                                 (profile->value_count + METRICS * stands) * sizeof *profile->values);
    if (!profile->metrics || !profile->values)
        return false;
    memcpy(profile->metrics + profile->metric_count, metrics, sizeof metrics);
    for (const struct stand *stand = newest; stand; stand = stand->older) {
        uint32_t index = stand->node->order;
        if (index >= count || nodes[index] != stand->node)
            continue;
        add_value(profile, index, 0, stand->cause);
        add_value(profile, index, 1, stand->delay);
        add_value(profile, index, 2, stand->waiting);
    }
    profile->metric_count += METRICS;
    return true;
}
