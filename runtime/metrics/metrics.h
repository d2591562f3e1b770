/*
 * metrics.h - the metrics that are on, and their readings. See table.h for the metrics, and docs/lab/metrics.md for decisions.
 */
#ifndef INSTR_METRICS_H
#define INSTR_METRICS_H

#include "runtime/metrics/table.h"

#include <stdbool.h>
#include <stdint.h>

enum { METRICS_MOST = 24, METRIC_TEXT = 64 }; /* that can be on at once */

#define METRIC_ENUM(id, key, name, unit, rule, way, groups, source, field) METRIC_##id,
enum metric { METRIC_ROWS(METRIC_ENUM) METRIC_KINDS };
#undef METRIC_ENUM

enum metric_way { METRIC_DIFFERENCE, METRIC_GROWTH, METRIC_LEVEL, METRIC_ADDED, METRIC_AT_PEAK };

/* The store's description of a metric, enough to read it without this table. */
struct metric_on {
    char key[METRIC_TEXT], name[METRIC_TEXT], unit[8];
    uint32_t rule, way;
};

struct metrics_on {
    uint32_t count;
    struct metric_on on[METRICS_MOST];
};

/* Turns on the metrics of INSTR_METRICS, and those of coroutines if the program has any. Impossible ones become a complaint
 * (settings_complaint); the others go on. */
void metrics_start(struct metrics_on *on, bool coroutines);

/* Starts the sources again in a child of fork. */
void metrics_restart(void);

/* Returns whether some metrics are read, and not only added where something happens. */
bool metrics_are_read(void);

/* Returns the index of a metric among those that are on, or -1. Any thread. */
int metrics_place(enum metric metric);

/* A thread's handles of the sources. */
struct metrics_thread {
    void *of_source[8];
};
void metrics_open(struct metrics_thread *thread);
void metrics_close(struct metrics_thread *thread);

/* Reads a value for each metric that is on and has a source. */
void metrics_read(const struct metrics_thread *thread, uint64_t values[METRICS_MOST]);

#endif
