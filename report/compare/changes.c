/* changes.c - see changes.h. */
#include "report/compare/changes.h"

#include "report/show/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of one line, by runs. */
struct side_values {
    double *own, *inclusive, *calls;
};

#define ONE_RUN 0.1        /* of the time: what a single run says no more exactly */
#define ONE_RUN_TOTAL 0.01 /* of the whole run: a function may have lost the processor for a while */
#define SEVERAL_RUNS 0.01  /* of the time, of several runs that agree by chance */

double change_difference(const struct change *change)
{
    return change->own[1] - change->own[0];
}

bool change_is_noise(const struct change *change)
{
    return change->calls[0] > 0 && change->calls[1] > 0 && fabs(change_difference(change)) <= change->noise;
}

double change_own(const struct change *change, unsigned side)
{
    return view_shown(change->own[side], !stat_seen(change->own[side], change->own_error2[side]));
}

double change_inclusive(const struct change *change, unsigned side)
{
    return view_shown(change->inclusive[side], !stat_seen(change->inclusive[side], change->error2[side]));
}

double change_shown(const struct change *change)
{
    bool unseen = isnan(change_own(change, 0)) || isnan(change_own(change, 1));
    return view_shown(change_difference(change), unseen && fabs(change_difference(change)) <= change->noise);
}

double change_slower(const struct change *change)
{
    double slower = change_difference(change) - change->noise;
    return fmin(slower, change->inclusive[1] - change->inclusive[0]);
}

double change_relative(const struct change *change)
{
    bool both = change->calls[0] > 0 && change->calls[1] > 0;
    return both && change->own[0] > change->noise ? change_difference(change) / change->own[0] : NAN;
}

bool sides_assume(const struct sides *sides)
{
    return sides->count[0] + sides->count[1] == 2;
}

/* Returns the noise of own times before and after. If it is an assumption, `variance` is the known part of it, and `total` the time of the
 * whole run. */
static double noise_known(const struct means *own, bool assume, double variance, double total)
{
    double larger = fmax(own->of[0], own->of[1]);
    if (assume)
        return fmax(fmax(2.58 * sqrt(variance), ONE_RUN * larger), ONE_RUN_TOTAL * total);
    return fmax(own->noise, SEVERAL_RUNS * larger);
}

static double noise_of(const struct sides *sides, const struct means *own, double variance)
{
    return noise_known(own, sides_assume(sides), variance, sides->runs[0].view.total);
}

/* Adds one run's figures to a side. */
static void add_run(struct change *change, const struct compare_value *value, unsigned side, double count)
{
    change->estimated |= value->estimated;
    change->left_alone[side] &= value->left_alone;
    change->error2[side] += value->error2 / count / count;
    change->own_error2[side] += value->own_error2 / count / count;
}

static struct change make_change(const struct compare *compare, uint32_t line, const struct sides *sides,
                                 const struct side_values *values)
{
    struct change change = {.line = line, .left_alone = {true, true}};
    double variance = 0;
    for (uint32_t k = 0; k < compare->run_count; k++) {
        const struct compare_value *value = compare_at(compare, line, k);
        unsigned side = k >= sides->count[0];
        values->own[k] = value->own;
        values->inclusive[k] = value->inclusive;
        values->calls[k] = (double)value->calls;
        add_run(&change, value, side, sides->count[side]);
        variance += value->variance;
    }
    struct means own = group_means_compare(values->own, sides->count);
    struct means inclusive = group_means_compare(values->inclusive, sides->count);
    struct means calls = group_means_compare(values->calls, sides->count);
    for (unsigned side = 0; side < 2; side++) {
        change.own[side] = own.of[side];
        change.inclusive[side] = inclusive.of[side];
        change.calls[side] = calls.of[side];
    }
    change.noise = noise_of(sides, &own, variance);
    return change;
}

/* Sorts by size, the largest first, then by name. */
static int compare_changes(const void *left, const void *right, void *state)
{
    const struct compare_line *lines = state;
    const struct change *a = left, *b = right;
    double x = fabs(change_difference(a)), y = fabs(change_difference(b));
    if (x > y || x < y)
        return x > y ? -1 : 1;
    uint32_t first = lines[a->line].place, second = lines[b->line].place;
    return first != second ? (first > second) - (first < second) : (a->line > b->line) - (a->line < b->line);
}

void changes_make(struct changes *changes, const struct compare *compare, const struct sides *sides,
                  struct arena *arena)
{
    struct side_values values = {arena_array(arena, compare->run_count, sizeof(double)),
                                 arena_array(arena, compare->run_count, sizeof(double)),
                                 arena_array(arena, compare->run_count, sizeof(double))};
    *changes =
        (struct changes){compare, arena_array(arena, compare->line_count, sizeof *changes->list), compare->line_count};
    for (uint32_t i = 0; i < compare->line_count; i++)
        changes->list[i] = make_change(compare, i, sides, &values);
    if (changes->count)
        qsort_r(changes->list, changes->count, sizeof *changes->list, compare_changes, compare->lines);
}

struct change changes_whole(const struct sides *sides, double *values)
{
    struct change whole = {.line = PROFILE_NONE};
    for (uint32_t k = 0; k < sides->count[0] + sides->count[1]; k++)
        values[k] = sides->runs[k].view.total;
    struct means own = group_means_compare(values, sides->count);
    for (unsigned side = 0; side < 2; side++) {
        whole.own[side] = whole.inclusive[side] = own.of[side];
        whole.calls[side] = 1;
    }
    whole.noise = noise_of(sides, &own, 0);
    return whole;
}

bool sides_load(struct sides *sides, const struct options *options, struct arena *arena, struct error *error)
{
    int before = options->before_count >= 0 ? options->before_count : 1;
    if (before < 1 || options->file_count - before < 1 || (options->before_count < 0 && options->file_count != 2))
        return error_set(error, ERROR_USAGE, "name two profiles, before and after, or several of each with -- between");
    *sides = (struct sides){arena_array(arena, (size_t)options->file_count, sizeof *sides->runs),
                            {(uint32_t)before, (uint32_t)(options->file_count - before)}};
    for (int k = 0; k < options->file_count; k++) {
        progress_show("reading profiles", (uint64_t)k, (uint64_t)options->file_count);
        if (!compare_load_outline(&sides->runs[k], options->files + k, 1, options, arena, error))
            return false;
    }
    return true;
}

static const double millisecond = 1e9; /* in ps */

struct mean times_of(const struct compare *compare, uint32_t line, double *values)
{
    for (uint32_t k = 0; k < compare->run_count; k++)
        values[k] = compare_at(compare, line, k)->own;
    struct mean time = group_means_side(values, compare->run_count);
    if (time.runs == 1)
        time.error = sqrt(compare_at(compare, line, 0)->variance);
    return time;
}

double times_least(double total)
{
    return total / 100;
}

/* Formats a time with its error: one or two digits of the error, rounded up, and at most four digits of the time. */
const char *times_text(struct mean time, struct arena *arena)
{
    double least = fmax(time.error, time.of / 1000) / millisecond;
    int digit = least > 0 ? (int)floor(log10(least / 2)) : 0;
    double step = pow(10, digit);
    int decimals = digit < 0 ? -digit : 0;
    return arena_printf(arena, "%.*f +-%.*f ms, %u run%s", decimals, round(time.of / millisecond / step) * step,
                        decimals, ceil(time.error / millisecond / step) * step, time.runs, time.runs == 1 ? "" : "s");
}

bool times_read(const char *text, struct mean *time)
{
    int end = 0;
    bool read = sscanf(text, "%lf +-%lf ms, %u run%n", &time->of, &time->error, &time->runs, &end) == 3 && end;
    time->of *= millisecond;
    time->error *= millisecond;
    return read && (!text[end] || !strcmp(text + end, "s")) && time->of >= 0 && time->error >= 0 && time->runs;
}

bool times_assume(struct mean before, struct mean now)
{
    return before.runs <= 1 && now.runs <= 1;
}

double times_noise(struct mean before, struct mean now, double total, double chance)
{
    if (!before.runs) /* it was little */
        before = (struct mean){0, 0, 1};
    struct means means = group_means_join(before, now, chance);
    double variance = before.error * before.error + now.error * now.error;
    return noise_known(&means, times_assume(before, now), variance, total);
}
