/*
 * messages.h - keeps the compiler from warning about our pragmas.
 *
 * The user's own text is compiled for its messages. If it has no other unknown pragma, the warning is switched off. Otherwise the
 * compiler gets the preprocessed text with comments, in which our pragmas are blank.
 */
#ifndef INSTR_MESSAGES_H
#define INSTR_MESSAGES_H

#include "common/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum messages_pragmas {
    MESSAGES_PLAIN, /* there is none of ours */
    MESSAGES_OURS,  /* there are, and no other that the compiler may not know */
    MESSAGES_MIXED
};

/* Returns which pragmas a preprocessed text has; `openmp`: the compiler knows those of OpenMP. */
enum messages_pragmas messages_pragmas(const char *text, size_t size, bool openmp);

/*
 * Returns a copy for messages. GCC marks text from a system header's macro in the user's file as part of that header, and reports less about it.
 * For a source it reports some of it anyway, such as NULL passed for an integer. In the copy such a mark only names the file; messages about the
 * copy then decide whether the original is compiled.
 */
const char *messages_unmarked(const char *text, size_t size, struct arena *arena);

/* Returns a copy of the preprocessed text in which our pragmas are blank. */
const char *messages_without_ours(const char *text, size_t size, struct arena *arena);

#endif
