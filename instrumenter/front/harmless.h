/*
 * harmless.h - library functions that a trivial function may call: short, not instrumented, and without callbacks.
 */
#ifndef INSTR_HARMLESS_H
#define INSTR_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether it is a builtin that becomes instructions, or is evaluated by the compiler. */
bool harmless_builtin(const char *name, size_t size);

/* Returns whether it is a C library function that becomes instructions or looks something up, such as sqrt and isdigit, including the
 * functions behind their macros. */
bool harmless_function(const char *name, size_t size);

/* Returns whether it is a C library function that copies, fills or compares as many bytes as its last argument; with `builtin` also the
 * compiler's form, such as `__builtin_memcpy`. */
bool harmless_copies(const char *name, size_t size, bool builtin);

#endif
