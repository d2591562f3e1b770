/*
 * take_mpi.h - what calls handed to MPI, and the log of their meetings, in a store that another process left.
 */
#ifndef INSTR_TAKE_MPI_H
#define INSTR_TAKE_MPI_H

#include "runtime/collect/take.h"

struct traffic_move;

/* Before anything is taken: takes back what was half done when one entry was added to another. */
void take_traffic_back(struct store_image *image, const struct traffic_move *move);

/* What calls handed to MPI, of the nodes that could be had, and the communicators. */
void take_traffic(struct store_image *image, struct store_header *header);

/* The log of meetings, but for the chunks that were not in the file. While it was thinned its entries were in no order. */
void take_operations(struct store_image *image, struct store_header *header, struct arena *arena);

#endif
