/* take.c - see take.h. */
#include "runtime/collect/take.h"

#include "common/name.h"
#include "runtime/measure/store/store_header.h"

uint64_t take_place(const struct store_image *image, const void *address, uint64_t size)
{
    uint64_t at = (uint64_t)(uintptr_t)address - image->base;
    bool inside =
        at % TAKE_UNIT == 0 && at >= sizeof(struct store_header) && at <= image->size && size <= image->size - at;
    return inside ? at : 0;
}

void *take_memory(struct store_image *image, const void *address, uint64_t size)
{
    if (!address)
        return NULL;
    uint64_t at = take_place(image, address, size);
    bool free = at != 0;
    for (uint64_t unit = at / TAKE_UNIT; free && unit < (at + size + TAKE_UNIT - 1) / TAKE_UNIT; unit++)
        free = !take_bit(image->taken, unit);
    if (!free) {
        image->lost++;
        return NULL;
    }
    for (uint64_t unit = at / TAKE_UNIT; unit < (at + size + TAKE_UNIT - 1) / TAKE_UNIT; unit++)
        take_set_bit(image->taken, unit);
    return image->bytes + at;
}

const char *take_text(struct store_image *image, const char *address)
{
    uint64_t at = (uint64_t)(uintptr_t)address - image->base;
    if (at >= sizeof(struct store_header) && at < image->size)
        return image->texts + at;
    image->lost += address != NULL;
    return "";
}

bool take_regions(struct store_image *image, struct store_header *header, struct arena *arena)
{
    uint32_t expected = 0, roots = 0;
    for (struct region **link = &header->regions; *link; link = &(*link)->next) {
        struct region *region = take_memory(image, *link, sizeof *region);
        if (!region)
            return false;
        if (!image->regions) {
            if (region->index >= image->size / sizeof *region)
                return false;
            image->region_count = expected = region->index + 1;
            image->regions = arena_array(arena, expected, sizeof(struct region *));
        }
        if (!image->regions || expected == 0 || region->index != --expected || region->kind >= REGION_KINDS)
            return false;
        roots += region->kind == REGION_ROOT;
        *link = image->regions[expected] = region;
        region->name = take_text(image, region->name);
        region->record = take_text(image, region->record);
        region->file = name_given(region->record);
        region->origin = take_text(image, region->origin);
        region->groups = take_text(image, region->groups);
        region->reason = take_text(image, region->reason);
    }
    return image->regions && expected == 0 && roots == 1;
}

struct region *take_known_region(const struct store_image *image, const struct region *address)
{
    uint64_t at = take_place(image, address, sizeof *address);
    struct region *region = (struct region *)(void *)(image->bytes + at);
    bool known = at && take_bit(image->taken, at / TAKE_UNIT) && region->index < image->region_count &&
                 image->regions[region->index] == region;
    return known ? region : NULL;
}

struct node *take_known_node(const struct store_image *image, const struct node *address)
{
    uint64_t at = take_place(image, address, sizeof *address);
    return at && take_bit(image->is_node, at / TAKE_UNIT) ? (struct node *)(void *)(image->bytes + at) : NULL;
}

void take_forget_calls(struct node *node)
{
    node->calls = node->timed = node->sum = node->max = 0;
    node->squares = (struct u128){0, 0};
    node->min = UINT64_MAX;
    node->extra = NULL;
    node->looked = node->looked_probe = node->ran = 0;
}

/* Repairs a node that was being changed when the process ended: impossible values become possible ones. */
static void settle_node(struct node *node)
{
    if (node->timed > node->calls)
        node->timed = node->calls;
    if (node->extra && node->extra->folded > node->sum)
        node->extra->folded = node->sum;
    if (node->flags & TREE_MOVED) {
        take_forget_calls(node);
        node->values = NULL;
    }
    node->flags &= NODE_FOLDED;
    node->order = UINT32_MAX;
}

uint64_t take_values_size(const struct store_image *image)
{
    return sizeof(struct node_values) + image->metrics * sizeof(uint64_t);
}

/* Returns whether the node was taken. */
static bool know_node(struct store_image *image, struct node *node, struct node *parent)
{
    node->region = take_known_region(image, node->region);
    if (!node->region || (parent && node->region->kind == REGION_ROOT)) {
        image->lost++;
        return false;
    }
    node->parent = parent;
    node->extra = take_memory(image, node->extra, sizeof *node->extra);
    node->values = image->metrics ? take_memory(image, node->values, take_values_size(image)) : NULL;
    settle_node(node);
    take_set_bit(image->is_node, (uint64_t)((unsigned char *)node - image->bytes) / TAKE_UNIT);
    return true;
}

struct node *take_node(struct store_image *image, const struct node *address, struct node *parent)
{
    struct node *node = take_memory(image, address, sizeof *node);
    return node && know_node(image, node, parent) ? node : NULL;
}

void take_tree(struct store_image *image, struct node *root)
{
    struct node *node = root;
    for (;;) {
        node->children = take_node(image, node->children, node);
        if (node->children) {
            node = node->children;
            continue;
        }
        for (;; node = node->parent) {
            if (node == root)
                return;
            node->sibling = take_node(image, node->sibling, node->parent);
            if (node->sibling)
                break;
        }
        node = node->sibling;
    }
}

struct node *take_retired(struct store_image *image, const struct node *address)
{
    struct node *node = take_memory(image, address, sizeof *node),
                *other = node ? take_known_node(image, node->parent) : NULL;
    if (!other)
        return NULL;
    node->flags &= (uint8_t)~TREE_MOVED;
    node->children = NULL;
    return know_node(image, node, other) ? node : NULL;
}
