/* input.c - see input.h. */
#include "common/input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(int file, const char *reason, const char **why)
{
    *why = reason;
    if (file >= 0)
        close(file);
    return -1;
}

/* Opens a file after checking its kind, because opening a device may have effects, and a pipe's writer would begin; and checks again
 * afterwards, because another file may have replaced it. */
int input_open(const char *path, int flags, uint64_t *size, const char **why)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return refuse(-1, strerror(errno), why);
    if (S_ISDIR(status.st_mode))
        return refuse(-1, strerror(EISDIR), why);
    if (!S_ISREG(status.st_mode))
        return refuse(-1, "not a regular file", why);
    int file = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0 || fstat(file, &status) != 0)
        return refuse(file, strerror(errno), why);
    if (!S_ISREG(status.st_mode))
        return refuse(file, "not a regular file", why);
    if (size)
        *size = (uint64_t)status.st_size;
    return file;
}

static char *fail(const char *reason, const char **why)
{
    *why = reason ? reason : "out of memory";
    return NULL;
}

char *input_take(int file, size_t most, size_t *size, struct arena *arena, const char **why)
{
    struct stat status;
    uint64_t expected = fstat(file, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size : 4095;
    size_t room = expected < most ? (size_t)expected + 1 : most + 1, used = 0; /* one more, to see the end */
    char *bytes = expected <= most ? arena_alloc(arena, room) : NULL;
    while (bytes) {
        ssize_t got = read(file, bytes + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(strerror(errno), why);
        used += (size_t)got;
        if (!got) {
            *size = used;
            return bytes;
        }
        if (used > most)
            break;
        if (used == room) {
            size_t more = room <= most / 2 ? room * 2 : most + 1;
            bytes = arena_grow(arena, bytes, room, more);
            room = more;
        }
    }
    return fail(bytes || expected > most ? arena_printf(arena, "larger than %zu MiB", most >> 20) : NULL, why);
}

char *input_read(const char *path, size_t most, size_t *size, struct arena *arena, const char **why)
{
    int file = input_open(path, O_RDONLY, NULL, why);
    char *bytes = file >= 0 ? input_take(file, most, size, arena, why) : NULL;
    if (file >= 0)
        close(file);
    return bytes;
}

char *input_head(const char *path, size_t most, size_t *size, struct arena *arena, const char **why)
{
    uint64_t whole = 0;
    int file = input_open(path, O_RDONLY, &whole, why);
    char *bytes = file >= 0 ? arena_alloc(arena, most + 1) : NULL;
    ssize_t got = bytes ? pread(file, bytes, most, 0) : 0;
    if (file >= 0 && (!bytes || got < 0))
        bytes = fail(bytes ? strerror(errno) : NULL, why);
    if (file >= 0)
        close(file);
    *size = bytes ? (size_t)got : 0;
    while (bytes && whole > *size && *size && bytes[*size - 1] != '\n')
        --*size;
    if (bytes)
        bytes[*size] = '\0';
    return bytes;
}

static bool is_ours(const struct stat *status)
{
    return status->st_uid == 0 || status->st_uid == geteuid();
}

bool trust_file(const char *path)
{
    char real[PATH_MAX];
    struct stat status;
    if (!realpath(path, real) || stat(real, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status) ||
        (status.st_mode & (S_IWGRP | S_IWOTH)))
        return false;
    *strrchr(real, '/') = '\0';
    return stat(*real ? real : "/", &status) == 0 && is_ours(&status) && !(status.st_mode & S_IWOTH);
}
