/* prune.c - see prune.h. */
#include "runtime/measure/prune.h"

#include "profile/region.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/word.h"
#include "runtime/measure/children.h"
#include "runtime/measure/coroutine.h"
#include "runtime/measure/labels.h"
#include "runtime/measure/light.h"
#include "runtime/measure/store.h"

enum {
    CALL_HEAT = 5,        /* of one call; 1 for each ns or tick that was seen or timed */
    LIFT = 2,             /* bits by which the bound rises where too little went */
    OFTEN_NS = 1000000000 /* what grows again within this time after a node was closed stays closed */
};

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a + b < TREE_PINNED ? a + b : TREE_PINNED;
}

static void pin(struct node *node)
{
    for (; node && node->heat != TREE_PINNED; node = node->parent)
        node->heat = TREE_PINNED;
}

static void pin_stack(const struct segment *segment, const struct __instr_frame *top)
{
    for (; segment; segment = segment->older) {
        for (const struct __instr_frame *frame = segment->frames; frame <= top; frame++)
            pin(frame->node);
        if (segment->older)
            top = segment->older->end - 1;
    }
}

static void pin_labels(const struct label_stack *labels)
{
    for (uint32_t i = 0; labels && i < labels->count; i++) {
        pin(labels->open[i].node);
        pin(labels->open[i].caller);
    }
}

static void pin_all(const struct thread *thread)
{
    pin_stack(thread->segment, thread->top);
    pin(light_node(thread));
    pin(light_leaf(thread, light_node(thread)));
    pin_labels(thread->labels);
    pin(thread->teams.anchor);
    for (const struct context *context = thread->contexts; context; context = context->next) {
        if (context->top && context != thread->context)
            pin_stack(context->segment, context->top);
        pin_labels(context->labels);
        pin(context->place);
        pin(context->caller);
    }
}

static struct node *deepest(struct node *node)
{
    while (node->children)
        node = node->children;
    return node;
}

/* Children before parents. */
static struct node *next_up(struct node *node)
{
    return node->sibling ? deepest(node->sibling) : node->parent;
}

/* Every node's heat: its own, and of all below it. */
static void warm(const struct thread *thread)
{
    struct node *root = thread->tree.root;
    for (struct node *node = thread->tree.fallow; node; node = node->sibling)
        node->heat = 0;
    for (struct node *node = root; node; node = tree_next(root, node))
        node->heat = plus(node->calls * CALL_HEAT + node->sum, node->looked + node->looked_probe);
    pin_all(thread);
    for (struct node *node = tree_next(root, root); node; node = tree_next(root, node))
        if (node->region->kind == REGION_THREAD)
            pin(node);
    for (struct node *node = deepest(root); node != root; node = next_up(node))
        node->parent->heat = plus(node->parent->heat, node->heat);
}

static int bits(uint64_t heat)
{
    return heat ? 64 - __builtin_clzll(heat) : 0;
}

/* What three quarters of all nodes have less of: half of them are to go, and many will find that it does not pay. */
static uint64_t bound_for(struct node *root, uint32_t count)
{
    uint32_t have[65] = {0}, less = 0;
    for (struct node *node = root; node; node = tree_next(root, node))
        have[bits(node->heat)]++;
    int bit = 0;
    while (bit < 62 && (less += have[bit]) < count / 4 * 3)
        bit++;
    return (uint64_t)1 << bit;
}

static bool is_cold(const struct node *node, uint64_t bound)
{
    return node->heat < bound && node->region != tree_other;
}

/* The cold subtrees below `parent` have many more nodes than regions. */
static bool pays(const struct node *parent, uint64_t bound)
{
    static uint32_t stamp;
    uint32_t nodes = 0, regions = 1;
    stamp++;
    for (struct node *child = parent->children; child; child = child->sibling)
        if (is_cold(child, bound))
            for (struct node *node = child; node; node = tree_next(child, node)) {
                nodes++;
                regions += node->region->stamp != stamp && node->region != tree_other;
                node->region->stamp = stamp;
            }
    return nodes >= 2 * regions;
}

static bool retire_all(struct tree *tree, struct node **link, struct node *other)
{
    struct node *top = *link, *node = deepest(top);
    while (node != top) {
        struct node *parent = node->parent;
        if (!tree_retire(tree, node, other))
            return false;
        PUT(parent->children, node->sibling);
        tree_rest(tree, node);
        node = deepest(parent);
    }
    if (!tree_retire(tree, top, other))
        return false;
    PUT(*link, top->sibling);
    tree_rest(tree, top);
    return true;
}

/* Closes a node, and takes back what is cold below it. False: no memory. */
static bool close_node(struct tree *tree, struct node *node, uint64_t bound)
{
    struct node *other = tree_plain_child(tree, node, tree_other);
    if (!other)
        return false;
    children_drop(tree, node);
    node->growth = TREE_CLOSED;
    for (struct node **link = &node->children; *link;) {
        if (!is_cold(*link, bound)) {
            link = &(*link)->sibling;
            continue;
        }
        other->heat = plus(other->heat, (*link)->heat);
        if (!retire_all(tree, link, other))
            return false;
    }
    return true;
}

/* Closes nodes that are hot and below which it pays until no more than `most` are left. */
static bool close_below(struct tree *tree, uint64_t bound, uint32_t most)
{
    struct node *root = tree->root;
    for (struct node *node = root, *next; node && tree->count > most; node = next) {
        bool cold = is_cold(node, bound);
        if (!cold && node->region != tree_other && pays(node, bound) && !close_node(tree, node, bound))
            return false;
        next = cold ? tree_beside(root, node) : tree_next(root, node);
    }
    return true;
}

static const struct node *other_of(const struct node *node)
{
    const struct node *child = node->children;
    while (child && child->region != tree_other)
        child = child->sibling;
    return child;
}

/* What was closed and has become hotter than what is to be kept may grow again if it may at all. */
static void open_again(struct tree *tree, uint64_t bound, bool may)
{
    struct node *root = tree->root;
    for (struct node *node = root; node; node = tree_next(root, node)) {
        const struct node *other = node->growth == TREE_CLOSED && may ? other_of(node) : NULL;
        if (node->growth == TREE_SPILLED || (other && other->heat / 64 > bound)) {
            node->growth = TREE_OPEN;
            children_drop(tree, node);
        }
    }
}

void prune(struct thread *thread)
{
    struct tree *tree = &thread->tree;
    if (!lock_try(&thread_lock))
        return;
    uint32_t before = tree->count;
    struct clock_pair start = clock_pair_now(), end;
    thread->asked = NULL;
    children_turn(tree);
    light_table_settle(thread);
    warm(thread);
    tree_reuse(tree);
    uint64_t bound = bound_for(tree->root, before);
    open_again(tree, bound, GET(tree->asked) || start.ns - tree->pruned_ns >= OFTEN_NS);
    PUT(tree->asked, 0);
    while (tree->count > before / 2 && bound < TREE_PINNED && close_below(tree, bound, before / 2))
        bound <<= LIFT;
    tree_tidy(tree);
    tree->stuck = tree->count > before / 8 * 7;
    end = clock_pair_now();
    tree->pruned_ns = end.ns;
    struct extra *extra = tree_extra(light_node(thread));
    if (extra)
        PUT(extra->pruned, extra->pruned + (end.ticks - start.ticks));
    lock_give(&thread_lock);
}
