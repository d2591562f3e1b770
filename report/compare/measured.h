/*
 * measured.h - adds metrics and MPI traffic of each function to the counts of runs to be compared.
 */
#ifndef INSTR_REPORT_MEASURED_H
#define INSTR_REPORT_MEASURED_H

#include "report/compare/compare.h"

/* As compare_load(), with the metrics of these keys, which have commas between them, and not with what `options` name. Where *keys
 * is null it becomes those of the run that are exact, "" where it has none. */
bool measured_load(struct compare_run *run, char *const *files, int count, const char **keys,
                   const struct options *options, struct arena *arena, struct error *error);

/* Has the programs that are run from now on measure them, too. */
void measured_ask(const char *keys, struct arena *arena);

#endif
