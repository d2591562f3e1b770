/* duration.h - times as users write them: 2.5, 2.5s, 300ms, 10us, 20ns, 10min or 2h. */
#ifndef INSTR_BASE_DURATION_H
#define INSTR_BASE_DURATION_H

#include <stdbool.h>

/* Reads a duration at the beginning of `text`, in seconds, which is also the unit if none is given. Returns the text behind it, or NULL. */
const char *duration_read(const char *text, double *seconds);

/* Reads FROM-TO, either of which may be missing: from 0, to infinity. Returns false if `text` has another form, or ends before it begins. */
bool duration_read_window(const char *text, double *from, double *to);

#endif
