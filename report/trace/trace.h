/*
 * trace.h - traces of processes, read back: see profile/trace_format.h and docs/dev/trace.md.
 *
 * Files are mapped and read in place. Only a list of their chunks is kept, so memory does not grow with the number of events. A trace that is
 * still being written, or whose process was killed, is read up to its present end.
 */
#ifndef INSTR_REPORT_TRACE_H
#define INSTR_REPORT_TRACE_H

#include "common/arena.h"
#include "report/trace/chunks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct trace_region {
    const char *name;
    const char *full; /* null, or what was recorded where `name` is a shorter one */
    const char *file;
    uint32_t line;
    uint8_t kind; /* REGION_* */
};

struct trace_lane {
    uint32_t process, thread;
    int32_t system_id;
    const struct trace_chunk **chunks; /* in their order */
    uint32_t count;
    size_t capacity;
};

struct trace {
    struct trace_process *processes; /* ranks in their order */
    uint32_t process_count;
    struct trace_lane *lanes; /* by process, then thread */
    uint32_t lane_count;
    struct trace_region *regions;
    uint32_t region_count;
    double end; /* ns from the beginning to the last moment that is known */
};

/* Reads the traces, see find.h. C++ functions get short names, see short_cxx_names.h, or with `full` the recorded ones. */
bool trace_open(struct trace *trace, char *const *files, int count, bool full, struct arena *arena,
                struct error *error);
void trace_close(struct trace *trace);

/* Returns whether that is a name of the region. */
bool trace_is_named(const struct trace_region *region, const char *name);

/* Keeps only the lanes of that rank and thread; negative: of all. */
void trace_select(struct trace *trace, long rank, long thread);

/* A call, or a piece of an interrupted call, at its begin or end. */
struct trace_piece {
    uint32_t region;
    uint32_t depth; /* from 0 */
    uint64_t start; /* ticks */
    uint64_t end;   /* ticks; where it begins, the same as start */
    uint64_t aside; /* ticks between the two that are nobody's time */
    bool again;     /* it goes on with a call that was begun before */
    bool open;      /* its end is not known: the trace ends there */
};

/* Calls `begin` and `end`, either of which may be NULL, for all pieces of a lane in the order of time. Invalid `events`, as in a damaged file,
 * are skipped and counted. Returns false as soon as one of the two does. */
struct trace_visitor {
    bool (*begin)(const struct trace_piece *piece, void *context);
    bool (*end)(const struct trace_piece *piece, void *context);
    void *context;
    uint64_t unmatched;
};
bool trace_visit(const struct trace *trace, const struct trace_lane *lane, struct trace_visitor *visitor);

/* Returns the ns from the trace's beginning to a tick of a process. Even for a damaged file they, and their differences, fit into an integer. */
static inline double trace_ns(const struct trace_process *process, uint64_t ticks)
{
    double since = (double)(int64_t)(ticks - process->head.ticks) * process->ps / 1000;
    double ns = process->offset + since + clock_drift_back(&process->drift, since);
    return ns > 4e18 ? 4e18 : ns < -4e18 ? -4e18 : ns;
}

/* --- names of a trace's lanes --- */

/* Writes "rank 3" or "program (pid 1234)", and the machine behind it. */
void lane_put_process(FILE *stream, const struct trace_process *process);
/* Returns the same as a text, which the caller frees. */
char *lane_process_text(const struct trace_process *process);

/* Returns the rank, or the process id if the process is no rank of a job. */
long lane_process_id(const struct trace_process *process);

/* Writes what is missing or wrong in a trace, one item per line behind `before`: the reason, and how many calls. */
void lane_put_left(FILE *stream, const struct trace *trace, const char *before, const char *between,
                   const char *behind);

#endif
