/*
 * harmless.h - library functions that a trivial function may call: short, not instrumented, and without callbacks.
 */
#ifndef INSTR_HARMLESS_H
#define INSTR_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>

/* One of the compiler's that becomes instructions, or is asked while it compiles. */
bool harmless_builtin(const char *name, size_t size);

/* One of C's library that becomes instructions or looks something up, as sqrt and isdigit with what they are macros of. */
bool harmless_function(const char *name, size_t size);

/* One of C's library that copies, fills or compares memory, as many bytes as its last argument says; with `builtin` also the
 * compiler's form of it, as `__builtin_memcpy`. */
bool harmless_copies(const char *name, size_t size, bool builtin);

#endif
