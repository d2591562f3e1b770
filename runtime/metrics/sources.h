/*
 * sources.h - where the values of metrics come from: a source is asked once for all of its metrics that are on.
 *
 * A source is a file of this folder. `read` runs in probes: it takes no lock, allocates nothing, and returns quickly; from
 * a sandbox on it isn't called any more.
 */
#ifndef INSTR_METRICS_SOURCES_H
#define INSTR_METRICS_SOURCES_H

#include <stdint.h>

enum { SOURCE_FIELDS = 16 };

struct metric_source {
    /* Once, before the first reading, of a process and again in a child of fork; bit n of `fields` says that field n is
     * wanted. Returns those that can be had, and says of the others why not in `why`. */
    uint32_t (*start)(uint32_t fields, char *why, unsigned size);
    /* For each thread that is measured, by itself, and when it ends; null where there is nothing to do. What `open` returns
     * is given to `read`. */
    void *(*open)(void);
    void (*close)(void *thread);
    /* Where the calling thread, or the process, stands. */
    void (*read)(void *thread, uint64_t fields[SOURCE_FIELDS]);
};

extern const struct metric_source source_cpu;   /* field 0: processor time of the thread, ns */
extern const struct metric_source source_usage; /* what the system counts of the thread, see getrusage(2) */

#endif
