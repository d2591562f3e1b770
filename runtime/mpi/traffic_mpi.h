/*
 * traffic_mpi.h - the words in which functions.h says what a call hands to MPI.
 *
 * Counted is what a rank moves: sent, put into a window or fetched from one, contributed to a collective, written to a
 * file or read from one; of a read that does not wait, what it asks for. What it receives is some other rank's gift and
 * counted there. A call is one message at most; one to MPI_PROC_NULL, or that of a rank which is not the root of a
 * broadcast, is none. What a persistent request sends is counted whenever it is started (requests_mpi.h), each by itself.
 */
#ifndef INSTR_TRAFFIC_MPI_H
#define INSTR_TRAFFIC_MPI_H

#include <mpi.h>
#include <stdint.h>

/* What a call sends that sends nothing. */
#define NOTHING TRAFFIC_NONE
#define TRAFFIC_NONE ((int64_t)-1)

#define IN_PLACE(buffer) ((buffer) == MPI_IN_PLACE)
#define SENT(bytes) (bytes)
#define SENT_TO(rank, count, type) ((rank) == MPI_PROC_NULL ? TRAFFIC_NONE : traffic_bytes(count, type))
#define ROOT_SENT(root, comm, bytes) (traffic_is_root(root, comm) ? (bytes) : TRAFFIC_NONE)
/* With the send buffer in place the receive arguments say what is there. */
#define SENT_OR(buffer, count, type, count_in_place, type_in_place)                                                    \
    (IN_PLACE(buffer) ? traffic_bytes(count_in_place, type_in_place) : traffic_bytes(count, type))

/* Bytes of `count` elements of `type`. */
int64_t traffic_bytes(MPI_Count count, MPI_Datatype type);

/* Of counts[i] elements of `type`, or of types[i], for all i below n. The counts are of int or of MPI_Count. */
#define traffic_sum(counts, type, n)                                                                                   \
    _Generic((counts), const int * : traffic_sum_int, const MPI_Count * : traffic_sum_large)(counts, type, n)
#define traffic_sum_types(counts, types, n)                                                                            \
    _Generic((counts), const int *: traffic_sum_types_int,                                                   \
             const MPI_Count *: traffic_sum_types_large)(counts, types, n)
int64_t traffic_sum_int(const int *counts, MPI_Datatype type, int64_t n);
int64_t traffic_sum_large(const MPI_Count *counts, MPI_Datatype type, int64_t n);
int64_t traffic_sum_types_int(const int *counts, const MPI_Datatype *types, int64_t n);
int64_t traffic_sum_types_large(const MPI_Count *counts, const MPI_Datatype *types, int64_t n);

/* Ranks that a collective call of this rank goes to. */
int64_t traffic_peers(MPI_Comm comm);
int64_t traffic_neighbours(MPI_Comm comm);

/* As traffic_sum, over the neighbours. At the border of a grid some of the places for them stand for nobody. */
#define traffic_sum_around(counts, type, comm)                                                                         \
    _Generic((counts), const int *: traffic_sum_around_int, const MPI_Count *: traffic_sum_around_large)(counts, type, comm)
#define traffic_sum_types_around(counts, types, comm)                                                                  \
    _Generic((counts), const int *: traffic_sum_types_around_int,                                                      \
             const MPI_Count *: traffic_sum_types_around_large)(counts, types, comm)
int64_t traffic_sum_around_int(const int *counts, MPI_Datatype type, MPI_Comm comm);
int64_t traffic_sum_around_large(const MPI_Count *counts, MPI_Datatype type, MPI_Comm comm);
int64_t traffic_sum_types_around_int(const int *counts, const MPI_Datatype *types, MPI_Comm comm);
int64_t traffic_sum_types_around_large(const MPI_Count *counts, const MPI_Datatype *types, MPI_Comm comm);

/* What a call read that gave this status. */
int64_t traffic_read(const MPI_Status *status);

int traffic_rank(MPI_Comm comm);
int traffic_is_root(int root, MPI_Comm comm);

#endif
