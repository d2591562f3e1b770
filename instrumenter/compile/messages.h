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

/* What a preprocessed text has; `openmp`: the compiler knows OpenMP's. */
enum messages_pragmas messages_pragmas(const char *text, size_t size, bool openmp);

/*
 * GCC marks what a macro of a system header made in the user's file as a part of that header, and says less of it. Of the source it
 * says some of it all the same, as that NULL is passed for an integer. So this is a copy in which such a marker says of which file
 * it is, and no more: what is said of it then decides whether the original is compiled.
 */
const char *messages_unmarked(const char *text, size_t size, struct arena *arena);

/* A copy of the preprocessed text in which our pragmas are blank. */
const char *messages_without_ours(const char *text, size_t size, struct arena *arena);

#endif
