/*
 * balance.h - unequal work of ranks and of threads, and their waiting in MPI; if waiting is unknown, the time above that of the fastest rank.
 *
 * Work is time outside MPI and outside waits of OpenMP, because a waiting rank looks as busy as the one that it waits for. It comes from
 * the rows of single ranks; if rows are missing, inclusive times are used.
 */
#ifndef INSTR_REPORT_BALANCE_H
#define INSTR_REPORT_BALANCE_H

#include "report/derive/members.h"
#include "report/derive/teams.h"
#include "report/derive/waiting.h"

/* A call path; times in ps, over the ranks of its context. A rank that never came here counts as 0. */
struct balance_path {
    uint32_t node;
    double min, mean, max; /* of work; of a call of MPI the inclusive time */
    uint32_t max_rank;
    double lost;   /* max - mean: that much earlier all would be done if they shared the work */
    double noise;  /* by so much `lost` may be off, as far as it is an estimate; infinite where the path was not seen */
    double excess; /* of a call of MPI: what ranks spent beyond the one that spent least, summed */
    double waited; /* of a call of MPI: `excess`, or what ranks waited where that is known */
    bool repeats;  /* a path right below it says the same */
};

struct balance {
    const struct view *view;
    const struct members *members;
    struct waiting waiting;
    struct teams teams;
    struct balance_path *paths, *mpi; /* sorted, what is lost or waited most first; without starting and ending MPI */
    uint32_t path_count, mpi_count;
};

void balance_make(struct balance *balance, const struct view *view, const struct members *members, struct arena *arena);

/* max / mean - 1; NaN where no rank did anything. */
double balance_ratio(const struct balance_path *path);

/* The rank that worked longest, and the region to blame: the one in which its time exceeds the mean by most. */
struct balance_slowest {
    uint32_t member, rank, region;
    double work, mean; /* ps, of all it did outside MPI */
    double beyond;     /* ps, in the region */
};
struct balance_slowest balance_slowest(const struct balance *balance);

#endif
