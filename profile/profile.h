/*
 * profile.h - the profile as data: what was measured, in one process or reduced over many.
 *
 * Plain arrays, no pointers between nodes: the same structure is written to disk, sent over MPI, merged
 * and reported. Three rules make merging linear and its result independent of the order:
 *   - `regions` is sorted by region_compare, without duplicates;
 *   - `nodes` is in preorder, siblings sorted by region index, no two siblings of one region;
 *     nodes[0] is the root (the process itself), its parent is PROFILE_NONE;
 *   - sums over calls are integers.
 * Times are in picoseconds: a tick of any clock here is hundreds of them, a 64-bit one lasts 213 days
 * for a single call, and sums have 128 bits.
 */
#ifndef INSTR_PROFILE_H
#define INSTR_PROFILE_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/region.h"
#include "profile/stat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROFILE_NONE UINT32_MAX

enum {
    NODE_FOLDED = 1, /* deeper recursion of the same region is counted here, its time only once */
    NODE_OPEN = 2,   /* a frame was open when the profile was taken; its time so far is included */
    NODE_SPREAD = 8, /* its calls are an estimate: some are counted by function, and shared out to paths by samples */
    NODE_IN_CALLERS =
        16 /* its calls are counted by function: on which paths they were is not known, and its time is its callers' */
};

/* One call path. `calls` are counted exactly; with NODE_SPREAD those of the function are, over all of its nodes. ranks.in_context is the number of ranks that
 * belong to the nearest context around the node: all that are in the communicators it ran in, or, where
 * none is known and for the root, all that reached it. Every function below that makes a profile fills it
 * in, and the file does not hold it. `first` is the node's place, from 1, in the order in which the lowest rank that
 * has it, first_rank, came to its call paths; 0: not known. */
struct profile_node {
    uint32_t region;
    uint32_t parent; /* index of a node before this one */
    uint32_t flags;
    struct stat_calls calls; /* over calls */
    struct stat_ranks ranks; /* over ranks: inclusive time per rank, without what probes took and what is outside */
    uint32_t first_rank, first;
};

/* The file's description of its run: "program", "command", "host", "start" (ISO 8601, UTC), "wall_s", "clock", "threads", "timing",
 * "cost_timed_ps", ... Sorted by key. The rules of merging are in tables.c. The number of ranks is that of the root node. */
struct profile_meta {
    const char *key;
    const char *value;
};

/* Events that were counted rather than silently dropped: "leave without enter", "frames left by a
 * jump", "calls in (other paths)" ... Sorted by name; added up when merged. */
struct profile_tally {
    const char *name;
    uint64_t value;
};

/* A thread of a rank. Sorted by all four members; thread 0 is the rank's first. */
struct profile_location {
    uint32_t rank, thread;
    uint64_t pid;
    const char *host;
};

/* One location's figures in one node. Locations that never came there have no row. Sorted by node, then location. A profile of one rank needs
 * no rows, because its nodes have the same figures; merging makes them. With many ranks only some rows are kept, see rows.h. */
struct profile_row {
    uint32_t node, location;
    uint64_t calls;
    uint64_t inclusive; /* ps, without what probes took and what is outside, see total_time.h */
    uint64_t min, max;  /* ps, of a timed call, where there were two calls or more; both 0: not known */
};

/* The number of ranks whose inclusive times in a node are in the same bin of stat.h. Sorted by node, then bin. A node that one rank called has
 * none, because ranks.min is that rank's time. */
struct profile_bin {
    uint32_t node, bin, ranks;
};

/* One region over all its call paths: of each rank its calls, its inclusive time (of outermost frames only, recursion counts
 * once) and its own, without what probes took; and of each thread of a rank the inclusive time. Only ranks and threads that
 * called it count. Sorted by region. A profile of one process needs none, for its nodes and rows say it all (see
 * extremes.h); one of many, merged from some that lacked them, has none. */
struct profile_extremes {
    uint32_t region;
    struct stat_ranks calls, total, own;
    struct stat_threads threads;
};

/* Another quantity than calls and time: its unit ("ns", "B", or "" for a count), and the rule that combines values of calls, threads and
 * ranks. Sorted by key, unit and rule. */
enum { METRIC_SUM, METRIC_MAX, METRIC_RULES };
struct profile_metric {
    const char *key;  /* as users name it: "cpu-time" */
    const char *name; /* what it is */
    const char *unit;
    uint32_t rule;
};

/* A node's value of a metric. `own` excludes the nodes below it and is over all calls, threads and ranks. `ranks` is over the ranks, including
 * the nodes and threads below. Sorted by node, then metric; without a value in its subtree a node has no entry. */
struct profile_value {
    uint32_t node, metric;
    struct u128 own;
    struct stat_ranks ranks;
};

/* A region's value of a metric over all its call paths, over ranks. `total`: a rank's value in outermost calls, with everything below and the
 * threads; `own`: the region's own value, over the same ranks. Only ranks with a value in `total` count; the root has none. Sorted by region,
 * then metric. A profile of one process needs none, because its nodes have the same figures (see region_values.h); a profile merged from some
 * that lacked them has none. */
struct profile_region_value {
    uint32_t region, metric;
    struct stat_ranks total, own;
};

/* A communicator: one that the program was seen to use. Or, with "" for its ranks, all further ones of that name
 * and place, since only the first COMMUNICATORS_OF_NAME of them in this order are kept apart. Sorted by
 * communicator_compare, which compares all but the size. */
enum { COMMUNICATORS_OF_NAME = 64, COMMUNICATORS_MAX = 1024 };
#define COMMUNICATORS_OTHER "(other communicators)" /* what they are called beyond COMMUNICATORS_MAX */
struct profile_communicator {
    const char *name;  /* as MPI_Comm_get_name says; "" = it has none */
    const char *place; /* "MPI_Comm_split file:line", where it was made; "" = by MPI, or not seen */
    const char *ranks; /* in MPI_COMM_WORLD, as "0-3,8,10-30:2"; see communicator.h */
    uint32_t size;     /* how many those are; of several communicators, the most that one has */
};

/* The traffic of one node on one communicator (PROFILE_NONE: on none, as for a file or window), over all its calls and ranks. For a context it
 * says that the context ran there; for an MPI function also the bytes to be sent or written. sizes[k] counts the messages of k significant
 * bits, so of 2^(k-1) to 2^k - 1 bytes; sizes[0] the empty ones, the last one all that are larger. Sorted by node, then communicator. */
enum { TRAFFIC_SIZES = 40 };
struct profile_traffic {
    uint32_t node, communicator;
    uint64_t calls;
    uint64_t messages, bytes;
    uint64_t sizes[TRAFFIC_SIZES];
};

/* The time for which a rank of the job waited for another rank in MPI, over all calls; see waits.h. Sorted by both ranks. */
struct profile_wait {
    uint32_t rank, late;
    uint64_t ns;
};

/* ns: the sum over all ranks; the largest time of a rank, and the lowest rank with it. */
struct profile_site_time {
    uint64_t all, most;
    uint32_t rank;
};

/* How long calls from one source line waited in a node, and how long other ranks waited for them; see canonical.h. Sorted by node, then site. */
struct profile_call_site {
    uint32_t node;
    const char *site; /* FILE:LINE; "": it is not known */
    struct profile_site_time waiting, delay;
};

/* How often and how long a thread was in something in a node. Its parts of parallel regions that began there: of teams of its own
 * (STAY_OWN) and of others. From STAY_KEPT on, by looks: what kept it from running, as enum kept of the runtime has it; for a lock
 * `holder` is the node that its owner was in (PROFILE_NONE: not known). Of many ranks a sample, see rank_stays.h. Sorted by node, rank, thread, what and holder. */
enum { STAY_OWN, STAY_PART, STAY_KEPT, STAY_READY = STAY_KEPT }; /* STAY_READY: it had no processor */
struct profile_stay {
    uint32_t node, rank, thread, what, holder;
    uint64_t times;
    uint64_t sum, most; /* ps: of all, and of the longest */
};

/* A process's log of its operations in MPI calls (docs/dev/mpi.md), if it was killed before waiting was found. Sorted by job, machine and
 * rank. It holds one in 2 to the power of its level of the collective calls and messages. */
enum { LOG_LEVELS = 31, LOG_KINDS = 7, LOG_THREADS = 64 };

struct profile_operations_log {
    uint64_t job, machine; /* the same in the logs of one job, and of one clock */
    uint32_t rank, ranks;  /* in MPI_COMM_WORLD */
    uint32_t calls_level, messages_level;
    uint64_t unknown; /* operations of whose meeting nothing is known */
};

/* The place of logged calls. Sorted by node, then site. */
struct profile_stand {
    uint32_t node;
    const char *site; /* FILE:LINE; "": it is not known */
};

/* One side of a meeting of ranks, as in the runtime's struct operation; ns of the machine's clock. Sorted by log, then start time. */
struct profile_operation {
    uint64_t stream, posted, enter, end; /* an end of 0: it had not ended */
    uint32_t log, poster, stand;         /* of the latter, PROFILE_NONE: not known */
    uint32_t number, size, position, peer, tag, kind, root, blocks, thread;
};

/* A path's part of a thread's time between two calls of MPI. Sorted by log, then end time, then thread and stand. */
enum { STRETCH_WHOLE = 1 << 15 };

struct profile_stretch {
    uint64_t to, length; /* ns of the machine's clock: when it ended, and how long it was */
    uint32_t log, stand;
    uint32_t share; /* of STRETCH_WHOLE */
    uint32_t thread;
};

/* All zero is an empty profile. It is not canonical, because it has no root. */
struct profile {
    struct profile_region *regions;
    struct profile_node *nodes;
    struct profile_meta *meta;
    struct profile_tally *tallies;
    struct profile_location *locations;
    struct profile_row *rows;
    struct profile_bin *bins;
    struct profile_extremes *extremes;
    struct profile_metric *metrics;
    struct profile_value *values;
    struct profile_region_value *region_values;
    struct profile_communicator *communicators;
    struct profile_traffic *traffic;
    struct profile_wait *waits;
    struct profile_call_site *call_sites;
    struct profile_stay *stays;
    struct profile_operations_log *logs;
    struct profile_stand *stands;
    struct profile_operation *operations;
    struct profile_stretch *stretches;
    uint32_t region_count, node_count, meta_count, tally_count, location_count, row_count;
    uint32_t metric_count, value_count, region_value_count;
    uint32_t bin_count, extremes_count, communicator_count, traffic_count, wait_count, call_site_count, stay_count;
    uint32_t log_count, stand_count, operation_count, stretch_count;
};

/* Returns the value of `key`, or `fallback`. */
const char *profile_meta(const struct profile *profile, const char *key, const char *fallback);

/* Adds a key that the profile does not have yet. Returns false if there is no memory. */
bool profile_meta_add(struct profile *profile, const char *key, const char *value, struct arena *arena);

/* Returns true if the profile contains command-line arguments. Files made from it must not be readable by others. */
bool profile_private(const struct profile *profile);

/* Returns true if the node's times are estimates, from samples or from its timed calls. */
bool profile_estimated(const struct profile_node *node);

/* Compares first calls like strcmp: by the lower rank, then by the rank's own order. Unknown ones come last. */
int profile_compare_first(const struct profile_node *a, const struct profile_node *b);

/* Returns the inclusive time, in ps, that the fraction `part` (0 to 1) of the ranks in the node's context do not exceed: exact for the least
 * and the most, otherwise known to 2%. */
double profile_percentile(const struct profile *profile, uint32_t node, double quantile);

/* Returns the extremes of all called regions, as stored or derived from rows; *count is 0 if neither exists. Returns NULL if there is no
 * memory. */
struct profile_extremes *profile_extremes(const struct profile *profile, uint32_t *count, struct arena *arena);

/* Does the same for metrics of regions. */
struct profile_region_value *profile_region_values(const struct profile *profile, uint32_t *count, struct arena *arena);

/* Returns for each node whether no node of its region is above it, in any thread. Metrics include the threads below a node, so they are added
 * up over such nodes. Returns NULL if there is no memory. */
bool *profile_outermost(const struct profile *profile, struct arena *arena);

/* Returns the index of the first row whose node is `node` or a later one. */
uint32_t profile_first_row(const struct profile *profile, uint32_t node);

/* Assigns the profile of one process to `rank`: fills `ranks` of each node from `calls.sum`, minus the probe overhead in its subtree and the
 * excluded time (see total_time.h). */
bool profile_set_rank(struct profile *profile, uint32_t rank, struct error *error);

/* Fills `ranks` of all values in the canonical profile of one process from each node's own value, and adds entries for the nodes above. */
bool profile_set_values(struct profile *profile, uint32_t rank, struct arena *arena, struct error *error);

/* Returns the first metric with that key, or PROFILE_NONE. */
uint32_t profile_metric(const struct profile *profile, const char *key);

/* Fills in each node's inclusive value of a metric, without the calls that start and end MPI. */
void profile_inclusive(const struct profile *profile, uint32_t metric, struct u128 *inclusive);

/* Count one message; add `other`, the traffic of the same node and communicator in another profile. */
void profile_traffic_add(struct profile_traffic *traffic, uint64_t bytes);
void profile_traffic_merge(struct profile_traffic *traffic, const struct profile_traffic *other);

/* Sorts everything built in any order into the canonical form above (children may be listed in any
 * order as long as a parent precedes them; equal regions, equal siblings with their traffic, equal
 * communicators, locations and their rows are added up; for equal meta keys the first stays). Nodes are sorted where they are, which
 * halves the memory, the other tables in `arena`; the strings stay where they are. False when there is no memory or an index points outside. */
bool profile_normalize(struct profile *profile, struct arena *arena, struct error *error);

/* Merges two canonical profiles into `out`, in time linear in their sizes. The inputs stay as they
 * are and must live as long as `out`, which shares their strings. */
bool profile_merge(const struct profile *a, const struct profile *b, struct profile *out, struct arena *arena,
                   struct error *error);

/* The file's bytes, see docs/dev/profile-format.md. unpack trusts nothing: any input gives either a
 * canonical profile or an error; `name` is for its text. */
bool profile_pack(const struct profile *profile, struct arena *arena, unsigned char **bytes, size_t *size,
                  struct error *error);
bool profile_unpack(const unsigned char *bytes, size_t size, const char *name, struct profile *profile,
                    struct arena *arena, struct error *error);

/* Packs and writes the whole file (common/writer.h). The mode follows umask; for a private profile only the owner's part of it. */
bool profile_write(const struct profile *profile, const char *path, struct error *error);
bool profile_read(const char *path, struct profile *profile, struct arena *arena, struct error *error);

/* Reads one of many profiles. Its strings are in `texts` (profile/texts.h), unless that is NULL. */
struct texts;
bool profile_unpack_sharing(const unsigned char *bytes, size_t size, const char *name, struct profile *profile,
                            struct texts *texts, struct arena *arena, struct error *error);
bool profile_read_sharing(const char *path, struct profile *profile, struct texts *texts, struct arena *arena,
                          struct error *error);

#endif
