/* load.c - see load.h. */
#include "report/load.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), tail_length = strlen(tail);
    return length > tail_length && !strcmp(text + length - tail_length, tail);
}

/* Newest by modification time; of two written in the same nanosecond the one later in the alphabet. */
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
        struct timespec time = status.st_mtim;
        bool newer = !best || time.tv_sec > best_time.tv_sec ||
                     (time.tv_sec == best_time.tv_sec &&
                      (time.tv_nsec > best_time.tv_nsec ||
                       (time.tv_nsec == best_time.tv_nsec && strcmp(entry->d_name, best) > 0)));
        if (newer) {
            best = arena_printf(arena, "%s", entry->d_name);
            best_time = time;
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

bool load_profile(char *const *files, int count, struct profile *profile, const char **name,
                  struct arena *arena, struct error *error)
{
    if (count == 0)
        return newest_profile(name, arena, error) && profile_read(*name, profile, arena, error);

    *name = count == 1 ? files[0] : arena_printf(arena, "%d profiles", count);
    if (!*name)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (!profile_read(files[0], profile, arena, error))
        return false;
    for (int i = 1; i < count; i++) {
        struct profile sum = *profile, more;
        if (!profile_read(files[i], &more, arena, error) ||
            !profile_merge(&sum, &more, profile, arena, error))
            return false;
    }
    return true;
}
