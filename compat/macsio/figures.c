/* figures.c - see figures.h. */
#include "compat/macsio/figures.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void figures_count(struct figures *figures, double seconds, int iteration, int rank)
{
    double difference = seconds - figures->mean;
    bool first = figures->iterations++ == 0;
    figures->total += seconds;
    figures->mean += difference / (double)figures->iterations;
    figures->squares += difference * (seconds - figures->mean);
    if (first || seconds < figures->min) {
        figures->min = seconds;
        figures->min_iteration = iteration;
        figures->min_rank = rank;
    }
    if (first || seconds > figures->max) {
        figures->max = seconds;
        figures->max_iteration = iteration;
        figures->max_rank = rank;
    }
}

void figures_merge(struct figures *into, const struct figures *more)
{
    if (more->iterations == 0)
        return;
    double own = (double)into->iterations, other = (double)more->iterations, difference = more->mean - into->mean;
    if (own == 0 || more->min < into->min) {
        into->min = more->min;
        into->min_iteration = more->min_iteration;
        into->min_rank = more->min_rank;
    }
    if (own == 0 || more->max > into->max) {
        into->max = more->max;
        into->max_iteration = more->max_iteration;
        into->max_rank = more->max_rank;
    }
    into->total += more->total;
    into->mean += difference * other / (own + other);
    into->squares += more->squares + difference * difference * own * other / (own + other);
    into->iterations += more->iterations;
}

static double variance(const struct figures *figures)
{
    return figures->iterations > 1 ? figures->squares / (double)(figures->iterations - 1) : 0;
}

bool figures_get(const struct figures *figures, const char *field, double *value)
{
    const struct {
        const char *name;
        double value;
    } fields[] = {
        {"__line__", figures->line},
        {"start_time", figures->start},
        {"iter_count", (double)figures->iterations},
        {"iter_time", figures->total},
        {"min_iter", figures->min_iteration},
        {"max_iter", figures->max_iteration},
        {"min_rank", figures->min_rank},
        {"max_rank", figures->max_rank},
        {"iter_num", figures->last_iteration},
        {"depth", figures->depth},
        {"total_time", figures->total},
        {"min_time", figures->min},
        {"max_time", figures->max},
        {"running_mean", figures->mean},
        {"running_var", variance(figures)},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(field, fields[i].name) == 0) {
            *value = fields[i].value;
            return true;
        }
    return false;
}

char *figures_line(const struct figures *figures)
{
    double deviation = sqrt(variance(figures));
    double below = deviation > 0 ? (figures->mean - figures->min) / deviation : 0;
    double above = deviation > 0 ? (figures->max - figures->mean) / deviation : 0;
    char *line = NULL;
    int length =
        asprintf(&line,
                 "TOT=%10.5f,CNT=%04lld,MIN=%8.5f(%4.2f):%06d,AVG=%8.5f,MAX=%8.5f(%4.2f):%06d,DEV=%8.8f:"
                 "FILE=%s:LINE=%d:LAB=%s",
                 figures->total, (long long)figures->iterations, figures->min, below, figures->min_rank, figures->mean,
                 figures->max, above, figures->max_rank, deviation, figures->file, figures->line, figures->label);
    return length < 0 ? NULL : line;
}

bool figures_in(const struct figures *figures, uint64_t groups)
{
    return groups == ~(uint64_t)0 || (figures->groups & groups) != 0;
}
