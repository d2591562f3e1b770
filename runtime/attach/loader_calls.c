/*
 * loader_calls.c - see loader_calls.h.
 *
 * dlopen's search path, and dlsym's next object, depend on the caller, which the loader finds by the return address. So the call is passed on by
 * a jump, and looks like the program's own to the loader. Then new objects are looked through when their thread asks dlsym for something in them.
 */
#include "runtime/attach/loader_calls.h"

#include "runtime/attach/personality.h"
#include "runtime/attach/team_calls.h"
#include "runtime/job/mpi_join.h"

#ifndef INSTR_STATIC_RUNTIME

#include "runtime/machine/objects.h"
#include "runtime/machine/uncancelled.h"
#include "runtime/measure/flow/thread.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Makes the compiler turn a call at the end of a function into a jump, which a sanitizer could prevent by code of its own behind it. */
#define JUMPS __attribute__((__noinline__, __no_sanitize__("thread", "address", "undefined")))

typedef void *open_fn(const char *, int);
typedef void *symbol_fn(void *, const char *);

static void *hook_dlopen(const char *path, int mode);
static void *hook_dlsym(void *handle, const char *name);

enum { OPEN, SYMBOL, CALLS };
static struct redirect calls[CALLS] = {
    [OPEN] = {"dlopen", (uintptr_t)hook_dlopen, 0}, [SYMBOL] = {"dlsym", (uintptr_t)hook_dlsym, 0}};

#define PLAIN_OPEN ((open_fn *)calls[OPEN].original)
#define PLAIN_SYMBOL ((symbol_fn *)calls[SYMBOL].original)

static THREAD_LOCAL long to_look; /* 1: a call of dlopen went on by a jump */

static void look(void)
{
    struct uncancelled before = uncancelled_begin();
    loader_calls_look();
    uncancelled_end(before);
}

static __attribute__((__noinline__)) void *open_and_look(const char *path, int mode)
{
    void *object = PLAIN_OPEN(path, mode);
    if (object) /* else dlerror has something to say */
        look();
    return object;
}

JUMPS static void *hook_dlopen(const char *path, int mode)
{
    if (path && strchr(path, '/') && !strchr(path, '$')) /* then it is the same for all */
        return open_and_look(path, mode);
    to_look = 1;
    return PLAIN_OPEN(path, mode);
}

/* Looks up a symbol in an opened object; other handles depend on the caller. */
static __attribute__((__noinline__)) void *symbol_of_mpi(void *handle, const char *name)
{
    return mpi_join_asked(name, PLAIN_SYMBOL(handle, name));
}

JUMPS static void *hook_dlsym(void *handle, const char *name)
{
    static const char mpi[] = "MPI_Init";
    if (to_look) {
        to_look = 0;
        look();
    }
    if (handle != RTLD_NEXT && handle != RTLD_DEFAULT && name &&
        strncmp(name + (*name == 'P'), mpi, sizeof mpi - 1) == 0)
        return symbol_of_mpi(handle, name);
    return PLAIN_SYMBOL(handle, name);
}

#endif

void loader_calls_begin(void)
{
#ifndef INSTR_STATIC_RUNTIME
    static struct objects_watch programs = {.redirects = calls, .count = CALLS};
    /* Threads of other libraries, as those of an OpenMP team, are nobody's who happens to be the first to need them. */
    static struct redirect create = {"pthread_create", (uintptr_t)thread_create, 0};
    static struct objects_watch threads = {
        .redirects = &create,
        .count = 1,
        .has = "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
        .path_lacks = "libinstr"};
    objects_redirect(&programs);
    objects_redirect(&threads);
    personality_begin();
#endif
}

void loader_calls_look(void)
{
#ifndef INSTR_STATIC_RUNTIME
    team_calls_look();
    objects_look();
#endif
    mpi_join_look();
}
