/*
 * waits_state.h - the data and steps of the search for who waited for whom, see waits.h.
 */
#ifndef INSTR_WAITS_STATE_H
#define INSTR_WAITS_STATE_H

#include "common/arena.h"
#include "profile/clock_drift.h"
#include "runtime/job/transport.h"
#include "runtime/measure/beside/operations.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/time_slices.h"

/* Moments of the log (operations.h) as all ranks of a job tell them. */
struct waits_clock {
    struct clock_pair start;
    double tick_ns;
    int64_t ahead; /* ns: of the first rank's, at the end */
    struct clock_drift drift;
};

/* Returns a moment of the log in ns of the first rank's CLOCK_MONOTONIC. */
static inline int64_t waits_moment(const struct waits_clock *clock, uint64_t ticks)
{
    double since = (double)(int64_t)(ticks - clock->start.ticks) * clock->tick_ns;
    return (int64_t)clock->start.ns + (int64_t)(since + clock_drift_back(&clock->drift, since)) - clock->ahead;
}

struct stand;

/* One side of a message. */
struct message {
    struct operation *operation;
    uint32_t index;  /* in the sender's list; PROFILE_NONE: no counterpart is known */
    int64_t longest; /* ns: the longest wait of the other side for this one */
    int64_t delay;   /* ns: all such waits, with those of the messages that this sample represents */
};

struct side {
    struct message *of; /* sorted by the other's rank first */
    uint32_t count;
};

/* A meeting in a collective call other than scans. */
struct match {
    uint64_t stream;
    uint32_t number, kind;
    uint32_t size, seen; /* numbers of ranks that meet, and that are known to have come */
    int64_t when;        /* ns of the first rank's clock: until then others wait */
    uint32_t rank;       /* the rank that they wait for; PROFILE_NONE: unknown */
    uint64_t waited;     /* ns: by all together */
    uint64_t longest;    /* ns: by one of them */
};

struct matches {
    struct match *of; /* sorted */
    size_t count;
};

/* A rank's scan, and the ranks up to it. */
struct scan {
    const struct operation *operation;
    uint32_t seen; /* number of these ranks that are known to have come; then the last of them, and its time */
    uint32_t rank;
    int64_t when;            /* ns of the first rank's clock */
    int64_t waited, longest; /* ns: waits of other ranks for this one, all together and the longest */
};

/* Of one rank. */
struct waits {
    struct transport *transport; /* null: one process has the logs of all ranks, see waits_left.h */
    uint32_t rank, ranks;
    /* Returns the sums of a call path to add to; NULL if the path is unknown. */
    struct stand *(*stand_at)(const struct waits *waits, uint32_t number);
    struct waits_clock clock;
    struct arena arena;
    struct operation *log;
    uint32_t logged;
    struct stretch *stretches; /* this rank's work between its MPI calls, by time of the end */
    uint32_t stretch_count;
    uint32_t scale[LEVELS]; /* of this many meetings of a kind one is in the logs */
    int64_t *waited;        /* ns: the wait of each operation of the log, in its call */
    uint32_t *whom;         /* the rank that it waited for */
    int64_t *away;          /* ns: see waits_away_open, also for the next two */
    uint64_t *calls;        /* ticks: when this rank called MPI, in order */
    size_t call_count;
    struct side sends, receives;
    struct operation **collective; /* its match is at the same index of `matches` */
    struct matches matches;
    struct scan *scans; /* sorted by meeting */
    uint32_t scan_count;
    bool no_scans;    /* no rank has scans */
    uint64_t unknown; /* number of operations with unknown waits */
    bool healthy;     /* there was memory */
};

/* Returns the wait of the operation's call for this operation. */
static inline int64_t waits_of(const struct waits *waits, const struct operation *operation)
{
    return waits->waited[operation - waits->log];
}

static inline void waits_for(const struct waits *waits, const struct operation *operation, uint32_t whom, int64_t ns)
{
    waits->waited[operation - waits->log] = ns;
    waits->whom[operation - waits->log] = whom;
}

/* Notes that an operation waited for a rank until then, but no longer than its call took; ns of the first rank's clock. */
static inline void waits_until(const struct waits *waits, const struct operation *operation, uint32_t whom,
                               int64_t until)
{
    int64_t enter = waits_moment(&waits->clock, operation->enter), end = waits_moment(&waits->clock, operation->end);
    until = until < end ? until : end;
    if (operation->end && until > enter)
        waits_for(waits, operation, whom, until - enter);
}

/* Compares the calls that wait for two operations, like strcmp. */
static inline int waits_compare_calls(const struct operation *a, const struct operation *b)
{
    int order = (a->enter > b->enter) - (a->enter < b->enter);
    return order ? order : (a->stand > b->stand) - (a->stand < b->stand);
}

/* Prepares the search, when the log is there. Returns false if there is no memory. */
bool waits_open(struct waits *waits);

/*
 * The steps are the same whether each rank has its own log, and ranks communicate (waits.h), or one process has all logs
 * (waits_left.h):
 *
 *     ranks tell where they sent what     they know how long they waited     ranks tell how long they waited    who was waited for
 *     what ranks know is gathered    ->                                 ->   what they waited is gathered   ->  has that booked
 */
struct waits_party {
    struct waits **of; /* the ranks whose logs are here */
    uint32_t count;
    /* Sends what `make` returns to other ranks, which `take` it. */
    bool (*exchange)(struct waits_party *party, struct parcel *(*make)(struct waits *waits, size_t *count),
                     bool (*take)(void *waits, int from, const void *bytes, size_t size));
    bool (*gather)(struct waits_party *party); /* joins the matches of all ranks, for all ranks */
    bool (*match_scans)(struct waits_party *party);
    bool (*tell_scans)(struct waits_party *party);
};

/* Takes the steps. Returns false if one of them failed; then bytes under way must stay for ever. A rank without memory is not healthy. */
bool waits_find_in(struct waits_party *party);

/* Adds a delay: others waited for an operation, each at most `longest`, together `all`; ns. The delay counts on the operation's call, and
 * as cause on the rank's work meanwhile. Time in MPI calls meanwhile has its cause in other ranks, and counts nowhere. */
void waits_delayed(const struct waits *waits, const struct operation *operation, uint64_t longest, uint64_t all);

/* Returns the waits by the ranks that were waited for, in the waits' arena; NULL if there is no memory. */
struct profile_wait *waits_by_rank(struct waits *waits, uint32_t *count);

bool waits_are_estimate(const struct waits *waits);

/* Returns the number of calls that this one represents in the log. */
double waits_inverse_kept_probability(const struct waits *waits, const struct operation *operation);

/* Returns the waits of all calls that this one represents. */
static inline int64_t waits_all(const struct waits *waits, const struct operation *operation)
{
    return (int64_t)((double)waits_of(waits, operation) * waits_inverse_kept_probability(waits, operation));
}

/* --- waits_collective.c: who waited for whom in collective calls but scans, see waits.h. --- */

/* Gathers for a party of one rank, along the tree of the reduction. Returns false if the transport broke. */
bool waits_collective_gather(struct waits_party *party);

/* The steps: opens this rank's matches, which are joined with those of others; learns the result; computes its own waits; turns to the
 * waits that others caused, which are joined and learned again; and adds how long others waited. */
void waits_collective_open(struct waits *waits);
bool waits_collective_join(struct matches *into, const struct matches *with,
                           struct arena *arena); /* false: no memory */
void waits_collective_learn(struct matches *to,
                            const struct matches *known); /* which has all of them, or had no room */
void waits_collective_wait(struct waits *waits);
void waits_collective_turn(struct waits *waits);
void waits_collective_book(struct waits *waits);

/* --- waits_messages.c: who waited for whom in messages from rank to rank, see waits.h. --- */

/* The steps: sends are told to the receivers, which hear them; waits are answered to the senders, which learn them; then all is added. */
struct parcel *waits_messages_ask(struct waits *waits, size_t *count);
bool waits_messages_hear(void *waits, int from, const void *bytes, size_t size);
struct parcel *waits_messages_answer(struct waits *waits, size_t *count);
bool waits_messages_learn(void *waits, int from, const void *bytes, size_t size);
void waits_messages_book(struct waits *waits);

/*
 * Messages that were sent, but received only after their sender called MPI again (`at most` in reports).
 *
 * Most MPIs move a large message only while both ranks are in a call. After MPI_Isend the rest of it does not move while the sender
 * computes, and the receiver waits; so does a call that waits for a send and a receive. Nobody was late, so this is a separate figure:
 * from when the message was sent and the receiver waited, until the sender's next call in the log, if the wait ended after that. It is
 * an upper bound, because the message may have been on its way.
 */

/* Lists when this rank called MPI, by the log. Returns false if there is no memory. */
bool waits_away_open(struct waits *waits);

/* Adds such waits, without waits for late ranks; to be called while the latter are known for each operation. Returns false without memory. */
bool waits_away_book(struct waits *waits);

/* --- waits_scans.c: who waited for whom in scans, see waits.h. --- */

/* Find this rank's scans; then, for each, how long this rank waited for the last rank up to it. */
void waits_scans_open(struct waits *waits);
void waits_scans_wait(struct waits *waits);

/* Find, for a party of one rank, which rank was last; and tell the ranks that were waited for. Collective. Return false if the transport
 * broke. */
bool waits_scans_match(struct waits_party *party);
bool waits_scans_tell(struct waits_party *party);

/* Adds how long others waited. */
void waits_scans_book(struct waits *waits);

#endif
