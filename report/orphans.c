/* orphans.c - see orphans.h. */
#include "report/orphans.h"

#include "runtime/recover.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool same_process(const struct profile *a, const struct profile *b)
{
    static const char *const keys[] = {"start", "command", "host"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(profile_meta(a, keys[i], ""), profile_meta(b, keys[i], "")) != 0)
            return false;
    return true;
}

/* Where to write: the program's own place, unless that holds something else. */
static const char *free_place(const struct recovered *recovered, struct arena *arena)
{
    struct profile there;
    const char *path = recovered->output;
    if (access(path, F_OK) != 0 ||
        (profile_read(path, &there, arena, NULL) && same_process(&there, &recovered->profile)))
        return path;
    return arena_printf(arena, "%s.%ld.recovered.instr", path, recovered->pid);
}

bool orphan_recover(const char *file, const char *output, bool in_use, FILE *stream, struct arena *arena,
                    struct error *error)
{
    struct recovered recovered;
    if (!recover_read(file, &recovered, arena, error))
        return false;
    const char *path = output ? output : free_place(&recovered, arena);
    if (!path)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (!profile_write(&recovered.profile, path, error))
        return error_prefix(error, "%s", file);
    if (!in_use && unlink(file) != 0)
        return error_set(error, ERROR_INTERNAL, "%s: recovered, but can't be removed: %s", file,
                         strerror(errno));
    fprintf(stream, "%s: process %ld%s\n", path, recovered.pid, in_use ? ", which is still running" : "");
    return true;
}

static bool lies_in(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
}

/* Not those that are in use, of another machine, or not needed any more. */
static bool recover_found(const char *file, const char *directory, FILE *stream, unsigned *found,
                          unsigned *unreadable, struct arena *arena, struct error *error)
{
    struct recovered recovered;
    char host[256] = "";
    if (!recover_look(file, &recovered, arena, NULL)) {
        ++*unreadable;
        return true;
    }
    if (directory && !lies_in(recovered.output, directory))
        return true;
    gethostname(host, sizeof host - 1);
    if (strcmp(host, recovered.host) != 0 || recover_in_use(file, recovered.pid))
        return true;
    if (!recovered.written && !recover_read(file, &recovered, arena, NULL)) {
        ++*unreadable;
        return true;
    }
    if (recovered.written) {
        unlink(file);
        return true;
    }
    ++*found;
    return orphan_recover(file, NULL, false, stream, arena, error);
}

bool orphans_recover(const char *directory, FILE *stream, unsigned *found, unsigned *unreadable, struct arena *arena,
                     struct error *error)
{
    const char **files;
    size_t count;
    *found = *unreadable = 0;
    if (!recover_list(&files, &count, arena, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct arena each = {0};
        bool done = recover_found(files[i], directory, stream, found, unreadable, &each, error);
        arena_free(&each);
        if (!done)
            return false;
    }
    return true;
}
