/* limits.c - see limits.h. */
#include "runtime/machine/limits.h"

#include "runtime/machine/process.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEW_PROCESSES = 256, FEW_MORE = 16 };

bool limits_allow_file(size_t length)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= length;
}

size_t limits_space(size_t most)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur / 16 < most;
    return limited ? (size_t)(limit.rlim_cur / 16) & ~(size_t)0xffff : most;
}

/* Returns the number in a file of a control group, or -1. */
static long read_number(const char *folder, size_t length, const char *name)
{
    char path[PATH_MAX], text[32], *end = text;
    int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, name);
    int file = size > 0 && (size_t)size < sizeof path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t got = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    long number = strtol(text, &end, 10);
    return end > text ? number : -1;
}

/* Returns whether a control group and those around it allow one more process. */
static bool group_allows_process(const char *begin, const char *group)
{
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s%s", begin, group);
    if (length < 0 || (size_t)length >= sizeof folder)
        return true;
    for (size_t at = (size_t)length; at >= strlen(begin); at--) {
        if (folder[at] != '/' && folder[at] != '\0')
            continue;
        long most = read_number(folder, at, "pids.max");
        if (most >= 0 && most - read_number(folder, at, "pids.current") < FEW_MORE)
            return false;
    }
    return true;
}

bool limits_allow_process(void)
{
    struct rlimit limit;
    char groups[4096];
    if (getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur < FEW_PROCESSES)
        return false;
    if (!process_read(0, "cgroup", groups, sizeof groups))
        return true;
    /* Lines of "NUMBER:CONTROLLERS:GROUP", of which the unified hierarchy has no controllers. */
    for (char *line = groups, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        const char *begin = !controllers[1]               ? "/sys/fs/cgroup"
                            : strstr(controllers, "pids") ? "/sys/fs/cgroup/pids"
                                                          : NULL;
        if (begin && !group_allows_process(begin, group))
            return false;
    }
    return true;
}

void limits_one_more_file(struct limits_files *files)
{
    files->raised = getrlimit(RLIMIT_NOFILE, &files->before) == 0 && files->before.rlim_cur < files->before.rlim_max;
    struct rlimit raised = files->before;
    raised.rlim_cur++;
    if (files->raised)
        setrlimit(RLIMIT_NOFILE, &raised);
}

void limits_restore(const struct limits_files *files)
{
    if (files->raised)
        setrlimit(RLIMIT_NOFILE, &files->before);
}
