/* roll_files.c - see roll_files.h. */
#include "runtime/job/roll_files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void roll_copy_path(const char *path, ino_t of, char copy[ROLL_PATH])
{
    snprintf(copy, ROLL_PATH, "%s.%llx", path, (unsigned long long)of);
}

void roll_draft_path(const char *path, int rank, char draft[ROLL_PATH])
{
    snprintf(draft, ROLL_PATH, "%s.of.%d", path, rank);
}

void roll_verdict_path(const char *path, ino_t of, char verdict[ROLL_PATH])
{
    snprintf(verdict, ROLL_PATH, "%s.%llx.begin", path, (unsigned long long)of);
}

/* Removes the copy last, so that a late rank sees that the job is over. */
void roll_remove(const char *path, int rank)
{
    char copy[ROLL_PATH], draft[ROLL_PATH], verdict[ROLL_PATH];
    struct stat status;
    const char *slash = strrchr(path, '/');
    if (!slash || strncmp(slash + 1, ROLL_PREFIX, strlen(ROLL_PREFIX)) != 0)
        return;
    roll_draft_path(path, rank, draft);
    unlink(draft);
    if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    roll_copy_path(path, status.st_ino, copy);
    roll_verdict_path(path, status.st_ino, verdict);
    unlink(verdict);
    unlink(path);
    unlink(copy);
}
