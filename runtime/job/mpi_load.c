/*
 * mpi_load.c - see mpi_load.h.
 *
 * A program linked by instr-cc holds the part's wrappers, which come before MPI's own functions at link
 * time. Where something else did the link (a CMake launcher, plain mpicc), the edited calls of
 * MPI_Init, MPI_Finalize and their like arrive here, and the part is loaded from the folder `instr`
 * beside libinstr.so, or from where parts are kept that were compiled on first use. Each part looks whether
 * it fits the MPI of the program, and only then offers itself. Where there is no part that fits, the program
 * runs as it would without us and each rank writes its own profile. So it does where functions bear MPI's names and no MPI is in the
 * process, as in serial builds that have stand-ins for them.
 */
#include "runtime/job/mpi_load.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/objects.h"
#include "runtime/measure/flow/thread.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 64 };

static mpi_find_fn *_Atomic parts[MOST_PARTS]; /* in the order of their coming; the first leads */
static atomic_flag load_begun = ATOMIC_FLAG_INIT;

/* Replaces the `find` of a part that was withdrawn. */
static void (*find_nothing(const char *name, void (*original)(void)))(void)
{
    (void)name, (void)original;
    return NULL;
}

/* MPI holds functions of the part that leads, for when a communicator is freed and for the end. */
static void keep_object(mpi_find_fn *find)
{
#ifndef INSTR_STATIC_RUNTIME
    Dl_info where;
    if (dladdr((void *)(uintptr_t)find, &where) && where.dli_fname)
        dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else
    (void)find;
#endif
}

static bool take_place(size_t place, mpi_find_fn *expected, mpi_find_fn *find)
{
    return atomic_compare_exchange_strong(&parts[place], &expected, find);
}

void mpi_load_offer(mpi_find_fn *find)
{
    size_t place = 0;
    while (place < MOST_PARTS && !take_place(place, NULL, find) && !take_place(place, find_nothing, find))
        place++;
    if (place == 0)
        keep_object(find);
}

mpi_find_fn *mpi_load_leading(void)
{
    return atomic_load(&parts[0]);
}

void mpi_load_withdraw(mpi_find_fn *find)
{
    for (size_t i = 1; i < MOST_PARTS; i++)
        take_place(i, find, find_nothing);
}

bool mpi_load_is_wrapper(const char *question, void (*function)(void))
{
    for (size_t i = 0; i < MOST_PARTS; i++) {
        mpi_find_fn *find = atomic_load(&parts[i]);
        if (!find)
            return false;
        if (find(question, NULL) == function)
            return true;
    }
    return false;
}

#ifndef INSTR_STATIC_RUNTIME

/* Finds the folder of libinstr.so, without a slash at its end. */
static int library_folder(char *folder, size_t size)
{
    const char *given = getenv("INSTR_LIBDIR");
    Dl_info self;
    int length;
    if (given && *given) {
        length = snprintf(folder, size, "%s", given);
    } else {
        if (!dladdr((void *)&load_begun, &self) || !self.dli_fname || !strrchr(self.dli_fname, '/'))
            return 0;
        length = snprintf(folder, size, "%.*s", (int)(strrchr(self.dli_fname, '/') - self.dli_fname), self.dli_fname);
    }
    return length > 0 && (size_t)length < size;
}

/* Loads a part. Its constructor offers it, if it fits the program's MPI. */
static bool try_part(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object && !atomic_load(&parts[0]))
        dlclose(object);
    return atomic_load(&parts[0]) != NULL;
}

/* Returns whether a loaded library has MPI_Init and a version text. */
static bool has_mpi(void)
{
    return objects_find("PMPI_Init") && *mpi_library_version();
}

static void load(void)
{
    char folder[3072], path[PATH_MAX];
    const char *why;
    if (atomic_load(&parts[0]) || !library_folder(folder, sizeof folder))
        return;
    /* A part brings the library that it is linked with: it has to be of the kind that is there. */
    const char *flavour = objects_find("ompi_mpi_comm_world") ? "openmpi"
                          : objects_find("MPIR_Dup_fn")       ? "mpich"
                                                              : NULL;
    snprintf(path, sizeof path, "%s/instr/libinstr_mpi-%s.so", folder, flavour ? flavour : "");
    if (flavour && try_part(path))
        return;
    if (!mpi_first_use(folder, path, sizeof path, &why)) {
        if (why)
            mpi_complain(why);
    } else if (!try_part(path)) {
        char text[PATH_MAX + 128];
        snprintf(text, sizeof text,
                 "%s was compiled for another MPI; remove it and name the right compiler in INSTR_MPICC", path);
        mpi_complain(text);
    }
}

#else

/* In a static program the part is linked in, or there is none. */
static void load(void)
{
}

static bool has_mpi(void)
{
    return false;
}

#endif

/* Loads the part, without counting the time as the program's. Another thread that comes meanwhile does without the part: this thread waits
 * for the loader's lock, which that thread may hold. */
static void load_aside(void)
{
    uint64_t start = clock_now();
    load();
    postpone(clock_now() - start);
}

bool mpi_load_part(void)
{
    if (!atomic_load(&parts[0]) && has_mpi() && !atomic_flag_test_and_set(&load_begun))
        load_aside();
    return atomic_load(&parts[0]);
}

void (*mpi_load_own(const char *name))(void)
{
    return mpi_load_part() ? atomic_load(&parts[0])(name, NULL) : NULL;
}

/* Returns whether to look for a part: at the first call, and at calls that begin MPI. */
static bool may_come(const char *name)
{
    static atomic_bool asked;
    return strncmp(name, "MPI_Init", 8) == 0 || strncmp(name, "MPI_Session_init", 16) == 0 ||
           (!atomic_load_explicit(&asked, memory_order_relaxed) && !atomic_exchange(&asked, true));
}

void (*mpi_load_find(const char *name, void (*original)(void)))(void)
{
    if (!atomic_load_explicit(&parts[0], memory_order_acquire) && may_come(name))
        mpi_load_part();
    mpi_find_fn *find = atomic_load(&parts[0]);
    void (*found)(void) = find ? find(name, original) : NULL;
    return found ? found : original;
}
