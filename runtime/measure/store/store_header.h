/*
 * store_header.h - the beginning of a store (store.h), from which everything else in it is found.
 *
 * Pointers in the file are addresses of the process; the header says where the file was mapped.
 */
#ifndef INSTR_STORE_HEADER_H
#define INSTR_STORE_HEADER_H

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/costs.h"
#include "runtime/measure/store/observed.h"
#include "runtime/measure/store/site_table.h"
#include "runtime/measure/store/tree_data.h"
#include "runtime/metrics/metrics.h"

#define STORE_MAGIC "instrmap"
enum { STORE_VERSION = 1, STORE_PLUGINS = 8, STORE_PLUGIN_NAME = 64 };

struct communicator;
struct counted_unit;
struct operations_log;
struct time_slices_log;
struct thread;
struct traffic;

/* The sizes of all structures to which pointers in the file lead. A reader must be built with the same sizes. */
struct store_sizes {
    uint32_t pointer, header, region, node, extra, thread, context, segment, frame, traffic, communicator, log, stand,
        stretches;
};

/* The unfinished step while a node is added to another one: of an ended thread's tree to the process's, or of a pruned node to (other paths).
 * A moved node has TREE_MOVED. Until the step is done the target's old contents are kept here, so that it can be undone. */
struct store_fold {
    struct thread *thread;  /* null: no thread is ending */
    struct node *from, *to; /* null: between two steps */
    struct node *caller;    /* null, or whose account changes as well */
    struct node saved;
    struct extra extra, callers;   /* of `to` and of `caller`, if they had one */
    uint64_t values[METRICS_MOST]; /* of `to`, likewise */
    unsigned long long *count_to,
        *count_from; /* a count of an ended thread (counts.h), which is 0 once it is moved; null: between two steps */
    uint64_t count_before; /* of the first */
};

/* The unfinished step while an entry's numbers are added to another's; see struct store_fold. */
struct traffic_move {
    struct traffic *from, *to;    /* null: between two steps */
    struct profile_traffic saved; /* of `to` */
};

/* At the beginning of the file. */
struct store_header {
    char magic[8];
    uint32_t version;
    struct store_sizes sizes;
    uint64_t base;  /* where the file begins in the process */
    uint64_t used;  /* bytes handed out */
    uint64_t kept;  /* of them, those that are in the file: the first so many */
    int32_t pid;    /* for those outside (process_number) */
    int32_t self;   /* for itself */
    uint64_t space; /* in which it has that number (process_space) */
    int32_t rank, ranks;
    int32_t forked;            /* made by fork from a process that was measured too */
    int32_t image;             /* programs that were measured in this process before: each calls exec for the next */
    int32_t written;           /* all is in a profile: nothing to recover */
    uint64_t job_ns;           /* when the job's profile, which has all until then, was written; 0 = it was not */
    uint32_t clock;            /* enum clock_kind */
    struct clock_pair start;   /* of the process */
    uint64_t aside;            /* ticks: what was not the program's, see thread.h */
    uint32_t newest;           /* of the next two */
    struct clock_pair last[2]; /* moments that were written down, see store_note */
    int32_t start_local[6];    /* year, month, day, hour, minute, second; of names that have them */
    char start_utc[32];        /* the same moment as ISO 8601 */
    struct settings settings;
    struct costs costs;                  /* as `costs` of costs.h */
    _Atomic uint64_t paths, paths_ticks; /* call paths made in all threads, and what that took */
    struct observed observed;
    struct node *sampled;     /* SAMPLED_NODES of them: see sampled_nodes.h; null: nobody takes samples */
    struct site_table *sites; /* of the objects, the newest first; null before the observer began */
    struct tally_table tallies;
    struct metrics_on metrics;
    struct {
        uint64_t held, highest, marks;              /* bytes; how often a new mark was set */
    } heap;                                         /* see heap.h */
    char plugins[STORE_PLUGINS][STORE_PLUGIN_NAME]; /* what they are called; "" = none */
    uint8_t in_plugin;                              /* as events.inside, outside of all calls */
    struct region *regions;                         /* all, by their `next` */
    struct thread *threads;                         /* but for those that ended and are in the process's tree */
    uint32_t thread_count;                          /* that there have been */
    uint32_t kept_count;                            /* of them, that have ended and stay in `threads` */
    struct node *root;                              /* of the process's tree */
    struct {
        struct region **regions; /* by their place */
        uint32_t room, end;      /* of these; and the first place that is free, 0: none was given yet */
        uint32_t unit_room, unit_count;
        struct counted_unit *units;
        struct region *group; /* what stands above those functions in a profile */
    } counted;
    struct store_fold fold;
    struct region *short_children; /* what stands above what they called in a profile, see short_calls.h */
    int32_t parent;                /* it has forked: its children may add to this store */
    struct traffic *traffic;       /* all, by their `older` */
    struct traffic_move traffic_move;
    struct communicator *communicators;          /* all, by their `next` */
    _Atomic(struct operations_log *) operations; /* null: none was logged */
    _Atomic(struct time_slices_log *) stretches; /* null: none, see time_slices.h */
    const char *program, *command, *host, *job;
    const char *directory; /* where the process was started */
    const char *roll;      /* null, or the file that it signed, see roll.h */
    const char *trace;     /* null, or the file of its trace */
};

/* NULL before store_open, and if there is no memory at all. */
extern struct store_header *store;

extern const struct store_sizes store_sizes;

/* Returns the length of a tick, by what is known about that process until then. */
static inline struct clock_scale store_scale(const struct store_header *of, struct clock_pair until)
{
    return clock_scale_between((enum clock_kind)of->clock, of->start, until);
}

#endif
