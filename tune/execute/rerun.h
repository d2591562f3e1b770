/*
 * rerun.h - one more run of a variant that is built, of which the library learns nothing.
 */
#ifndef INSTR_RERUN_H
#define INSTR_RERUN_H

#include "tune/execute/executor.h"

/* The number of the first measure. False when the run fails, too. */
bool rerun_run(struct executor *executor, const uint16_t *genes, double *number, struct arena *arena,
               struct error *error);

#endif
