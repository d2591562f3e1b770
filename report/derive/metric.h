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

/* A metric to show. For a derived one `what` has a rule without a word, no node has a profile_value, and a missing value is NaN. */
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

/* Collects the metrics that `options` name. Returns false if the profile lacks one of them. */
bool metrics_show(struct metrics_shown *shown, const struct options *options, const struct view *view,
                  struct arena *arena, struct error *error);

/* Fills in the metric at this index of the profile's metrics. */
void metric_fill(struct metric_shown *shown, const struct view *view, uint32_t metric, struct arena *arena);

/* Like metrics_show, for commands that show metrics as text only. Returns false also if other than measured metrics are asked for. */
bool metrics_show_text(struct metrics_shown *shown, const struct options *options, const struct view *view,
                       const char *shows, struct arena *arena, struct error *error);

/* Returns true if no metric is derived. Else it reports that `shows` can't show it. */
bool metrics_measured(const struct metrics_shown *shown, const char *shows, struct error *error);

/* Derives a metric by a formula whose operands are all in the profile. Returns false, without an error, if one is missing. */
bool metric_derive(struct metric_shown *shown, const struct formula *formula, const struct view *view,
                   struct arena *arena);

/* Fills in the metrics of each region on single ranks. */
void metrics_over_ranks(struct metrics_shown *shown, const struct view *view, struct arena *arena);

/* Adds all metrics that are sums, as far as there is room. */
void metrics_sums(struct metrics_shown *shown, const struct view *view, struct arena *arena);

/* Combines two values of a metric by its rule. */
double metric_join(const struct profile_metric *metric, double a, double b);

/* Returns the least value over ranks. A rank without a value counts as 0 for sums, and not at all for maxima. */
double metric_least(const struct profile_metric *what, const struct stat_ranks *ranks);
double metric_mean(const struct profile_metric *what, const struct stat_ranks *ranks);

/* Formats a number with its unit for people: "1.234 s", "5.0 MiB", "12,345". Never NULL. */
const char *metric_text(struct arena *arena, const char *unit, double value);

/* Adds one value to a row, see rows.h. Unknown values are blank on the screen. */
void rows_metric(struct rows *rows, const struct profile_metric *what, bool known, double value);

/* Like metric_text, for a derived value: four digits, "" for none. */
const char *metric_text_derived(struct arena *arena, const char *unit, double value);

/* Add columns behind the others: on the screen an inclusive and an exclusive one for each metric, in records METRIC_FIELDS; and their values,
 * for a node, or for a region (PROFILE_NONE) after metrics_over_ranks. */
void metrics_columns(const struct metrics_shown *shown, struct rows *rows);
void metrics_put(const struct metrics_shown *shown, struct rows *rows, uint32_t node, uint32_t region);

#endif
