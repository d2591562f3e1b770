/*
 * progress.h - on a terminal, how far long work has come: one line of standard error, which is gone when it is done.
 *
 * Nothing is shown where standard error is a pipe or a file, in the first third of a second, and once the report itself goes to the
 * terminal.
 */
#ifndef INSTR_REPORT_PROGRESS_H
#define INSTR_REPORT_PROGRESS_H

#include <stdint.h>

/* `what` in words, as "reading profiles", `done` of `all` of it; 0 of 0 where that is not known. As often as one likes, down to
 * some microseconds apart. */
void progress_show(const char *what, uint64_t done, uint64_t all);
/* Takes the line away, for another text or for good. */
void progress_hide(void);
/* And none comes any more. */
void progress_stop(void);

#endif
