/* growth.c - see growth.h. */
#include "report/compare/growth.h"

#include "report/compare/group_means.h"

#include <math.h>
#include <stdlib.h>

double growth_value(const struct growth *growth, uint32_t line, uint32_t run)
{
    const struct compare *compare = &growth->compare;
    return growth->metric ? compare->metrics[(size_t)line * compare->run_count + run]
                          : (double)compare_at(compare, line, run)->calls;
}

static struct growth_power power_of(const double *sizes, const double *values, uint32_t count)
{
    enum { PERCENT = 5 };
    double error = NAN;
    uint32_t seen = 0;
    for (uint32_t k = 0; k < count; k++)
        seen += values[k] > 0;
    double power = law_power(sizes, values, count, &error);
    return (struct growth_power){power, seen > 2 ? error * group_means_student(seen - 2, PERCENT / 100.0) : NAN};
}

/* A power with an error above this predicts nothing. */
#define ROUGH 0.5

bool growth_surely(struct growth_power power, double least)
{
    return power.error < ROUGH && power.of - power.error > least;
}

/* Fits the own time. Calls are exact, so only the error of the time per call counts. */
static void fit_own(struct grown *grown, const struct growth *growth, uint32_t line, double *times)
{
    const struct sizes *sizes = &growth->sizes;
    for (uint32_t k = 0; k < sizes->count; k++) {
        const struct compare_value *value = compare_at(&growth->compare, line, k);
        times[k] = view_shown(value->own, !stat_seen(value->own, value->own_error2));
    }
    grown->own = times[sizes->count - 1];
    grown->own_power = power_of(sizes->sizes, times, sizes->count);
    for (uint32_t k = 0; k < sizes->count; k++)
        times[k] /= (double)compare_at(&growth->compare, line, k)->calls;
    grown->call_power = power_of(sizes->sizes, times, sizes->count);
    bool grows = growth_surely(grown->call_power, 0);
    grown->dearer = grows && growth_surely(grown->own_power, 1);
    grown->cost = growth->metric || !(grown->own > 0) ? 0 : grown->own * pow(10, grows ? grown->own_power.of : 0);
    if (!grows && grown->largest > 0)
        grown->cost *= grown->ten / grown->largest;
}

static void fit_line(struct grown *grown, const struct growth *growth, uint32_t line, double *values, double *times)
{
    const struct sizes *sizes = &growth->sizes;
    double largest = sizes->sizes[sizes->count - 1];
    for (uint32_t k = 0; k < sizes->count; k++) {
        const struct compare_value *value = compare_at(&growth->compare, line, k);
        values[k] = growth_value(growth, line, k);
        times[k] = view_shown(value->inclusive, !stat_seen(value->inclusive, value->error2));
    }
    *grown = (struct grown){
        .line = line, .by = PROFILE_NONE, .largest = values[sizes->count - 1], .time = times[sizes->count - 1]};
    law_find(&grown->fit, sizes->sizes, values, sizes->count);
    grown->ten = law_at(&grown->fit.best, 10 * largest);
    grown->hundred = law_at(&grown->fit.best, 100 * largest);
    grown->power = law_power(sizes->sizes, times, sizes->count, &grown->error);
    fit_own(grown, growth, line, times);
}

static int compare_grown(const void *left, const void *right)
{
    const struct grown *a = left, *b = right;
    if (a->cost > b->cost || a->cost < b->cost)
        return a->cost > b->cost ? -1 : 1;
    if (a->hundred > b->hundred || a->hundred < b->hundred)
        return a->hundred > b->hundred ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Finds the main caller of each function in the largest run; for a path, its parent. A function without times gets the time of its caller. */
static void find_callers(struct growth *growth, struct arena *scratch)
{
    const struct compare *compare = &growth->compare;
    struct grown **of_line = arena_array(scratch, compare->line_count, sizeof(struct grown *));
    uint64_t *most = arena_array(scratch, compare->line_count, sizeof *most);
    for (uint32_t i = 0; i < growth->count; i++)
        of_line[growth->list[i].line] = &growth->list[i];
    for (uint32_t i = 0; i < compare->line_count; i++) {
        const struct compare_line *pair = &compare->lines[i];
        uint64_t calls = compare_at(compare, i, compare->run_count - 1)->calls;
        uint32_t callee = growth->paths ? i : pair->function;
        if (pair->above == PROFILE_NONE || callee == pair->above || calls <= most[callee] || !of_line[callee])
            continue;
        most[callee] = calls;
        of_line[callee]->by = pair->above;
    }
    for (uint32_t i = 0; i < growth->count; i++) {
        struct grown *grown = &growth->list[i];
        const struct grown *caller = grown->by == PROFILE_NONE ? NULL : of_line[grown->by];
        if (caller && caller->own > 0 && !(grown->own > 0) && !growth->metric && grown->largest > 0)
            grown->cost = caller->own * grown->ten / grown->largest;
    }
}

/* Sorts by cost. */
static void sort_all(struct growth *growth, struct arena *scratch)
{
    struct grown **of_line = arena_array(scratch, growth->compare.line_count, sizeof(struct grown *));
    if (growth->count)
        qsort(growth->list, growth->count, sizeof *growth->list, compare_grown);
    for (uint32_t i = 0; i < growth->count; i++)
        of_line[growth->list[i].line] = &growth->list[i];
    for (uint32_t i = 0; i < growth->count; i++) {
        struct grown *grown = &growth->list[i];
        grown->caller = grown->by == PROFILE_NONE ? NULL : of_line[grown->by];
        grown->follows =
            !growth->metric && grown->caller && law_compare(&grown->fit.best, &grown->caller->fit.best) <= 0;
    }
}

/* Returns false for a line of caller and function, which is not shown by itself. */
static bool is_shown(const struct growth *growth, const struct compare_line *line)
{
    enum region_kind kind = line->region->kind;
    return (growth->paths || line->above == PROFILE_NONE) && kind != REGION_ROOT && kind != REGION_OTHER &&
           kind != REGION_CONTEXT;
}

bool growth_make(struct growth *growth, const struct options *options, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    growth->paths = options->paths;
    if (!sizes_load(&growth->sizes, options, arena, error))
        return false;
    (options->paths ? compare_paths : compare_callers)(&growth->compare, growth->sizes.runs, growth->sizes.count,
                                                       arena);
    if (options->metrics)
        growth->metric = growth->sizes.runs[0].metrics.of[0].what;
    double *values = arena_array(&scratch, growth->sizes.count, sizeof *values);
    double *times = arena_array(&scratch, growth->sizes.count, sizeof *times);
    growth->list = arena_array(arena, growth->compare.line_count, sizeof *growth->list);
    for (uint32_t i = 0; i < growth->compare.line_count; i++)
        if (is_shown(growth, &growth->compare.lines[i]))
            fit_line(&growth->list[growth->count++], growth, i, values, times);
    find_callers(growth, &scratch);
    sort_all(growth, &scratch);
    arena_free(&scratch);
    return true;
}

const char *growth_others(const struct law_fit *fit, struct arena *arena)
{
    const struct law *slowest = &fit->best, *fastest = &fit->best;
    for (unsigned i = 0; i < fit->other_count; i++) {
        slowest = law_compare(&fit->others[i], slowest) < 0 ? &fit->others[i] : slowest;
        fastest = law_compare(&fit->others[i], fastest) > 0 ? &fit->others[i] : fastest;
    }
    const char *text = "";
    if (slowest != &fit->best)
        text = law_text(slowest, arena);
    if (fastest != &fit->best)
        text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "", law_text(fastest, arena));
    return text;
}
