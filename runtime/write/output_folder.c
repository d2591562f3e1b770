/* output_folder.c - see output_folder.h. */
#include "runtime/write/output_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MANY = 16,          /* profiles of a program */
    MOST_ENTRIES = 4096 /* more of a folder are not looked at */
};

static size_t length_of_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

const char *output_folder_place(const char *path, const char *program, struct arena *arena)
{
    size_t length = length_of_folder(path);
    return arena_printf(arena, "%.*s/%s.instr.d%s", (int)length, path, program, path + length);
}

/* Returns whether `name` is PROGRAM.*.instr. */
static bool is_profile_of(const char *name, const char *program)
{
    static const char ending[] = ".instr";
    size_t length = strlen(name), first = strlen(program);
    return length > first + sizeof ending && strncmp(name, program, first) == 0 && name[first] == '.' &&
           strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

static bool has_many(const char *folder, const char *program)
{
    DIR *stream = opendir(folder);
    if (!stream)
        return false;
    int found = 0, looked = 0;
    for (struct dirent *entry; found < MANY && looked < MOST_ENTRIES && (entry = readdir(stream)); looked++)
        found += is_profile_of(entry->d_name, program);
    closedir(stream);
    return found == MANY;
}

/* Returns whether it is our own folder, and not somebody else's folder, or a link. */
static bool is_own_folder(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

bool output_folder_begun(const char *path, const char *program, struct arena *arena)
{
    char *folder = arena_printf(arena, "%.*s", (int)length_of_folder(path), path);
    const char *inside = output_folder_place(path, program, arena);
    char *into = inside ? arena_printf(arena, "%.*s", (int)length_of_folder(inside), inside) : NULL;
    if (!folder || !into)
        return false;
    if (is_own_folder(into))
        return true;
    if (!has_many(*folder ? folder : "/", program))
        return false;
    mkdir(into, 0777);
    return is_own_folder(into);
}

int output_folder_lock(const char *path)
{
    enum { TIMES = 100, PAUSE_US = 10000 };
    char folder[PATH_MAX];
    size_t length = length_of_folder(path);
    if (length >= sizeof folder)
        return -1;
    memcpy(folder, length ? path : "/", length ? length : 1);
    folder[length ? length : 1] = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; file >= 0 && i < TIMES && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; i++)
        usleep(PAUSE_US);
    return file;
}

void output_folder_make(const char *path)
{
    char folder[PATH_MAX];
    size_t length = length_of_folder(path);
    if (length && length < sizeof folder) {
        memcpy(folder, path, length);
        folder[length] = '\0';
        mkdir(folder, 0777);
    }
}
