/*
 * progress.h - on a terminal, how far long work has come: one line of standard error, which is gone when it is done.
 *
 * Nothing is shown where standard error is a pipe or a file, in the first third of a second, and once the report itself goes to the
 * terminal.
 */
#ifndef INSTR_REPORT_PROGRESS_H
#define INSTR_REPORT_PROGRESS_H

#include <stdint.h>

/* Shows `what`, such as "reading profiles", and that `done` of `all` is finished; 0 of 0 if that is unknown. May be called every few
 * microseconds. */
void progress_show(const char *what, uint64_t done, uint64_t all);
/* Removes the line, before other output or at the end. */
void progress_hide(void);
/* Removes the line, and shows none from then on. */
void progress_stop(void);

#endif
