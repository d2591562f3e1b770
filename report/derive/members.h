/*
 * members.h - the time of each rank, or of each process of a sum over several runs: from the rows of a profile, with exclusive times.
 *
 * A profile of a very large job has rows of a sample of its ranks. `all` tells whether all ranks are here; only then is "the slowest rank"
 * certain.
 */
#ifndef INSTR_REPORT_MEMBERS_H
#define INSTR_REPORT_MEMBERS_H

#include "report/derive/view.h"

struct members {
    const struct profile *profile; /* with rows, also where that of one rank had none */
    uint32_t count;
    uint32_t *of_location; /* the member that each location is of */
    uint32_t *location;    /* the first location of each member */
    bool all;
    double *own;          /* ps: each row's time less that of the rows below it */
    double *ready;        /* ps: of that, it was ready to run and had no processor, as samples say */
    double *blocked;      /* ps: of that, it was blocked */
    double *work;         /* ps: each row's time outside MPI, without waiting in OpenMP and for processors */
    uint32_t *first_row;  /* of each node, and the end */
    uint32_t *first_node; /* of each region in by_region, and the end */
    uint32_t *by_region;  /* nodes */
    double *times;        /* room for a number of each member */
};

void members_make(struct members *members, const struct view *view, struct arena *arena);

/* Returns the rank, or the process id in a sum over several runs. */
uint32_t members_number(const struct members *members, uint32_t member);

/* Returns the same thread's row in the node that contains this row's time, or PROFILE_NONE. */
uint32_t members_row_above(const struct members *members, uint32_t row);

/* One number of each member, and statistics over them. A member that never came counts as 0. */
struct member_stat {
    double min, mean, max;
    uint32_t min_member, max_member; /* the first that has it */
};
struct member_stat members_stat(const struct members *members, const double *times);

/* Fill times[member]: the own time over all nodes of a region; the own time of some nodes without runnable time; the calls of some nodes; a node's
 * inclusive time; work below and in a node. */
void members_region(const struct members *members, uint32_t region, double *times);
void members_worked(const struct members *members, const uint32_t *nodes, uint32_t count, double *times);
void members_calls(const struct members *members, const uint32_t *nodes, uint32_t count, double *calls);
void members_node(const struct members *members, uint32_t node, double *times);
void members_work(const struct members *members, uint32_t node, double *times);

/* POP's efficiencies: load balance is mean work by largest work, communication efficiency is largest work by the longest time. NaN where rows
 * are missing. */
struct member_efficiency {
    double time, most, mean; /* ps: of the longest; work of a member */
    double balance, communication;
};

void members_efficiency(const struct members *members, struct member_efficiency *efficiency, struct arena *scratch);

/* Like the above, for the threads of one rank; returns their number. */
uint32_t members_threads(const struct members *members, struct member_efficiency *efficiency);

/* Finds the inclusive times of a node that the fractions `quantiles` (0 to 1) of the ranks in its context do not exceed. Returns true if they
 * are exact, false if they are known to 2%. */
bool members_percentiles(const struct members *members, uint32_t node, const double *quantiles, unsigned count,
                         double *values);

#endif
