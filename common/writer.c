/*
 * writer.c - see writer.h.
 *
 * Runs inside the user's program too, so nothing here may kill it: a write beyond the file size limit
 * raises SIGXFSZ, which is held back and taken away again.
 */
#include "common/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char refused[] = "it is a folder, a disk, or somebody else's link or pipe";

enum writer_target writer_target(const char *path)
{
    struct stat status, behind;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode))
        return WRITER_TO_FILE;
    bool ours = status.st_uid == 0 || status.st_uid == geteuid(), stream = S_ISCHR(status.st_mode);
    if (S_ISLNK(status.st_mode)) {
        if (stat(path, &behind) != 0 || S_ISREG(behind.st_mode))
            return ours ? WRITER_TO_LINK : WRITER_TO_FILE;
        stream = ours && S_ISCHR(behind.st_mode);
        status = behind;
    }
    return stream || (ours && S_ISFIFO(status.st_mode)) ? WRITER_TO_STREAM : WRITER_REFUSED;
}

/* Returns whether to go on writing. The reader of a pipe may have stopped, but the program must end in any case. */
static bool may_go_on(int file)
{
    enum { PATIENCE_MS = 10000 };
    struct pollfd ready = {.fd = file, .events = POLLOUT};
    return poll(&ready, 1, PATIENCE_MS) == 1;
}

static bool write_all(int file, const unsigned char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && (errno == EINTR || (errno == EAGAIN && may_go_on(file))))
            continue;
        if (written <= 0) {
            errno = written ? errno : ENOSPC;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Does as write_all, but discards a SIGXFSZ that it raises. */
static bool write_quietly(int file, const unsigned char *bytes, size_t size)
{
    sigset_t limit, old, pending;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &limit, &old);
    bool ok = write_all(file, bytes, size);
    int reason = errno;
    if (!ok && reason == EFBIG && !was_pending)
        sigtimedwait(&limit, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = reason;
    return ok;
}

static bool write_file(const char *path, int flags, mode_t mode, const unsigned char *bytes, size_t size)
{
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, mode);
    if (file < 0)
        return false;
    bool ok = write_quietly(file, bytes, size);
    int reason = errno;
    if (close(file) && ok) {
        ok = false;
        reason = errno;
    }
    errno = reason;
    return ok;
}

static bool failed(int reason, const char **why)
{
    *why = strerror(reason);
    return false;
}

/* Makes a temporary file. A file left by an earlier process with the same id is removed. Returns NULL if there is no memory. */
static char *make_temporary(const char *path, struct arena *arena)
{
    char *temporary = arena_printf(arena, "%s.%ld.tmp", path, (long)getpid());
    if (temporary)
        unlink(temporary);
    return temporary;
}

/* Returns the place of the file with that path, behind a link that may be followed. */
static const char *place_of(const char *path, enum writer_target target, struct arena *arena)
{
    char *real = target == WRITER_TO_LINK ? realpath(path, NULL) : NULL, *copy = NULL;
    if (real)
        copy = arena_copy(arena, real, strlen(real));
    free(real);
    return copy ? copy : path;
}

static bool put_renamed(const char *path, mode_t mode, const void *bytes, size_t size, struct arena *arena,
                        const char **why)
{
    char *temporary = make_temporary(path, arena);
    if (!temporary)
        return failed(ENOMEM, why);
    if (write_file(temporary, O_CREAT | O_EXCL, mode, bytes, size) && rename(temporary, path) == 0)
        return true;
    int reason = errno;
    unlink(temporary);
    return failed(reason, why);
}

bool writer_put(const char *path, mode_t mode, const void *bytes, size_t size, const char **why)
{
    struct arena arena = {0};
    enum writer_target target = writer_target(path);
    if (target == WRITER_REFUSED) {
        *why = refused;
        return false;
    }
    if (target != WRITER_TO_STREAM) {
        bool done = put_renamed(place_of(path, target, &arena), mode, bytes, size, &arena, why);
        arena_free(&arena);
        return done;
    }
    if (write_file(path, O_NONBLOCK, mode, bytes, size))
        return true;
    *why = errno == ENXIO ? "nobody reads it" : strerror(errno);
    return false;
}

void writer_print(struct writer_page *page)
{
    *page = (struct writer_page){.text = NULL};
    page->stream = open_memstream(&page->text, &page->size);
}

bool writer_put_page(struct writer_page *page, const char *path, mode_t mode, const char **why)
{
    bool whole = page->stream && !ferror(page->stream);
    whole = page->stream && fclose(page->stream) == 0 && whole;
    bool done = (whole || failed(ENOMEM, why)) && writer_put(path, mode, page->text, page->size, why);
    free(page->text);
    return done;
}

/* Returns whether a path may stand for an open file of this process: below /dev or /proc. */
static bool is_device(const char *path)
{
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

static bool open_stream(struct writer *writer, const char *path, int flags, mode_t mode, const char **why)
{
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, mode);
    writer->stream = file >= 0 ? fdopen(file, "w") : NULL;
    return writer->stream || failed(errno, why);
}

bool writer_open(struct writer *writer, const char *path, struct arena *arena, const char **why)
{
    struct stat status;
    enum writer_target target = is_device(path) ? WRITER_TO_STREAM : writer_target(path);
    *writer = (struct writer){.path = path};
    if (target == WRITER_REFUSED) {
        *why = refused;
        return false;
    }
    if (target == WRITER_TO_STREAM)
        return open_stream(writer, path, O_TRUNC, 0, why);
    writer->path = place_of(path, target, arena);
    bool there = stat(writer->path, &status) == 0;
    if (there && access(writer->path, W_OK))
        return failed(errno, why);
    char *temporary = make_temporary(writer->path, arena);
    if (open_stream(writer, temporary, O_CREAT | O_EXCL, 0666, why)) {
        writer->temporary = temporary;
        if (there && fchown(fileno(writer->stream), status.st_uid, status.st_gid) == 0)
            fchmod(fileno(writer->stream), status.st_mode & 0777);
        return true;
    }
    /* A folder in which this user may make no files may have one that he may write. */
    return there && open_stream(writer, writer->path, O_TRUNC | O_NOFOLLOW, 0, why);
}

bool writer_close(struct writer *writer, bool good, const char **why)
{
    errno = 0;
    bool written = fflush(writer->stream) == 0 && !ferror(writer->stream);
    int reason = errno ? errno : EIO;
    if (fclose(writer->stream) && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        failed(reason, why);
    if (!writer->temporary)
        return written;
    if (written && good && rename(writer->temporary, writer->path))
        written = failed(errno, why);
    if (!written || !good)
        unlink(writer->temporary);
    return written;
}
