/* load.c - see load.h. */
#include "report/read/load.h"

#include "common/name.h"
#include "profile/exclude_startup.h"
#include "profile/files.h"
#include "report/binary/binary.h"
#include "report/binary/image.h"
#include "report/derive/runs.h"
#include "report/read/folder.h"
#include "report/read/orphans.h"
#include "report/read/short_cxx_names.h"
#include "report/show/progress.h"
#include "report/show/text.h"
#include "runtime/job/waits_left.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Why a newer profile is not the one shown. */
static void tell_fault(const struct error *fault)
{
    progress_hide();
    fputs("instr-report: ", stderr);
    character_put(stderr, fault->text);
    fputs("; the next newest is shown\n", stderr);
}

/* The newest that can be read is shown when none is named, and that there are others. */
static bool read_newest(struct profile *profile, const char **name, struct arena *arena, struct error *error)
{
    struct folder folder;
    if (!folder_read(&folder, ".", arena, error))
        return false;
    if (!folder.count)
        return error_set(error, ERROR_PROFILE,
                         "no profile (*.instr) in this directory; run a program built with instr-cc "
                         "here, or name its profile");
    for (uint32_t i = 0; i < folder.count; i++) {
        struct error fault = {0};
        const char *path = folder.entries[i].path;
        if (profile_read(path, profile, arena, &fault)) {
            const char *which = i ? "the newest that can be read" : "the newest";
            *name = folder.count > 1 ? arena_printf(arena, "%s, %s of %u here", path, which, folder.count) : path;
            return true;
        }
        if (i + 1 == folder.count)
            *error = fault;
        else
            tell_fault(&fault);
    }
    return false;
}

/* A process that was killed, and would have written here, has its profile now. What can't be is no reason not to show
 * what there is: `instr-report recover` tells. */
static void recover_here(struct arena *arena)
{
    struct orphans_found found;
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory) && orphans_recover(directory, ORPHANS_INTO, stderr, &found, arena, NULL))
        orphans_propose(&found, stderr);
}

/* What to type for a program that was named in place of a profile. */
static bool say_program(const char *path, struct arena *arena, struct error *error)
{
    struct folder folder;
    const char *name = name_base(path);
    size_t length = strlen(name);
    if (!folder_read(&folder, ".", arena, error))
        return false;
    for (uint32_t i = 0; i < folder.count; i++) {
        const char *profile = folder.entries[i].path;
        if (!strncmp(profile, name, length) && profile[length] == '.')
            return error_set(error, ERROR_PROFILE,
                             "%s: a program; its newest profile here is shown by 'instr-report %s', its functions by "
                             "'instr-report coverage %s'",
                             path, profile, path);
    }
    const char *runtime = made_runtime(path, arena);
    if (runtime && access(runtime, F_OK) != 0)
        return error_set(error, ERROR_PROFILE,
                         "%s: its runtime %s is not there, so it is not measured: run it with INSTR_LIBDIR=FOLDER, the "
                         "folder of libinstr.so.1, or build it again",
                         path, runtime);
    return error_set(error, ERROR_PROFILE,
                     "%s: a program without a profile here; run it and type 'instr-report', or 'instr-report coverage "
                     "%s' for its functions",
                     path, path);
}

/* One profile; or with `binaries` a program's or library's own tables. */
static bool load_input(const char *path, bool binaries, struct profile *profile, struct arena *arena,
                       struct error *error)
{
    if (!binary_recognize(path))
        return profile_read(path, profile, arena, error);
    if (binaries)
        return binary_read(path, profile, arena, error);
    return say_program(path, arena, error);
}

bool load_files(char *const *files, int count, bool binaries, struct profile *profile, const char **name,
                struct arena *arena, struct error *error)
{
    if (count == 0) {
        recover_here(arena);
        return read_newest(profile, name, arena, error) && waits_left_find(profile, 1, arena, error);
    }

    if (!folder_expand(&files, &count, arena, error))
        return false;
    *name = count == 1 ? files[0] : arena_printf(arena, "%d profiles", count);
    struct profile *inputs = arena_array(arena, (size_t)count, sizeof *inputs);
    for (int i = 0; i < count; i++) {
        progress_show("reading profiles", (uint64_t)i, (uint64_t)count);
        if (!load_input(files[i], binaries, &inputs[i], arena, error))
            return false;
    }
    if (!waits_left_find(inputs, (uint32_t)count, arena, error))
        return false;
    return runs_merge(inputs, files, (uint32_t)count, profile, stderr, arena, error);
}

bool load_profile(char *const *files, int count, const struct options *options, struct profile *profile,
                  const char **name, struct arena *arena, struct error *error)
{
    if (!load_files(files, count, options->accepts & TAKES_BINARIES, profile, name, arena, error) ||
        !exclude_startup_make(profile, options->raw, arena, error) || !files_show_profile(profile, arena, error))
        return false;
    if (!options->full_names)
        short_cxx_names(profile, arena);
    return true;
}
