/*
 * objects.h - what is loaded into this process: program, libraries, plugins.
 *
 * The loader's own functions are no good for that: dlsym allocates memory where a name is unknown, which a slow way of
 * a probe must not do, does not see what was loaded for some only, and for a function of a library may give the place
 * in the program through which the program calls it.
 */
#ifndef INSTR_OBJECTS_H
#define INSTR_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many have been loaded so far: changes when there is something new. */
unsigned long long objects_loaded(void);

/* Where the function or variable of that name is defined: the first object that has it, in the order in which they were
 * loaded. 0: nowhere. */
uintptr_t objects_find(const char *name);

struct redirect {
    const char *name;
    uintptr_t original; /* 0: leave alone */
    uintptr_t replacement;
    bool
        whoever; /* also what the object that defines it calls by way of the loader; but only what is bound to the original */
};

/* From now on calls of the originals, by name and from one object into another, go to their replacements; but not the
 * calls that the runtime makes. May be done again when there is more. */
void objects_redirect(const struct redirect *redirects, size_t count);

/* Objects that define `has`, unless it is null, and not `lacks`, and whose path does not contain `path_lacks`. */
struct objects_choice {
    const char *has, *lacks, *path_lacks;
};

/* As objects_redirect, in these alone. */
void objects_redirect_in(const struct objects_choice *choice, const struct redirect *redirects, size_t count);

#endif
