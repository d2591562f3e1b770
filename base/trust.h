/*
 * trust.h - whether code in a file may be run: nobody but root and this user can have put it there.
 */
#ifndef INSTR_BASE_TRUST_H
#define INSTR_BASE_TRUST_H

#include <stdbool.h>

/* A regular file of root's or the effective user's that nobody else may write, in a folder of which the same is true but
 * for its group, since the umask of many lets that in. Links are followed on the way. */
bool trust_file(const char *path);

#endif
