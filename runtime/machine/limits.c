/* limits.c - see limits.h. */
#include "runtime/machine/limits.h"

bool limits_allow_file(size_t length)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= length;
}

size_t limits_share(rlim_t limit, size_t most)
{
    return limit != RLIM_INFINITY && limit / 16 < most ? (size_t)(limit / 16) & ~(size_t)0xffff : most;
}

size_t limits_space(size_t most)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 ? limits_share(limit.rlim_cur, most) : most;
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
