/* prune.c - see prune.h. */
#include "runtime/measure/flow/prune.h"
#include "common/check.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/context.h"
#include "runtime/measure/stack/labels_open.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"

enum {
    CALL_HEAT = 5, /* of one call; 1 for each ns that was seen or timed */
    WAIT = 16,     /* times the burden before it is pruned again, but where lengthy calls have no room */
    FIRST = 256,   /* nodes, fewer of which are never worth a place */
    MANY = 16      /* of what goes, for each node that this needs on (other paths) */
};

/* A node's heat once it is decided what goes: 0, or TREE_STAYS and maybe PLACE. The bits below count the nodes below it that are to go and
 * have no place yet, and how many of them were too few for one at the last look. */
#define PLACE (TREE_STAYS >> 1)
enum { FEW_BIT = 30 };
#define COUNT (((uint64_t)1 << FEW_BIT) - 1)

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a + b < TREE_STAYS ? a + b : TREE_STAYS;
}

static uint64_t ns_of(uint64_t ticks, struct clock_scale scale)
{
    wide ps = clock_ticks_ps(scale, ticks);
    return ps >> 64 ? TREE_STAYS : (uint64_t)ps / 1000;
}

static void pin(struct node *node)
{
    for (; node && node->heat != TREE_STAYS; node = node->parent)
        node->heat = TREE_STAYS;
}

/* Marks the nodes of all slots as staying, also of calls that a jump left, because they are visited when they are taken off. */
static void pin_stack(struct stack stack)
{
    for (; !stack_is_empty(stack); stack = stack_below(stack))
        pin(stack.top->node);
    pin(stack.top->node);
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
    pin_stack(stack_of(thread));
    pin(stack_node(thread));
    pin_labels(thread->labels);
    pin(thread->teams.anchor);
    for (const struct context *context = thread->contexts; context; context = context->next) {
        if (context->stack.top && context != thread->context)
            pin_stack(context->stack);
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

/* Computes the heat of every node: its own, and that of its subtree. */
static void warm(const struct thread *thread, struct clock_pair now)
{
    FLOATS_OF_OUR_OWN; /* the scale is found with fractions */
    struct clock_scale scale = store_scale(store, now);
    struct node *root = thread->tree.root;
    for (struct node *node = thread->tree.fallow; node; node = node->sibling)
        node->heat = 0;
    for (struct node *node = root; node; node = tree_next(root, node))
        node->heat = plus(node->calls * CALL_HEAT + ns_of(node->sum, scale), node->looked + node->looked_probe);
    pin_all(thread);
    for (struct node *node = tree_next(root, root); node; node = tree_next(root, node))
        if (node->region->kind == REGION_THREAD)
            pin(node);
    for (struct node *node = deepest(root); node != root; node = next_up(node))
        node->parent->heat = plus(node->parent->heat, node->heat);
}

enum { STEPS = 4, CLASSES = 64 * STEPS };

/* Returns the class of a heat: a power of two, in quarters. */
static uint32_t class_of(uint64_t heat)
{
    if (heat < STEPS)
        return (uint32_t)heat;
    uint32_t bit = 63 - (uint32_t)__builtin_clzll(heat);
    CHECK(bit >= 2);
    uint32_t step = heat >> (bit - 2) & (STEPS - 1);
    return (bit - 1) * STEPS + step;
}

/* Decides which nodes stay: whole paths from the root, at most `most` nodes. Nodes in an (other paths) stay with it. */
static void choose(struct tree *tree, uint32_t most)
{
    uint32_t have[CLASSES] = {0}, class = CLASSES, left = most;
    CHECK(most && most <= tree->count + tree->held);
    struct node *root = tree->root;
    for (struct node *node = root; node; node = tree_next(root, node))
        have[class_of(tree_is_other(node) ? node->parent->heat : node->heat)]++;
    while (class && left >= have[class - 1])
        left -= have[--class];
    for (struct node *node = root; node; node = tree_next(root, node)) {
        const struct node *parent = node->parent;
        uint32_t mine = class_of(node->heat);
        bool kept = mine >= class;
        if (!parent || tree_is_other(node)) {
            kept = !parent || tree_stays(parent);
        } else if (mine + 1 == class) {
            kept = left && tree_stays(parent);
            left -= kept;
        }
        node->heat = kept ? TREE_STAYS : 0;
        if (kept && node->region == tree_other)
            node->parent->heat |= PLACE;
    }
}

static struct node *next_in_area(const struct node *place, struct node *node)
{
    return node != place && node->heat & PLACE ? tree_beside(place, node) : tree_next(place, node);
}

/* Returns whether a place pays: the nodes to go below it, but not below another place, have few regions. */
static bool pays(struct node *place)
{
    static uint32_t stamp;
    uint32_t nodes = 0, regions = 1;
    stamp++;
    for (struct node *node = place; node; node = next_in_area(place, node))
        if (!tree_stays(node)) {
            nodes++;
            regions += node->region->stamp != stamp && node->region != tree_other;
            node->region->stamp = stamp;
        }
    return nodes >= MANY * regions;
}

/* Makes a node the place for nodes that go below it. Returns false if there is no memory. */
static bool make_place(struct tree *tree, struct node *node)
{
    struct node *other = tree_plain_child(tree, node, tree_other);
    if (!other)
        return false;
    CHECK(other->parent == node && node->region != tree_other);
    other->heat = TREE_STAYS;
    node->heat = TREE_STAYS | PLACE;
    return true;
}

/* Returns the lowest node above all nodes without a place. It is no (other paths) itself. */
static struct node *last_place(struct node *root)
{
    struct node *node = root;
    for (struct node *child = node->children; child;) {
        bool all = tree_stays(child) && !(child->heat & PLACE) && (child->heat & COUNT) == (root->heat & COUNT);
        if (all && child->region != tree_other)
            node = child;
        child = all ? child->children : child->sibling;
    }
    return node;
}

static uint64_t few_of(const struct node *node)
{
    return node->heat >> FEW_BIT & COUNT / 2;
}

/* Chooses places, far from the root where many paths of few regions are to go. */
static bool choose_places(struct tree *tree)
{
    struct node *root = tree->root;
    for (struct node *node = deepest(root); node != root; node = next_up(node)) {
        uint64_t count = node->heat & COUNT, few = few_of(node), *up = &node->parent->heat;
        if (node->heat & PLACE)
            continue;
        if (tree_stays(node) && node->region != tree_other && count >= FIRST && count >= 2 * few) {
            if (pays(node)) {
                if (!make_place(tree, node))
                    return false;
                continue;
            }
            few = count;
        }
        *up += count + !tree_stays(node);
        if (few_of(node->parent) < few)
            *up = (*up & ~(COUNT / 2 << FEW_BIT)) | few << FEW_BIT;
    }
    return !(root->heat & COUNT) || make_place(tree, last_place(root));
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
    CHECK(*link == top && !top->children);
    if (!tree_retire(tree, top, other))
        return false;
    PUT(*link, top->sibling);
    tree_rest(tree, top);
    return true;
}

/* Retires the children of a node that stays, into its (other paths). */
static bool retire_children(struct tree *tree, struct node *node)
{
    struct node *place = node, *other = NULL;
    for (struct node **link = &node->children; *link;) {
        if (tree_stays(*link)) {
            link = &(*link)->sibling;
            continue;
        }
        if (!other) {
            while (!(place->heat & PLACE))
                place = place->parent;
            other = tree_plain_child(tree, place, tree_other);
        }
        if (!other || !retire_all(tree, link, other))
            return false;
    }
    return true;
}

static void retire(struct tree *tree)
{
    struct node *root = tree->root;
    for (struct node *node = root; node; node = tree_next(root, node))
        if (node->region != tree_other && !retire_children(tree, node))
            return;
}

/* Halves the counts of long calls, because an interrupted call may look long by chance. */
static void halve_lengthy(uint64_t now)
{
    enum { EACH_NS = 250000000 };
    static uint64_t last;
    if (now - last < EACH_NS)
        return;
    last = now;
    for (struct region *region = store->regions; region; region = region->next)
        PUT(region->lengthy, region->lengthy / 2);
}

/* Returns how many nodes to keep: half of them; at first a quarter, because removed nodes are not reused before the next time. */
static uint32_t most_of(const struct tree *tree)
{
    return tree->choosy ? tree->held / 2 : tree->count / 4 * 3;
}

void prune(struct thread *thread)
{
    struct tree *tree = &thread->tree;
    if (!lock_try(&thread_lock))
        return;
    struct clock_pair start = clock_pair_now(), end;
    bool full = tree_is_full(tree, false);
    uint32_t most = most_of(tree);
    thread->asked = NULL;
    warm(thread, start);
    tree_reuse(tree);
    halve_lengthy(start.ns);
    if (full && tree->count > most) {
        choose(tree, most);
        if (choose_places(tree))
            retire(tree);
    }
    tree_tidy(tree);
    tree->choosy |= full;
    PUT(tree->asked, 0);
    end = clock_pair_now();
    CHECK(tree->root->region && !tree->root->parent);
    tree->pruned = end;
    tree->pruning_ns = end.ns - start.ns;
    PUT(tree->burden_ns, tree->pruning_ns);
    struct extra *extra = tree_extra(stack_node(thread));
    if (extra)
        PUT(extra->pruned, extra->pruned + (end.ticks - start.ticks));
    lock_give(&thread_lock);
}

void prune_if_due(struct thread *thread, const struct region *region)
{
    const struct tree *tree = &thread->tree;
    bool lengthy = tree_is_lengthy(region);
    uint64_t wait = lengthy ? tree->pruning_ns : WAIT * tree->burden_ns;
    if (tree_is_full(tree, lengthy) && clock_pair_now().ns - tree->pruned.ns >= wait)
        prune(thread);
}
