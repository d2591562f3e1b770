/*
 * functions.h - the functions of MPI-3.1 that a C program calls, as a table for the preprocessor.
 *
 * W(name, parameters, arguments, traffic) stands for each MPI_<name> that returns int. `traffic` says in the
 * words of traffic_mpi.h what the call hands to MPI,
  as an expression over the parameters. Some calls say more:
 *
 *   ON(comm, ...)          what is to be counted for the communicator `comm`
 *   ALL(comm, ...)         as ON; and it can't end before every rank of `comm` has come, or may not
 *   NEW(comm, new, ...)    as ON; and `*new` is a communicator that was not there before
 *
 * Whoever includes this file defines W before, and the others unless they are to be as W; all are undefined
 * after it. Not in the table:
 *   - MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort and MPI_Comm_set_name: wrappers.c has them;
 *   - and, not timed at all, MPI_Wtime, MPI_Wtick, MPI_Aint_add, MPI_Aint_diff and the conversions from and to
 *     Fortran, which cost less than looking at the clock, MPI_Pcontrol, which exists for tools and does
 *     nothing, and MPI_T_*, the tools' own interface.
 */
#ifndef ON
#define ON(comm, ...) W(__VA_ARGS__)
#endif
#ifndef ALL
#define ALL(comm, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef NEW
#define NEW(comm, made, ...) ON(comm, __VA_ARGS__)
#endif

/* Point to point */
ON(comm, Bsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
W(Bsend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), NOTHING)
W(Buffer_attach, (void *buffer, int size), (buffer, size), NOTHING)
W(Buffer_detach, (void *buffer, int *size), (buffer, size), NOTHING)
W(Cancel, (MPI_Request *request), (request), NOTHING)
W(Get_count, (const MPI_Status *status, MPI_Datatype datatype, int *count),
  (status, datatype, count), NOTHING)
W(Get_elements, (const MPI_Status *status, MPI_Datatype datatype, int *count),
  (status, datatype, count), NOTHING)
W(Get_elements_x, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count),
  (status, datatype, count), NOTHING)
W(Grequest_complete, (MPI_Request request), (request), NOTHING)
W(Grequest_start, (MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
  MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request),
  (query_fn, free_fn, cancel_fn, extra_state, request), NOTHING)
ON(comm, Ibsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
W(Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status),
  (source, tag, comm, flag, message, status), NOTHING)
W(Imrecv, (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request),
  (buf, count, type, message, request), NOTHING)
W(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
  (source, tag, comm, flag, status), NOTHING)
ON(comm, Irecv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, source, tag, comm, request), NOTHING)
ON(comm, Irsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
ON(comm, Isend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
ON(comm, Issend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
ON(comm, Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
  (source, tag, comm, message, status), NOTHING)
W(Mrecv, (void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status),
  (buf, count, type, message, status), NOTHING)
ON(comm, Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status), (source, tag, comm, status),
  NOTHING)
ON(comm, Recv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
  MPI_Status *status),
  (buf, count, datatype, source, tag, comm, status), NOTHING)
W(Recv_init, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, source, tag, comm, request), NOTHING)
W(Request_free, (MPI_Request *request), (request), NOTHING)
W(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status), NOTHING)
ON(comm, Rsend, (const void *ibuf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (ibuf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
W(Rsend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), NOTHING)
ON(comm, Send, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
W(Send_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), NOTHING)
ON(comm, Sendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
  void *recvbuf,
  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
  (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status),
  SENT_TO(dest, sendcount, sendtype))
ON(comm, Sendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
  int recvtag, MPI_Comm comm, MPI_Status *status),
  (buf, count, datatype, dest, sendtag, source, recvtag, comm, status), SENT_TO(dest, count, datatype))
ON(comm, Ssend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
W(Ssend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), NOTHING)
W(Start, (MPI_Request *request), (request), NOTHING)
W(Startall, (int count, MPI_Request array_of_requests[]), (count, array_of_requests), NOTHING)
W(Status_set_cancelled, (MPI_Status *status, int flag), (status, flag), NOTHING)
W(Status_set_elements, (MPI_Status *status, MPI_Datatype datatype, int count),
  (status, datatype, count), NOTHING)
W(Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype, MPI_Count count),
  (status, datatype, count), NOTHING)
W(Test_cancelled, (const MPI_Status *status, int *flag), (status, flag), NOTHING)

/* Completion */
W(Test, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status), NOTHING)
W(Testall, (int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]),
  (count, array_of_requests, flag, array_of_statuses), NOTHING)
W(Testany, (int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status),
  (count, array_of_requests, index, flag, status), NOTHING)
W(Testsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
  MPI_Status array_of_statuses[]),
  (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), NOTHING)
W(Wait, (MPI_Request *request, MPI_Status *status), (request, status), NOTHING)
W(Waitall, (int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses),
  (count, array_of_requests, array_of_statuses), NOTHING)
W(Waitany, (int count, MPI_Request array_of_requests[], int *index, MPI_Status *status),
  (count, array_of_requests, index, status), NOTHING)
W(Waitsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
  MPI_Status array_of_statuses[]),
  (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), NOTHING)

/* Collectives */
ALL(comm, Allgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
ALL(comm, Allgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype))
ALL(comm, Allreduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
ALL(comm, Alltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) :
    traffic_bytes(sendcount, sendtype))))
ALL(comm, Alltoallv, (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
  void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts,
    sendtype, traffic_peers(comm))))
ALL(comm, Alltoallw, (const void *sendbuf, const int sendcounts[], const int sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
  SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) :
    traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm))))
ALL(comm, Barrier, (MPI_Comm comm), (comm), NOTHING)
ALL(comm, Bcast, (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
  (buffer, count, datatype, root, comm), ROOT_SENT(root, comm, traffic_bytes(count, datatype)))
ALL(comm, Exscan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
ALL(comm, Gather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
ALL(comm, Gatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[],
  const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
  SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype))
ON(comm, Iallgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
ON(comm, Iallgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype))
ON(comm, Iallreduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
ON(comm, Ialltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) :
    traffic_bytes(sendcount, sendtype))))
ON(comm, Ialltoallv, (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
  void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts,
    sendtype, traffic_peers(comm))))
ON(comm, Ialltoallw, (const void *sendbuf, const int sendcounts[], const int sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) :
    traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm))))
ON(comm, Ibarrier, (MPI_Comm comm, MPI_Request *request), (comm, request), NOTHING)
ON(comm, Ibcast, (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
  MPI_Request *request),
  (buffer, count, datatype, root, comm, request), ROOT_SENT(root, comm, traffic_bytes(count, datatype)))
ON(comm, Iexscan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
ON(comm, Igather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
ON(comm, Igatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[],
  const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype))
ON(comm, Ineighbor_allgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Ineighbor_allgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Ineighbor_alltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Ineighbor_alltoallv, (const void *sendbuf, const int sendcounts[], const int sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
  SENT(traffic_sum(sendcounts, sendtype, traffic_neighbours(comm))))
ON(comm, Ineighbor_alltoallw, (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
  SENT(traffic_sum_types(sendcounts, sendtypes, traffic_neighbours(comm))))
ON(comm, Ireduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, root, comm, request), SENT(traffic_bytes(count, datatype)))
ON(comm, Ireduce_scatter, (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
  MPI_Op op, MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
  SENT(traffic_sum(recvcounts, datatype, traffic_peers(comm))))
ON(comm, Ireduce_scatter_block, (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
  MPI_Op op,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, recvcount, datatype, op, comm, request),
  SENT(traffic_bytes(recvcount, datatype) * traffic_peers(comm)))
ON(comm, Iscan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
ON(comm, Iscatter, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm)))
ON(comm, Iscatterv, (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
  void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm))))
ON(comm, Neighbor_allgather, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  int recvcount, MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Neighbor_allgatherv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Neighbor_alltoall, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
  int recvcount,
  MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
ON(comm, Neighbor_alltoallv, (const void *sendbuf, const int sendcounts[], const int sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
  MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
  SENT(traffic_sum(sendcounts, sendtype, traffic_neighbours(comm))))
ON(comm, Neighbor_alltoallw, (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
  SENT(traffic_sum_types(sendcounts, sendtypes, traffic_neighbours(comm))))
ALL(comm, Reduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, root, comm), SENT(traffic_bytes(count, datatype)))
W(Reduce_local, (const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op),
  (inbuf, inoutbuf, count, datatype, op), NOTHING)
ALL(comm, Reduce_scatter, (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
  MPI_Op op, MPI_Comm comm),
  (sendbuf, recvbuf, recvcounts, datatype, op, comm),
  SENT(traffic_sum(recvcounts, datatype, traffic_peers(comm))))
ALL(comm, Reduce_scatter_block, (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
  MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, recvcount, datatype, op, comm),
  SENT(traffic_bytes(recvcount, datatype) * traffic_peers(comm)))
ALL(comm, Scan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
ALL(comm, Scatter, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
  MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
  ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm)))
ALL(comm, Scatterv, (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
  void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
  ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm))))

/* One-sided */
W(Accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
   win),
  SENT_TO(target_rank, origin_count, origin_datatype))
W(Compare_and_swap, (const void *origin_addr, const void *compare_addr, void *result_addr,
  MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win),
  (origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win),
  SENT_TO(target_rank, 1, datatype))
W(Fetch_and_op, (const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
  MPI_Aint target_disp, MPI_Op op, MPI_Win win),
  (origin_addr, result_addr, datatype, target_rank, target_disp, op, win), SENT_TO(target_rank, 1, datatype))
W(Get, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win),
  NOTHING)
W(Get_accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
  int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
  MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
   target_disp, target_count, target_datatype, op, win),
  SENT_TO(target_rank, origin_count, origin_datatype))
W(Put, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win),
  SENT_TO(target_rank, origin_count, origin_datatype))
W(Raccumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
  MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
   win, request),
  SENT_TO(target_rank, origin_count, origin_datatype))
W(Rget, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
   request),
  NOTHING)
W(Rget_accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
  void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
  int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
   target_disp, target_count, target_datatype, op, win, request),
  SENT_TO(target_rank, origin_count, origin_datatype))
W(Rput, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, int target_cout, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_cout, target_datatype, win,
   request),
  SENT_TO(target_rank, origin_count, origin_datatype))
ON(comm, Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
  MPI_Win *win),
  (size, disp_unit, info, comm, baseptr, win), NOTHING)
ON(comm, Win_allocate_shared, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
  MPI_Win *win),
  (size, disp_unit, info, comm, baseptr, win), NOTHING)
W(Win_attach, (MPI_Win win, void *base, MPI_Aint size), (win, base, size), NOTHING)
W(Win_call_errhandler, (MPI_Win win, int errorcode), (win, errorcode), NOTHING)
W(Win_complete, (MPI_Win win), (win), NOTHING)
ON(comm, Win_create, (void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
  (base, size, disp_unit, info, comm, win), NOTHING)
ON(comm, Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info, comm, win), NOTHING)
W(Win_create_errhandler, (MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler),
  (function, errhandler), NOTHING)
W(Win_create_keyval, (MPI_Win_copy_attr_function *win_copy_attr_fn,
  MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state),
  (win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state), NOTHING)
W(Win_delete_attr, (MPI_Win win, int win_keyval), (win, win_keyval), NOTHING)
W(Win_detach, (MPI_Win win, const void *base), (win, base), NOTHING)
W(Win_fence, (int assert, MPI_Win win), (assert, win), NOTHING)
W(Win_flush, (int rank, MPI_Win win), (rank, win), NOTHING)
W(Win_flush_all, (MPI_Win win), (win), NOTHING)
W(Win_flush_local, (int rank, MPI_Win win), (rank, win), NOTHING)
W(Win_flush_local_all, (MPI_Win win), (win), NOTHING)
W(Win_free, (MPI_Win *win), (win), NOTHING)
W(Win_free_keyval, (int *win_keyval), (win_keyval), NOTHING)
W(Win_get_attr, (MPI_Win win, int win_keyval, void *attribute_val, int *flag),
  (win, win_keyval, attribute_val, flag), NOTHING)
W(Win_get_errhandler, (MPI_Win win, MPI_Errhandler *errhandler), (win, errhandler), NOTHING)
W(Win_get_group, (MPI_Win win, MPI_Group *group), (win, group), NOTHING)
W(Win_get_info, (MPI_Win win, MPI_Info *info_used), (win, info_used), NOTHING)
W(Win_get_name, (MPI_Win win, char *win_name, int *resultlen), (win, win_name, resultlen), NOTHING)
W(Win_lock, (int lock_type, int rank, int assert, MPI_Win win), (lock_type, rank, assert, win), NOTHING)
W(Win_lock_all, (int assert, MPI_Win win), (assert, win), NOTHING)
W(Win_post, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), NOTHING)
W(Win_set_attr, (MPI_Win win, int win_keyval, void *attribute_val), (win, win_keyval, attribute_val), NOTHING)
W(Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler), (win, errhandler), NOTHING)
W(Win_set_info, (MPI_Win win, MPI_Info info), (win, info), NOTHING)
W(Win_set_name, (MPI_Win win, const char *win_name), (win, win_name), NOTHING)
W(Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr),
  (win, rank, size, disp_unit, baseptr), NOTHING)
W(Win_start, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), NOTHING)
W(Win_sync, (MPI_Win win), (win), NOTHING)
W(Win_test, (MPI_Win win, int *flag), (win, flag), NOTHING)
W(Win_unlock, (int rank, MPI_Win win), (rank, win), NOTHING)
W(Win_unlock_all, (MPI_Win win), (win), NOTHING)
W(Win_wait, (MPI_Win win), (win), NOTHING)

/* Files */
W(File_call_errhandler, (MPI_File fh, int errorcode), (fh, errorcode), NOTHING)
W(File_close, (MPI_File *fh), (fh), NOTHING)
W(File_create_errhandler, (MPI_File_errhandler_function *function, MPI_Errhandler *errhandler),
  (function, errhandler), NOTHING)
W(File_delete, (const char *filename, MPI_Info info), (filename, info), NOTHING)
W(File_get_amode, (MPI_File fh, int *amode), (fh, amode), NOTHING)
W(File_get_atomicity, (MPI_File fh, int *flag), (fh, flag), NOTHING)
W(File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp), (fh, offset, disp), NOTHING)
W(File_get_errhandler, (MPI_File file, MPI_Errhandler *errhandler), (file, errhandler), NOTHING)
W(File_get_group, (MPI_File fh, MPI_Group *group), (fh, group), NOTHING)
W(File_get_info, (MPI_File fh, MPI_Info *info_used), (fh, info_used), NOTHING)
W(File_get_position, (MPI_File fh, MPI_Offset *offset), (fh, offset), NOTHING)
W(File_get_position_shared, (MPI_File fh, MPI_Offset *offset), (fh, offset), NOTHING)
W(File_get_size, (MPI_File fh, MPI_Offset *size), (fh, size), NOTHING)
W(File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent),
  (fh, datatype, extent), NOTHING)
W(File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep),
  (fh, disp, etype, filetype, datarep), NOTHING)
W(File_iread, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), NOTHING)
W(File_iread_all, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), NOTHING)
W(File_iread_at, (MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), NOTHING)
W(File_iread_at_all, (MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), NOTHING)
W(File_iread_shared, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), NOTHING)
W(File_iwrite, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
W(File_iwrite_all, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
W(File_iwrite_at, (MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
W(File_iwrite_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
W(File_iwrite_shared, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
ON(comm, File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh),
  (comm, filename, amode, info, fh), NOTHING)
W(File_preallocate, (MPI_File fh, MPI_Offset size), (fh, size), NOTHING)
W(File_read, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
W(File_read_all, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
W(File_read_all_begin, (MPI_File fh, void *buf, int count, MPI_Datatype datatype),
  (fh, buf, count, datatype), NOTHING)
W(File_read_all_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_read_at, (MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), NOTHING)
W(File_read_at_all, (MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), NOTHING)
W(File_read_at_all_begin, (MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype),
  (fh, offset, buf, count, datatype), NOTHING)
W(File_read_at_all_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_read_ordered, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
W(File_read_ordered_begin, (MPI_File fh, void *buf, int count, MPI_Datatype datatype),
  (fh, buf, count, datatype), NOTHING)
W(File_read_ordered_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_read_shared, (MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
W(File_seek, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence), NOTHING)
W(File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence), NOTHING)
W(File_set_atomicity, (MPI_File fh, int flag), (fh, flag), NOTHING)
W(File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler), (file, errhandler), NOTHING)
W(File_set_info, (MPI_File fh, MPI_Info info), (fh, info), NOTHING)
W(File_set_size, (MPI_File fh, MPI_Offset size), (fh, size), NOTHING)
W(File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
  const char *datarep, MPI_Info info),
  (fh, disp, etype, filetype, datarep, info), NOTHING)
W(File_sync, (MPI_File fh), (fh), NOTHING)
W(File_write, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(File_write_all, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(File_write_all_begin, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype),
  (fh, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
W(File_write_all_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_write_at, (MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(File_write_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(File_write_at_all_begin, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
  MPI_Datatype datatype),
  (fh, offset, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
W(File_write_at_all_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_write_ordered, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(File_write_ordered_begin, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype),
  (fh, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
W(File_write_ordered_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_write_shared, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
W(Register_datarep, (const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
  MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
  void *extra_state),
  (datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state), NOTHING)

/* Communicators, groups and topologies */
W(Cart_coords, (MPI_Comm comm, int rank, int maxdims, int coords[]), (comm, rank, maxdims, coords), NOTHING)
NEW(old_comm, comm_cart, Cart_create, (MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
  int reorder,
  MPI_Comm *comm_cart),
  (old_comm, ndims, dims, periods, reorder, comm_cart), NOTHING)
W(Cart_get, (MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]),
  (comm, maxdims, dims, periods, coords), NOTHING)
W(Cart_map, (MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank),
  (comm, ndims, dims, periods, newrank), NOTHING)
W(Cart_rank, (MPI_Comm comm, const int coords[], int *rank), (comm, coords, rank), NOTHING)
W(Cart_shift, (MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest),
  (comm, direction, disp, rank_source, rank_dest), NOTHING)
NEW(comm, new_comm, Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm),
  (comm, remain_dims, new_comm), NOTHING)
W(Cartdim_get, (MPI_Comm comm, int *ndims), (comm, ndims), NOTHING)
W(Comm_call_errhandler, (MPI_Comm comm, int errorcode), (comm, errorcode), NOTHING)
W(Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int *result), (comm1, comm2, result), NOTHING)
NEW(comm, newcomm, Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm), (comm, group,
  newcomm), NOTHING)
W(Comm_create_errhandler, (MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler),
  (function, errhandler), NOTHING)
NEW(comm, newcomm, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm),
  (comm, group, tag, newcomm), NOTHING)
W(Comm_create_keyval, (MPI_Comm_copy_attr_function *comm_copy_attr_fn,
  MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state),
  (comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state), NOTHING)
W(Comm_delete_attr, (MPI_Comm comm, int comm_keyval), (comm, comm_keyval), NOTHING)
W(Comm_disconnect, (MPI_Comm *comm), (comm), NOTHING)
NEW(comm, newcomm, Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm), (comm, newcomm), NOTHING)
NEW(comm, newcomm, Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm), (comm, info,
  newcomm), NOTHING)
W(Comm_free, (MPI_Comm *comm), (comm), NOTHING)
W(Comm_free_keyval, (int *comm_keyval), (comm_keyval), NOTHING)
W(Comm_get_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag),
  (comm, comm_keyval, attribute_val, flag), NOTHING)
W(Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler *erhandler), (comm, erhandler), NOTHING)
W(Comm_get_info, (MPI_Comm comm, MPI_Info *info_used), (comm, info_used), NOTHING)
W(Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen), (comm, comm_name, resultlen), NOTHING)
W(Comm_group, (MPI_Comm comm, MPI_Group *group), (comm, group), NOTHING)
W(Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm, newcomm, request), NOTHING)
W(Comm_rank, (MPI_Comm comm, int *rank), (comm, rank), NOTHING)
W(Comm_remote_group, (MPI_Comm comm, MPI_Group *group), (comm, group), NOTHING)
W(Comm_remote_size, (MPI_Comm comm, int *size), (comm, size), NOTHING)
W(Comm_set_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val),
  (comm, comm_keyval, attribute_val), NOTHING)
W(Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler), (comm, errhandler), NOTHING)
W(Comm_set_info, (MPI_Comm comm, MPI_Info info), (comm, info), NOTHING)
W(Comm_size, (MPI_Comm comm, int *size), (comm, size), NOTHING)
NEW(comm, newcomm, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm), (comm, color, key,
  newcomm), NOTHING)
NEW(comm, newcomm, Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info,
  MPI_Comm *newcomm),
  (comm, split_type, key, info, newcomm), NOTHING)
W(Comm_test_inter, (MPI_Comm comm, int *flag), (comm, flag), NOTHING)
W(Dims_create, (int nnodes, int ndims, int dims[]), (nnodes, ndims, dims), NOTHING)
NEW(comm_old, newcomm, Dist_graph_create, (MPI_Comm comm_old, int n, const int nodes[],
  const int degrees[], const int targets[],
  const int weights[], MPI_Info info, int reorder, MPI_Comm *newcomm),
  (comm_old, n, nodes, degrees, targets, weights, info, reorder, newcomm), NOTHING)
NEW(comm_old, comm_dist_graph, Dist_graph_create_adjacent, (MPI_Comm comm_old, int indegree,
  const int sources[],
  const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info,
  int reorder, MPI_Comm *comm_dist_graph),
  (comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder,
   comm_dist_graph),
  NOTHING)
W(Dist_graph_neighbors, (MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
  int destinations[], int destweights[]),
  (comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights), NOTHING)
W(Dist_graph_neighbors_count, (MPI_Comm comm, int *inneighbors, int *outneighbors, int *weighted),
  (comm, inneighbors, outneighbors, weighted), NOTHING)
NEW(comm_old, comm_graph, Graph_create, (MPI_Comm comm_old, int nnodes, const int index[],
  const int edges[], int reorder,
  MPI_Comm *comm_graph),
  (comm_old, nnodes, index, edges, reorder, comm_graph), NOTHING)
W(Graph_get, (MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]),
  (comm, maxindex, maxedges, index, edges), NOTHING)
W(Graph_map, (MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank),
  (comm, nnodes, index, edges, newrank), NOTHING)
W(Graph_neighbors, (MPI_Comm comm, int rank, int maxneighbors, int neighbors[]),
  (comm, rank, maxneighbors, neighbors), NOTHING)
W(Graph_neighbors_count, (MPI_Comm comm, int rank, int *nneighbors), (comm, rank, nneighbors), NOTHING)
W(Graphdims_get, (MPI_Comm comm, int *nnodes, int *nedges), (comm, nnodes, nedges), NOTHING)
W(Group_compare, (MPI_Group group1, MPI_Group group2, int *result), (group1, group2, result), NOTHING)
W(Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup),
  (group1, group2, newgroup), NOTHING)
W(Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup),
  (group, n, ranks, newgroup), NOTHING)
W(Group_free, (MPI_Group *group), (group), NOTHING)
W(Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup),
  (group, n, ranks, newgroup), NOTHING)
W(Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup),
  (group1, group2, newgroup), NOTHING)
W(Group_range_excl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup),
  (group, n, ranges, newgroup), NOTHING)
W(Group_range_incl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup),
  (group, n, ranges, newgroup), NOTHING)
W(Group_rank, (MPI_Group group, int *rank), (group, rank), NOTHING)
W(Group_size, (MPI_Group group, int *size), (group, size), NOTHING)
W(Group_translate_ranks, (MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]),
  (group1, n, ranks1, group2, ranks2), NOTHING)
W(Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup), (group1, group2, newgroup), NOTHING)
NEW(local_comm, newintercomm, Intercomm_create, (MPI_Comm local_comm, int local_leader,
  MPI_Comm bridge_comm, int remote_leader, int tag,
  MPI_Comm *newintercomm),
  (local_comm, local_leader, bridge_comm, remote_leader, tag, newintercomm), NOTHING)
NEW(intercomm, newintercomm, Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintercomm),
  (intercomm, high, newintercomm), NOTHING)
W(Topo_test, (MPI_Comm comm, int *status), (comm, status), NOTHING)

/* Processes and ports */
W(Close_port, (const char *port_name), (port_name), NOTHING)
NEW(comm, newcomm, Comm_accept, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
  MPI_Comm *newcomm),
  (port_name, info, root, comm, newcomm), NOTHING)
NEW(comm, newcomm, Comm_connect, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
  MPI_Comm *newcomm),
  (port_name, info, root, comm, newcomm), NOTHING)
W(Comm_get_parent, (MPI_Comm *parent), (parent), NOTHING)
NEW(MPI_COMM_NULL, intercomm, Comm_join, (int fd, MPI_Comm *intercomm), (fd, intercomm), NOTHING)
NEW(comm, intercomm, Comm_spawn, (const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
  MPI_Comm comm,
  MPI_Comm *intercomm, int array_of_errcodes[]),
  (command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes), NOTHING)
NEW(comm, intercomm, Comm_spawn_multiple, (int count, char *array_of_commands[], char **array_of_argv[],
  const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm,
  int array_of_errcodes[]),
  (count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm,
   array_of_errcodes),
  NOTHING)
W(Lookup_name, (const char *service_name, MPI_Info info, char *port_name),
  (service_name, info, port_name), NOTHING)
W(Open_port, (MPI_Info info, char *port_name), (info, port_name), NOTHING)
W(Publish_name, (const char *service_name, MPI_Info info, const char *port_name),
  (service_name, info, port_name), NOTHING)
W(Unpublish_name, (const char *service_name, MPI_Info info, const char *port_name),
  (service_name, info, port_name), NOTHING)

/* Datatypes and packing */
W(Get_address, (const void *location, MPI_Aint *address), (location, address), NOTHING)
W(Pack, (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
  MPI_Comm comm),
  (inbuf, incount, datatype, outbuf, outsize, position, comm), NOTHING)
W(Pack_external, (const char datarep[], const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
  MPI_Aint outsize, MPI_Aint *position),
  (datarep, inbuf, incount, datatype, outbuf, outsize, position), NOTHING)
W(Pack_external_size, (const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint *size),
  (datarep, incount, datatype, size), NOTHING)
W(Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size),
  (incount, datatype, comm, size), NOTHING)
W(Type_commit, (MPI_Datatype *type), (type), NOTHING)
W(Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, oldtype, newtype), NOTHING)
W(Type_create_darray, (int size, int rank, int ndims, const int gsize_array[], const int distrib_array[],
  const int darg_array[], const int psize_array[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (size, rank, ndims, gsize_array, distrib_array, darg_array, psize_array, order, oldtype, newtype), NOTHING)
W(Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype), (p, r, newtype), NOTHING)
W(Type_create_f90_integer, (int r, MPI_Datatype *newtype), (r, newtype), NOTHING)
W(Type_create_f90_real, (int p, int r, MPI_Datatype *newtype), (p, r, newtype), NOTHING)
W(Type_create_hindexed, (int count, const int array_of_blocklengths[],
  const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, array_of_blocklengths, array_of_displacements, oldtype, newtype), NOTHING)
W(Type_create_hindexed_block, (int count, int blocklength, const MPI_Aint array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, blocklength, array_of_displacements, oldtype, newtype), NOTHING)
W(Type_create_hvector, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
  MPI_Datatype *newtype),
  (count, blocklength, stride, oldtype, newtype), NOTHING)
W(Type_create_indexed_block, (int count, int blocklength, const int array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, blocklength, array_of_displacements, oldtype, newtype), NOTHING)
W(Type_create_keyval, (MPI_Type_copy_attr_function *type_copy_attr_fn,
  MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state),
  (type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state), NOTHING)
W(Type_create_resized, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype),
  (oldtype, lb, extent, newtype), NOTHING)
W(Type_create_struct, (int count, const int array_of_block_lengths[], const MPI_Aint array_of_displacements[],
  const MPI_Datatype array_of_types[], MPI_Datatype *newtype),
  (count, array_of_block_lengths, array_of_displacements, array_of_types, newtype), NOTHING)
W(Type_create_subarray, (int ndims, const int size_array[], const int subsize_array[],
  const int start_array[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (ndims, size_array, subsize_array, start_array, order, oldtype, newtype), NOTHING)
W(Type_delete_attr, (MPI_Datatype type, int type_keyval), (type, type_keyval), NOTHING)
W(Type_dup, (MPI_Datatype type, MPI_Datatype *newtype), (type, newtype), NOTHING)
W(Type_free, (MPI_Datatype *type), (type), NOTHING)
W(Type_free_keyval, (int *type_keyval), (type_keyval), NOTHING)
W(Type_get_attr, (MPI_Datatype type, int type_keyval, void *attribute_val, int *flag),
  (type, type_keyval, attribute_val, flag), NOTHING)
W(Type_get_contents, (MPI_Datatype mtype, int max_integers, int max_addresses, int max_datatypes,
  int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]),
  (mtype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses,
   array_of_datatypes),
  NOTHING)
W(Type_get_envelope, (MPI_Datatype type, int *num_integers, int *num_addresses, int *num_datatypes,
  int *combiner),
  (type, num_integers, num_addresses, num_datatypes, combiner), NOTHING)
W(Type_get_extent, (MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent), (type, lb, extent), NOTHING)
W(Type_get_extent_x, (MPI_Datatype type, MPI_Count *lb, MPI_Count *extent), (type, lb, extent), NOTHING)
W(Type_get_name, (MPI_Datatype type, char *type_name, int *resultlen), (type, type_name, resultlen), NOTHING)
W(Type_get_true_extent, (MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent),
  (datatype, true_lb, true_extent), NOTHING)
W(Type_get_true_extent_x, (MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent),
  (datatype, true_lb, true_extent), NOTHING)
W(Type_indexed, (int count, const int array_of_blocklengths[], const int array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, array_of_blocklengths, array_of_displacements, oldtype, newtype), NOTHING)
W(Type_match_size, (int typeclass, int size, MPI_Datatype *type), (typeclass, size, type), NOTHING)
W(Type_set_attr, (MPI_Datatype type, int type_keyval, void *attr_val), (type, type_keyval, attr_val), NOTHING)
W(Type_set_name, (MPI_Datatype type, const char *type_name), (type, type_name), NOTHING)
W(Type_size, (MPI_Datatype type, int *size), (type, size), NOTHING)
W(Type_size_x, (MPI_Datatype type, MPI_Count *size), (type, size), NOTHING)
W(Type_vector, (int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, blocklength, stride, oldtype, newtype), NOTHING)
W(Unpack, (const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
  MPI_Comm comm),
  (inbuf, insize, position, outbuf, outcount, datatype, comm), NOTHING)
W(Unpack_external, (const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position,
  void *outbuf, int outcount, MPI_Datatype datatype),
  (datarep, inbuf, insize, position, outbuf, outcount, datatype), NOTHING)

/* Everything else */
W(Add_error_class, (int *errorclass), (errorclass), NOTHING)
W(Add_error_code, (int errorclass, int *errorcode), (errorclass, errorcode), NOTHING)
W(Add_error_string, (int errorcode, const char *string), (errorcode, string), NOTHING)
W(Alloc_mem, (MPI_Aint size, MPI_Info info, void *baseptr), (size, info, baseptr), NOTHING)
W(Attr_delete, (MPI_Comm comm, int keyval), (comm, keyval), NOTHING)
W(Attr_get, (MPI_Comm comm, int keyval, void *attribute_val, int *flag),
  (comm, keyval, attribute_val, flag), NOTHING)
W(Attr_put, (MPI_Comm comm, int keyval, void *attribute_val), (comm, keyval, attribute_val), NOTHING)
W(Errhandler_free, (MPI_Errhandler *errhandler), (errhandler), NOTHING)
W(Error_class, (int errorcode, int *errorclass), (errorcode, errorclass), NOTHING)
W(Error_string, (int errorcode, char *string, int *resultlen), (errorcode, string, resultlen), NOTHING)
W(Finalized, (int *flag), (flag), NOTHING)
W(Free_mem, (void *base), (base), NOTHING)
W(Get_library_version, (char *version, int *resultlen), (version, resultlen), NOTHING)
W(Get_processor_name, (char *name, int *resultlen), (name, resultlen), NOTHING)
W(Get_version, (int *version, int *subversion), (version, subversion), NOTHING)
W(Info_create, (MPI_Info *info), (info), NOTHING)
W(Info_delete, (MPI_Info info, const char *key), (info, key), NOTHING)
W(Info_dup, (MPI_Info info, MPI_Info *newinfo), (info, newinfo), NOTHING)
W(Info_free, (MPI_Info *info), (info), NOTHING)
W(Info_get, (MPI_Info info, const char *key, int valuelen, char *value, int *flag),
  (info, key, valuelen, value, flag), NOTHING)
W(Info_get_nkeys, (MPI_Info info, int *nkeys), (info, nkeys), NOTHING)
W(Info_get_nthkey, (MPI_Info info, int n, char *key), (info, n, key), NOTHING)
W(Info_get_valuelen, (MPI_Info info, const char *key, int *valuelen, int *flag),
  (info, key, valuelen, flag), NOTHING)
W(Info_set, (MPI_Info info, const char *key, const char *value), (info, key, value), NOTHING)
W(Initialized, (int *flag), (flag), NOTHING)
W(Is_thread_main, (int *flag), (flag), NOTHING)
W(Keyval_create, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state),
  (copy_fn, delete_fn, keyval, extra_state), NOTHING)
W(Keyval_free, (int *keyval), (keyval), NOTHING)
W(Op_commutative, (MPI_Op op, int *commute), (op, commute), NOTHING)
W(Op_create, (MPI_User_function *function, int commute, MPI_Op *op), (function, commute, op), NOTHING)
W(Op_free, (MPI_Op *op), (op), NOTHING)
W(Query_thread, (int *provided), (provided), NOTHING)

#undef W
#undef ON
#undef ALL
#undef NEW
