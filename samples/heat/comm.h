/* comm.h - all that heat says to other ranks. */
#ifndef HEAT_COMM_H
#define HEAT_COMM_H

#include "grid.h"

/* Fills the halo rows from the neighbours above and below. */
void exchange_halo(struct grid *grid, int rank, int ranks);

long long sum_over_ranks(long long value);
long long max_over_ranks(long long value);

#endif
