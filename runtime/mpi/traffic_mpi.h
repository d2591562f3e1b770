/*
 * traffic_mpi.h - defines the words by which functions.h gives the bytes that a call passes to MPI.
 *
 * Bytes count that a rank sends, puts into a window or gets from one, contributes to a collective, writes to a file or
 * reads from one. A nonblocking read counts the bytes requested. Received bytes count on the sender. A call is one message
 * at most. A call to MPI_PROC_NULL, or by a rank that is not the root of a broadcast, is none. Each start of a persistent
 * request counts (requests_mpi.h).
 */
#ifndef INSTR_TRAFFIC_MPI_H
#define INSTR_TRAFFIC_MPI_H

#include <mpi.h>
#include <stdint.h>

/* The bytes of a call that sends no message. */
#define NOTHING TRAFFIC_NONE
#define TRAFFIC_NONE ((int64_t)-1)

#define IN_PLACE(buffer) ((buffer) == MPI_IN_PLACE)
#define SENT(bytes) (bytes)
#define SENT_TO(rank, count, type) ((rank) == MPI_PROC_NULL ? TRAFFIC_NONE : traffic_bytes(count, type))
#define ROOT_SENT(root, comm, bytes) (traffic_is_root(root, comm) ? (bytes) : TRAFFIC_NONE)
/* With MPI_IN_PLACE the receive arguments give the size. */
#define SENT_OR(buffer, count, type, count_in_place, type_in_place)                                                    \
    (IN_PLACE(buffer) ? traffic_bytes(count_in_place, type_in_place) : traffic_bytes(count, type))

/* Returns the bytes of `count` elements of `type`. */
int64_t traffic_bytes(MPI_Count count, MPI_Datatype type);

/* Return the bytes of counts[i] elements of `type`, or of types[i], for all i below n. Counts are int or MPI_Count. */
#define traffic_sum(counts, type, n)                                                                                   \
    _Generic((counts), const int * : traffic_sum_int, const MPI_Count * : traffic_sum_large)(counts, type, n)
#define traffic_sum_types(counts, types, n)                                                                            \
    _Generic((counts), const int *: traffic_sum_types_int,                                                   \
             const MPI_Count *: traffic_sum_types_large)(counts, types, n)
int64_t traffic_sum_int(const int *counts, MPI_Datatype type, int64_t n);
int64_t traffic_sum_large(const MPI_Count *counts, MPI_Datatype type, int64_t n);
int64_t traffic_sum_types_int(const int *counts, const MPI_Datatype *types, int64_t n);
int64_t traffic_sum_types_large(const MPI_Count *counts, const MPI_Datatype *types, int64_t n);

/* Return the number of ranks that a collective call of this rank sends to. */
int64_t traffic_peers(MPI_Comm comm);
int64_t traffic_neighbours(MPI_Comm comm);

/* Do as traffic_sum, over the neighbours. At the border of a grid some neighbours are missing. */
#define traffic_sum_around(counts, type, comm)                                                                         \
    _Generic((counts), const int *: traffic_sum_around_int, const MPI_Count *: traffic_sum_around_large)(counts, type, comm)
#define traffic_sum_types_around(counts, types, comm)                                                                  \
    _Generic((counts), const int *: traffic_sum_types_around_int,                                                      \
             const MPI_Count *: traffic_sum_types_around_large)(counts, types, comm)
int64_t traffic_sum_around_int(const int *counts, MPI_Datatype type, MPI_Comm comm);
int64_t traffic_sum_around_large(const MPI_Count *counts, MPI_Datatype type, MPI_Comm comm);
int64_t traffic_sum_types_around_int(const int *counts, const MPI_Datatype *types, MPI_Comm comm);
int64_t traffic_sum_types_around_large(const MPI_Count *counts, const MPI_Datatype *types, MPI_Comm comm);

/* Returns the bytes read by a call that returned this status. */
int64_t traffic_read(const MPI_Status *status);

int traffic_rank(MPI_Comm comm);
int traffic_is_root(int root, MPI_Comm comm);

#endif
