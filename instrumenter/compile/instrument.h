/*
 * instrument.h - the second step: each flat text is parsed and edited.
 */
#ifndef INSTR_INSTRUMENT_H
#define INSTR_INSTRUMENT_H

#include "instrumenter/compile/work.h"

/* Writes the edited text of each unit that has one. False: none has, or *error says why the command is not to go on. */
bool instrument_all(struct work *work, struct error *error);

#endif
