/*
 * texts.h - one copy of each string that many profiles share, as function names.
 *
 * A merged profile points to the strings of both its sources (profile_merge). With shared strings a source can be freed after the merge.
 */
#ifndef INSTR_PROFILE_TEXTS_H
#define INSTR_PROFILE_TEXTS_H

#include "common/arena.h"

/* All zero is empty. The texts live in `arena`. */
struct texts {
    struct arena *arena;
    const char **slots;
    size_t count, room; /* of slots, a power of two */
};

/* Returns the shared copy of the text, or NULL if there is no memory. */
const char *texts_keep(struct texts *texts, const char *text);

#endif
