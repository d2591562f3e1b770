/*
 * file.c - profiles on disk: written whole or not at all, read whole.
 *
 * Runs inside the user's program too, so nothing here may kill it: a write beyond the file size limit
 * raises SIGXFSZ, which is held back and taken away again.
 */
#include "profile/profile.h"

#include "profile/canonical.h"
#include "profile/wire.h"

#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool failed(struct error *error, enum error_code code, const char *path, const char *what)
{
    return error_set(error, code, "%s: %s: %s", path, what, strerror(errno));
}

/* Whoever reads a pipe may have stopped; the program ends all the same. */
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

/* write_all, but a SIGXFSZ that it raises never arrives. */
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

/* Writes beside `path` and renames. A temporary file that a process of the same id left is stale. */
static bool write_renamed(const char *path, mode_t mode, const unsigned char *bytes, size_t size, struct arena *arena,
                          struct error *error)
{
    char *temporary = arena_printf(arena, "%s.%ld.tmp", path, (long)getpid());
    if (!temporary)
        return profile_no_memory(error);
    bool done = write_file(temporary, O_CREAT | O_EXCL, mode, bytes, size);
    if (!done && errno == EEXIST && unlink(temporary) == 0)
        done = write_file(temporary, O_CREAT | O_EXCL, mode, bytes, size);
    if (!done) {
        failed(error, ERROR_INTERNAL, path, "can't write the profile");
        unlink(temporary);
        return false;
    }
    if (rename(temporary, path)) {
        failed(error, ERROR_INTERNAL, path, "can't rename the finished profile");
        unlink(temporary);
        return false;
    }
    return true;
}

enum profile_target profile_target(const char *path)
{
    struct stat status, behind;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode))
        return PROFILE_TO_FILE;
    bool ours = status.st_uid == 0 || status.st_uid == geteuid(), stream = S_ISCHR(status.st_mode);
    if (S_ISLNK(status.st_mode)) {
        if (stat(path, &behind) != 0 || S_ISREG(behind.st_mode))
            return ours ? PROFILE_TO_LINK : PROFILE_TO_FILE;
        stream = ours && S_ISCHR(behind.st_mode);
        status = behind;
    }
    return stream || (ours && S_ISFIFO(status.st_mode)) ? PROFILE_TO_STREAM : PROFILE_REFUSED;
}

bool profile_write(const struct profile *profile, const char *path, struct error *error)
{
    struct arena arena = {0};
    unsigned char *bytes;
    size_t size;
    mode_t mode = profile_private(profile) ? 0600 : 0666;
    char real[PATH_MAX];
    enum profile_target target = profile_target(path);
    bool ok = profile_pack(profile, &arena, &bytes, &size, error);
    if (!ok)
        error_prefix(error, "%s", path);
    else if (target == PROFILE_REFUSED)
        ok = error_set(error, ERROR_INTERNAL, "%s: it is a folder, a disk, or somebody else's link or pipe", path);
    else if (target == PROFILE_TO_STREAM)
        ok = write_file(path, O_NONBLOCK, mode, bytes, size) ||
             failed(error, ERROR_INTERNAL, path,
                    errno == ENXIO ? "can't write the profile, nobody reads it" : "can't write the profile");
    else
        ok = write_renamed(target == PROFILE_TO_LINK && realpath(path, real) ? real : path, mode, bytes, size, &arena,
                           error);
    arena_free(&arena);
    return ok;
}

/* Of another file no more is read: it may be large. */
static bool is_profile(int file)
{
    char magic[WIRE_MAGIC_SIZE];
    return pread(file, magic, sizeof magic, 0) == sizeof magic && memcmp(magic, WIRE_MAGIC, sizeof magic) == 0;
}

bool profile_read(const char *path, struct profile *profile, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    size_t size = 0;
    const char *why, *bytes = NULL;
    memset(profile, 0, sizeof *profile);
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open the profile: %s", path, why);
    bool ok = is_profile(file) || error_set(error, ERROR_PROFILE, "%s: not an instr profile", path);
    if (ok && !(bytes = input_take(file, SIZE_MAX - 1, &size, &scratch, &why)))
        ok = error_set(error, ERROR_PROFILE, "%s: can't read the profile: %s", path, why);
    close(file);
    ok = ok && profile_unpack((const unsigned char *)bytes, size, path, profile, arena, error);
    arena_free(&scratch);
    return ok;
}
