/*
 * chunks.h - finds the chunks of a trace file: see profile/trace_format.h.
 *
 * The file may be damaged: each number is checked before use, and invalid data is skipped up to the next possible chunk.
 */
#ifndef INSTR_REPORT_CHUNKS_H
#define INSTR_REPORT_CHUNKS_H

#include "common/error.h"
#include "profile/clock_drift.h"
#include "profile/trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace_process {
    const char *path;
    const unsigned char *bytes; /* the file */
    size_t size;
    struct trace_head head;
    struct trace_job job; /* of 0 ranks: it is in none */
    bool ended;           /* in an orderly way, as far as the file tells */
    uint64_t end;         /* ticks: the last moment that is known */
    uint64_t left[TRACE_LEFT_COUNT];
    double ps;                /* of a tick */
    double offset;            /* ns from the trace's beginning to the process's tick head.ticks */
    struct clock_drift drift; /* since that tick */
    uint32_t *regions;        /* the trace's region of each number of the process */
    uint32_t region_count;
};

/* Returns whether the file is a trace. */
bool chunks_recognize(const char *path);

/* Maps the file at process->path. */
bool chunks_map(struct trace_process *process, struct error *error);
void chunks_unmap(struct trace_process *process);

/* Returns the chunk at `*at` or the next one behind it, and moves `*at` behind that; NULL at the end. */
const struct trace_chunk *chunks_next(const struct trace_process *process, size_t *at);

/* Fills *job if that is what the chunk says; of an older runtime's it has no drift. */
void chunks_take_job(const struct trace_chunk *chunk, struct trace_job *job);

/* Fills process->head. Returns false if the file is no trace. */
bool chunks_read_head(struct trace_process *process, struct error *error);

#endif
