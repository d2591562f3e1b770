/*
 * test_operations.c - what stays of a log that is full many times over: both ends of a message or none, with their right numbers, and
 * enough to estimate from.
 */
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"

#include <math.h>
#include <string.h>

#define UNIT_START start
#include "tests/common/unit.h"

enum { STREAMS = 20, MESSAGES = 100000, OPEN = 1000, CALLS = 5000 };

static const struct caller nobody = {NULL, NULL};

static bool settle(void)
{
    return true;
}

static int start(void **state)
{
    (void)state;
    steps.settle = settle;
    return !store_open();
}

/* As in a child of fork. */
static int forget(void **state)
{
    (void)state;
    lock_forget_all();
    return 0;
}

/* What is expected as its number is kept where a message has nothing. */
static struct operation *begin(uint64_t stream, enum meeting_kind kind, int peer, uint32_t number)
{
    const struct meeting meeting = {
        .stream = stream, .position = number, .peer = peer, .tag = 7, .kind = (uint8_t)kind};
    struct operation *operation = operations_begin(&nobody, &meeting, 1);
    assert_non_null(operation);
    return operation;
}

static void exchange(uint64_t stream, uint32_t number)
{
    operations_end(begin(stream, MEETING_SEND, 1, number), 1);
    operations_end(begin(stream, MEETING_RECEIVE, 0, number), 1);
}

static void meet(uint32_t number)
{
    const struct meeting meeting = {.stream = 1, .number = number, .size = 2, .kind = MEETING_ALL};
    operations_end(operations_begin(&nobody, &meeting, 1), 1);
}

/* Most are short, and a few are long. */
static double wait_of(uint64_t stream, uint32_t number)
{
    uint64_t chance = (stream * 1000003 + number) * 0x9e3779b97f4a7c15u;
    chance = (chance ^ chance >> 29) * 0xbf58476d1ce4e5b9u;
    return 1000 / (1.001 - (double)(chance >> 11) / 0x1p53);
}

TEST_AFTER(test_thinned, forget)
{
    /* The first receive of a stream of its own is of any source, and ends last. */
    struct operation *any = begin(STREAMS, MEETING_RECEIVE, -1, 0);
    for (uint32_t i = 1; i < OPEN; i++)
        operations_end(begin(STREAMS, MEETING_RECEIVE, 0, i), 1);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        for (uint64_t stream = 0; stream < STREAMS; stream++)
            exchange(stream, i);
        if (i < CALLS)
            meet(i);
    }
    any->meeting.peer = 0;
    operations_end(any, 1);
    const uint8_t levels[LEVELS] = {operations_level(LEVEL_OF_CALLS), operations_level(LEVEL_OF_MESSAGES)};
    operations_close(levels);
    assert_int_equal(levels[LEVEL_OF_CALLS], 0);

    double scale = pow(2, levels[LEVEL_OF_MESSAGES]), truth[STREAMS] = {0}, estimate[STREAMS] = {0},
           square[STREAMS] = {0};
    uint32_t count, ends[STREAMS][2] = {{0}}, close = 0, open = 0, calls = 0;
    struct arena arena = {0};
    const struct operation *log = operations_copy(&count, &arena);
    assert_non_null(log);
    assert_true(scale > 8);
    assert_int_equal(operations_missed(), 0);
    for (uint32_t i = 0; i < count; i++) {
        const struct meeting *meeting = &log[i].meeting;
        if (meeting->kind == MEETING_NONE)
            continue;
        if (meeting->kind == MEETING_ALL) {
            calls++;
            continue;
        }
        assert_true(meeting->numbered);
        assert_int_equal(meeting->number, meeting->position);
        if (meeting->stream == STREAMS) {
            open++;
            continue;
        }
        ends[meeting->stream][meeting->kind == MEETING_SEND]++;
        if (meeting->kind == MEETING_SEND)
            continue;
        double wait = wait_of(meeting->stream, meeting->number);
        estimate[meeting->stream] += wait * scale;
        square[meeting->stream] += wait * wait * scale * (scale - 1);
    }
    for (uint64_t stream = 0; stream < STREAMS; stream++) {
        for (uint32_t i = 0; i < MESSAGES; i++)
            truth[stream] += wait_of(stream, i);
        assert_int_equal(ends[stream][0], ends[stream][1]);
        close += fabs(estimate[stream] - truth[stream]) < 2 * sqrt(square[stream]);
    }
    assert_int_equal(calls, CALLS);
    assert_true(open > OPEN / scale / 2 && open < 2 * OPEN / scale);
    assert_true(close >= STREAMS - 1);
}

/* Where nothing may go there is no more, and that is counted. */
TEST_AFTER(test_stuck, forget)
{
    uint32_t begun = 0;
    const struct meeting meeting = {.stream = 1, .peer = -1, .tag = 7, .kind = MEETING_RECEIVE};
    while (operations_begin(&nobody, &meeting, 1))
        begun++;
    assert_true(begun > 10000);
    assert_int_equal(operations_missed(), 1);
}
