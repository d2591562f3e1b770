/*
 * flat.h - the first step: each source becomes flat (preprocessed) text.
 */
#ifndef INSTR_FLAT_H
#define INSTR_FLAT_H

#include "instrumenter/compile/work.h"

/* Writes the flat text of each unit. *status is not 0 when one of them can't be preprocessed. */
bool flat_make(struct work *work, int *status, struct error *error);

#endif
