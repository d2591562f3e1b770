/*
 * groups_on.h - tells which groups of regions are measured: those of INSTR_GROUPS, until the program changes that.
 *
 * A region is off if all of its groups are off; a region without groups is always on.
 */
#ifndef INSTR_GROUPS_ON_H
#define INSTR_GROUPS_ON_H

#include <stdbool.h>

#define GROUPS_EXPECTED " is ignored: expected names with blanks between them"

/* Reads INSTR_GROUPS: names separated by blanks. Names behind a `!` are off; if there are other names, all groups but these are off. */
void groups_on_start(void);

/* Reads such a text, or NULL. Returns false if it is wrong. One thread at a time may call this or groups_on_set. */
bool groups_on_read(const char *text);

/* Returns whether a region with these groups, names separated by commas, is on. NULL or "": it has none. */
bool groups_on(const char *groups);

/* Switches one group, or with NULL all present and future ones. Returns false if there are too many. The caller prevents concurrent calls. */
bool groups_on_set(const char *name, bool on);

#endif
