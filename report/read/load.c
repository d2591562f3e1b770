/* load.c - see load.h. */
#include "report/read/load.h"

#include "common/name.h"
#include "profile/exclude_startup.h"
#include "profile/files.h"
#include "profile/texts.h"
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

/* Reports why a newer profile is not the one shown. */
static void tell_fault(const struct error *fault)
{
    progress_hide();
    fputs("instr-report: ", stderr);
    character_put(stderr, fault->text);
    fputs("; the next newest is shown\n", stderr);
}

/* Reads the newest readable profile if none is named, and reports that there are others. */
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

/* Recovers killed processes whose profiles belong into this folder. A failure does not prevent showing other profiles: `instr-report recover`
 * explains it. */
static void recover_here(struct arena *arena)
{
    struct orphans_found found;
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory) && orphans_recover(directory, ORPHANS_INTO, stderr, &found, arena, NULL))
        orphans_propose(&found, stderr);
}

/* Suggests what to type when a program was named instead of a profile. */
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

/* Loads one profile, or with `binaries` the tables of a program or library, which are in `arena` with their strings. A profile is in `own`,
 * its strings in `texts` unless that is NULL. */
static bool load_input(const char *path, bool binaries, struct profile *profile, struct texts *texts, struct arena *own,
                       struct arena *arena, struct error *error)
{
    if (!binary_recognize(path))
        return profile_read_sharing(path, profile, texts, own, error);
    if (binaries)
        return binary_read(path, profile, arena, error);
    return say_program(path, arena, error);
}

/* --- many profiles --- */

/* A profile with memory of its own, except for its texts. */
struct apart {
    struct arena arena;
    struct profile profile;
    bool there;
};

/* They are merged as they are read, so that no more than a few are in memory, in the order of a job's binomial tree: files named in the
 * order of their ranks give the very bits that the job itself would have written. sums[k] is of 2^k of them, if it is there:
 *
 *     read     sums[0]  sums[1]  sums[2]
 *     1        1
 *     2                 1-2
 *     3        3        1-2
 *     4                          1-4
 *     5        5                 1-4
 */
enum { SUMS = 32 };
struct many {
    struct apart sums[SUMS];
    struct texts texts;
    struct profile *heads; /* see copy_head */
};

/* Adds `one` to the sum of the profiles before it, which is freed. */
static bool join(struct apart *sum, struct apart *one, struct error *error)
{
    struct apart both = {.there = true};
    bool ok = profile_merge(&sum->profile, &one->profile, &both.profile, &both.arena, error);
    arena_free(&sum->arena);
    arena_free(&one->arena);
    sum->there = false;
    *one = both;
    return ok;
}

static bool add(struct many *many, struct apart *one, struct error *error)
{
    bool ok = true;
    unsigned k = 0;
    for (; ok && many->sums[k].there; k++)
        ok = join(&many->sums[k], one, error);
    many->sums[k] = *one;
    return ok;
}

/* Adds up all remaining sums. */
static bool add_up(struct many *many, struct apart *total, struct error *error)
{
    bool ok = true;
    total->there = false;
    for (unsigned k = 0; k < SUMS && ok; k++)
        if (many->sums[k].there && total->there)
            ok = join(&many->sums[k], total, error);
        else if (many->sums[k].there)
            *total = many->sums[k];
    return ok;
}

/* Returns a copy of a profile's description of its process or job, with only the root of its tree: for runs.h. */
static struct profile copy_head(const struct profile *profile, struct arena *arena)
{
    static struct profile_region root = {.name = "", .file = "", .origin = "", .groups = "", .reason = ""};
    struct profile head = {.regions = &root,
                           .region_count = 1,
                           .nodes = arena_array(arena, 1, sizeof *head.nodes),
                           .node_count = 1,
                           .meta = arena_array(arena, profile->meta_count, sizeof *head.meta),
                           .meta_count = profile->meta_count,
                           .locations = arena_array(arena, profile->location_count, sizeof *head.locations),
                           .location_count = profile->location_count};
    head.nodes[0] = profile->nodes[0];
    head.nodes[0].region = 0;
    for (uint32_t i = 0; i < head.meta_count; i++)
        head.meta[i] = profile->meta[i];
    for (uint32_t i = 0; i < head.location_count; i++)
        head.locations[i] = profile->locations[i];
    return head;
}

/* Reads all and merges their trees. Profiles with logs, left by killed processes, come last: waiting follows from all of them together. */
static bool read_many(struct many *many, char *const *files, uint32_t count, bool binaries, struct arena *arena,
                      struct error *error)
{
    struct profile *logged = arena_array(arena, count, sizeof *logged);
    uint32_t *which = arena_array(arena, count, sizeof *which), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct apart one = {.there = true};
        progress_show("reading profiles", i, count);
        if (!load_input(files[i], binaries, &one.profile, &many->texts, &one.arena, arena, error))
            return false;
        if (one.profile.log_count == 1) {
            which[kept] = i;
            logged[kept++] = one.profile;
            continue;
        }
        if (!waits_left_find(&one.profile, 1, arena, error))
            return false;
        many->heads[i] = copy_head(&one.profile, arena);
        if (!add(many, &one, error))
            return false;
    }
    bool ok = waits_left_find(logged, kept, arena, error);
    for (uint32_t i = 0; ok && i < kept; i++) {
        struct apart one = {.profile = logged[i], .there = true};
        many->heads[which[i]] = copy_head(&logged[i], arena);
        ok = add(many, &one, error);
    }
    return ok;
}

static bool load_many(char *const *files, uint32_t count, bool binaries, struct profile *profile, struct arena *arena,
                      struct error *error)
{
    struct many many = {.texts.arena = arena, .heads = arena_array(arena, count, sizeof *many.heads)};
    struct apart total;
    struct profile head;
    if (!read_many(&many, files, count, binaries, arena, error) || !add_up(&many, &total, error) ||
        !runs_merge(many.heads, files, count, &head, stderr, arena, error))
        return false;
    *profile = total.profile;
    profile->meta = head.meta;
    profile->meta_count = head.meta_count;
    return true;
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
    if (count != 1)
        return load_many(files, (uint32_t)count, binaries, profile, arena, error);
    return load_input(files[0], binaries, profile, NULL, arena, arena, error) &&
           waits_left_find(profile, 1, arena, error) && runs_merge(profile, files, 1, profile, stderr, arena, error);
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
