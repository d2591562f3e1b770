/*
 * metric.h - the metrics of a profile for --metric: inclusive and exclusive values of each node and region. The profile describes its
 * metrics; none is known here by name. A key that the profile lacks may be a formula's: then it is *derived* from the values of metrics.
 */
#ifndef INSTR_REPORT_METRIC_H
#define INSTR_REPORT_METRIC_H

#include "report/derive/formulas.h"
#include "report/derive/view.h"
#include "report/show/rows.h"

enum { METRICS_SHOWN = 8, METRIC_COLUMNS = 2, METRIC_FIELDS = 6 };

/* A derived one: `what` has a rule that says nothing, no node has a profile_value, and what has no value is NaN. */
struct metric_shown {
    const struct profile_metric *what;
    const struct formula *formula;        /* null: it was measured */
    const struct profile_value **of_node; /* null where it has none */
    double *inclusive, *own;              /* of nodes */
    double *region_inclusive, *region_own;
    const struct profile_region_value **of_region; /* filled by metrics_over_ranks; null where none is known */
};

struct metrics_shown {
    unsigned count;
    struct metric_shown of[METRICS_SHOWN];
};

/* Those that `options` name; false when the profile has not got one of them. */
bool metrics_show(struct metrics_shown *shown, const struct options *options, const struct view *view,
                  struct arena *arena, struct error *error);

/* The one at this place of the profile's. */
void metric_fill(struct metric_shown *shown, const struct view *view, uint32_t metric, struct arena *arena);

/* The same for what `shows` metrics as text alone, and only those that were measured. False, too, where others are asked for. */
bool metrics_show_text(struct metrics_shown *shown, const struct options *options, const struct view *view,
                       const char *shows, struct arena *arena, struct error *error);

/* None is derived. False: one is, and what `shows` it can't. */
bool metrics_measured(const struct metrics_shown *shown, const char *shows, struct error *error);

/* By a formula of metrics that are all in the profile; false, and no error: it is of others. */
bool metric_derive(struct metric_shown *shown, const struct formula *formula, const struct view *view,
                   struct arena *arena);

/* Fills in what each region has of them on single ranks. */
void metrics_over_ranks(struct metrics_shown *shown, const struct view *view, struct arena *arena);

/* All that add up, as far as there is room. */
void metrics_sums(struct metrics_shown *shown, const struct view *view, struct arena *arena);

/* Two values of a metric as one, by its rule. */
double metric_join(const struct profile_metric *metric, double a, double b);

/* Over ranks: one that has nothing counts as 0 in what adds up, and not at all in what is the highest. */
double metric_least(const struct profile_metric *what, const struct stat_ranks *ranks);
double metric_mean(const struct profile_metric *what, const struct stat_ranks *ranks);

/* A number of this unit as a person reads it: "1.234 s", "5.0 MiB", "12,345". Never null. */
const char *metric_text(struct arena *arena, const char *unit, double value);

/* One value of a row, see rows.h; on the screen nothing where it is not known. */
void rows_metric(struct rows *rows, const struct profile_metric *what, bool known, double value);

/* The same of one that is derived, which has four digits; "" where there is no value. */
const char *metric_text_derived(struct arena *arena, const char *unit, double value);

/* Behind the other columns: on the screen a pair for each, with what is below and without; in records METRIC_FIELDS. And
 * their values, of a node or (PROFILE_NONE), where metrics_over_ranks was called, of a region. */
void metrics_columns(const struct metrics_shown *shown, struct rows *rows);
void metrics_put(const struct metrics_shown *shown, struct rows *rows, uint32_t node, uint32_t region);

#endif
