/* tree.c - see tree.h. */
#include "runtime/measure/tree.h"

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/machine/word.h"
#include "runtime/measure/adaptive.h"
#include "runtime/measure/children.h"
#include "runtime/measure/costs.h"
#include "runtime/measure/store.h"
#include "runtime/measure/traffic.h"

#include <stdatomic.h>
#include <string.h>

enum { FIRST_SLOTS = 256, NODE_BLOCK = 32 };

struct region *tree_other;

static _Atomic uint32_t node_count;

static struct slot *slots_find(struct slot *slots, uint32_t mask, const struct node *parent,
                               const struct region *region)
{
    uint32_t at = tree_home(parent, region, mask);
    while (slots[at].node && (slots[at].parent != parent || slots[at].region != region))
        at = (at + 1) & mask;
    return &slots[at];
}

static bool slots_grow(struct tree *tree)
{
    uint32_t mask = tree->slots ? tree->mask * 2 + 1 : FIRST_SLOTS - 1;
    struct slot *bigger = pages_map(((size_t)mask + 1) * sizeof *bigger);
    if (!bigger)
        return false;
    struct slot *old = tree->slots;
    size_t count = old ? (size_t)tree->mask + 1 : 0;
    for (size_t i = 0; i < count; i++)
        if (old[i].node)
            *slots_find(bigger, mask, old[i].parent, old[i].region) = old[i];
    tree->slots = bigger;
    BARRIER(); /* a handler's mask must not be beyond its table */
    tree->mask = mask;
    if (old)
        pages_unmap(old, count * sizeof *old);
    return true;
}

static bool slots_add(struct tree *tree, struct node *parent, struct region *region, struct node *node)
{
    if ((!tree->slots || tree->used > tree->mask / 2) && !slots_grow(tree))
        return false;
    *slots_find(tree->slots, tree->mask, parent, region) = (struct slot){parent, region, node};
    tree->used++;
    return true;
}

static struct node *node_take(struct tree *tree)
{
    struct node *node = tree->free;
    if (node) {
        tree->free = node->sibling;
    } else {
        if (tree->fresh == tree->fresh_end) {
            tree->fresh = store_alloc(NODE_BLOCK * sizeof(struct node));
            tree->fresh_end = tree->fresh ? tree->fresh + NODE_BLOCK : NULL;
        }
        node = tree->fresh;
        if (node)
            tree->fresh++;
    }
    return node;
}

/* All zero but what belongs to it for good. */
static void node_reset(struct node *node, struct node *parent, struct region *region)
{
    struct extra *extra = node->extra;
    if (extra)
        memset(extra, 0, sizeof *extra);
    *node =
        (struct node){.region = region, .min = UINT64_MAX, .parent = parent, .review = ADAPTIVE_WINDOW, .extra = extra};
    children_none(node);
}

/* A node that no probe can see yet. */
static struct node *node_new(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = node_take(tree);
    if (node)
        node_reset(node, parent, region);
    return node;
}

static void node_give_back(struct tree *tree, struct node *node)
{
    node->sibling = tree->free;
    tree->free = node;
}

bool tree_init(struct tree *tree, struct region *region)
{
    memset(tree, 0, sizeof *tree);
    tree->root = node_new(tree, NULL, region);
    return tree->root != NULL;
}

static struct node *known_child(struct tree *tree, struct node *parent, struct region *region)
{
    return tree->slots ? slots_find(tree->slots, tree->mask, parent, region)->node : NULL;
}

/* What it took to make a path, for the report. Where it is longer than making one can be, the thread had to wait for
 * a processor, as it might have anywhere else. */
static void count_path(uint64_t ticks)
{
    FLOATS_OF_OUR_OWN;
    enum { MOST_READINGS = 5000 };
    double most = costs.clock * MOST_READINGS;
    store->paths_ticks += (double)ticks < most ? ticks : (uint64_t)most;
}

static struct node *add(struct tree *tree, struct node *parent, struct region *region)
{
    uint64_t start = clock_now();
    struct node *node = node_new(tree, parent, region);
    if (!node)
        return NULL;
    if (!slots_add(tree, parent, region, node)) {
        node_give_back(tree, node);
        return NULL;
    }
    atomic_fetch_add_explicit(&node_count, 1, memory_order_relaxed);
    store_note();
    node->made = ++store->paths;
    node->sibling = parent->children;
    /* Who reads the tree from outside must find the node complete. */
    __atomic_store_n(&parent->children, node, __ATOMIC_RELEASE);
    count_path(clock_now() - start);
    return node;
}

struct node *tree_plain_child(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = known_child(tree, parent, region);
    return node ? node : add(tree, parent, region);
}

struct extra *tree_extra(struct node *node)
{
    if (!node->extra)
        __atomic_store_n(&node->extra, store_alloc(sizeof *node->extra), __ATOMIC_RELEASE);
    return node->extra;
}

void tree_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration)
{
    if (!(is_min || is_max) || (!iteration && !node->extra) || !tree_extra(node))
        return;
    if (is_min)
        PUT(node->extra->min_iteration, iteration);
    if (is_max)
        PUT(node->extra->max_iteration, iteration);
}

/* A node of a recursion, into or out of which time may move. */
static bool make_recursive(struct node *node)
{
    if (!tree_extra(node))
        return false;
    PUT(node->folds, 1);
    return true;
}

/* From now on calls from `caller`, which is below `node` or is it, fold into `node`. */
static bool make_fold(struct node *node, struct node *caller)
{
    for (struct node *member = caller; member != node; member = member->parent)
        if (!make_recursive(member))
            return false;
    if (!make_recursive(node))
        return false;
    PUT(node->flags, (uint8_t)(node->flags | NODE_FOLDED));
    return true;
}

/* The nearest node of `region` on the path if there are too many already, else null. */
static struct node *fold(struct node *parent, struct region *region)
{
    struct node *nearest = NULL;
    uint32_t count = 0;
    for (struct node *node = parent; node; node = node->parent)
        if (node->region == region) {
            if (!nearest)
                nearest = node;
            if (++count == settings.recursion)
                return nearest;
        }
    return NULL;
}

struct node *tree_child(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = known_child(tree, parent, region);
    if (node)
        return node;
    if (parent->region == tree_other) {
        tally_add(TALLY_OTHER_PATHS, 1);
        return make_fold(parent, parent) ? parent : NULL;
    }
    struct node *nearest = fold(parent, region);
    if (nearest) {
        tally_add(TALLY_FOLDED, 1);
        bool done = make_fold(nearest, parent) && slots_add(tree, parent, region, nearest);
        return done ? nearest : NULL;
    }
    if (atomic_load_explicit(&node_count, memory_order_relaxed) < settings.max_nodes)
        return add(tree, parent, region);
    tally_add(TALLY_OTHER_PATHS, 1);
    return tree_plain_child(tree, parent, tree_other);
}

/* Before min and max of `from` are added. */
static void add_extra(struct node *to, const struct node *from)
{
    if (!from->extra || !tree_extra(to))
        return;
    to->extra->folded += from->extra->folded;
    to->extra->moved_in += from->extra->moved_in;
    to->extra->moved_out += from->extra->moved_out;
    if (from->min < to->min)
        to->extra->min_iteration = from->extra->min_iteration;
    if (from->max > to->max)
        to->extra->max_iteration = from->extra->max_iteration;
}

void tree_add(struct node *to, const struct node *from)
{
    to->calls += from->calls;
    to->timed += from->timed;
    to->sum += from->sum;
    to->squares = wide_add(to->squares, from->squares);
    to->flags |= from->flags;
    if (from->made && (!to->made || from->made < to->made))
        to->made = from->made;
    to->looked += from->looked;
    to->looked_probe += from->looked_probe;
    add_extra(to, from);
    if (from->min < to->min)
        to->min = from->min;
    if (from->max > to->max)
        to->max = from->max;
    traffic_move(to, from);
}

struct node *tree_next(const struct node *root, struct node *node)
{
    struct node *child = __atomic_load_n(&node->children, __ATOMIC_ACQUIRE);
    if (child)
        return child;
    for (; node != root; node = node->parent)
        if (node->sibling)
            return node->sibling;
    return NULL;
}

/* Adds `from` to `to` in steps each of which can be told from what a crash leaves. */
static void move(struct node *to, struct node *from)
{
    struct store_fold *fold = &store->fold;
    fold->saved = *to;
    if (to->extra)
        fold->extra = *to->extra;
    fold->from = from;
    BARRIER();
    fold->to = to;
    BARRIER();
    tree_add(to, from);
    BARRIER();
    from->flags |= (uint8_t)TREE_MOVED;
    BARRIER();
    fold->to = NULL;
}

void tree_fold(struct tree *into, struct node *place, struct tree *from)
{
    children_give_back(from, from->root); /* which leaves room for the counterpart */
    from->root->counterpart = place;
    for (struct node *node = tree_next(from->root, from->root); node; node = tree_next(from->root, node)) {
        struct node *mine = tree_plain_child(into, node->parent->counterpart, node->region);
        children_give_back(from, node);
        node->counterpart = mine ? mine : node->parent->counterpart;
        if (mine)
            move(mine, node);
        else
            tally_add(TALLY_NO_MEMORY, node->calls);
    }
    move(place, from->root);
}

void tree_clear(struct tree *tree)
{
    /* Children before parents, so that each still has its way up when it goes. */
    struct node *node = tree->root;
    uint32_t gone = 0;
    for (;;) {
        while (node->children)
            node = node->children;
        if (node == tree->root)
            break;
        struct node *parent = node->parent;
        parent->children = node->sibling;
        node_give_back(tree, node);
        gone++;
        node = parent;
    }
    atomic_fetch_sub_explicit(&node_count, gone, memory_order_relaxed);
    if (tree->slots)
        memset(tree->slots, 0, ((size_t)tree->mask + 1) * sizeof(struct slot));
    tree->used = 0;
    children_clear(tree);
    node_reset(node, NULL, node->region);
}

bool tree_has_room(void)
{
    return atomic_load_explicit(&node_count, memory_order_relaxed) < settings.max_nodes / 4;
}

void tree_close(struct tree *tree)
{
    if (tree->slots)
        pages_unmap(tree->slots, ((size_t)tree->mask + 1) * sizeof(struct slot));
    tree->slots = NULL;
}

bool tree_renew(struct tree *tree)
{
    struct region *region = tree->root->region;
    node_count = 0;
    tree->free = tree->fresh = tree->fresh_end = NULL;
    tree->spare = tree->outgrown = NULL;
    tree->used = 0;
    if (tree->slots)
        memset(tree->slots, 0, ((size_t)tree->mask + 1) * sizeof(struct slot));
    tree->root = node_new(tree, NULL, region);
    return tree->root != NULL;
}
