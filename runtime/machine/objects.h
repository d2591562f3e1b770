/*
 * objects.h - lists the objects that are loaded into this process: program, libraries, plug-ins.
 *
 * The loader's own functions are no good for that: dlsym allocates memory where a name is unknown, does not see what was loaded
 * for some only, and for a function of a library may give the place in the program through which the program calls it.
 *
 * All of these ask the loader, and so may wait for a lock of its own. Another thread may hold that while it waits for one of the
 * program's, and in a child of fork it may be held for ever. So they are called only where the program has just come back from
 * the loader (dlopen, dlsym), where its lock is held anyway (the boot code of an object), or by what loads objects itself
 * (MPI_Init): never by a probe, an allocation or a signal's handler.
 */
#ifndef INSTR_OBJECTS_H
#define INSTR_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the address of the function or variable of that name in the first object that defines it, in load order; 0 if none does. */
uintptr_t objects_find(const char *name);

struct redirect {
    const char *name;
    uintptr_t replacement;
    uintptr_t original; /* 0: there is none yet */
};

struct objects_watch {
    struct redirect *redirects;
    size_t count;
    bool own; /* also what the object that defines it calls by way of the loader */
    /* In objects that define `has`, and not `lacks`, and whose path does not contain `path_lacks`; null: in any. */
    const char *has, *lacks, *path_lacks;
    struct objects_watch *next;
    bool begins[256]; /* a name with this letter, since there are many others */
};

/* Redirects calls of the originals, by name from one object into another, to their replacements, in all present and future objects, but not
 * calls by the runtime. The watch must stay. */
void objects_redirect(struct objects_watch *watch);

/* Called when there may be more objects. */
void objects_look(void);

#endif
