/* file.c - see file.h. */
#include "instrumenter/driver/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_read(const char *path, size_t *size, struct arena *arena, struct error *error)
{
    struct stat status;
    char *bytes = NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && !fstat(file, &status)) {
        size_t room = (S_ISREG(status.st_mode) ? (size_t)status.st_size : 1 << 16) + 1, used = 0;
        bytes = arena_alloc(arena, room);
        for (ssize_t count = 1; bytes && count > 0; used += (size_t)count) {
            if (used + 1 == room && !S_ISREG(status.st_mode)) {
                bytes = arena_grow(arena, bytes, room, room * 2);
                room *= 2;
            }
            count = bytes ? read(file, bytes + used, room - 1 - used) : 0;
            if (count < 0) {
                bytes = NULL;
                count = 0;
            }
        }
        *size = used;
    }
    if (!bytes)
        error_set(error, ERROR_INTERNAL, "can't read %s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return bytes;
}

bool file_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    FILE *file = path ? fopen(path, "we") : stdout;
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (file && (path ? fclose(file) : fflush(file)))
        good = false;
    return good ||
           error_set(error, ERROR_INTERNAL, "can't write %s: %s", path ? path : "standard output", strerror(errno));
}
