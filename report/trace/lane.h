/*
 * lane.h - what the lanes of a trace are called.
 */
#ifndef INSTR_REPORT_LANE_H
#define INSTR_REPORT_LANE_H

#include "report/trace/trace.h"

#include <stdio.h>

/* "rank 3" or "program (pid 1234)", and the machine behind it. */
void lane_put_process(FILE *stream, const struct trace_process *process);

/* Rank, or the number of the process where it is no rank of a job. */
long lane_process_id(const struct trace_process *process);

/* What is left out of a trace, or wrong in it, one a line behind `before`: why, and how many calls. */
void lane_put_left(FILE *stream, const struct trace *trace, const char *before, const char *between,
                   const char *behind);

#endif
