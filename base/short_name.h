/*
 * short_name.h - the name of a function without what tells it from others: `ns::sort` for `ns::sort<T>(T *, int)`.
 */
#ifndef INSTR_BASE_SHORT_NAME_H
#define INSTR_BASE_SHORT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Without the parameters, and the arguments of templates. False where the name is as short as that, or `out` is too small. */
bool short_name(char *out, size_t size, const char *name);

#endif
