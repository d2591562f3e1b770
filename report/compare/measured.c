/* measured.c - see measured.h. */
#include "report/compare/measured.h"

#include <stdlib.h>
#include <string.h>

/* Traffic is not measured like a metric, but known for every run. */
static const struct profile_metric mpi_metrics[] = {{"mpi-messages", "messages sent by MPI", "", METRIC_SUM},
                                                    {"mpi-bytes", "bytes sent by MPI", "B", METRIC_SUM}};
enum { MPI_MESSAGES, MPI_BYTES, MPI_METRICS };

static const struct profile_metric *find_mpi(const char *key)
{
    for (unsigned i = 0; i < MPI_METRICS; i++)
        if (!strcmp(key, mpi_metrics[i].key))
            return &mpi_metrics[i];
    return NULL;
}

/* Returns the exact metrics of a run, as "heap-calls,heap-bytes". Others are read now and then, or from a clock. */
static const char *measured_exact(const struct compare_run *run, struct arena *arena)
{
    static const char *const heap[] = {"heap-calls", "heap-bytes"};
    const char *keys = "";
    bool sent = false;
    for (unsigned i = 0; i < sizeof heap / sizeof *heap; i++)
        if (profile_metric(&run->profile, heap[i]) != PROFILE_NONE)
            keys = arena_printf(arena, "%s%s%s", keys, *keys ? "," : "", heap[i]);
    for (uint32_t i = 0; i < run->profile.traffic_count; i++)
        sent |= run->profile.traffic[i].messages > 0;
    for (unsigned i = 0; sent && i < MPI_METRICS; i++)
        keys = arena_printf(arena, "%s%s%s", keys, *keys ? "," : "", mpi_metrics[i].key);
    return keys;
}

/* Returns the function that calls MPI, or the MPI function itself if its caller is not measured. */
static uint32_t find_sender(const struct profile *profile, uint32_t node)
{
    for (uint32_t at = node; at; at = profile->nodes[at].parent)
        if (profile->regions[profile->nodes[at].region].kind == REGION_FUNCTION)
            return at;
    return node;
}

static void fill_mpi(struct metric_shown *shown, const struct profile *profile, const struct profile_metric *what,
                     struct arena *arena)
{
    *shown = (struct metric_shown){.what = what, .own = arena_array(arena, profile->node_count, sizeof *shown->own)};
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        const struct profile_traffic *traffic = &profile->traffic[i];
        uint64_t sent = what == &mpi_metrics[MPI_BYTES] ? traffic->bytes : traffic->messages;
        shown->own[find_sender(profile, traffic->node)] += (double)sent;
    }
}

static bool take_key(struct compare_run *run, const char *key, struct arena *arena, struct error *error)
{
    struct metrics_shown *metrics = &run->metrics;
    const struct profile_metric *mpi = find_mpi(key);
    uint32_t metric = mpi ? 0 : profile_metric(&run->profile, key);
    if (metrics->count == METRICS_SHOWN)
        return error_set(error, ERROR_USAGE, "%s: at most %d metrics", key, METRICS_SHOWN);
    if (metric == PROFILE_NONE)
        return error_set(error, ERROR_USAGE, "%s: %s was not measured: run the program with INSTR_METRICS=%s",
                         run->name, key, key);
    struct metric_shown *shown = &metrics->of[metrics->count++];
    if (mpi)
        fill_mpi(shown, &run->profile, mpi, arena);
    else
        metric_fill(shown, &run->view, metric, arena);
    return true;
}

bool measured_load(struct compare_run *run, char *const *files, int count, const char **keys,
                   const struct options *options, struct arena *arena, struct error *error)
{
    struct options plain = *options;
    plain.metrics = NULL;
    if (!compare_load(run, files, count, &plain, arena, error))
        return false;
    *keys = *keys ? *keys : measured_exact(run, arena);
    char *rest, *text = arena_copy(arena, *keys, strlen(*keys));
    for (char *key = strtok_r(text, ",", &rest); key; key = strtok_r(NULL, ",", &rest))
        if (!take_key(run, key, arena, error))
            return false;
    return true;
}

void measured_ask(const char *keys, struct arena *arena)
{
    const char *set = getenv("INSTR_METRICS"), *all = set ? set : "";
    char *rest, *text = arena_copy(arena, keys, strlen(keys));
    for (char *key = strtok_r(text, ",", &rest); key; key = strtok_r(NULL, ",", &rest))
        if (!find_mpi(key))
            all = arena_printf(arena, "%s%s%s", all, *all ? "," : "", key);
    if (*all)
        setenv("INSTR_METRICS", all, 1);
}
