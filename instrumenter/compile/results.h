/*
 * results.h - what became of each unit, and what is told or kept of it.
 */
#ifndef INSTR_RESULTS_H
#define INSTR_RESULTS_H

#include "instrumenter/compile/work.h"

/* All edited texts were compiled: notes in the log how much of each is measured. */
void results_set(struct work *work);

/* Says one line for each unit whose object is not instrumented although it should be; in strict mode an error. */
bool results_tell(const struct work *work, struct error *error);

/* Removes an object as a compiler does that fails: devices and the like stay. */
void results_remove(const char *path);

/* --instr-keep: copies flat and edited texts to the folder of the object. */
void results_keep(const struct work *work);

/* --instr-print: writes the edited texts to standard output. */
bool results_print(const struct work *work, struct error *error);

#endif
