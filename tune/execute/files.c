/* files.c - see files.h. */
#include "tune/execute/files.h"

#include "common/writer.h"

#include "report/read/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool files_make_folder(const char *path, struct error *error)
{
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder)
        return error_set(error, ERROR_INTERNAL, "the path is too long: %.100s...", path);
    strcpy(folder, path);
    for (char *slash = folder + 1; slash;) {
        slash = strchr(slash, '/');
        if (slash)
            *slash = '\0';
        if (mkdir(folder, 0777) && errno != EEXIST)
            return error_set(error, ERROR_INTERNAL, "can't make the folder %s: %s", folder, strerror(errno));
        if (slash)
            *slash++ = '/';
    }
    return true;
}

bool files_empty_folder(const char *path, struct error *error)
{
    remove_tree(path);
    return files_make_folder(path, error);
}

bool files_write(const char *path, const char *text, size_t size, struct error *error)
{
    const char *why;
    return writer_put(path, 0666, text, size, &why) ||
           error_set(error, ERROR_INTERNAL, "can't write %s: %s", path, why);
}

bool files_disk_full(const char *folder, struct error *error)
{
    static const char some[65536];
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/.room.%d", folder, (int)getpid()) >= (int)sizeof path)
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool full = file < 0 && (errno == ENOSPC || errno == EDQUOT);
    for (int i = 0; file >= 0 && i < 4 && !full; i++)
        full = write(file, some, sizeof some) != (ssize_t)sizeof some;
    if (file >= 0)
        close(file);
    unlink(path);
    if (full)
        error_set(error, ERROR_INTERNAL, "%s: the disk is full; make room and run again, all results so far are kept",
                  folder);
    return full;
}

/* Locks one file per user and machine. If it belongs to another user, nothing is waited for. */
int files_lock_machine(void (*wait)(void))
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/tmp/instr-tune-%u.lock", (unsigned)geteuid());
    int lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (lock < 0 || fstat(lock, &status) || status.st_uid != geteuid()) {
        if (lock >= 0)
            close(lock);
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (wait)
        wait();
    if (flock(lock, LOCK_EX) == 0)
        return lock;
    close(lock);
    return -1;
}

void files_unlock_machine(int lock)
{
    if (lock >= 0)
        close(lock);
}
