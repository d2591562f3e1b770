/*
 * test_stack.c - what runtime/measure/stack/stack.h says of a stack of two segments, with a base in the lower and a gap in the upper one:
 *
 *     (root) main [base: b] t    <->    (t) gap f          path: g
 */
#include "runtime/measure/stack/stack.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { ROOT, MAIN, A, B, T, F, G, NODES };

static struct region region;
static struct node nodes[NODES];
static uint64_t memory[2][3 + 4 * 2]; /* of two segments */
static struct segment *const lower = (struct segment *)(void *)memory[0], *const upper = (void *)memory[1];
static struct thread thread;

static void set(struct __instr_frame *slot, int node, uint64_t start)
{
    *slot = (struct __instr_frame){&nodes[node], start};
}

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < NODES; i++)
        nodes[i] = (struct node){.region = &region, .parent = i ? &nodes[i - 1] : NULL};
    *lower = (struct segment){.newer = upper, .end = lower->frames + 4};
    *upper = (struct segment){.older = lower, .end = upper->frames + 4};
    set(&lower->frames[0], ROOT, START_COUNTED);
    set(&lower->frames[1], MAIN, 100);
    set(&lower->frames[2], B, START_BASE);
    set(&lower->frames[3], T, START_REST | 300);
    set(&upper->frames[0], T, START_COUNTED);
    set(&upper->frames[1], T, START_GAP);
    set(&upper->frames[2], F, START_COUNTED);
    thread = (struct thread){.segment = upper, .top = &upper->frames[2], .path = tree_path(&nodes[G])};
    return 0;
}

static void test_calls(void **state)
{
    (void)state;
    static const int expected[] = {G, F, T, B, A, MAIN};
    struct open_call call = stack_calls_of(&thread);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int node = expected[i];
        assert_ptr_equal(call.node, &nodes[node]);
        assert_ptr_equal(call.caller, &nodes[node - 1]);
        assert_int_equal(call.frame != NULL, node == F || node == T || node == MAIN);
        stack_next_call(&call);
    }
    assert_null(call.node);
}

/* It goes up to the newer segment just now: its top is still in the older one. */
static void test_calls_between(void **state)
{
    (void)state;
    thread.top = &lower->frames[3];
    thread.path = TREE_NO_PATH;
    struct open_call call = stack_calls_of(&thread);
    assert_ptr_equal(call.node, &nodes[T]);
}

static void test_places(void **state)
{
    (void)state;
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

/* A base is no moment. */
static void test_postpone(void **state)
{
    (void)state;
    stack_postpone(stack_of(&thread), 20);
    assert_int_equal(lower->frames[1].start, 120);
    assert_int_equal(start_moment(lower->frames[3].start), 320);
    assert_int_equal(frame_kind(&lower->frames[2]), FRAME_BASE);
    assert_int_equal(upper->frames[1].start, START_GAP);
    assert_int_equal(upper->frames[2].start, START_COUNTED);
}

/* The call above the base is left: the path that called it runs again, and the base is gone. */
static void test_push_and_pop(void **state)
{
    (void)state;
    thread.top = &lower->frames[1];
    thread.segment = lower;
    thread.path = tree_path(&nodes[B]);
    struct __instr_frame *frame = stack_push(&thread, &nodes[T], true);
    assert_ptr_equal(frame, &lower->frames[3]);
    assert_int_equal(frame_kind(frame - 1), FRAME_BASE);
    assert_ptr_equal(stack_node(&thread), &nodes[T]);
    frame->start = START_COUNTED;
    stack_pop(&thread, frame);
    assert_ptr_equal(thread.top, &lower->frames[1]);
    assert_ptr_equal(stack_node(&thread), &nodes[B]);
    assert_int_equal(frame_kind(frame - 1), FRAME_COUNTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_calls, set_up),        cmocka_unit_test_setup(test_calls_between, set_up),
        cmocka_unit_test_setup(test_places, set_up),       cmocka_unit_test_setup(test_postpone, set_up),
        cmocka_unit_test_setup(test_push_and_pop, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
