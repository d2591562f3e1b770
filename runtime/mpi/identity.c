/*
 * identity.c - see identity.h.
 *
 * What a library says about itself is free text, so only what is certain counts against it: the name of
 * another MPI, another major version where handles or structures have changed, another MPI standard.
 */
#include "runtime/mpi/identity.h"

#include <stdio.h>
#include <string.h>

enum family { FAMILY_OTHER, FAMILY_OPENMPI, FAMILY_MPICH };

#if defined OPEN_MPI
static const enum family mine = FAMILY_OPENMPI;
enum { MAJOR = OMPI_MAJOR_VERSION };
#elif defined MPICH_NAME || defined MPICH_VERSION
static const enum family mine = FAMILY_MPICH;
enum { MAJOR = 0 }; /* all of them have one binary interface since version 3.1 */
#else
static const enum family mine = FAMILY_OTHER;
enum { MAJOR = 0 };
#endif

static enum family family_of(const char *library)
{
    static const char *const like_mpich[] = {"MPICH", "MVAPICH", "Intel(R) MPI", "ParaStation"};
    if (strstr(library, "Open MPI"))
        return FAMILY_OPENMPI;
    for (size_t i = 0; i < sizeof like_mpich / sizeof *like_mpich; i++)
        if (strstr(library, like_mpich[i]))
            return FAMILY_MPICH;
    return FAMILY_OTHER;
}

bool identity_fits(void)
{
    static char library[32768]; /* another MPI's text may be longer than MPI_MAX_LIBRARY_VERSION_STRING here */
    int length = 0, version = 0, subversion = 0, major = 0;
    if (PMPI_Get_library_version(library, &length) != MPI_SUCCESS ||
        PMPI_Get_version(&version, &subversion) != MPI_SUCCESS)
        return false;
    enum family family = family_of(library);
    if (family != FAMILY_OTHER && mine != FAMILY_OTHER && family != mine)
        return false;
    const char *said = strstr(library, "Open MPI v");
    if (MAJOR && said && sscanf(said, "Open MPI v%d", &major) == 1 && major != MAJOR)
        return false;
    return mine != FAMILY_OTHER || (version == MPI_VERSION && subversion == MPI_SUBVERSION);
}
