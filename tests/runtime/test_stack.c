/*
 * test_stack.c - what runtime/measure/stack/stack.h says of a stack of two segments, with a gap in the upper one:
 *
 *     (root) main b t    <->    (t) gap f
 */
#include "runtime/measure/stack/stack.h"
#include "tests/common/unit.h"

enum { ROOT, MAIN, B, T, F, NODES };

static const struct __instr_region told;
static struct region region;
static struct node nodes[NODES];
static uint64_t memory[2][3 + 4 * 4]; /* of two segments */
static struct segment *const lower = (struct segment *)(void *)memory[0], *const upper = (void *)memory[1];
static struct thread thread;

static void set(struct __instr_frame *slot, int node, uint64_t start)
{
    *slot = (struct __instr_frame){&nodes[node], start, &told, &nodes[node]};
}

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < NODES; i++)
        nodes[i] = (struct node){.region = &region, .parent = i ? &nodes[i - 1] : NULL};
    *lower = (struct segment){.newer = upper, .end = lower->frames + 4};
    *upper = (struct segment){.older = lower, .end = upper->frames + 4};
    set(&lower->frames[0], ROOT, START_FREE);
    set(&lower->frames[1], MAIN, 100);
    set(&lower->frames[2], B, 200);
    set(&lower->frames[3], T, START_REST | 300);
    set(&upper->frames[0], T, START_FREE);
    set(&upper->frames[1], T, START_GAP);
    set(&upper->frames[2], F, 400);
    thread = (struct thread){.segment = upper, .top = &upper->frames[2]};
    return 0;
}

TEST_AFTER(test_calls, set_up)
{
    static const int expected[] = {F, T, B, MAIN};
    struct open_call call = stack_calls_of(&thread);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int node = expected[i];
        assert_ptr_equal(call.node, &nodes[node]);
        assert_ptr_equal(call.caller, &nodes[node - 1]);
        assert_int_equal(call.frame->node == call.node, 1);
        stack_next_call(&call);
    }
    assert_null(call.node);
}

/* It goes up to the newer segment just now: its top is still in the older one. */
TEST_AFTER(test_calls_between, set_up)
{
    thread.top = &lower->frames[3];
    struct open_call call = stack_calls_of(&thread);
    assert_ptr_equal(call.node, &nodes[T]);
}

TEST_AFTER(test_places, set_up)
{
    struct stack stack = stack_of(&thread), at = stack_bottom(stack);
    size_t count = stack_count(stack), slots = 0;
    assert_int_equal(count, 5);
    while (stack_rise(&at, stack))
        assert_int_equal(stack_count(stack_find(stack, at.top)), ++slots);
    assert_int_equal(slots, count);
    for (; !stack_is_empty(at); at = stack_below(at))
        assert_int_equal(stack_count(at), slots--);
    assert_ptr_equal(at.top, lower->frames);
    assert_null(stack_find(stack, &upper->frames[0]).segment);
    assert_null(stack_find(stack, &upper->frames[3]).segment);
}

/* A gap is no moment. */
TEST_AFTER(test_postpone, set_up)
{
    stack_postpone(stack_of(&thread), 20);
    assert_int_equal(lower->frames[1].start, 120);
    assert_int_equal(start_moment(lower->frames[3].start), 320);
    assert_int_equal(upper->frames[1].start, START_GAP);
    assert_int_equal(upper->frames[2].start, 420);
}

TEST_AFTER(test_push_and_drop, set_up)
{
    thread.top = &lower->frames[1];
    thread.segment = lower;
    struct __instr_frame *frame = stack_push(&thread, &nodes[T], NULL, NULL);
    assert_ptr_equal(frame, &lower->frames[2]);
    assert_ptr_equal(stack_node(&thread), &nodes[T]);
    stack_drop(&thread);
    assert_ptr_equal(thread.top, &lower->frames[1]);
    assert_int_equal(frame_kind(frame), FRAME_FREE);
}

/* The newest of those that are told alike, in either segment; a call that is told otherwise is another one. */
TEST_AFTER(test_told, set_up)
{
    struct stack stack = stack_of(&thread);
    lower->frames[2].cfa = upper->frames[2].cfa;
    assert_ptr_equal(stack_find_told(stack, &told, &nodes[F]).top, &upper->frames[2]);
    assert_ptr_equal(stack_find_told(stack_below(stack), &told, &nodes[F]).top, &lower->frames[2]);
    assert_null(stack_find_told(stack, &told, &nodes[B]).segment);
    assert_null(stack_find_told(stack, NULL, &nodes[F]).segment);
}
