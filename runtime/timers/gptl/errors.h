/*
 * errors.h - GPTL's errors and warnings: printed on stderr the first ten times and counted. With GPTLabort_on_error the program stops.
 */
#ifndef COMPAT_GPTL_ERRORS_H
#define COMPAT_GPTL_ERRORS_H

#include <stdbool.h>

/* Reports an error. Returns -1, for the failed function to return. */
int errors_add(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

void errors_warn(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

void errors_abort(bool wanted);
void errors_reset(void);

#endif
