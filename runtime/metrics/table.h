/*
 * table.h - the metrics: what else than calls and time can be known of a call path. One row each; nothing outside of this
 * folder knows a metric by its name.
 *
 *     ROW(KEY, name, unit, rule, way, groups, source, field)
 *
 * KEY      lower case and `-`: its name in INSTR_METRICS, --metric, files and columns; the row's place is METRIC_ and an
 *          identifier, here the first column
 * name     what it is, in reports
 * unit     "ns", "B", or "" for what is counted: whole numbers of it are booked
 * rule     METRIC_SUM or METRIC_MAX: how the values of calls, threads and ranks become one
 * way      how a value comes about:
 *            DIFFERENCE   the source says how much the thread has used so far; what is between two readings is booked
 *            GROWTH       the source says where the process stands; what is above all that was ever read is booked
 *            LEVEL        the source says where the process stands; the highest reading is kept
 *            ADDED        no source: who has a number to add calls meter_add
 * groups   words, separated by commas, that stand for this and other metrics in INSTR_METRICS
 * source   fills several fields by one reading (see sources.h); NULL where way is ADDED
 * field    which of them this is
 *
 * Readings are taken where a call of some length begins and ends, see runtime/measure/meter.h.
 */
#ifndef INSTR_METRICS_TABLE_H
#define INSTR_METRICS_TABLE_H

// clang-format off
#define METRIC_ROWS(ROW) \
    ROW(CPU_TIME, "cpu-time", "processor time", "ns", SUM, DIFFERENCE, "os", &source_cpu, 0) \
    ROW(MINOR_FAULTS, "minor-faults", "page faults that needed no reading", "", SUM, DIFFERENCE, "os,page-faults", &source_usage, 0) \
    ROW(MAJOR_FAULTS, "major-faults", "page faults that read from a disk", "", SUM, DIFFERENCE, "os,page-faults", &source_usage, 1) \
    ROW(VOLUNTARY, "voluntary-switches", "times the thread waited", "", SUM, DIFFERENCE, "os,context-switches", &source_usage, 2) \
    ROW(INVOLUNTARY, "involuntary-switches", "times the thread was put aside", "", SUM, DIFFERENCE, "os,context-switches", &source_usage, 3) \
    ROW(RSS_ADDED, "rss-added", "memory that the process's high-water mark rose by", "B", SUM, GROWTH, "memory", &source_usage, 4) \
    ROW(RSS_PEAK, "rss-peak", "high-water mark of the process's memory", "B", MAX, LEVEL, "memory", &source_usage, 4) \
    ROW(READS, "reads", "calls at whose begin and end these were read", "", SUM, ADDED, "", NULL, 0)
// clang-format on

#endif
