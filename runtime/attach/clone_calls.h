/*
 * clone_calls.h - calls by which a process doubles itself as fork does, but of which the C library's handlers hear nothing.
 *
 * An edited call of such a function arrives here by resolve. Without that the child would go on in its parent's store.
 */
#ifndef INSTR_CLONE_CALLS_H
#define INSTR_CLONE_CALLS_H

#include <stdbool.h>

/* What to call in place of the function `name`, which is `original`; null where that is no function of these. */
void (*clone_calls_find(const char *name, void (*original)(void)))(void);

/* Whether syscall() with these does so. Then fork_prepare comes before it, and this behind it, in both processes. */
bool clone_calls_by_syscall(long number, const long *with);
void clone_calls_done(bool in_child);

#endif
