/*
 * measured.h - adds metrics and MPI traffic of each function to the counts of runs to be compared.
 */
#ifndef INSTR_REPORT_MEASURED_H
#define INSTR_REPORT_MEASURED_H

#include "report/compare/compare.h"

/* Loads runs as compare_load() does, with the metrics of these comma-separated keys instead of those in `options`. If *keys is NULL it becomes
 * the run's exact metrics, "" if there are none. */
bool measured_load(struct compare_run *run, char *const *files, int count, const char **keys,
                   const struct options *options, struct arena *arena, struct error *error);

/* Makes programs that are run from now on measure these metrics. */
void measured_ask(const char *keys, struct arena *arena);

#endif
