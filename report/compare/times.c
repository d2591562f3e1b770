/* times.c - see times.h. */
#include "report/compare/times.h"

#include "report/compare/changes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double millisecond = 1e9; /* in ps */

struct mean times_of(const struct compare *compare, uint32_t line, double *values)
{
    for (uint32_t k = 0; k < compare->run_count; k++)
        values[k] = compare_at(compare, line, k)->own;
    struct mean time = means_side(values, compare->run_count);
    if (time.runs == 1)
        time.error = sqrt(compare_at(compare, line, 0)->variance);
    return time;
}

double times_least(double total)
{
    return total / 100;
}

/* To a digit or two of the error, and to four digits at most. The error is rounded up. */
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
    struct means means = means_join(before, now, chance);
    double variance = before.error * before.error + now.error * now.error;
    return changes_noise(&means, times_assume(before, now), variance, total);
}
