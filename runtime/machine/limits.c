/* limits.c - see limits.h. */
#include "runtime/machine/limits.h"

bool limits_allow_file(size_t length)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= length;
}

size_t limits_space(size_t most)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / 16 < most)
        return (size_t)(limit.rlim_cur / 16) & ~(size_t)0xffff;
    return most;
}

void limits_one_more_file(struct limits_files *files)
{
    files->raised = getrlimit(RLIMIT_NOFILE, &files->before) == 0 && files->before.rlim_cur < files->before.rlim_max;
    struct rlimit more = files->before;
    more.rlim_cur++;
    if (files->raised)
        setrlimit(RLIMIT_NOFILE, &more);
}

void limits_restore(const struct limits_files *files)
{
    if (files->raised)
        setrlimit(RLIMIT_NOFILE, &files->before);
}
