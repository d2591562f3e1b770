/* trace_file.c - see trace.h. */
#include "runtime/trace/trace.h"

#include "runtime/machine/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { HIGH = 1000 };

static char path[PATH_MAX];
static int file = -1;
static struct stat made;

static bool is_file(int descriptor)
{
    struct stat now;
    return descriptor >= 0 && fstat(descriptor, &now) == 0 && now.st_dev == made.st_dev && now.st_ino == made.st_ino;
}

/* Moves the descriptor up, away from those that programs use. */
static int move_up(int low)
{
    struct rlimit limit;
    int above = HIGH;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= HIGH)
        above = (int)limit.rlim_cur - 1;
    int high = low >= 0 && above > low ? fcntl(low, F_DUPFD_CLOEXEC, above) : -1;
    if (high < 0)
        return low;
    close(low);
    return high;
}

static int open_file(int flags)
{
    struct limits_files files;
    limits_one_more_file(&files);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | flags, 0666);
    int why = errno;
    limits_restore(&files);
    descriptor = move_up(descriptor);
    errno = why;
    return descriptor;
}

/* Removes an earlier process's file of that name. A process that still writes there holds a lock, or is about to write its first byte. */
static bool take_away(void)
{
    struct stat there, opened;
    if (lstat(path, &there) != 0 || !S_ISREG(there.st_mode)) /* a device, say, is not ours to take away */
        return true;
    int left = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool busy = left >= 0 && ((flock(left, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
                              fstat(left, &opened) != 0 || !opened.st_size || lstat(path, &there) != 0 ||
                              there.st_dev != opened.st_dev || there.st_ino != opened.st_ino);
    if (!busy)
        unlink(path);
    if (left >= 0)
        close(left);
    errno = EBUSY;
    return !busy;
}

bool trace_file_make(const char *name)
{
    if (strlen(name) >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(path, name, strlen(name) + 1);
    if (!take_away())
        return false;
    file = open_file(O_CREAT | O_EXCL);
    if (file < 0 || fstat(file, &made) != 0) {
        errno = errno == EEXIST ? EBUSY : errno;
        return false;
    }
    flock(file, LOCK_EX | LOCK_NB);
    return true;
}

static bool find_again(void)
{
    if (is_file(file))
        return true;
    file = open_file(0);
    if (is_file(file))
        return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (file >= 0)
        close(file);
    file = -1;
    errno = ESTALE;
    return false;
}

bool trace_file_put(uint64_t at, const void *header, size_t header_size, const void *bytes, size_t size)
{
    if (!limits_allow_file(at + header_size + size)) {
        errno = EFBIG;
        return false;
    }
    if (!find_again())
        return false;
    struct iovec two[] = {{(void *)(uintptr_t)header, header_size}, {(void *)(uintptr_t)bytes, size}};
    ssize_t put;
    do
        put = pwritev(file, two, 2, (off_t)at);
    while (put < 0 && errno == EINTR);
    if (put >= 0 && (size_t)put < header_size + size)
        errno = ENOSPC;
    return put >= 0 && (size_t)put == header_size + size;
}

void trace_file_forget(void)
{
    if (is_file(file))
        close(file);
    file = -1;
    path[0] = 0;
}
