/*
 * dead_calls.h - finds calls that the compiler removes from the original but, because of a probe, not from the edited text.
 *
 *     extern void size_is_wrong(void);
 *     static inline int get(void *p, int size) { if (size == 4) return *(int *)p; size_is_wrong(); return 0; }
 *
 * As in kernels, the function has no definition, so that misuse does not link. The text without probes is compiled as well if the
 * object has such a call. A call that is missing in that second object is dead.
 */
#ifndef INSTR_DEAD_CALLS_H
#define INSTR_DEAD_CALLS_H

#include "instrumenter/unit/unit.h"

/* Returns the names of functions that may be called in this way, ended by NULL. */
const char *const *dead_calls_possible(const struct unit *unit, bool cxx, struct arena *arena);

/* An object file. */
struct dead_object {
    const char *bytes; /* null: it is none that can be read */
    size_t size;
};

/* Returns whether the object calls `name`, or refers to it otherwise, without defining it. */
bool dead_calls_has(const struct dead_object *object, const char *name, bool cxx);

/* Marks the unit's functions in whose code the object names `name`. Returns whether any mark is new. */
bool dead_calls_holders(const struct dead_object *object, const char *name, const struct unit *unit, bool cxx,
                        bool *marks);

/* Marks callers and callees of marked functions. Returns whether any mark is new. */
bool dead_calls_neighbours(const struct unit *unit, bool *marks, struct arena *arena);

#endif
