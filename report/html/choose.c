/* choose.c - see choose.h. */
#include "report/html/choose.h"

#include "common/sort.h"

/* Sorts by size; a node never comes behind one below it. */
static int compare_sizes(const void *table, uint32_t a, uint32_t b)
{
    const double *sizes = table;
    return sizes[a] > sizes[b] ? -1 : sizes[a] < sizes[b] ? 1 : (a > b) - (a < b);
}

/* Raises parents to the size of their children: a thread may take longer than its parent, and repaired data may be inconsistent. */
static void raise_parents(double *sizes, const uint32_t *parents, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;)
        if (parents[i] != PROFILE_NONE && sizes[parents[i]] < sizes[i])
            sizes[parents[i]] = sizes[i];
}

void choose_largest(bool *shown, double *sizes, const uint32_t *parents, uint32_t count, uint32_t most,
                    struct arena *scratch)
{
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    raise_parents(sizes, parents, count);
    sort_positions(order, count, compare_sizes, sizes, scratch);
    for (uint32_t i = 0; i < most && i < count; i++)
        shown[order[i]] = true;
}

static void mark_largest(bool *shown, const struct view *view, uint32_t most, struct arena *scratch)
{
    const struct profile *profile = view->profile;
    double *sizes = arena_array(scratch, profile->node_count, sizeof *sizes);
    uint32_t *parents = arena_array(scratch, profile->node_count, sizeof *parents);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        sizes[i] = view->nodes[i].inclusive;
        parents[i] = profile->nodes[i].parent;
    }
    choose_largest(shown, sizes, parents, profile->node_count, most, scratch);
}

void choose_paths(struct choice *choice, const struct view *view, uint32_t most, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct arena scratch = {0};
    bool *shown = arena_array(&scratch, profile->node_count, sizeof *shown);
    *choice = (struct choice){.nodes = arena_array(arena, profile->node_count, sizeof *choice->nodes),
                              .place = arena_array(arena, profile->node_count, sizeof *choice->place),
                              .below = arena_array(arena, profile->node_count, sizeof *choice->below)};
    mark_largest(shown, view, most, &scratch);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (shown[i]) {
            choice->place[i] = choice->count;
            choice->nodes[choice->count++] = i;
            continue;
        }
        uint32_t up = profile->nodes[i].parent;
        while (!shown[up])
            up = profile->nodes[up].parent;
        choice->place[i] = PROFILE_NONE;
        choice->below[up]++;
        choice->own += view->nodes[i].exclusive;
    }
    arena_free(&scratch);
}
