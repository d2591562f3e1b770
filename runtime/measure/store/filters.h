/* filters.h - reads the filter files named by settings. */
#ifndef INSTR_FILTERS_H
#define INSTR_FILTERS_H

#include "common/filter.h"

/*
 * Reads the filter file at the path in the variable. Without a path the filter is empty. If the file can't be read the filter is empty, too; this
 * is reported, and the result is the reason.
 */
const char *filters_read(struct filter *filter, const char *variable, const char *path);

#endif
