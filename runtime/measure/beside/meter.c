/* meter.c - see meter.h. */
#include "runtime/measure/beside/meter.h"

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>
#include <string.h>

enum { TRIES = 16 };

uint64_t meter_least;

static uint64_t highest[METRICS_MOST]; /* of the process: METRIC_GROWTH */
static int reads;                      /* the place of METRIC_READS */

/* Measures the cost of a reading, as the fastest of several, because the first ones are slow for other reasons. It need not be exact. */
static void measure_readings(void)
{
    struct metrics_thread sources;
    uint64_t values[METRICS_MOST], cost = 0;
    metrics_open(&sources);
    for (int i = 0; i < TRIES; i++) {
        uint64_t start = clock_now();
        metrics_read(&sources, values);
        uint64_t ticks = clock_now() - start;
        cost = !i || ticks < cost ? ticks : cost;
    }
    metrics_close(&sources);
    meter_least = METER_LEAST * cost;
}

void meter_start(bool coroutines)
{
    metrics_start(&store->metrics, coroutines);
    if (!metrics_are_read())
        return;
    reads = metrics_place(METRIC_READS);
    measure_readings();
}

void meter_begin(struct thread *thread)
{
    if (!metrics_are_read())
        return;
    if (!thread->meter && !(thread->meter = store_alloc(sizeof *thread->meter)))
        return;
    metrics_open(&thread->meter->sources);
    if (!sandbox_is_entered())
        metrics_read(&thread->meter->sources, thread->meter->last);
    for (uint32_t i = 0; i < store->metrics.count; i++)
        if (store->metrics.on[i].way == METRIC_GROWTH && !GET(highest[i]))
            PUT(highest[i], thread->meter->last[i]);
}

void meter_fork(struct thread *thread)
{
    if (!thread->meter)
        return;
    metrics_restart();
    memset(highest, 0, sizeof highest);
    meter_begin(thread);
    memset(thread->meter->last, 0, sizeof thread->meter->last);
}

void meter_end(struct thread *thread)
{
    if (!thread->meter)
        return;
    meter_note(thread);
    metrics_close(&thread->meter->sources);
}

/* Returns by how much the value exceeds all readings of all threads so far. */
static uint64_t growth(uint32_t metric, uint64_t value)
{
    uint64_t before = GET(highest[metric]);
    while (value > before)
        if (__atomic_compare_exchange_n(&highest[metric], &before, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return value - before;
    return 0;
}

static void book(struct thread *thread, struct node_values *to)
{
    uint64_t values[METRICS_MOST] = {0}, *last = thread->meter->last;
    metrics_read(&thread->meter->sources, values);
    for (uint32_t i = 0; i < store->metrics.count; i++) {
        uint64_t more = 0;
        switch (store->metrics.on[i].way) {
        case METRIC_DIFFERENCE:
            more = values[i] > last[i] ? values[i] - last[i] : 0;
            break;
        case METRIC_GROWTH:
            more = growth(i, values[i]);
            break;
        case METRIC_LEVEL:
            more = values[i] > to->of[i] ? values[i] - to->of[i] : 0;
            break;
        default:
            continue;
        }
        PUT(to->of[i], to->of[i] + more);
        last[i] = values[i];
    }
}

/* Returns the innermost node from `node` up whose calls are read; the thread's root always is. */
static struct node_values *metered(const struct node *node)
{
    while (node->parent && (!node->values || !node->values->metered))
        node = node->parent;
    return node->values;
}

static void note(struct thread *thread, const struct node *node)
{
    struct node_values *to = metered(node);
    if (!to || !thread->meter || sandbox_is_entered())
        return;
    int saved = errno;
    book(thread, to);
    errno = saved;
}

void meter_leave(struct thread *thread, struct node *node, uint64_t ticks)
{
    struct node_values *values = node->values;
    if (!values || (!values->metered && ticks < meter_least))
        return;
    note(thread, node);
    if (values->metered)
        PUT(values->of[reads], values->of[reads] + 1);
    values->metered = node->region->kind == REGION_LABEL || node->sum >= node->timed * meter_least;
}

void meter_note(struct thread *thread)
{
    if (thread->meter)
        note(thread, stack_node(thread));
}

struct node_values *meter_values(void)
{
    return (thread_self == &thread_none ? store->root : stack_node(thread_self))->values;
}
