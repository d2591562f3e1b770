/*
 * job.c - see job.h.
 *
 * The ranks agree once more after rank 0 has written: a full disk there must not cost the others their
 * profiles. A rank that was told to write its own takes part as one that has none: the others may have been told
 * something else.
 */
#include "runtime/job.h"

#include "runtime/output.h"
#include "runtime/settings.h"

bool job_put(const struct profile *reduced, const char *where, struct arena *arena)
{
    const char *path = where ? output_expand(where, arena) : output_path(true, arena);
    return path && profile_write(reduced, path, NULL);
}

static void write_own(const struct instr_services *services, const struct profile *mine, struct arena *arena)
{
    const char *path = services->output_path(false, arena);
    if (path)
        profile_write(mine, path, NULL);
}

bool job_wanted(void)
{
    return settings.job != JOB_APART;
}

bool job_write(const struct instr_services *services, struct transport *transport)
{
    struct arena arena = {0};
    struct profile mine, reduced;
    bool all = false;
    services->set_rank(transport->rank, transport->size);
    bool have = settings.job != JOB_EACH && services->snapshot(&mine, &arena, NULL);
    bool ok = reduce_profiles(transport, have ? &mine : NULL, &reduced, &arena, NULL);
    if (ok) {
        bool wrote = transport->rank != 0 || job_put(&reduced, NULL, &arena);
        ok = transport->agree(transport, wrote, &all) && all;
    }
    if (ok && settings.job == JOB_BOTH)
        write_own(services, &mine, &arena);
    if (ok)
        services->written();
    arena_free(&arena);
    return ok;
}
