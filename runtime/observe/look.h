/*
 * look.h - one look at the threads of a running program.
 */
#ifndef INSTR_LOOK_H
#define INSTR_LOOK_H

#include "runtime/observe/looker.h"

#include <stdbool.h>

/* Looks what each thread is in, `ns` after the last look, and books that (book.h). True when nothing has changed since the last
 * look. */
bool look(struct looker *looker, uint64_t ns, uint64_t now);

/* There is no look any more: all that were made are booked. */
void look_end(const struct looker *looker);

#endif
