/*
 * job.c - see job.h.
 *
 * The ranks agree once more after rank 0 has written: a full disk there must not cost the others their
 * profiles.
 */
#include "runtime/job.h"

#include "runtime/reduce.h"

static bool write_reduced(const struct instr_services *services, const struct profile *reduced,
                          struct arena *arena)
{
    const char *path = services->output_path(true, arena);
    return path && profile_write(reduced, path, NULL);
}

bool job_write(const struct instr_services *services, struct transport *transport)
{
    struct arena arena = {0};
    struct profile mine, reduced;
    bool all = false;
    services->set_rank(transport->rank, transport->size);
    bool have = services->snapshot(&mine, &arena, NULL);
    bool ok = reduce_profiles(transport, have ? &mine : NULL, &reduced, &arena, NULL);
    if (ok) {
        bool wrote = transport->rank != 0 || write_reduced(services, &reduced, &arena);
        ok = transport->agree(transport, wrote, &all) && all;
    }
    if (ok)
        services->written();
    arena_free(&arena);
    return ok;
}
