/*
 * sources.h - the sources of metrics: a source is read once for all of its metrics that are on.
 *
 * A source is a file of this folder. `read` runs in probes: it takes no lock, allocates nothing, and returns quickly; from
 * a sandbox on it isn't called any more.
 */
#ifndef INSTR_METRICS_SOURCES_H
#define INSTR_METRICS_SOURCES_H

#include <stdint.h>

enum { SOURCE_FIELDS = 32 };

struct metric_source {
    /* Once, before the first reading, of a process and again in a child of fork; bit n of `fields` says that field n is
     * wanted. Returns those that can be had, and says of the others why not in `why`. */
    uint32_t (*start)(uint32_t fields, char *why, unsigned size);
    /* For each thread that is measured, by itself, and when it ends, one at a time; null where there is nothing to do. What
     * `open` returns is given to `read`. */
    void *(*open)(void);
    void (*close)(void *thread);
    /* Where the calling thread, or the process, stands. Null: all is added, and nothing read. */
    void (*read)(void *thread, uint64_t fields[SOURCE_FIELDS]);
    /* For a word of INSTR_METRICS that stands in no row; null: there are none. The field that it is from now on, counted as
     * METRIC_SUM and METRIC_DIFFERENCE, and what it is; negative: it is not this source's. */
    int (*offer)(const char *word, unsigned length, char *name, unsigned size);
};

extern const struct metric_source source_cpu;  /* field 0: CPU time of the thread, ns */
extern const struct metric_source source_papi; /* only what is asked for by PAPI's names */
extern const struct metric_source source_perf;
enum perf_field {
    PERF_INSTRUCTIONS,
    PERF_CYCLES,
    PERF_REF_CYCLES,
    PERF_CACHE_REFERENCES,
    PERF_CACHE_MISSES,
    PERF_BRANCHES,
    PERF_BRANCH_MISSES,
    PERF_STALLED_FRONT,
    PERF_STALLED_BACK,
    PERF_L1_MISSES,
    PERF_LLC_MISSES,
    PERF_TLB_MISSES,
    PERF_TASK_CLOCK,
    PERF_MIGRATIONS,
    PERF_ALIGNMENT,
    PERF_EMULATION
};
extern const struct metric_source source_calls;      /* added by runtime/measure/beside/heap.c and io.c */
extern const struct metric_source source_coroutines; /* fields 0 and 1: added by runtime/measure/probe/piece.c */
extern const struct metric_source source_usage;      /* what the system counts of the thread, see getrusage(2) */

/* NULL, or why calls of the C library can't be noticed in this process; set before metrics start. */
extern const char *source_calls_missing;

#endif
