/*
 * mpi_load.c - see mpi_load.h.
 *
 * A program linked by instr-cc holds the part's wrappers, which come before MPI's own functions at link
 * time. Where something else did the link (a CMake launcher, plain mpicc), the edited calls of
 * MPI_Init, MPI_Finalize and their like arrive here, and the part is loaded from the folder `instr`
 * beside libinstr.so. Which one is told by a symbol only Open MPI has; every other MPI in use today has
 * the binary interface of MPICH. Where there is no part that fits, the program runs as it would
 * without us and each rank writes its own profile.
 */
#include "runtime/mpi_load.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mpi_find_fn *_Atomic part;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

void mpi_load_offer(mpi_find_fn *find)
{
    mpi_find_fn *none = NULL;
    atomic_compare_exchange_strong(&part, &none, find);
}

#ifndef INSTR_STATIC_RUNTIME

/* The folder of libinstr.so, without a slash at its end. */
static int library_folder(char *folder, size_t size)
{
    const char *given = getenv("INSTR_LIBDIR");
    Dl_info self;
    int length;
    if (given && *given) {
        length = snprintf(folder, size, "%s", given);
    } else {
        if (!dladdr((void *)&load_once, &self) || !self.dli_fname || !strrchr(self.dli_fname, '/'))
            return 0;
        length = snprintf(folder, size, "%.*s", (int)(strrchr(self.dli_fname, '/') - self.dli_fname),
                          self.dli_fname);
    }
    return length > 0 && (size_t)length < size;
}

/* The part's constructor makes the offer. */
static void load(void)
{
    char folder[3072], path[4096];
    const char *flavour = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") ? "openmpi" : "mpich";
    if (atomic_load(&part) || !library_folder(folder, sizeof folder))
        return;
    int length = snprintf(path, sizeof path, "%s/instr/libinstr_mpi-%s.so", folder, flavour);
    if (length > 0 && (size_t)length < sizeof path)
        dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

#else

/* In a static program the part is linked in, or there is none. */
static void load(void)
{
}

#endif

void (*mpi_load_find(const char *name, void (*original)(void)))(void)
{
    pthread_once(&load_once, load);
    mpi_find_fn *find = atomic_load(&part);
    void (*found)(void) = find ? find(name, original) : NULL;
    return found ? found : original;
}
