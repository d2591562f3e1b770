/* recover.c - see recover.h. Finds and reads the files; collect/store_image.c interprets their bytes. */
#include "runtime/write/recover.h"

#include "common/input.h"
#include "common/name.h"
#include "profile/trace_format.h"
#include "runtime/collect/store_image.h"
#include "runtime/machine/job_variables.h"
#include "runtime/machine/process.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output_name.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOK = 64 << 10 }; /* bytes that hold the header and its texts */

/* Returns the header with its description of the process. */
static const struct store_header *read_header(struct store_image *image, const unsigned char *bytes, size_t size,
                                              const char *name, struct recovered *recovered, struct arena *arena,
                                              struct error *error)
{
    memset(recovered, 0, sizeof *recovered);
    const struct store_header *header = store_image_open(image, bytes, size, name, arena, error);
    if (!header)
        return NULL;
    recovered->program = header->program;
    recovered->directory = header->directory;
    recovered->job = header->job;
    recovered->same_job = *header->job && strcmp(header->job, job_variables_name()) == 0;
    recovered->host = header->host;
    recovered->roll = header->roll;
    recovered->rank = header->rank;
    recovered->ranks = header->ranks;
    recovered->pid = header->pid;
    recovered->known = header->space && header->space == process_space() && header->pid == header->self &&
                       process_number() == (long)getpid();
    recovered->written = header->written;
    recovered->parent = header->parent;
    recovered->output = output_name_left(header, arena);
    if (!recovered->output)
        error_set(error, ERROR_INTERNAL, "%s: no memory", name);
    return recovered->output ? header : NULL;
}

static bool take_bytes(const unsigned char *bytes, size_t size, const char *name, bool living,
                       struct recovered *recovered, struct arena *arena, struct error *error)
{
    struct store_image image;
    struct clock_pair end;
    const struct store_header *header = read_header(&image, bytes, size, name, recovered, arena, error);
    if (!header || !store_image_profile(&image, name, living, &recovered->profile, &end, arena, error))
        return false;
    recovered->end_ns = end.ns;
    if (header->settings.trace && !header->settings.print && !living) {
        recovered->trace = header->trace;
        recovered->trace_rest = arena_alloc(arena, sizeof *recovered->trace_rest);
        if (!recovered->trace_rest || !store_trace_rest(&image, end, recovered->trace_rest, arena))
            return error_set(error, ERROR_INTERNAL, "%s: no memory", name);
    }
    recovered->in_job = output_in_job(header, end.ns);
    return true;
}

bool recover_bytes(const unsigned char *bytes, size_t size, const char *name, struct recovered *recovered,
                   struct arena *arena, struct error *error)
{
    return take_bytes(bytes, size, name, false, recovered, arena, error);
}

/* Returns how much of a file of that size has contents: most of a store is a hole. */
static size_t bytes_in_use(int file, size_t size)
{
    struct store_header header;
    bool known = pread(file, &header, sizeof header, 0) == sizeof header &&
                 memcmp(header.magic, STORE_MAGIC, sizeof header.magic) == 0;
    return known && header.kept >= LOOK && header.kept < size ? (size_t)header.kept : size;
}

/* Reads the first `most` bytes of a file. */
static bool read_bytes(const char *path, size_t most, unsigned char **bytes, size_t *got, struct arena *arena,
                       struct error *error)
{
    uint64_t whole;
    const char *why;
    int file = input_open(path, O_RDONLY, &whole, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open it: %s", path, why);
    size_t size = whole < most ? (size_t)whole : most;
    if (size > LOOK)
        size = bytes_in_use(file, size);
    *got = 0;
    *bytes = arena_alloc(arena, size);
    for (ssize_t read_now = 1; *bytes && *got < size && read_now > 0; *got += read_now > 0 ? (size_t)read_now : 0)
        read_now = read(file, *bytes + *got, size - *got);
    close(file);
    return *bytes || error_set(error, ERROR_INTERNAL, "%s: no memory", path);
}

bool recover_read(const char *path, struct recovered *recovered, struct arena *arena, struct error *error)
{
    unsigned char *bytes;
    size_t size;
    return read_bytes(path, SIZE_MAX, &bytes, &size, arena, error) &&
           recover_bytes(bytes, size, path, recovered, arena, error);
}

bool recover_living(const char *path, struct recovered *recovered, struct arena *arena, struct error *error)
{
    unsigned char *bytes;
    size_t size;
    return read_bytes(path, SIZE_MAX, &bytes, &size, arena, error) &&
           take_bytes(bytes, size, path, true, recovered, arena, error);
}

bool recover_look(const char *path, struct recovered *recovered, struct arena *arena, struct error *error)
{
    struct store_image image;
    unsigned char *bytes;
    size_t size;
    return read_bytes(path, LOOK, &bytes, &size, arena, error) &&
           read_header(&image, bytes, size, path, recovered, arena, error);
}

/* instr.PID.TIME.map */
bool recover_is_name(const char *path)
{
    const char *name = name_base(path);
    size_t length = strlen(name);
    return strncmp(name, "instr.", 6) == 0 && length > 10 && strcmp(name + length - 4, ".map") == 0;
}

static bool list_folder(const char *folder, const char ***paths, size_t *count, struct arena *arena)
{
    DIR *directory = opendir(folder);
    bool done = true;
    if (!directory)
        return true;
    for (struct dirent *entry; done && (entry = readdir(directory));) {
        struct stat status;
        if (!recover_is_name(entry->d_name) ||
            fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode) ||
            status.st_uid != geteuid())
            continue;
        *paths = arena_grow(arena, *paths, *count * sizeof **paths, (*count + 1) * sizeof **paths);
        done = *paths && ((*paths)[*count] = arena_printf(arena, "%s/%s", folder, entry->d_name));
        *count += done;
    }
    closedir(directory);
    return done;
}

bool recover_list(const char ***paths, size_t *count, struct arena *arena, struct error *error)
{
    const char *folders[STORE_FOLDERS];
    store_folders(getenv("INSTR_TMPDIR"), folders);
    *paths = NULL;
    *count = 0;
    for (size_t i = 0; i < STORE_FOLDERS; i++) {
        bool twice = !folders[i] || !*folders[i];
        for (size_t j = 0; j < i && !twice; j++)
            twice = folders[j] && strcmp(folders[i], folders[j]) == 0;
        if (!twice && !list_folder(folders[i], paths, count, arena))
            return error_set(error, ERROR_INTERNAL, "no memory for the list of what can be recovered");
    }
    return true;
}

int recover_claim(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0)
        return -1;
    /* Not every file system has such locks. */
    while (flock(file, LOCK_EX) != 0 && errno == EINTR)
        continue;
    if (fstat(file, &status) == 0 && status.st_nlink > 0)
        return file;
    close(file);
    errno = ENOENT;
    return -1;
}

static bool uses(const char *path, long pid)
{
    char maps[64], *rest;
    struct arena arena = {0};
    struct stat status;
    size_t size;
    const char *why;
    if (pid <= 0 || (kill((pid_t)pid, 0) != 0 && errno == ESRCH))
        return false;
    snprintf(maps, sizeof maps, "/proc/%ld/maps", pid);
    char *text = stat(path, &status) == 0 ? input_read(maps, SIZE_MAX - 1, &size, &arena, &why) : NULL;
    bool found = !text;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line && !found; line = strtok_r(NULL, "\n", &rest)) {
        unsigned long inode = 0;
        found = sscanf(line, "%*s %*s %*s %*s %lu", &inode) == 1 && inode == (unsigned long)status.st_ino &&
                strstr(line, ".map");
    }
    arena_free(&arena);
    return found;
}

/* Returns whether any process has the file open, without knowing its number: a lease is refused then, and a process keeps a mapped file open.
 * The observer may have it for a moment after the process ended. */
static bool is_open(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    /* The signal is for who opens it to write just now; by default it would be SIGIO, which ends a process. */
    bool free = file >= 0 && fcntl(file, F_SETSIG, SIGURG) == 0 && fcntl(file, F_SETLEASE, F_RDLCK) == 0;
    if (file >= 0)
        close(file);
    return !free;
}

bool recover_is_blank(const char *path)
{
    static const char none[sizeof(((struct store_header *)NULL)->magic)];
    char magic[sizeof none] = "";
    const char *why;
    int file = recover_is_name(path) ? input_open(path, O_RDONLY, NULL, &why) : -1;
    bool blank = file >= 0 && pread(file, magic, sizeof magic, 0) >= 0 && memcmp(magic, none, sizeof none) == 0;
    if (file >= 0)
        close(file);
    return blank && !is_open(path);
}

bool recover_in_use(const char *path, const struct recovered *recovered)
{
    if (!recovered->known || recovered->parent)
        return is_open(path);
    return uses(path, recovered->pid);
}

/* --- the end of a trace: appends the threads' buffers to what they wrote --- */

static bool read_at(int file, void *bytes, size_t size, uint64_t at)
{
    return pread(file, bytes, size, (off_t)at) == (ssize_t)size;
}

static bool is_of(int file, const struct recovered *recovered)
{
    struct {
        struct trace_chunk chunk;
        struct trace_head head;
    } first;
    return read_at(file, &first, sizeof first, 0) && first.chunk.magic == TRACE_MAGIC &&
           first.chunk.version == TRACE_VERSION && first.chunk.kind == TRACE_HEAD &&
           first.head.pid == recovered->trace_rest->pid && first.head.ticks == recovered->trace_rest->start;
}

/* Returns the largest sequence of a chunk in the file; invalid chunks are skipped. */
static uint32_t last_sequence(int file, uint64_t size)
{
    struct trace_chunk chunk;
    uint32_t last = 0;
    for (uint64_t at = 0; read_at(file, &chunk, sizeof chunk, at);) {
        bool good = chunk.magic == TRACE_MAGIC && chunk.size >= sizeof chunk && chunk.size <= TRACE_CHUNK &&
                    chunk.size <= size - at;
        if (good && chunk.kind == TRACE_EVENTS && chunk.sequence > last)
            last = chunk.sequence;
        at += !good                                                     ? 8
              : chunk.stride < chunk.size || chunk.stride > TRACE_CHUNK ? (chunk.size + 7) & ~7u
                                                                        : (chunk.stride + 7) & ~7u;
    }
    return last;
}

static bool append(int file, const struct recovered *recovered)
{
    const struct store_trace *rest = recovered->trace_rest;
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    uint64_t at =
        ((uint64_t)status.st_size + TRACE_CHUNK - 1) / TRACE_CHUNK * TRACE_CHUNK; /* behind a ring's last slot */
    uint32_t sequence = last_sequence(file, (uint64_t)status.st_size);
    for (size_t from = 0; from < rest->size;) {
        struct trace_chunk *chunk = (void *)(rest->chunks + from);
        if (chunk->kind == TRACE_EVENTS)
            chunk->sequence = ++sequence;
        from += chunk->stride;
    }
    ssize_t put = pwrite(file, rest->chunks, rest->size, (off_t)at);
    if (put == (ssize_t)rest->size)
        return true;
    errno = put < 0 ? errno : ENOSPC;
    int why = errno;
    if (ftruncate(file, status.st_size) == 0)
        errno = why;
    return false;
}

bool recover_trace(const struct recovered *recovered, bool *added, struct error *error)
{
    *added = false;
    if (!recovered->trace || !recovered->trace_rest->size)
        return true;
    const char *why;
    int file = input_open(recovered->trace, O_RDWR | O_NOFOLLOW, NULL, &why);
    if (file < 0)
        return true; /* it was removed, or never made */
    if (is_of(file, recovered))
        *added = append(file, recovered) ||
                 !error_set(error, ERROR_INTERNAL, "%s: can't be completed: %s", recovered->trace, strerror(errno));
    bool done = *added || !is_of(file, recovered);
    close(file);
    return done;
}
