/*
 * objects.h - lists the objects that are loaded into this process: program, libraries, plug-ins.
 *
 * The loader's own functions do not serve: dlsym allocates memory for an unknown name, does not see objects with local scope, and for
 * a function of a library may return the stub in the program through which the program calls it.
 *
 * All functions here call the loader, and so may wait for its lock. Another thread may hold this lock while it waits for a lock of the
 * program, and in a child of fork it may be held for ever. So they are called only when the program has just returned from the
 * loader (dlopen, dlsym), when the lock is held anyway (the boot code of an object), or by code that loads objects itself
 * (MPI_Init): never by a probe, an allocation or a signal handler.
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
