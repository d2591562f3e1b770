/* counts.c - see counts.h. */
#include "report/compare/counts.h"

#include "common/hash.h"
#include "common/name.h"
#include "common/sort.h"
#include "report/compare/changes.h"
#include "report/derive/summary.h"
#include "report/show/quote.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int counts_compare(const struct counts_function *a, const struct counts_function *b)
{
    int order = strcmp(a->file, b->file);
    return order ? order : strcmp(a->name, b->name);
}

int counts_order(const void *left, const void *right)
{
    return counts_compare(left, right);
}

const char *counts_key(const struct counts *counts, uint32_t metric)
{
    return metric == COUNTS_TIME ? "time" : counts->metrics[metric];
}

uint32_t counts_line(const struct counts_function *function)
{
    return function->region ? function->region->line : 0;
}

bool counts_turns(const struct counts_function *function)
{
    return strstr(function->name, ": turns of loop ") && name_ends(function->name, " (loop)");
}

bool counts_same(const struct counts_function *a, const struct counts_function *b)
{
    return !strcmp(a->name, b->name) && name_same_file(a->file, b->file);
}

/* Returns how many of the sorted functions precede `key`. */
static uint32_t lower_bound(const struct counts_function *functions, uint32_t count, const struct counts_function *key)
{
    uint32_t low = 0;
    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        if (counts_compare(&functions[middle], key) < 0)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

bool counts_left_alone(const struct counts *counts, const struct counts_function *function)
{
    uint32_t at = lower_bound(counts->left_alone, counts->left_alone_count, function);
    return at < counts->left_alone_count && !counts_compare(&counts->left_alone[at], function);
}

void counts_index(struct counts_names *names, const struct counts *counts, struct arena *arena)
{
    uint32_t room = 16;
    while (room < 2 * counts->function_count)
        room *= 2;
    *names = (struct counts_names){arena_array(arena, room, sizeof *names->places), room - 1};
    for (uint32_t i = 0; i < counts->function_count; i++) {
        uint64_t at = hash_text(HASH_START, counts->functions[i].name);
        while (names->places[at & names->mask])
            at++;
        names->places[at & names->mask] = i + 1;
    }
}

uint32_t counts_resolve(const struct counts *counts, const struct counts_names *names,
                        const struct counts_function *callee, const char *name)
{
    uint32_t found = COUNTS_NONE, place, alike = 0;
    for (uint64_t at = hash_text(HASH_START, name); (place = names->places[at & names->mask]); at++) {
        const struct counts_function *function = &counts->functions[place - 1];
        if (strcmp(function->name, name) != 0)
            continue;
        if (!strcmp(function->file, callee->file))
            return place - 1;
        found = alike++ ? COUNTS_NONE : place - 1;
    }
    const char *at = strrchr(name, '@');
    if (found != COUNTS_NONE || !at)
        return found;
    for (uint32_t i = 0; i < counts->function_count; i++) {
        const struct counts_function *function = &counts->functions[i];
        if (!strcmp(function->file, at + 1) && strlen(function->name) == (size_t)(at - name) &&
            !strncmp(function->name, name, (size_t)(at - name)))
            return i;
    }
    return COUNTS_NONE;
}

double counts_allow(const struct counts *counts, double all, const struct counts_function *function, const char *metric)
{
    double allow = fmax(all, 0);
    for (uint32_t i = 0; i < counts->rule_count; i++) {
        const char *pattern = counts->rules[i].pattern;
        bool fits = pattern ? !fnmatch(pattern, function->name, 0) || !fnmatch(pattern, function->file, 0) ||
                                  (metric && !fnmatch(pattern, metric, 0))
                            : all < 0;
        if (fits)
            allow = counts->rules[i].allow;
    }
    return allow;
}

double counts_difference(struct counts_range before, struct counts_range now)
{
    if (now.least > before.most)
        return (double)(now.least - before.most);
    return now.most < before.least ? -(double)(before.least - now.most) : 0;
}

void counts_share_metrics(struct counts *before, const struct counts *now)
{
    bool same = before->metric_count == now->metric_count;
    for (uint32_t m = 0; same && m < now->metric_count; m++)
        same = !strcmp(before->metrics[m], now->metrics[m]);
    before->metric_count = same ? before->metric_count : 0;
}

/* Returns the slack for a count that varied by so much between the recorded runs: ten times that, because two or three runs show little of the
 * full range. */
double counts_slack(struct counts_range before)
{
    return 10 * (double)(before.most - before.least);
}

/* --- of runs --- */

/* Returns whether the calls are determined by the program. The number of threads is not: it depends on the machine. */
static bool is_counted(const struct profile_region *region)
{
    return region->kind != REGION_ROOT && region->kind != REGION_OTHER && region->kind != REGION_CONTEXT &&
           region->kind != REGION_THREAD;
}

static const char *path_under(const char *root, const char *file)
{
    size_t length = strlen(root);
    return length && file && !strncmp(file, root, length) && file[length] == '/' ? file + length + 1 : NULL;
}

static const char *file_of(const struct profile_region *region, const struct view *view, const char *root,
                           struct arena *arena)
{
    char here[4096];
    const char *file = region->file;
    const char *inside = root                        ? path_under(root, region->path)
                         : getcwd(here, sizeof here) ? path_under(here, file)
                                                     : NULL;
    if (!*file)
        return arena_printf(arena, "(%s)", region_kind_name(region->kind));
    if (inside)
        file = inside;
    else if (*file == '/')
        file = view_file(view, file);
    return quote_replaced(file, "\t", ' ', arena);
}

static const char *name_of(const struct profile_region *region, struct arena *arena)
{
    const char *name = quote_replaced(region->name, "\t,", ' ', arena);
    if (!*region->file || region->kind == REGION_FUNCTION)
        return name;
    return arena_printf(arena, "%s (%s)", name, region_kind_name(region->kind));
}

static void widen(struct counts_range *range, uint64_t value)
{
    range->least = value < range->least ? value : range->least;
    range->most = value > range->most ? value : range->most;
}

static struct counts_range range_of(const struct compare *compare, uint32_t line)
{
    struct counts_range range = {UINT64_MAX, 0};
    for (uint32_t k = 0; k < compare->run_count; k++)
        widen(&range, compare_at(compare, line, k)->calls);
    return range;
}

static struct counts_range metric_range_of(const struct compare *compare, uint32_t line, uint32_t metric)
{
    struct counts_range range = {UINT64_MAX, 0};
    for (uint32_t k = 0; k < compare->run_count; k++) {
        size_t at = ((size_t)line * compare->run_count + k) * compare->metric_count + metric;
        widen(&range, u64_from_double(compare->metrics[at]));
    }
    return range;
}

/* Returns whether the calls are spread over paths by estimates, even if by chance no node says so: a baseline must not depend on samples. */
static bool is_spread(const struct compare *compare, uint32_t line)
{
    bool spread = coverage_by_function(compare->lines[line].region);
    for (uint32_t k = 0; k < compare->run_count; k++)
        spread |= compare_at(compare, line, k)->spread;
    return spread;
}

static int compare_functions_at(const void *table, uint32_t a, uint32_t b)
{
    const struct counts_function *functions = table;
    return counts_compare(&functions[a], &functions[b]);
}

static int compare_callers_by_calls(const void *left, const void *right)
{
    const struct counts_caller *a = left, *b = right;
    if (a->calls.most != b->calls.most)
        return a->calls.most < b->calls.most ? 1 : -1;
    return strcmp(a->name, b->name);
}

/* Makes the functions. function_of[line]: the index of a line's function, or COUNTS_NONE. */
static void make_functions(struct counts *counts, const struct compare *compare, const struct view *view,
                           const char *root, uint32_t *function_of, struct arena *arena, struct arena *scratch)
{
    struct counts_function *found = arena_array(scratch, compare->line_count, sizeof *found);
    uint32_t *line_of = arena_array(scratch, compare->line_count, sizeof *line_of);
    uint32_t *order = arena_array(scratch, compare->line_count, sizeof *order), count = 0;
    double *times = arena_array(scratch, compare->run_count, sizeof *times);
    for (uint32_t i = 0; i < compare->line_count; i++) {
        const struct compare_line *line = &compare->lines[i];
        function_of[i] = COUNTS_NONE;
        if (line->above != PROFILE_NONE || !is_counted(line->region))
            continue;
        line_of[count] = i;
        found[count] = (struct counts_function){.file = file_of(line->region, view, root, arena),
                                                .name = name_of(line->region, arena),
                                                .calls = range_of(compare, i),
                                                .time = times_of(compare, i, times),
                                                .spread = is_spread(compare, i),
                                                .region = line->region};
        for (uint32_t m = 0; m < compare->metric_count; m++)
            found[count].metrics[m] = metric_range_of(compare, i, m);
        count++;
    }
    counts->functions = arena_array(arena, count, sizeof *counts->functions);
    counts->function_count = count;
    sort_positions(order, count, compare_functions_at, found, scratch);
    for (uint32_t i = 0; i < count; i++) {
        counts->functions[i] = found[order[i]];
        function_of[line_of[order[i]]] = i;
    }
}

/* Gives a function's callers names that can be resolved when they are read. */
static void name_callers(struct counts *counts, const struct counts_names *names, struct counts_function *function,
                         struct arena *arena)
{
    for (uint32_t i = 0; i < function->caller_count; i++) {
        struct counts_caller *caller = &function->callers[i];
        const struct counts_function *by = &counts->functions[caller->function];
        bool clear = counts_resolve(counts, names, function, by->name) == caller->function;
        caller->name = clear ? by->name : arena_printf(arena, "%s@%s", by->name, by->file);
    }
    if (function->caller_count)
        qsort(function->callers, function->caller_count, sizeof *function->callers, compare_callers_by_calls);
}

/* Counts the callers of each function, and stores them if there is room. */
static void take_callers(struct counts *counts, const struct compare *compare, const uint32_t *function_of)
{
    for (uint32_t i = 0; i < counts->function_count; i++)
        counts->functions[i].caller_count = 0;
    for (uint32_t i = 0; i < compare->line_count; i++) {
        const struct compare_line *line = &compare->lines[i];
        if (line->above == PROFILE_NONE)
            continue;
        uint32_t callee = function_of[line->function], caller = function_of[line->above];
        if (callee == COUNTS_NONE || caller == COUNTS_NONE)
            continue;
        struct counts_function *function = &counts->functions[callee];
        if (function->callers)
            function->callers[function->caller_count] =
                (struct counts_caller){.function = caller, .calls = range_of(compare, i)};
        function->caller_count++;
    }
}

static void make_callers(struct counts *counts, const struct compare *compare, const uint32_t *function_of,
                         struct arena *arena, struct arena *scratch)
{
    struct counts_names names;
    counts_index(&names, counts, scratch);
    take_callers(counts, compare, function_of);
    for (uint32_t i = 0; i < counts->function_count; i++) {
        struct counts_function *function = &counts->functions[i];
        function->callers = arena_array(arena, function->caller_count, sizeof *function->callers);
    }
    take_callers(counts, compare, function_of);
    for (uint32_t i = 0; i < counts->function_count; i++)
        name_callers(counts, &names, &counts->functions[i], arena);
}

static void make_left_alone(struct counts *counts, const struct compare_run *runs, const char *root,
                            struct arena *arena)
{
    uint32_t room = 0;
    for (uint32_t k = 0; k < runs[0].profile.region_count; k++)
        room += *runs[0].profile.regions[k].reason != '\0';
    struct counts_function *list = arena_array(arena, room, sizeof *list);
    for (uint32_t i = 0; i < runs[0].profile.region_count; i++) {
        const struct profile_region *region = &runs[0].profile.regions[i];
        if (!*region->reason)
            continue;
        list[counts->left_alone_count++] = (struct counts_function){.file = file_of(region, &runs[0].view, root, arena),
                                                                    .name = name_of(region, arena)};
    }
    if (counts->left_alone_count)
        qsort(list, counts->left_alone_count, sizeof *list, counts_order);
    counts->left_alone = list;
}

void counts_make(struct counts *counts, const struct compare_run *runs, uint32_t count, const char *root,
                 struct arena *arena)
{
    struct arena scratch = {0};
    struct compare compare;
    *counts = (struct counts){.of = {"", "", "", ""}, .run_count = count, .metric_count = runs[0].metrics.count};
    for (uint32_t m = 0; m < counts->metric_count; m++)
        counts->metrics[m] = runs[0].metrics.of[m].what->key;
    for (uint32_t k = 0; k < count; k++)
        counts->total += runs[k].view.total / count;
    compare_callers(&compare, runs, count, &scratch);
    uint32_t *function_of = arena_array(&scratch, compare.line_count, sizeof *function_of);
    make_functions(counts, &compare, &runs[0].view, root, function_of, arena, &scratch);
    make_callers(counts, &compare, function_of, arena, &scratch);
    make_left_alone(counts, runs, root, arena);
    arena_free(&scratch);
}
