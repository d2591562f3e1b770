/* match.c - see match.h. */
#include "report/compare/match.h"

#include "base/sort.h"

#include <string.h>

/* Like strcmp: whether two functions could be one. */
typedef int alike(const struct counts_function *a, const struct counts_function *b);

static int same_name(const struct counts_function *a, const struct counts_function *b)
{
    return strcmp(a->name, b->name);
}

static int same_calls(const struct counts_function *a, const struct counts_function *b)
{
    int order = strcmp(a->file, b->file);
    if (!order)
        order = (a->calls.least > b->calls.least) - (a->calls.least < b->calls.least);
    return order ? order : (a->calls.most > b->calls.most) - (a->calls.most < b->calls.most);
}

/* Those that are left over on both sides, in the order of what makes them alike. */
struct leftovers {
    const struct counts_function **functions;
    uint32_t *places;
    uint32_t count, before_count; /* those before stand first */
    alike *order;
};

static int compare_leftovers(const void *table, uint32_t a, uint32_t b)
{
    const struct leftovers *left = table;
    return left->order(left->functions[a], left->functions[b]);
}

static void add_leftovers(struct leftovers *left, const struct counts *counts, const uint32_t *other_of)
{
    for (uint32_t i = 0; i < counts->function_count; i++)
        if (other_of[i] == COUNTS_NONE) {
            left->functions[left->count] = &counts->functions[i];
            left->places[left->count++] = i;
        }
}

/* Where of all that are alike one is left on each side they are one. */
static bool match_pairs(struct match *match, const struct counts *before, const struct counts *now, alike *order,
                        struct arena *scratch)
{
    uint32_t room = before->function_count + now->function_count;
    struct leftovers left = {arena_array(scratch, room, sizeof(struct counts_function *)),
                             arena_array(scratch, room, sizeof(uint32_t)), 0, 0, order};
    uint32_t *sorted = arena_array(scratch, room, sizeof *sorted);
    if (!left.functions || !left.places || !sorted)
        return false;
    add_leftovers(&left, before, match->now_of);
    left.before_count = left.count;
    add_leftovers(&left, now, match->before_of);
    if (!sort_positions(sorted, left.count, compare_leftovers, &left, scratch))
        return false;
    for (uint32_t i = 0, end; i < left.count; i = end) {
        for (end = i + 1; end < left.count && !compare_leftovers(&left, sorted[i], sorted[end]);)
            end++;
        if (end - i != 2 || sorted[i] >= left.before_count || sorted[i + 1] < left.before_count)
            continue;
        uint32_t old = left.places[sorted[i]], new = left.places[sorted[i + 1]];
        match->now_of[old] = new;
        match->before_of[new] = old;
    }
    return true;
}

bool match_make(struct match *match, const struct counts *before, const struct counts *now, struct arena *arena)
{
    *match = (struct match){arena_array(arena, now->function_count, sizeof *match->before_of),
                            arena_array(arena, before->function_count, sizeof *match->now_of)};
    if (!match->before_of || !match->now_of)
        return false;
    for (uint32_t i = 0; i < now->function_count; i++)
        match->before_of[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < before->function_count; i++) {
        const struct counts_function *function = &before->functions[i];
        uint32_t found = match->now_of[i] = counts_find(now, function->file, function->name);
        if (found != COUNTS_NONE)
            match->before_of[found] = i;
    }
    struct arena scratch = {0};
    bool done =
        match_pairs(match, before, now, same_name, &scratch) && match_pairs(match, before, now, same_calls, &scratch);
    arena_free(&scratch);
    return done;
}
