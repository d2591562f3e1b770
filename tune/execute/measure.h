/*
 * measure.h - computes one number from a run: from its profiles, from the command's resources, or from its output.
 */
#ifndef INSTR_TUNE_MEASURE_H
#define INSTR_TUNE_MEASURE_H

#include "tune/library/library.h"
#include "tune/project/project.h"

/* What a run left. */
struct run_result {
    double seconds, processor, memory;
    const char *output;
    size_t output_size;
    const char *profiles; /* the folder they lie in */
};

/* Fills values[m] for each measure of the project; what is wrong with one is its reason. False when nothing can go on. */
bool measure_run(struct project *project, const struct run_result *run, struct sample_value *values,
                 struct arena *arena, struct error *error);

/* Whether the number can be had of a run that is long over, from its profiles. */
bool measure_is_kept(const struct measure *measure);

/* One number out of those of several runs. */
double measure_over_repeats(const struct measure *measure, const double *values, unsigned count);

#endif
