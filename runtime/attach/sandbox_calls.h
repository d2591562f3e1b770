/*
 * sandbox_calls.h - calls by which a process gives up what it may do.
 *
 * An edited call of such a function arrives here by resolve. One that enters a sandbox of system calls is stood in for;
 * before the others, which change who the process is and which files it sees, nothing is needed but that the child of a fork
 * has a store of its own.
 */
#ifndef INSTR_SANDBOX_CALLS_H
#define INSTR_SANDBOX_CALLS_H

/* What to call in place of the function `name`, which is `original`; null where that is no function of these. */
void (*sandbox_calls_find(const char *name, void (*original)(void)))(void);

#endif
