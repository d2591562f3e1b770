/*
 * sample.h - one look at the threads of a running program.
 */
#ifndef INSTR_SAMPLE_H
#define INSTR_SAMPLE_H

#include "runtime/observe/observer_view.h"

#include <stdbool.h>

/* Looks what each thread is in, `ns` after the last look, and books that (charge_sample.h). True when nothing has changed since the last
 * look. */
bool look(struct looker *looker, uint64_t ns, uint64_t now);

/* There is no look any more: all that were made are booked. */
void sample_end(const struct looker *looker);

#endif
