/*
 * test_prune.c - what metrics say of a path that went to the (other paths) is there once, also where somebody still had its node.
 */
#include "hand.h"
#include "runtime/measure/meter.h"
#include "runtime/measure/regions.h"
#include "runtime/measure/store.h"
#include "taken.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void seldom(void)
{
    HAND_PROBE("seldom");
    meter_add(METRIC_MAJOR_FAULTS, 1000);
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

static void test_called_when_it_was_gone(void **state)
{
    (void)state;
    caller();
    struct tree *tree = &thread_self->tree;
    struct node *gone = find(tree, "seldom"), *parent = gone->parent;
    struct node *other = tree_plain_child(tree, parent, tree_other);
    struct node **link = &parent->children;
    while (*link != gone)
        link = &(*link)->sibling;
    assert_true(tree_retire(tree, gone, other));
    *link = gone->sibling;
    tree_rest(tree, gone);
    struct node *mine = tree_plain_child(tree, other, gone->region);
    assert_int_equal(mine->calls, 2);
    assert_int_equal(faults(mine), 2);

    gone->calls++; /* by a probe that a signal handler interrupted */
    tree_reuse(tree);
    assert_int_equal(mine->calls, 3);
    assert_int_equal(faults(mine), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_called_when_it_was_gone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
