/*
 * clock_kinds.h - all clocks, one row each:
 *
 *     kind, its name in INSTR_CLOCK, the system's clock that it is or -1 (clock.c reads it), where it may be missing
 */
#ifndef INSTR_CLOCK_KINDS_H
#define INSTR_CLOCK_KINDS_H

#define CLOCK_ROWS(X)                                                                                                  \
    X(CLOCK_TSC, "tsc", -1, "this processor has no time stamp counter that runs evenly")                               \
    X(CLOCK_MONO, "monotonic", CLOCK_MONOTONIC, "")                                                                    \
    X(CLOCK_GETTIMEOFDAY, "gettimeofday", -1, "")                                                                      \
    X(CLOCK_THREAD_CPU, "thread_cpu", CLOCK_THREAD_CPUTIME_ID, "")                                                     \
    X(CLOCK_PROCESS_CPU, "process_cpu", CLOCK_PROCESS_CPUTIME_ID, "")                                                  \
    X(CLOCK_MPI_WTIME, "mpi_wtime", -1, "only in programs with Open MPI")

#define CLOCK_KIND(kind, name, system, missing) kind,
enum clock_kind { CLOCK_ROWS(CLOCK_KIND) CLOCK_KINDS };
#undef CLOCK_KIND

#endif
