/*
 * job.c - see job.h.
 *
 * The ranks agree once more after rank 0 has written: a full disk there must not cost the others their
 * profiles. A rank that was told to write its own takes part as one that has none: the others may have been told
 * something else.
 */
#include "runtime/job/job.h"
#include "common/writer.h"
#include "runtime/job/clocks.h"
#include "runtime/job/launch.h"
#include "runtime/job/reduce.h"
#include "runtime/job/roll.h"
#include "runtime/job/transport.h"
#include "runtime/job/waits.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output.h"
#include "runtime/write/output_name.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const char *where, struct arena *arena)
{
    return where ? output_name(store, where, false, arena) : output_target(true, arena);
}

bool job_put(const struct profile *profile, const char *where, struct arena *arena)
{
    if (!where && settings_no_output())
        return true;
    if (!where && settings_log_output())
        return output_log(profile, arena);
    const char *path = path_of(where, arena);
    return path && profile_write(profile, path, NULL);
}

static bool wants_all(const struct profile *profile)
{
    return strcmp(profile_meta(profile, "ranks_kept", ""), "all") == 0;
}

/* Replaces the profile's value of "ranks_kept". */
static bool keep_ranks(struct profile *profile, const char *value, struct arena *arena)
{
    struct profile_meta *meta = arena_array(arena, profile->meta_count, sizeof *meta);
    for (uint32_t i = 0; meta && i < profile->meta_count; i++) {
        meta[i] = profile->meta[i];
        if (strcmp(meta[i].key, "ranks_kept") == 0)
            meta[i].value = value;
    }
    profile->meta = meta;
    return meta != NULL;
}

/* Adds a value to the profile's meta data, which are sorted by key. */
static bool add_meta(struct profile *profile, const char *key, const char *value, struct arena *arena)
{
    struct profile_meta *meta = arena_array(arena, profile->meta_count + 1, sizeof *meta);
    uint32_t before = 0;
    while (before < profile->meta_count && strcmp(profile->meta[before].key, key) < 0)
        before++;
    if (!meta)
        return false;
    if (before)
        memcpy(meta, profile->meta, before * sizeof *meta);
    meta[before] = (struct profile_meta){key, value};
    for (uint32_t i = before; i < profile->meta_count; i++)
        meta[i + 1] = profile->meta[i];
    profile->meta = meta;
    profile->meta_count++;
    return true;
}

/* Adds the launch key, by which another job that writes under the same name recognises the profile. */
static bool add_launch(struct profile *profile, struct arena *arena)
{
    bool here;
    const char *launch = arena_printf(arena, "%016llx", (unsigned long long)launch_key(&here));
    return launch && add_meta(profile, "launch", launch, arena);
}

/* Creates the file that MPI will open by name, with the right mode, and not as a link of another user. */
static bool make_anew(const char *path, mode_t mode)
{
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    return file >= 0 && close(file) == 0;
}

/* Writes the profile with the rows of all ranks, by one collective call. */
static bool put_all(struct transport *transport, struct profile *reduced, const struct profile *mine, const char *where,
                    struct arena *arena)
{
    const char *path = "", *temporary = "";
    bool ready = true, all;
    if (transport->rank == 0) {
        path = path_of(where, arena);
        temporary = path ? arena_printf(arena, "%s.%ld.tmp", path, (long)getpid()) : NULL;
        ready = temporary && writer_target(path) == WRITER_TO_FILE && keep_ranks(reduced, "all", arena) &&
                make_anew(temporary, profile_private(reduced) ? 0600 : 0666);
    }
    bool done =
        transport->agree(transport, ready, &all) && all && reduce_rows(transport, reduced, mine, temporary, NULL);
    if (transport->rank == 0 && done)
        done = rename(temporary, path) == 0;
    if (transport->rank == 0 && !done && ready)
        unlink(temporary);
    return transport->agree(transport, done, &all) && all;
}

/* Writes the profile without rows, if there is no room for them or MPI can't write a file. */
static bool put_reduced(struct transport *transport, const struct profile *reduced, const char *where,
                        struct arena *arena)
{
    bool all, done = transport->rank != 0 || job_put(reduced, where, arena);
    return transport->agree(transport, done, &all) && all;
}

bool job_reduce(struct transport *transport, const struct profile *mine, const char *where, struct arena *arena)
{
    struct profile reduced, own = {.nodes = NULL};
    bool every = false, have = mine != NULL;
    bool file = where || !(settings_no_output() || settings_log_output());
    bool rows = have && wants_all(mine) && file;
    if (!transport->agree(transport, rows, &every))
        return false;
    if (have)
        own = *mine;
    have = have && (!every || keep_ranks(&own, "0", arena));
    if (!reduce_profiles(transport, have ? &own : NULL, &reduced, arena, NULL))
        return false;
    bool alone = transport->rank == 0 && file && !where;
    int lock = alone && add_launch(&reduced, arena) ? output_lock(profile_meta(&reduced, "launch", ""), arena) : -1;
    bool done =
        (every && put_all(transport, &reduced, mine, where, arena)) || put_reduced(transport, &reduced, where, arena);
    output_unlock(lock);
    if (done && !where && transport->rank == 0 && file)
        output_export(&reduced, output_target(true, arena), arena);
    return done;
}

static void write_own(struct profile *mine, struct arena *arena)
{
    const char *path = output_target(false, arena);
    if (path && !settings_log_output() && add_launch(mine, arena))
        profile_write(mine, path, NULL);
}

bool job_wanted(void)
{
    return !settings_no_output();
}

/* Adds how long this rank was in MPI_Finalize before all ranks came. The rank that came last shows the time of MPI_Finalize itself. */
static bool add_ending(struct profile *mine, uint64_t all_came, struct arena *arena)
{
    uint64_t since = roll_called_at();
    if (!since)
        return true;
    const char *ns = arena_printf(arena, "%llu", (unsigned long long)(all_came - since));
    return ns && add_meta(mine, "ending_count", "1", arena) && add_meta(mine, "ending_ns", ns, arena) &&
           add_meta(mine, "ending_least_ns", ns, arena);
}

bool job_write(const struct instr_services *services, struct transport *transport)
{
    struct arena arena = {0};
    struct profile mine;
    output_tell_before();
    bool comparable = clocks_compare(transport, true);
    uint64_t all_came = clock_pair_now().ns;
    if (comparable)
        waits_find(transport);
    output_hold_back(true);
    bool have =
        GET(settings.job) != JOB_EACH && services->snapshot(&mine, &arena, NULL) && add_ending(&mine, all_came, &arena);
    bool ok = job_reduce(transport, have ? &mine : NULL, NULL, &arena);
    if (ok && GET(settings.job) == JOB_BOTH)
        write_own(&mine, &arena);
    if (ok)
        services->written();
    if (ok && transport->rank == 0 && GET(settings.job) != JOB_EACH)
        output_tell_written(output_target(true, &arena));
    output_hold_back(false);
    if (transport->rank == 0 && ok)
        roll_close();
    arena_free(&arena);
    return ok;
}
