/*
 * table.h - the metrics: quantities of a call path other than calls and time. One row each; nothing outside of this folder knows a metric by its
 * name.
 *
 *     ROW(PLACE, key, name, unit, rule, way, groups, source, field)
 *
 * PLACE    METRIC_PLACE is the index of the row
 * key      lower case and `-`: its name in INSTR_METRICS, --metric, files and columns
 * name     what it is, in reports
 * unit     "ns", "B", or "" for what is counted: whole numbers of it are booked
 * rule     METRIC_SUM or METRIC_MAX: how the values of calls, threads and ranks become one
 * way      how a value comes about:
 *            DIFFERENCE   the source says how much the thread has used so far; what is between two readings is booked
 *            GROWTH       the source says where the process stands; what is above all that was ever read is booked
 *            LEVEL        the source says where the process stands; the highest reading is kept
 *            ADDED        who has a number to add does so where it happens, see heap.h and io.h
 *            AT_PEAK      what the metric of the row before was when the sum of that over the process was highest
 * groups   words, separated by commas, that stand for this and other metrics in INSTR_METRICS
 * source   fills several fields by one reading (see sources.h), or only knows whether there is something to add; NULL for
 *          what is always there beside others
 * field    which of them this is
 *
 * Readings are taken where a call of some length begins and ends, see runtime/measure/beside/meter.h.
 */
#ifndef INSTR_METRICS_TABLE_H
#define INSTR_METRICS_TABLE_H

/* Metrics of the heap are only counted together. */
#define HEAP_ROWS "heap,heap-calls,heap-bytes,heap-held,heap-peak"

// clang-format off
#define METRIC_ROWS(ROW) \
    ROW(CPU_TIME, "cpu-time", "CPU time", "ns", SUM, DIFFERENCE, "os", &source_cpu, 0) \
    ROW(MINOR_FAULTS, "minor-faults", "minor page faults", "", SUM, DIFFERENCE, "os,page-faults", &source_usage, 0) \
    ROW(MAJOR_FAULTS, "major-faults", "major page faults", "", SUM, DIFFERENCE, "os,page-faults", &source_usage, 1) \
    ROW(VOLUNTARY, "voluntary-switches", "voluntary context switches", "", SUM, DIFFERENCE, "os,context-switches", &source_usage, 2) \
    ROW(INVOLUNTARY, "involuntary-switches", "preemptions", "", SUM, DIFFERENCE, "os,context-switches", &source_usage, 3) \
    ROW(RSS_ADDED, "rss-added", "growth of the process's peak memory", "B", SUM, GROWTH, "memory", &source_usage, 4) \
    ROW(RSS_PEAK, "rss-peak", "peak memory of the process", "B", MAX, LEVEL, "memory", &source_usage, 4) \
    ROW(INSTRUCTIONS, "instructions", "instructions", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_INSTRUCTIONS) \
    ROW(CYCLES, "cycles", "CPU cycles", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_CYCLES) \
    ROW(REF_CYCLES, "ref-cycles", "CPU reference cycles", "", SUM, DIFFERENCE, "", &source_perf, PERF_REF_CYCLES) \
    ROW(CACHE_REFERENCES, "cache-references", "last-level cache accesses", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_CACHE_REFERENCES) \
    ROW(CACHE_MISSES, "cache-misses", "last-level cache misses", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_CACHE_MISSES) \
    ROW(BRANCHES, "branches", "branches", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_BRANCHES) \
    ROW(BRANCH_MISSES, "branch-misses", "branch mispredictions", "", SUM, DIFFERENCE, "counters", &source_perf, PERF_BRANCH_MISSES) \
    ROW(STALLED_FRONT, "stalled-cycles-frontend", "cycles stalled in the front end", "", SUM, DIFFERENCE, "", &source_perf, PERF_STALLED_FRONT) \
    ROW(STALLED_BACK, "stalled-cycles-backend", "cycles stalled in the back end", "", SUM, DIFFERENCE, "", &source_perf, PERF_STALLED_BACK) \
    ROW(L1_MISSES, "L1-dcache-load-misses", "L1 data cache load misses", "", SUM, DIFFERENCE, "", &source_perf, PERF_L1_MISSES) \
    ROW(LLC_MISSES, "LLC-load-misses", "last-level cache load misses", "", SUM, DIFFERENCE, "", &source_perf, PERF_LLC_MISSES) \
    ROW(TLB_MISSES, "dTLB-load-misses", "data TLB load misses", "", SUM, DIFFERENCE, "", &source_perf, PERF_TLB_MISSES) \
    ROW(TASK_CLOCK, "task-clock", "time on a CPU", "ns", SUM, DIFFERENCE, "", &source_perf, PERF_TASK_CLOCK) \
    ROW(MIGRATIONS, "cpu-migrations", "CPU migrations", "", SUM, DIFFERENCE, "", &source_perf, PERF_MIGRATIONS) \
    ROW(ALIGNMENT, "alignment-faults", "misaligned accesses fixed by the kernel", "", SUM, DIFFERENCE, "", &source_perf, PERF_ALIGNMENT) \
    ROW(EMULATION, "emulation-faults", "instructions emulated by the kernel", "", SUM, DIFFERENCE, "", &source_perf, PERF_EMULATION) \
    ROW(HEAP_CALLS, "heap-calls", "allocations", "", SUM, ADDED, HEAP_ROWS, &source_calls, 0) \
    ROW(HEAP_BYTES, "heap-bytes", "memory allocated", "B", SUM, ADDED, HEAP_ROWS, &source_calls, 1) \
    ROW(HEAP_HELD, "heap-held", "memory allocated and not freed", "B", SUM, ADDED, HEAP_ROWS, &source_calls, 2) \
    ROW(HEAP_PEAK, "heap-peak", "memory held at the process's peak", "B", SUM, AT_PEAK, HEAP_ROWS, &source_calls, 3) \
    ROW(IO_READS, "io-reads", "read system calls", "", SUM, ADDED, "io", &source_calls, 4) \
    ROW(IO_READ_BYTES, "io-read-bytes", "bytes read", "B", SUM, ADDED, "io", &source_calls, 5) \
    ROW(IO_WRITES, "io-writes", "write system calls", "", SUM, ADDED, "io", &source_calls, 6) \
    ROW(IO_WRITE_BYTES, "io-write-bytes", "bytes written", "B", SUM, ADDED, "io", &source_calls, 7) \
    ROW(IO_SYNCS, "io-syncs", "calls of fsync and fdatasync", "", SUM, ADDED, "io", &source_calls, 8) \
    ROW(SUSPENDED, "suspended", "time that coroutines were suspended", "ns", SUM, ADDED, "coroutines", &source_coroutines, 0) \
    ROW(SUSPENSIONS, "suspensions", "coroutine resumes", "", SUM, ADDED, "coroutines", &source_coroutines, 1) \
    ROW(READS, "reads", "calls with readings of these metrics", "", SUM, ADDED, "", NULL, 0)
// clang-format on

#endif
