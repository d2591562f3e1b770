/* made.c - see made.h. */
#include "report/binary/made.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bytes of a file, to be given back by munmap; null where there are none. */
static const char *map_file(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    void *bytes = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        *size = (size_t)status.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0)
        close(file);
    return bytes == MAP_FAILED ? NULL : bytes;
}

const char *made_runtime(const char *path, struct arena *arena)
{
    static const char name[] = "/libinstr.so.1"; /* and the zero */
    size_t size = 0;
    const char *bytes = map_file(path, &size), *end = bytes ? bytes + size : NULL, *runtime = NULL;
    for (const char *at = bytes; at && !runtime; at = at ? at + 1 : NULL) {
        at = memmem(at, (size_t)(end - at), name, sizeof name);
        const char *from = at;
        while (from && from > bytes && from[-1])
            from--;
        if (from && *from == '/')
            runtime = arena_printf(arena, "%s", from);
    }
    if (bytes)
        munmap((void *)(uintptr_t)bytes, size);
    return runtime;
}
