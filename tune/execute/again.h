/*
 * again.h - one more run of a variant that is built, of which the library learns nothing.
 */
#ifndef INSTR_TUNE_AGAIN_H
#define INSTR_TUNE_AGAIN_H

#include "tune/execute/executor.h"

/* The number of the first measure. False when the run fails, too. */
bool again_run(struct executor *executor, const uint16_t *genes, double *number, struct arena *arena,
               struct error *error);

#endif
