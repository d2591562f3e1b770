/* forest.c - see forest.h. */
#include "tune/search/forest.h"

#include "common/needed.h"

#include <stdlib.h>

/* Each split examines five in six of the parameters, as in SMAC; a leaf has at least this many variants. */
enum { LOOKED_AT = 5, OF = 6, LEAF = 2, LEAF_MARK = UINT16_MAX };

struct tree {
    struct forest *forest;
    const struct search_space *space;
    struct chance *chance;
    const uint16_t *genes;
    const double *numbers;
    struct forest_node *nodes;
    uint32_t node_count;
};

void forest_make(struct forest *forest, const struct search_space *space, unsigned rows)
{
    unsigned most = 1;
    for (unsigned i = 0; i < space->width; i++)
        most = space->counts[i] > most ? space->counts[i] : most;
    *forest = (struct forest){.room = 2 * rows + 1,
                              .rows = needed_room(NULL, (rows + 1) * sizeof(uint32_t)),
                              .sums = needed_room(NULL, most * sizeof(double)),
                              .counts = needed_room(NULL, most * sizeof(uint32_t))};
    for (int i = 0; i < FOREST_TREES; i++)
        forest->nodes[i] = needed_room(NULL, forest->room * sizeof **forest->nodes);
}

void forest_free(struct forest *forest)
{
    for (int i = 0; i < FOREST_TREES; i++)
        free(forest->nodes[i]);
    free(forest->rows);
    free(forest->sums);
    free(forest->counts);
}

static bool goes_first(const struct search_space *space, const struct forest_node *node, const uint16_t *genes)
{
    return space->ordered[node->parameter] ? genes[node->parameter] <= node->value
                                           : genes[node->parameter] == node->value;
}

/* Tries the split of one parameter that reduces the sum of squares most; returns whether it is better than `best`. */
static bool try_parameter(struct tree *tree, uint16_t parameter, const uint32_t *rows, uint32_t count, double sum,
                          double *best, struct forest_node *node)
{
    unsigned values = tree->space->counts[parameter];
    bool found = false;
    for (unsigned v = 0; v < values; v++) {
        tree->forest->sums[v] = 0;
        tree->forest->counts[v] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint16_t value = tree->genes[(size_t)rows[i] * tree->space->width + parameter];
        tree->forest->sums[value] += tree->numbers[rows[i]];
        tree->forest->counts[value]++;
    }
    double left_sum = 0;
    uint32_t left = 0;
    for (unsigned v = 0; v < values; v++) {
        if (!tree->space->ordered[parameter])
            left_sum = left = 0;
        left_sum += tree->forest->sums[v];
        left += tree->forest->counts[v];
        if (!tree->forest->counts[v] || left < LEAF || count - left < LEAF)
            continue;
        double gain = left_sum * left_sum / left + (sum - left_sum) * (sum - left_sum) / (count - left);
        if (gain > *best * (1 + 1e-12) + 1e-300) {
            *best = gain;
            node->parameter = parameter;
            node->value = (uint16_t)v;
            found = true;
        }
    }
    return found;
}

static void grow_node(struct tree *tree, uint32_t at, uint32_t *rows, uint32_t count)
{
    struct forest_node *node = &tree->nodes[at];
    double sum = 0;
    bool split = false;
    for (uint32_t i = 0; i < count; i++)
        sum += tree->numbers[rows[i]];
    *node = (struct forest_node){sum / count, 0, LEAF_MARK, 0};
    double best = sum * sum / count;
    for (uint16_t p = 0; p < tree->space->width && count >= 2 * LEAF; p++)
        if (tree->space->counts[p] > 1 && chance_pick(tree->chance, OF) < LOOKED_AT)
            split |= try_parameter(tree, p, rows, count, sum, &best, node);
    if (!split)
        return;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (goes_first(tree->space, node, tree->genes + (size_t)rows[i] * tree->space->width)) {
            uint32_t row = rows[i];
            rows[i] = rows[left];
            rows[left++] = row;
        }
    uint32_t first = node->first = tree->node_count;
    tree->node_count += 2;
    grow_node(tree, first, rows, left);
    grow_node(tree, first + 1, rows + left, count - left);
}

void forest_grow(struct forest *forest, const struct search_space *space, struct chance *chance, const uint16_t *genes,
                 const double *numbers, unsigned count)
{
    for (int i = 0; i < FOREST_TREES; i++) {
        struct tree tree = {forest, space, chance, genes, numbers, forest->nodes[i], 1};
        for (unsigned k = 0; k < count; k++)
            forest->rows[k] = chance_pick(chance, count);
        grow_node(&tree, 0, forest->rows, count);
    }
}

void forest_predict(const struct forest *forest, const struct search_space *space, const uint16_t *genes, double *mean,
                    double *variance)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < FOREST_TREES; i++) {
        const struct forest_node *nodes = forest->nodes[i], *node = nodes;
        while (node->parameter != LEAF_MARK)
            node = &nodes[node->first + !goes_first(space, node, genes)];
        sum += node->mean;
        squares += node->mean * node->mean;
    }
    *mean = sum / FOREST_TREES;
    *variance = squares / FOREST_TREES - *mean * *mean;
    *variance = *variance > 0 ? *variance : 0;
}
