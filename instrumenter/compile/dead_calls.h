/*
 * dead_calls.h - calls that plainly go away, since the function around them is inlined for a constant, and that a probe keeps.
 *
 *     extern void size_is_wrong(void);
 *     static inline int get(void *p, int size) { if (size == 4) return *(int *)p; size_is_wrong(); return 0; }
 *
 * Nobody defines the function, so that misuse does not link, as in kernels. In C an inline function without `extern` has no other
 * body either. The object tells which calls are left, and of the text without probes another one is made, where the text has such calls
 * and the object has one of them: then a call that is not in that object is dead.
 */
#ifndef INSTR_DEAD_CALLS_H
#define INSTR_DEAD_CALLS_H

#include "instrumenter/unit/unit.h"

/* The functions that may be called so, by their names; ends with null. */
const char *const *dead_calls_possible(const struct unit *unit, bool cxx, struct arena *arena);

/* An object file. */
struct dead_object {
    const char *bytes; /* null: it is none that can be read */
    size_t size;
};

/* Whether the object has a call of `name`, or names it otherwise, and nothing in it is called so. */
bool dead_calls_has(const struct dead_object *object, const char *name, bool cxx);

/* Marks the functions of the unit in whose code the object names `name`, where it is not marked. Whether any is new. */
bool dead_calls_holders(const struct dead_object *object, const char *name, const struct unit *unit, bool cxx,
                        bool *marks);

/* Marks those that call marked ones, or are called by them. Whether any is new. */
bool dead_calls_neighbours(const struct unit *unit, bool *marks, struct arena *arena);

#endif
