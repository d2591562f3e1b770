/*
 * measure.h - computes one number from a run: from its profiles, from the command's resources, or from its output.
 */
#ifndef INSTR_TUNE_MEASURE_H
#define INSTR_TUNE_MEASURE_H

#include "tune/library/library.h"
#include "tune/project/project.h"

/* The results of a run. */
struct run_result {
    double seconds, processor, memory;
    const char *output;
    size_t output_size;
    const char *profiles; /* the folder they lie in */
};

/* Fills values[m] for each measure of the project; one that fails has a reason. Returns false if it can't continue. */
bool measure_run(struct project *project, const struct run_result *run, struct sample_value *values,
                 struct arena *arena, struct error *error);

/* Returns whether the number can be found later, from the profiles of the run. */
bool measure_is_kept(const struct measure *measure);

/* Combines the numbers of several runs. */
double measure_over_repeats(const struct measure *measure, const double *values, unsigned count);

#endif
