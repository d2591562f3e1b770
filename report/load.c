/* load.c - see load.h. */
#include "report/load.h"

#include "report/binary/binary.h"
#include "report/orphans.h"
#include "report/runs.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), tail_length = strlen(tail);
    return length > tail_length && !strcmp(text + length - tail_length, tail);
}

/* A rank's own profile of a run whose job has one. */
static bool is_part(const char *name)
{
    return ends_with(name, "-after.instr");
}

static int compare_times(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? (a.tv_sec > b.tv_sec ? 1 : -1) : (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

/* Newest by modification time, but a job's before that of one of its ranks; of two written in the same
 * nanosecond the one later in the alphabet. */
static bool newest_profile(const char **path, struct arena *arena, struct error *error)
{
    DIR *directory = opendir(".");
    if (!directory)
        return error_set(error, ERROR_PROFILE, "can't read this directory: %s", strerror(errno));
    const char *best = NULL;
    struct timespec best_time = {0};
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct stat status;
        if (!ends_with(entry->d_name, ".instr") || stat(entry->d_name, &status) || !S_ISREG(status.st_mode))
            continue;
        bool part = is_part(entry->d_name), best_part = best && is_part(best);
        int order = best ? compare_times(status.st_mtim, best_time) : 1;
        bool newer =
            part != best_part ? best_part || !best : order > 0 || (order == 0 && strcmp(entry->d_name, best) > 0);
        if (newer) {
            best = arena_printf(arena, "%s", entry->d_name);
            best_time = status.st_mtim;
            if (!best)
                break;
        }
    }
    closedir(directory);
    *path = best;
    return best || error_set(error, ERROR_PROFILE,
                             "no profile (*.instr) in this directory; run a program built with instr-cc "
                             "here, or name its profile");
}

/* A process that was killed, and would have written here, has its profile now. What can't be is no reason not to show
 * what there is: `instr-report recover` tells. */
static void recover_here(struct arena *arena)
{
    struct orphans_found found;
    char directory[PATH_MAX];
    if (getcwd(directory, sizeof directory))
        orphans_recover(directory, ORPHANS_INTO, stderr, &found, arena, NULL);
}

/* One input: a profile, or a binary's own tables. */
static bool read_input(const char *path, bool binaries, struct profile *profile, struct arena *arena,
                       struct error *error)
{
    if (!binary_recognize(path))
        return profile_read(path, profile, arena, error);
    if (binaries)
        return binary_read(path, profile, arena, error);
    return error_set(error, ERROR_PROFILE, "%s: a program, not a profile; 'instr-report coverage %s' reads it", path,
                     path);
}

bool load_profile(char *const *files, int count, bool binaries, struct profile *profile, const char **name,
                  struct arena *arena, struct error *error)
{
    if (count == 0)
        recover_here(arena);
    if (count == 0)
        return newest_profile(name, arena, error) && profile_read(*name, profile, arena, error);

    *name = count == 1 ? files[0] : arena_printf(arena, "%d profiles", count);
    struct profile *inputs = arena_array(arena, (size_t)count, sizeof *inputs);
    if (!*name || !inputs)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (int i = 0; i < count; i++)
        if (!read_input(files[i], binaries, &inputs[i], arena, error))
            return false;
    return runs_merge(inputs, files, (uint32_t)count, profile, stderr, arena, error);
}
