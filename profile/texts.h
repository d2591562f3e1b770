/*
 * texts.h - one copy of each text that many profiles have.
 *
 * A merged profile shares the strings of both its sources (profile_merge). Where these are shared in turn by all that is read, as the names of
 * functions mostly are, a source can be let go of when it is merged.
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

/* The text as it is kept. Null: no memory. */
const char *texts_keep(struct texts *texts, const char *text);

#endif
