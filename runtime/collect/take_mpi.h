/*
 * take_mpi.h - what calls handed to MPI, and the log of operations, in a store that another process left.
 */
#ifndef INSTR_TAKE_MPI_H
#define INSTR_TAKE_MPI_H

#include "runtime/collect/take.h"

struct traffic_move;

/* Before anything is taken: takes back what was half done when one entry was added to another. */
void take_traffic_back(struct store_image *image, const struct traffic_move *move);

/* What calls handed to MPI, of the nodes that could be had, and the communicators. */
void take_traffic(struct store_image *image, struct store_header *header);

/* The logs from which it is found who waited for whom, and why; none of a process that will find it itself. */
void take_logs(struct store_image *image, struct store_header *header, bool living, struct arena *arena);

#endif
