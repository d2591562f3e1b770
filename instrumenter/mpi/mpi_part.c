/* mpi_part.c - see mpi_part.h. */
#include "instrumenter/mpi/mpi_part.h"

#include "common/hash.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/mpi/mpi_make.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the installed part of this flavour, if it was made for the same MPI. */
static const char *installed(const char *flavour, const char *identity, const char *libraries, struct arena *arena)
{
    size_t size;
    struct error error = {0};
    char *archive = arena_printf(arena, "%s/instr/libinstr_mpi-%s.a", libraries, flavour);
    char *known = arena_printf(arena, "%s/instr/libinstr_mpi-%s.identity", libraries, flavour);
    const char *line = file_read(known, &size, arena, &error);
    size_t length = line ? strcspn(line, "\n") : 0;
    bool same = line && length == strlen(identity) && !memcmp(line, identity, length);
    return same && !access(archive, R_OK) ? archive : NULL;
}

static const char *kept(const struct compiler *compiler, const char *identity, struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char real[PATH_MAX];
    /* Other MPIs of the same words are told apart by their compiler wrappers. */
    unsigned long long key =
        hash_text(hash_text(HASH_START, identity), realpath(compiler->path, real) ? real : compiler->path);
    int family = (int)strcspn(identity, " ");
    if (cache && *cache == '/')
        return arena_printf(arena, "%s/instr/" INSTR_VERSION "/mpi-%.*s-%016llx.a", cache, family, identity, key);
    return home && *home == '/' ? arena_printf(arena, "%s/.cache/instr/" INSTR_VERSION "/mpi-%.*s-%016llx.a", home,
                                               family, identity, key)
                                : NULL;
}

const char *mpi_part_of_link(const char *archive, const char *runtime, const char *folder, struct arena *arena)
{
    size_t size, length = strlen(runtime) + 1;
    struct error error = {0};
    const char *text = file_read(archive, &size, arena, &error);
    if (!text || length > MPI_MAKE_ROOM)
        return archive;
    char *copy = arena_copy(arena, text, size), *path = arena_printf(arena, "%s/libinstr_mpi.a", folder);
    for (char *at = copy; (at = memmem(at, size - (size_t)(at - copy), MPI_MAKE_MARK, sizeof MPI_MAKE_MARK - 1));) {
        memcpy(at, runtime, length);
        at += length;
    }
    return file_write(path, copy, size, &error) ? path : archive;
}

static const char *archive_of_wrapper(const struct compiler *compiler, const char *libraries, struct arena *arena,
                                      struct error *error)
{
    char *const flags[] = {"-O2", NULL};
    const char *identity = mpi_make_identity(compiler, libraries, arena, error);
    if (!identity)
        return NULL;
    char family[32] = "";
    snprintf(family, sizeof family, "%.*s", (int)strcspn(identity, " "), identity);
    const char *archive = installed(family, identity, libraries, arena);
    if (archive)
        return archive;
    archive = kept(compiler, identity, arena);
    if (!archive)
        error_set(error, ERROR_USAGE, "no MPI part for this MPI, and no HOME to keep one in");
    return archive && mpi_make(compiler, flags, libraries, archive, arena, error) ? archive : NULL;
}

const char *mpi_part_find(const struct compiler *compiler, char *const *words, const char *libraries,
                          struct arena *arena, struct error *error)
{
    if (compiler->mpi)
        return archive_of_wrapper(compiler, libraries, arena, error);
    const char *flavour = compiler_mpi_of(words);
    char *archive = flavour ? arena_printf(arena, "%s/instr/libinstr_mpi-%s.a", libraries, flavour) : NULL;
    return archive && !access(archive, R_OK) ? archive : NULL;
}
