/*
 * waits_state.h - what is known while it is found who waited for whom, see waits.h.
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

/* In ns of the first rank's CLOCK_MONOTONIC. */
static inline int64_t waits_moment(const struct waits_clock *clock, uint64_t ticks)
{
    double since = (double)(int64_t)(ticks - clock->start.ticks) * clock->tick_ns;
    return (int64_t)clock->start.ns + (int64_t)(since + clock_drift_back(&clock->drift, since)) - clock->ahead;
}

struct stand;

/* One side of a message. */
struct message {
    struct operation *operation;
    uint32_t index;  /* of the sender's list; PROFILE_NONE: no counterpart is known */
    int64_t longest; /* ns: the other side waited for this one */
    int64_t delay;   /* ns: and with those that it stands for */
};

struct side {
    struct message *of; /* sorted by the other's rank first */
    uint32_t count;
};

/* What is known of a meeting in a collective call but scans. */
struct match {
    uint64_t stream;
    uint32_t number, kind;
    uint32_t size, seen; /* ranks that meet; and that are known to have come */
    int64_t when;        /* ns of the first rank's clock: until then others wait */
    uint32_t rank;       /* that they wait for; PROFILE_NONE: not known */
    uint64_t waited;     /* ns: by all together */
    uint64_t longest;    /* ns: by one of them */
};

struct matches {
    struct match *of; /* sorted */
    size_t count;
};

/* What is known of a rank's scan: of the ranks up to it. */
struct scan {
    const struct operation *operation;
    uint32_t seen; /* how many of them are known to have come, and which of them was last, and when */
    uint32_t rank;
    int64_t when;            /* ns of the first rank's clock */
    int64_t waited, longest; /* ns: others waited for this rank, all together and one of them */
};

/* Of one rank. */
struct waits {
    struct transport *transport; /* null: who has the logs of all ranks, see waits_left.h */
    uint32_t rank, ranks;
    /* Where is booked what is found; null: the stand of a call is not known. */
    struct stand *(*stand_at)(const struct waits *waits, uint32_t number);
    struct waits_clock clock;
    struct arena arena;
    struct operation *log;
    uint32_t logged;
    struct stretch *stretches; /* by when they ended: what this rank did between its calls of MPI */
    uint32_t stretch_count;
    uint32_t scale[LEVELS]; /* of so many meetings of a kind one is in the logs */
    int64_t *waited;        /* ns: of each operation of the log, by its call */
    uint32_t *whom;         /* the rank that it waited for */
    int64_t *away;          /* ns, and the next two: see waits_state.h */
    uint64_t *calls;        /* ticks: when this rank called MPI, in order */
    size_t call_count;
    struct side sends, receives;
    struct operation **collective; /* of each its match, at the same place */
    struct matches matches;
    struct scan *scans; /* sorted by meeting */
    uint32_t scan_count;
    bool no_scans;    /* no rank has any */
    uint64_t unknown; /* operations of which that is not known */
    bool healthy;     /* there was memory */
};

/* What the call of this operation waited, as far as this operation shows. */
static inline int64_t waits_of(const struct waits *waits, const struct operation *operation)
{
    return waits->waited[operation - waits->log];
}

static inline void waits_for(const struct waits *waits, const struct operation *operation, uint32_t whom, int64_t ns)
{
    waits->waited[operation - waits->log] = ns;
    waits->whom[operation - waits->log] = whom;
}

/* It waited for a rank until then, but no longer than its call took; ns of the first rank's clock. */
static inline void waits_until(const struct waits *waits, const struct operation *operation, uint32_t whom,
                               int64_t until)
{
    int64_t enter = waits_moment(&waits->clock, operation->enter), end = waits_moment(&waits->clock, operation->end);
    until = until < end ? until : end;
    if (operation->end && until > enter)
        waits_for(waits, operation, whom, until - enter);
}

/* Of the calls that wait for two operations, like strcmp. */
static inline int waits_compare_calls(const struct operation *a, const struct operation *b)
{
    int order = (a->enter > b->enter) - (a->enter < b->enter);
    return order ? order : (a->stand > b->stand) - (a->stand < b->stand);
}

/* Once the log is known. False: no memory. */
bool waits_open(struct waits *waits);

/*
 * Who finds it takes the same steps whether each rank has its own log, and they talk (waits.h), or one process has those of all
 * (waits_left.h):
 *
 *     ranks tell where they sent what     they know how long they waited     ranks tell how long they waited    who was waited for
 *     what ranks know is gathered    ->                                 ->   what they waited is gathered   ->  has that booked
 */
struct waits_party {
    struct waits **of; /* whose logs are here, by rank */
    uint32_t count;
    /* What `make` has for other ranks they `take`. */
    bool (*exchange)(struct waits_party *party, struct parcel *(*make)(struct waits *waits, size_t *count),
                     bool (*take)(void *waits, int from, const void *bytes, size_t size));
    bool (*gather)(struct waits_party *party); /* all learn what all know of matches */
    bool (*match_scans)(struct waits_party *party);
    bool (*tell_scans)(struct waits_party *party);
};

/* False: one of these failed, and what is on its way stays for ever. Where there was no memory a rank is not healthy. */
bool waits_find_in(struct waits_party *party);

/* Others waited for an operation, each no longer than `longest`, and `all` together; ns. That is booked on its call, and on what the
 * rank did meanwhile. What it spent in calls of MPI meanwhile has its cause in other ranks, and is booked nowhere. */
void waits_delayed(const struct waits *waits, const struct operation *operation, uint64_t longest, uint64_t all);

/* The same by the ranks they waited for, in the waits' arena; null: no memory. */
struct profile_wait *waits_by_rank(struct waits *waits, uint32_t *count);

bool waits_are_estimate(const struct waits *waits);

/* For so many calls as this one the log has one. */
double waits_inverse_kept_probability(const struct waits *waits, const struct operation *operation);

/* What the calls waited that this one stands for. */
static inline int64_t waits_all(const struct waits *waits, const struct operation *operation)
{
    return (int64_t)((double)waits_of(waits, operation) * waits_inverse_kept_probability(waits, operation));
}

/* --- waits_collective.c: who waited for whom in collective calls but scans, see waits.h. --- */

/* Of a party of one rank, along the tree of the reduction. False: the transport broke. */
bool waits_collective_gather(struct waits_party *party);

/* The steps: what this rank knows of meetings is joined with what others know, and learned from that; then it knows how long it
 * waited, turns to what others are to learn, which is joined and learned again, and books how long others waited. */
void waits_collective_open(struct waits *waits);
bool waits_collective_join(struct matches *into, const struct matches *with,
                           struct arena *arena); /* false: no memory */
void waits_collective_learn(struct matches *to,
                            const struct matches *known); /* which has all of them, or had no room */
void waits_collective_wait(struct waits *waits);
void waits_collective_turn(struct waits *waits);
void waits_collective_book(struct waits *waits);

/* --- waits_messages.c: who waited for whom in messages from rank to rank, see waits.h. --- */

/* The steps: what goes to other ranks, each of which hears it; what goes back to them, and is learned; then the rest. */
struct parcel *waits_messages_ask(struct waits *waits, size_t *count);
bool waits_messages_hear(void *waits, int from, const void *bytes, size_t size);
struct parcel *waits_messages_answer(struct waits *waits, size_t *count);
bool waits_messages_learn(void *waits, int from, const void *bytes, size_t size);
void waits_messages_book(struct waits *waits);

/*
 * Messages that had been sent, and came no sooner than their sender called MPI again.
 *
 * Most MPIs move a large message only while both ranks are in a call. Of one that MPI_Isend began the rest stays where it is while the
 * sender computes, and its receiver waits for that; so does a call that waits for a send and a receive. By when the message was begun
 * nobody was late. So this is a figure of its own: from when the message was begun and wanted until the sender's next call that is in
 * the log, if the wait ended after that. It is an upper bound: the message may have been on its way.
 */

/* When this rank called MPI, by the log. False: no memory. */
bool waits_away_open(struct waits *waits);

/* What calls waited so beyond what they waited for late ranks; while the latter is still known of each operation. False: no memory. */
bool waits_away_book(struct waits *waits);

/* --- waits_scans.c: who waited for whom in scans, see waits.h. --- */

/* Finds this rank's, then who was last up to each, and how long the rank waited for that. */
void waits_scans_open(struct waits *waits);
void waits_scans_wait(struct waits *waits);

/* Of a party of one rank, collective: who was last; and then, who was waited for learns it. False: the transport broke. */
bool waits_scans_match(struct waits_party *party);
bool waits_scans_tell(struct waits_party *party);

/* How long others waited. */
void waits_scans_book(struct waits *waits);

#endif
