/* duration.h - times as users write them: 2.5, 2.5s, 300ms, 10us, 20ns, 10min or 2h. */
#ifndef INSTR_BASE_DURATION_H
#define INSTR_BASE_DURATION_H

#include <stdbool.h>

/* Reads one at the beginning of `text`, in seconds; without a unit it is seconds. Returns what follows; null: there is none. */
const char *duration_read(const char *text, double *seconds);

/* Reads FROM-TO, of which one may be missing: from 0, to infinity. False: `text` is none, or ends before it begins. */
bool duration_read_window(const char *text, double *from, double *to);

#endif
