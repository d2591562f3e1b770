/*
 * wait_sums.h - sums of waiting, for nodes whose calls are in the log of operations (operations.h), or made others wait.
 *
 * Each such node has a *stand* for each call site, which goes with what the node was when that is booked elsewhere. The log knows
 * it by a number.
 */
#ifndef INSTR_WAIT_SUMS_H
#define INSTR_WAIT_SUMS_H

#include "profile/waits.h"
#include "runtime/measure/store/tree_data.h"

struct store_header;

struct stand {
    const struct node *node;
    const char *key;            /* the call site, as the program spells it at an address of its own; null: not known */
    const char *site;           /* a copy, which stays */
    struct stand *next, *older; /* in the bucket; all */
    uint64_t waiting, delay;    /* ns: its calls waited for other ranks; other ranks waited for them */
    uint64_t cause;             /* ns: other ranks waited for what was done in it, see causes.h */
    uint64_t away;              /* ns: its calls waited, at most, for messages whose other rank was outside of MPI */
    uint64_t early;  /* ns: what its calls received had come so long before it was sent, by the clocks of both ranks */
    double variance; /* ns^2: of the waiting, where it is an estimate */
};

/* Returns the entry of a node and a call site, which is NULL or FILE:LINE; NULL if there is no memory. */
struct stand *wait_sums_of(const struct node *node, const char *site);

/* Forgets the addresses of call sites when an object is unloaded, because other texts may soon be there. */
void wait_sums_forget_sites(void);

/* Return an entry's number, and the entry with a number; 0: none. */
uint32_t wait_sums_number(const struct stand *stand);
struct stand *wait_sums_at(uint32_t number);

/* Does the same in a store that may be another process's. */
enum { WAIT_SUMS_UNIT = 8 };
static inline struct stand *wait_sums_in(const struct store_header *from, uint32_t number)
{
    return number ? (struct stand *)(void *)((char *)(uintptr_t)from + (uint64_t)number * WAIT_SUMS_UNIT) : NULL;
}

/* Moves the sums of `from`, which is about to be freed, to `to`. */
void wait_sums_move(const struct node *to, const struct node *from);

/* Stores how long this process's rank waited for each rank. */
void wait_sums_waits(const struct profile_wait *waits, uint32_t count);

/* From now on the profile has the result, which may be an estimate. */
void wait_sums_found(bool estimate);

/* Returns the figures of an entry, without its node. */
struct waits_found wait_sums_figures(const struct stand *stand);

/* After wait_sums_found: adds the metrics `away`, `cause`, `clock-error`, `delay` and `waiting`, for estimates `waiting-error`, the call
 * sites, and the ranks waited for; as traffic_collect does, for nodes of this process. */
bool wait_sums_collect(const struct node *const *nodes, uint32_t count, struct profile *profile, struct arena *arena);

#endif
