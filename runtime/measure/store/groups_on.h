/*
 * groups_on.h - tells which groups of regions are measured: those of INSTR_GROUPS, until the program changes that.
 *
 * A region is off where all of its groups are; one in no group is always on.
 */
#ifndef INSTR_GROUPS_ON_H
#define INSTR_GROUPS_ON_H

#include <stdbool.h>

#define GROUPS_EXPECTED " is ignored: expected names with blanks between them"

/* Reads INSTR_GROUPS: names with blanks between them, those behind a `!` off; with others, all but these off. */
void groups_on_start(void);

/* The same of a text, or null; false: it is wrong. As in groups_on_set nobody else does. */
bool groups_on_read(const char *text);

/* Of a region's groups, names separated by commas; null or "": none. */
bool groups_on(const char *groups);

/* Switches one group, or with null all that there are and will be. False: there are too many. Who calls sees to it that
 * nobody else does. */
bool groups_on_set(const char *name, bool on);

#endif
