/* filters.h - filters that settings name. */
#ifndef INSTR_FILTERS_H
#define INSTR_FILTERS_H

#include "common/filter.h"

/*
 * Reads the one at the path that the variable names. Without a path it is empty, and where it can't be read, too: then
 * that is said, and the result tells why.
 */
const char *filters_read(struct filter *filter, const char *variable, const char *path);

#endif
