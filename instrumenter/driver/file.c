/* file.c - see file.h. */
#include "instrumenter/driver/file.h"

#include "common/input.h"
#include "common/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Limit: preprocessed text takes a multiple of its size in memory, and no compiler takes more. */
static const size_t LARGEST = (size_t)2 << 30;

const char *file_read(const char *path, size_t *size, struct arena *arena, struct error *error)
{
    const char *why, *bytes = input_read(path, LARGEST, size, arena, &why);
    if (!bytes)
        error_set(error, ERROR_INTERNAL, "can't read %s: %s", path, why);
    return bytes;
}

bool file_write(const char *path, const char *bytes, size_t size, struct error *error)
{
    const char *why = "";
    bool good = path ? writer_put(path, 0666, bytes, size, &why)
                     : fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0;
    return good || error_set(error, ERROR_INTERNAL, "can't write %s: %s", path ? path : "standard output",
                             path ? why : strerror(errno));
}

bool file_asks(const char *path, bool (*question)(const char *bytes, size_t size))
{
    uint64_t length = 0;
    const char *why;
    bool answer = false;
    int file = input_open(path, O_RDONLY, &length, &why);
    if (length > 0) {
        size_t size = (size_t)length;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        answer = bytes != MAP_FAILED && question(bytes, size);
        if (bytes != MAP_FAILED)
            munmap(bytes, size);
    }
    if (file >= 0)
        close(file);
    return answer;
}
