/*
 * cmd_recover.c - makes profiles of what crashed processes left.
 *
 * Without a FILE: all that this user's processes left on this machine and that no living process uses.
 * Each profile goes where its program would have written it, and what it was made from is removed then.
 * A profile that is there already is replaced only if it is the same process's.
 */
#include "report/command.h"
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

static bool recover(const char *file, const struct options *options, bool in_use, struct arena *arena,
                    struct error *error)
{
    struct recovered recovered;
    if (!recover_read(file, &recovered, arena, error))
        return false;
    if (recovered.written) {
        printf("%s: all that process %ld measured is in a profile\n", file, recovered.pid);
        return in_use || unlink(file) == 0 ||
               error_set(error, ERROR_INTERNAL, "%s: can't be removed: %s", file, strerror(errno));
    }
    const char *path = options->output ? options->output : free_place(&recovered, arena);
    if (!path)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (!profile_write(&recovered.profile, path, error))
        return error_prefix(error, "%s", file);
    if (!in_use && unlink(file) != 0)
        return error_set(error, ERROR_INTERNAL, "%s: recovered, but can't be removed: %s", file,
                         strerror(errno));
    printf("%s: process %ld%s\n", path, recovered.pid, in_use ? ", which is still running" : "");
    return true;
}

/* One that was named: whatever its process does. */
static bool recover_named(const char *file, const struct options *options, struct arena *arena,
                          struct error *error)
{
    struct recovered recovered;
    struct arena scratch = {0};
    bool in_use = recover_read(file, &recovered, &scratch, NULL) && recover_in_use(file, recovered.pid);
    arena_free(&scratch);
    return recover(file, options, in_use, arena, error);
}

/* One that was found: not those that are in use, of another machine, or not needed any more. */
static bool recover_found(const char *file, const struct options *options, unsigned *count,
                          unsigned *unreadable, struct arena *arena, struct error *error)
{
    struct recovered recovered;
    char host[256] = "";
    if (!recover_read(file, &recovered, arena, NULL)) {
        ++*unreadable;
        return true;
    }
    gethostname(host, sizeof host - 1);
    if (strcmp(host, recovered.host) != 0 || recover_in_use(file, recovered.pid))
        return true;
    if (recovered.written) {
        unlink(file);
        return true;
    }
    ++*count;
    return recover(file, options, false, arena, error);
}

static bool run_recover(const struct options *options, struct arena *arena, struct error *error)
{
    const char **files;
    size_t count;
    unsigned found = 0, unreadable = 0;
    if (options->output && options->file_count != 1)
        return error_set(error, ERROR_USAGE, "recover: --output wants one FILE");
    for (int i = 0; i < options->file_count; i++) {
        struct arena each = {0};
        bool done = recover_named(options->files[i], options, &each, error);
        arena_free(&each);
        if (!done)
            return false;
    }
    if (options->file_count)
        return true;
    if (!recover_list(&files, &count, arena, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct arena each = {0};
        bool done = recover_found(files[i], options, &found, &unreadable, &each, error);
        arena_free(&each);
        if (!done)
            return false;
    }
    if (!found)
        puts("nothing to recover");
    if (unreadable)
        printf("%u files (instr.*.map) hold nothing that can be recovered, or are another version's\n", unreadable);
    return true;
}

const struct command cmd_recover = {"recover", "[FILE...]", "profiles of processes that crashed",
                                    OPTION_OUTPUT, SORT_INCLUSIVE, run_recover};
