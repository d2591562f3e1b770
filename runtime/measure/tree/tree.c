/* tree.c - see tree.h. */
#include "runtime/measure/tree/tree.h"

#include "common/check.h"
#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/heap.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/store/index.h"
#include "runtime/measure/store/memory_limit.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/measure/store/wait_sums.h"

#include <stdatomic.h>
#include <string.h>

enum {
    NODE_BLOCK = 32,
    FEW = 256,   /* nodes that each tree may have, whatever others took */
    LEVELS = 2,  /* nodes of a region on one path */
    NESTED = 16, /* nodes of a region in recursion: beyond that it folds at once */
    LABEL_LEVELS = 100,
    LABEL_NESTED = 1000, /* likewise, of labels: few, and put in by hand to see each level */
};

struct region *tree_other;

static struct node *node_take(struct tree *tree)
{
    struct node *node = tree->free;
    CHECK(!tree->free == !tree->free_count);
    if (node) {
        tree->free = node->sibling;
        tree->free_count--;
    } else {
        if (tree->fresh == tree->fresh_end) {
            tree->fresh = store_alloc(NODE_BLOCK * sizeof(struct node));
            tree->fresh_end = tree->fresh ? tree->fresh + NODE_BLOCK : NULL;
            memory_limit_take(tree->fresh ? NODE_BLOCK * sizeof(struct node) : 0);
            tree->held += tree->fresh ? NODE_BLOCK : 0;
        }
        node = tree->fresh;
        if (node)
            tree->fresh++;
    }
    return node;
}

/* Returns the values of a new or reused node, whose first call will be read. */
static struct node_values *values_new(struct node_values *values)
{
    size_t size = sizeof *values + store->metrics.count * sizeof values->of[0];
    if (values && (values = heap_renew(values))) {
        memset(values, 0, size);
    } else {
        values = store_alloc(size);
        memory_limit_take(values ? size : 0);
    }
    if (values)
        values->metered = 1;
    return values;
}

static void add_values(struct node_values *to, const struct node_values *from)
{
    for (uint32_t i = 0; to && from && i < store->metrics.count; i++)
        if (store->metrics.on[i].rule == METRIC_SUM)
            __atomic_fetch_add(&to->of[i], from->of[i],
                               __ATOMIC_RELAXED); /* others may add to the process's, see io.h */
        else if (from->of[i] > to->of[i])
            to->of[i] = from->of[i];
}

/* Clears a node, except for what it keeps for good. */
static void node_reset(struct node *node, struct node *parent, struct region *region)
{
    struct extra *extra = node->extra;
    struct node_values *values = node->values;
    CHECK(region && (!parent || parent != node));
    if (extra)
        memset(extra, 0, sizeof *extra);
    *node = (struct node){
        .region = region, .min = UINT64_MAX, .parent = parent, .review = TREE_FIRST_REVIEW, .extra = extra};
    if (store->metrics.count)
        node->values = values_new(values);
}

/* Makes a node that no probe can see yet. */
static struct node *node_new(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = node_take(tree);
    if (node)
        node_reset(node, parent, region);
    return node;
}

static void node_give_back(struct tree *tree, struct node *node)
{
    CHECK(node != tree->root && node != tree->free);
    node->sibling = tree->free;
    tree->free = node;
    tree->free_count++;
}

bool tree_init(struct tree *tree, struct region *region)
{
    CHECK(region);
    *tree = (struct tree){.index = &index_none};
    tree->root = node_new(tree, NULL, region);
    return tree->root != NULL;
}

/* Returns whether a node is directly below a root that makes no calls. */
static bool is_apart(const struct tree *tree, const struct node *parent)
{
    return tree->apart && parent == tree->root;
}

static struct node *known_child(struct tree *tree, const struct node *parent, const struct region *region)
{
    if (!is_apart(tree, parent))
        return index_find(tree->index, tree_key(parent, region));
    struct node *child = parent->children;
    while (child && child->region != region)
        child = child->sibling;
    return child;
}

static bool index_call(struct tree *tree, const struct node *parent, const struct region *region, struct node *node)
{
    return is_apart(tree, parent) || index_add(tree, tree_key(parent, region), node);
}

/* Counts the time of making a path, for the report. If it is longer than that can take, the thread waited for a processor, as it might have
 * anywhere. */
static void count_path(uint64_t ticks)
{
    FLOATS_OF_OUR_OWN;
    enum { MOST_READINGS = 5000 };
    double most = costs.clock * MOST_READINGS;
    store->paths_ticks += (double)ticks < most ? ticks : (uint64_t)most;
}

static struct node *add_node(struct tree *tree, struct node *parent, struct region *region)
{
    CHECK(parent && parent->region && region);
    uint64_t start = clock_now();
    struct node *node = node_new(tree, parent, region);
    if (!node)
        return NULL;
    if (!index_call(tree, parent, region, node)) {
        node_give_back(tree, node);
        return NULL;
    }
    CHECK(!node->calls && !node->children && node->min > node->max);
    CHECK(is_apart(tree, parent) || known_child(tree, parent, region) == node);
    tree->count++;
    store_note();
    uint64_t made = ++store->paths;
    node->made = made < UINT32_MAX ? (uint32_t)made : UINT32_MAX;
    node->sibling = parent->children;
    PUT(region->met, 1);
    if (region == tree_other)
        parent->place = 1;
    /* Who reads the tree from outside must find the node complete. */
    __atomic_store_n(&parent->children, node, __ATOMIC_RELEASE);
    count_path(clock_now() - start);
    return node;
}

struct node *tree_plain_child(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = known_child(tree, parent, region);
    if (node)
        return node;
    uintptr_t busy = thread_hold_begin();
    node = known_child(tree, parent, region); /* a handler may have made it */
    if (!node)
        node = add_node(tree, parent, region);
    thread_hold_end(busy);
    return node;
}

struct node *tree_follow(struct tree *tree, struct node *mine, const struct node *from, const struct node *node)
{
    while (mine && from != node) {
        const struct node *next = node;
        while (next->parent && next->parent != from && !tree_is_same(next, from))
            next = next->parent;
        if (!next->parent)
            break;
        mine = tree_plain_child(tree, mine, next->region);
        from = next;
    }
    return mine;
}

struct extra *tree_extra(struct node *node)
{
    if (node->extra)
        return node->extra;
    uintptr_t busy = thread_hold_begin();
    if (!node->extra)
        __atomic_store_n(&node->extra, store_alloc(sizeof *node->extra), __ATOMIC_RELEASE);
    thread_hold_end(busy);
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

/* Marks a node as part of a recursion, into or out of which time may move. */
static bool make_recursive(struct node *node)
{
    if (!tree_extra(node))
        return false;
    CHECK(node->extra && node->parent);
    PUT(node->folds, 1);
    return true;
}

/* Allows time to move from `node`, and from its ancestors below `end`. */
static bool make_way(struct node *node, const struct node *end)
{
    for (; node != end; node = node->parent)
        if (!make_recursive(node))
            return false;
    return true;
}

/* Folds calls from `caller`, which is `node` or below it, into `node` from now on. */
static bool make_fold(struct node *node, struct node *caller)
{
    if (!make_way(caller, node->parent))
        return false;
    CHECK(node->folds && node->region->met);
    PUT(node->flags, (uint8_t)(node->flags | NODE_FOLDED));
    return true;
}

/* Returns how many nodes a region may have on one path. */
static uint32_t most_nested(const struct region *region)
{
    bool label = region->kind == REGION_LABEL;
    if (settings.recursion)
        return settings.recursion;
    if (GET(region->nested) >= (label ? LABEL_NESTED : NESTED))
        return 1;
    return label ? LABEL_LEVELS : LEVELS;
}

/* Returns the nearest node of `region` on the path if there are too many already, else NULL. */
static struct node *fold(struct node *parent, struct region *region)
{
    struct node *nearest = NULL;
    uint32_t count = 0, most = most_nested(region);
    for (struct node *node = parent; node; node = node->parent)
        if (node->region == region) {
            if (!nearest)
                nearest = node;
            if (++count == most)
                return nearest;
        }
    if (count)
        __atomic_fetch_add(&region->nested, 1, __ATOMIC_RELAXED);
    return NULL;
}

/* Returns whether there is room for a node. Nodes get three quarters of the memory, because their tables come later. Some of it is reserved
 * for calls that may be `lengthy`, since one without a path has its whole subtree without paths. */
static bool has_room(const struct tree *tree, bool lengthy)
{
    enum { FOR_TABLES = 4, FOR_LENGTHY = 16 };
    size_t more = index_more(tree);
    size_t bytes = lengthy ? 0 : memory_limit_bytes() / FOR_LENGTHY;
    uint32_t nodes = lengthy ? 0 : tree->held / FOR_LENGTHY;
    if (tree->count < FEW)
        return true;
    if (tree->free_count <= nodes) /* of a block there may be some left that had to be */
        more += memory_limit_bytes() / FOR_TABLES + bytes + NODE_BLOCK * sizeof(struct node);
    return !more || memory_limit_allows(more);
}

/* The nodes removed by the first pruning can be reused only after the second one, so that is done sooner. */
bool tree_is_full(const struct tree *tree, bool lengthy)
{
    return tree->count >= FEW &&
           !(tree->choosy ? has_room(tree, lengthy) : memory_limit_allows(memory_limit_bytes() / 2));
}

/* Returns the (other paths) for calls of `region` from `caller`: the nearest one; or, without room, the nearest that has such calls already;
 * else one that each tree has. */
static struct node *other_place(struct tree *tree, struct node *caller, const struct region *region)
{
    bool room = has_room(tree, true);
    for (struct node *node = caller; node; node = node->parent) {
        struct node *place = node->place ? known_child(tree, node, tree_other) : NULL;
        if (!place && tree_is_other(node))
            place = node->parent;
        if (place && (room || known_child(tree, place, region)))
            return place;
    }
    return tree_plain_child(tree, tree->root, tree_other);
}

/* Returns the node for a call without a path of its own. Time moves to it from its caller, which may be below the parent of (other paths). */
static struct node *other_node(struct tree *tree, struct node *caller, struct region *region)
{
    struct node *place = other_place(tree, caller, region);
    struct node *node = place ? tree_plain_child(tree, place, region) : NULL;
    if (!node || !make_recursive(node) || !tree_extra(caller) || !make_way(caller, place->parent))
        return NULL;
    PUT(node->flags, (uint8_t)(node->flags | NODE_FOLDED));
    return node;
}

/* Does the same for all later calls of this kind. */
static struct node *other_child(struct tree *tree, struct node *caller, struct region *region)
{
    struct node *node = other_node(tree, caller, region);
    if (!node || !index_call(tree, caller, region, node))
        return NULL;
    return node;
}

static struct node *make_child(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = known_child(tree, parent, region);
    if (node)
        return node;
    if (parent->flags & TREE_MOVED) /* of a probe that still has it */
        return other_child(tree, parent, region);
    struct node *nearest = fold(parent, region);
    if (nearest) {
        tally_add(TALLY_FOLDED, 1);
        bool done = make_fold(nearest, parent) && index_call(tree, parent, region, nearest);
        return done ? nearest : NULL;
    }
    bool room = !GET(region->met) || has_room(tree, tree_is_lengthy(region));
    return room ? add_node(tree, parent, region) : other_child(tree, parent, region);
}

struct node *tree_child(struct tree *tree, struct node *parent, struct region *region)
{
    uintptr_t busy = thread_hold_begin();
    struct node *node = make_child(tree, parent, region);
    thread_hold_end(busy);
    return node;
}

/* Adds the extra data; before min and max of `from` are added. */
static void add_extra(struct node *to, const struct node *from)
{
    if (!from->extra || !tree_extra(to))
        return;
    to->extra->folded += from->extra->folded;
    to->extra->moved_in += from->extra->moved_in;
    to->extra->moved_out += from->extra->moved_out;
    to->extra->pruned += from->extra->pruned;
    if (from->min < to->min)
        to->extra->min_iteration = from->extra->min_iteration;
    if (from->max > to->max)
        to->extra->max_iteration = from->extra->max_iteration;
}

void tree_add_own(struct node *to, const struct node *from)
{
    CHECK(to != from && to->region && from->region);
    to->calls += from->calls;
    to->apart += from->apart;
    to->timed += from->timed;
    to->sum += from->sum;
    to->squares = wide_split(wide_of(to->squares) + wide_of(from->squares));
    to->flags |= from->flags & (uint8_t)~TREE_MOVED; /* `from` may have been retired before */
    if (from->made && (!to->made || from->made < to->made))
        to->made = from->made;
    to->folds |= from->folds;
    to->looked += from->looked;
    to->looked_probe += from->looked_probe;
    to->ran += from->ran;
    if (from->min < to->min)
        to->min = from->min;
    if (from->max > to->max)
        to->max = from->max;
}

static void tree_add(struct node *to, const struct node *from)
{
    add_extra(to, from);
    add_values(to->values, from->values);
    tree_add_own(to, from);
    traffic_move(to, from);
    wait_sums_move(to, from);
}

struct node *tree_next(const struct node *root, struct node *node)
{
    struct node *child = __atomic_load_n(&node->children, __ATOMIC_ACQUIRE);
    return child ? child : tree_beside(root, node);
}

struct node *tree_beside(const struct node *root, struct node *node)
{
    for (; node != root; node = node->parent)
        if (node->sibling)
            return node->sibling;
    return NULL;
}

/* Adds `from` to `to` in steps that can be recognised after a crash. `caller` is NULL, or a caller of `from` that is not the parent of `to`:
 * then the time of these calls moves across. */
static void move(struct node *to, struct node *caller, struct node *from)
{
    struct store_fold *fold = &store->fold;
    CHECK(!fold->to && (!caller || (to->extra && caller->extra)));
    CHECK(to != from);
    heap_before_move(to->values, from->values);
    fold->saved = *to;
    if (to->extra)
        fold->extra = *to->extra;
    if (to->values)
        memcpy(fold->values, to->values->of, store->metrics.count * sizeof fold->values[0]);
    if (caller)
        fold->callers = *caller->extra;
    fold->caller = caller;
    fold->from = from;
    BARRIER();
    fold->to = to;
    BARRIER();
    uint64_t crossed = from->sum - (from->extra ? from->extra->folded : 0);
    tree_add(to, from);
    if (caller) {
        to->extra->folded += crossed;
        to->extra->moved_in += crossed;
        caller->extra->moved_out += crossed;
    }
    BARRIER();
    CHECK(to->calls >= fold->saved.calls && to->timed >= fold->saved.timed && to->sum >= fold->saved.sum);
    from->flags |= (uint8_t)TREE_MOVED;
    BARRIER();
    fold->to = NULL;
    heap_after_move(to->values, from->values);
}

/* Returns where a node below `parent`'s counterpart in another tree belongs in this tree. */
static struct node *counterpart(struct tree *tree, struct node *parent, struct region *region)
{
    struct node *node = known_child(tree, parent, region);
    if (node)
        return node;
    if (region == tree_other && (tree_is_other(parent) || !has_room(tree, true))) {
        struct node *place = other_place(tree, parent, region);
        return place && make_way(parent, place->parent) ? place : NULL;
    }
    bool plain = parent->region == tree_other || has_room(tree, true);
    return plain ? add_node(tree, parent, region) : other_child(tree, parent, region);
}

void tree_fold(struct tree *into, struct node *place, struct tree *from)
{
    CHECK(into->root && from->root && place && into != from);
    from->root->counterpart = place;
    for (struct node *node = tree_next(from->root, from->root); node; node = tree_next(from->root, node)) {
        struct node *parent = node->parent->counterpart, *mine = counterpart(into, parent, node->region);
        node->counterpart = mine ? mine : parent;
        /* What an (other paths) has is below it, and crosses with that. */
        bool crosses = mine && mine != parent && mine->parent != parent && node->region != tree_other;
        if (mine)
            move(mine, crosses ? parent : NULL, node);
        else
            tally_add(TALLY_NO_MEMORY, node->calls);
    }
    for (struct node *node = from->fallow; node; node = node->sibling) {
        const struct node *heir = tree_is_blank(node) ? NULL : tree_heir(node);
        if (heir && heir->counterpart->region == node->region)
            move(heir->counterpart, NULL, node);
    }
    move(place, NULL, from->root);
}

void tree_clear(struct tree *tree)
{
    /* Children before parents, so that each still has its way up when it goes. */
    struct node *node = tree->root;
    for (;;) {
        while (node->children)
            node = node->children;
        if (node == tree->root)
            break;
        struct node *parent = node->parent;
        parent->children = node->sibling;
        node_give_back(tree, node);
        node = parent;
    }
    CHECK(!tree->root->children);
    index_clear(tree);
    tree->count = 0;
    tree->choosy = 0;
    while (tree->fallow) {
        node = tree->fallow;
        tree->fallow = node->sibling;
        node_give_back(tree, node);
    }
    node_reset(tree->root, NULL, tree->root->region);
}

/* Retires a node that someone may still hold. Its parent becomes an (other paths), so that calls from it are found, and what is counted here
 * is moved there at the next pruning. */
static void forget(struct node *node, struct node *other)
{
    CHECK(tree_is_other(node) || other->region == tree_other);
    node->parent = other;
    node->calls = node->apart = node->timed = node->sum = node->max = 0;
    node->squares = (struct u128){0, 0};
    node->min = UINT64_MAX;
    node->looked = node->looked_probe = node->ran = 0;
    if (node->extra)
        *node->extra = (struct extra){0};
    if (node->values)
        memset(node->values->of, 0, store->metrics.count * sizeof node->values->of[0]);
}

bool tree_retire(struct tree *tree, struct node *node, struct node *other)
{
    struct node *parent = node->parent, *mine = other, *caller = NULL;
    CHECK(parent && other && other->region == tree_other && node != other);
    if (node->region == tree_other) {
        parent->place = 0;
    } else {
        mine = tree_plain_child(tree, other, node->region);
        if (!mine || !make_recursive(mine))
            return false;
        PUT(mine->flags, (uint8_t)(mine->flags | NODE_FOLDED));
    }
    if (mine != other && parent->region != tree_other) {
        bool stays = parent == other->parent || tree_stays(parent);
        caller = stays ? parent : tree_plain_child(tree, other, parent->region);
        if (!caller || !tree_extra(caller) || (stays && !make_way(parent, other->parent)))
            return false;
    }
    move(mine, caller, node);
    BARRIER();
    forget(node, other);
    CHECK(tree->count);
    tree->count--;
    return true;
}

void tree_rest(struct tree *tree, struct node *node)
{
    CHECK(node != tree->root && node != tree->fallow);
    node->sibling = tree->fallow;
    tree->fallow = node;
}

struct node *tree_heir(const struct node *node)
{
    const struct node *other = node->parent;
    if (!other || other->region->kind != REGION_OTHER)
        return NULL;
    struct node *heir = __atomic_load_n(&other->children, __ATOMIC_ACQUIRE);
    while (heir && (heir == node || heir->region != node->region))
        heir = heir->sibling;
    return heir;
}

void tree_reuse(struct tree *tree)
{
    for (struct node **link = &tree->fallow; *link;) {
        struct node *node = *link, *mine = NULL;
        bool blank = tree_is_blank(node);
        if (tree_stays(node) || (!blank && !(mine = tree_plain_child(tree, node->parent, node->region)))) {
            link = &node->sibling;
            continue;
        }
        if (!blank)
            move(mine, NULL, node);
        *link = node->sibling;
        node_give_back(tree, node);
    }
}

static bool is_wanted(const struct node *parent, const struct node *node)
{
    bool crosses = tree_is_other(node) && parent != node->parent;
    return !crosses && !((parent->flags | node->flags) & TREE_MOVED);
}

void tree_tidy(struct tree *tree)
{
    index_tidy(tree, is_wanted);
}

bool tree_renew(struct tree *tree)
{
    struct region *region = tree->root->region;
    *tree = (struct tree){.index = &index_none};
    tree->root = node_new(tree, NULL, region);
    return tree->root != NULL;
}
