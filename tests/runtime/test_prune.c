/*
 * test_prune.c - what metrics say of a path that went to the (other paths) is there once, also where somebody still had its node;
 * the tree of a thread that ended is taken over where there is no room; and what stays is what took most time, timed or seen.
 */
#include "hand.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/flow/prune.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"
#include "taken.h"

#include <string.h>

#include "tests/common/unit.h"

static void seldom(void)
{
    HAND_PROBE("seldom");
    stack_node(thread_self)->values->of[metrics_place(METRIC_MAJOR_FAULTS)] += 1000;
}

static void caller(void)
{
    HAND_PROBE("caller");
    seldom();
    seldom();
}

static struct node *find(struct tree *tree, const char *name)
{
    struct node *node = tree->root;
    while (node && strcmp(node->region->name, name) != 0)
        node = tree_next(tree->root, node);
    return node;
}

/* In thousands: what the test adds, beside what the system says. */
static uint64_t faults(const struct node *node)
{
    return node->values->of[metrics_place(METRIC_MAJOR_FAULTS)] / 1000;
}

/* As pruning does with a path that goes to its parent's (other paths). */
static void let_go(struct tree *tree, struct node *gone)
{
    struct node *parent = gone->parent, *other = tree_plain_child(tree, parent, tree_other);
    struct node **link = &parent->children;
    while (*link != gone)
        link = &(*link)->sibling;
    assert_true(tree_retire(tree, gone, other));
    *link = gone->sibling;
    tree_rest(tree, gone);
}

TEST(test_called_when_it_was_gone)
{
    caller();
    struct tree *tree = &thread_self->tree;
    struct node *gone = find(tree, "seldom"), *parent = gone->parent;
    let_go(tree, gone);
    struct node *mine = tree_plain_child(tree, tree_plain_child(tree, parent, tree_other), gone->region);
    assert_int_equal(mine->calls, 2);
    assert_int_equal(faults(mine), 2);

    gone->calls++; /* by a probe that a signal handler interrupted */
    take();
    assert_int_equal(calls("caller/(other paths)/seldom"), 3);
    tree_reuse(tree);
    assert_int_equal(mine->calls, 3);
    assert_int_equal(faults(mine), 2);
    assert_int_equal(mine->flags & TREE_MOVED, 0); /* recover would leave its calls out */
}

/* The thread ends before its tree is pruned again. */
TEST(test_taken_over_when_it_was_gone)
{
    static struct region regions[2];
    static struct tree into, from;
    assert_true(tree_init(&into, thread_self->tree.root->region));
    assert_true(tree_init(&from, into.root->region));
    struct node *parent = tree_plain_child(&from, from.root, &regions[0]);
    struct node *gone = tree_plain_child(&from, parent, &regions[1]);
    gone->calls = 2;
    let_go(&from, gone);
    gone->calls++;
    tree_fold(&into, into.root, &from);
    struct node *other = tree_plain_child(&into, into.root->children, tree_other);
    assert_int_equal(tree_plain_child(&into, other, &regions[1])->calls, 3);
}

/* The (other paths) of the one tree have no place of their own in the other, and come to those of its root. */
TEST(test_taken_over_without_room)
{
    enum { REGIONS = 4096 };
    static struct region regions[REGIONS];
    static struct tree into, from;
    uint32_t most = settings.memory, used = 3;
    caller();
    settings.memory = 0;
    assert_true(tree_init(&into, thread_self->tree.root->region));
    assert_true(tree_init(&from, into.root->region));
    for (int i = 0; i < REGIONS; i++)
        regions[i].met = 1;
    struct node *place = tree_plain_child(&into, into.root, &regions[0]);
    while (!tree_is_other(tree_child(&into, into.root, &regions[used])))
        assert_in_range(++used, 0, REGIONS - 2);
    while (into.fresh != into.fresh_end && ++used < REGIONS)
        assert_non_null(tree_plain_child(&into, into.root, &regions[used]));
    struct node *first = tree_plain_child(&from, from.root, &regions[1]);
    struct node *second = tree_plain_child(&from, tree_plain_child(&from, first, tree_other), &regions[2]);
    first->calls = 1;
    second->calls = 5;
    tree_fold(&into, place, &from);
    settings.memory = most;
    uint64_t calls[2] = {0, 0};
    for (struct node *node = into.root; node; node = tree_next(into.root, node))
        for (int i = 0; i < 2; i++)
            if (node->region == &regions[1 + i])
                calls[i] += node->calls;
    assert_int_equal(calls[0], 1);
    assert_int_equal(calls[1], 5);
}

/* Half of the nodes were timed, in ticks of which each takes a thousand nanoseconds; the others were seen for a while that
 * is more than the ticks and less than the time. */
TEST(test_ticks_are_no_nanoseconds)
{
    enum { REGIONS = 4096, TICKS = 1000, TICK_NS = 1000, SEEN_NS = 10 * TICKS };
    static struct region regions[REGIONS];
    struct tree *tree = &thread_self->tree;
    uint32_t memory = settings.memory, clock = store->clock, kept = 0;
    struct clock_pair start = store->start;
    clock_stop();
    struct clock_pair now = clock_pair_now();
    store->clock = CLOCK_TSC;
    store->start = (struct clock_pair){now.ticks - 1000000, now.ns - (uint64_t)TICK_NS * 1000000};
    for (int i = 0; i < REGIONS; i++) {
        regions[i].name = regions[i].file = "";
        struct node *node = tree_plain_child(tree, tree->root, &regions[i]);
        assert_ptr_equal(node->region, &regions[i]);
        if (i % 2)
            node->sum = TICKS;
        else
            node->looked = SEEN_NS;
    }
    settings.memory = 0;
    prune(thread_self);
    for (const struct node *node = tree->root->children; node; node = node->sibling)
        kept += node->region >= regions && node->region < regions + REGIONS && (node->region - regions) % 2;
    assert_int_equal(kept, REGIONS / 2);
    settings.memory = memory;
    store->clock = clock;
    store->start = start;
    clock_go_on();
}
