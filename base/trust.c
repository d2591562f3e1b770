/* trust.c - see trust.h. */
#include "base/trust.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
