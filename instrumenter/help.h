/* help.h - what `instr-cc --instr-help` prints, and the manual page is made of. */
#ifndef INSTR_HELP_H
#define INSTR_HELP_H

#include <stdbool.h>

/* Writes the help to standard output. Returns false if that failed. */
bool help_print(void);

#endif
