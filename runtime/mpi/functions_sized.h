/*
 * functions_sized.h - a part of functions.h, which includes it: the functions that MPI-4.0 has once as ever and once with
 * `_c` behind their names and larger numbers.
 *
 * The entries are those of functions.h with SIZED for W, and so on. Three words stand for types:
 *
 *            as ever     large
 *   COUNT    int         MPI_Count
 *   DISPL    int         MPI_Aint
 *   WIDE     MPI_Aint    MPI_Count
 *
 * All are undefined after it.
 */

/* The table is set by hand. */
/* clang-format off */
/* Point to point */
SIZED_SEND(dest, tag, comm, true, Bsend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
SIZED_LATER_SEND(dest, tag, comm, *request, Bsend_init, (const void *buf, COUNT count, MPI_Datatype datatype, int dest,
  int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED(Buffer_attach, (void *buffer, COUNT size), (buffer, size), NOTHING)
SIZED(Buffer_detach, (void *buffer, COUNT *size), (buffer, size), NOTHING)
SIZED(Get_count, (const MPI_Status *status, MPI_Datatype datatype, COUNT *count),
  (status, datatype, count), NOTHING)
SIZED(Get_elements, (const MPI_Status *status, MPI_Datatype datatype, COUNT *count),
  (status, datatype, count), NOTHING)
SIZED_SEND(dest, tag, comm, false, Ibsend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED(Imrecv, (void *buf, COUNT count, MPI_Datatype type, MPI_Message *message, MPI_Request *request),
  (buf, count, type, message, request), NOTHING)
SIZED_EXPECT(source, tag, comm, request, Irecv, (void *buf, COUNT count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, source, tag, comm, request), NOTHING)
SIZED_SEND(dest, tag, comm, false, Irsend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED_SEND(dest, tag, comm, false, Isend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED_SEND(dest, tag, comm, false, Issend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED(Mrecv, (void *buf, COUNT count, MPI_Datatype type, MPI_Message *message, MPI_Status *status),
  (buf, count, type, message, status), NOTHING)
SIZED_RECEIVE(source, tag, comm, status, Recv, (void *buf, COUNT count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
  MPI_Status *status),
  (buf, count, datatype, source, tag, comm, status), NOTHING)
SIZED_LATER_RECEIVE(source, tag, comm, *request, Recv_init, (void *buf, COUNT count, MPI_Datatype datatype, int source, int tag,
  MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, source, tag, comm, request), NOTHING)
SIZED_SEND(dest, tag, comm, true, Rsend, (const void *ibuf, COUNT count, MPI_Datatype datatype, int dest, int tag,
  MPI_Comm comm),
  (ibuf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
SIZED_LATER_SEND(dest, tag, comm, *request, Rsend_init, (const void *buf, COUNT count, MPI_Datatype datatype, int dest,
  int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED_SEND(dest, tag, comm, true, Send, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
SIZED_LATER_SEND(dest, tag, comm, *request, Send_init, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag,
  MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))
SIZED_EXCHANGE(dest, sendtag, source, recvtag, comm, status, Sendrecv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest, int sendtag,
  void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
  MPI_Status *status),
  (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status),
  SENT_TO(dest, sendcount, sendtype))
SIZED_EXCHANGE(dest, sendtag, source, recvtag, comm, status, Sendrecv_replace, (void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag,
  int source, int recvtag, MPI_Comm comm, MPI_Status *status),
  (buf, count, datatype, dest, sendtag, source, recvtag, comm, status), SENT_TO(dest, count, datatype))
SIZED_SEND(dest, tag, comm, true, Ssend, (const void *buf, COUNT count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
  (buf, count, datatype, dest, tag, comm), SENT_TO(dest, count, datatype))
SIZED_LATER_SEND(dest, tag, comm, *request, Ssend_init, (const void *buf, COUNT count, MPI_Datatype datatype, int dest,
  int tag, MPI_Comm comm,
  MPI_Request *request),
  (buf, count, datatype, dest, tag, comm, request), SENT_TO(dest, count, datatype))

/* Collectives */
SIZED_MEET(ALL, -1, comm, Allgather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
SIZED_MEET(ALL, -1, comm, Allgatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype))
SIZED_MEET(ALL, -1, comm, Allreduce, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
SIZED_MEET(ALL, -1, comm, Alltoall, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) :
  traffic_bytes(sendcount, sendtype))))
SIZED_MEET(ALL, -1, comm, Alltoallv, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts,
  sendtype, traffic_peers(comm))))
SIZED_MEET(ALL, -1, comm, Alltoallw, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
  SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) :
  traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm))))
SIZED_MEET(FROM_ROOT, root, comm, Bcast, (void *buffer, COUNT count, MPI_Datatype datatype, int root, MPI_Comm comm),
  (buffer, count, datatype, root, comm), ROOT_SENT(root, comm, traffic_bytes(count, datatype)))
SIZED_MEET(SCAN, -1, comm, Exscan, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
SIZED_MEET(TO_ROOT, root, comm, Gather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
SIZED_MEET(TO_ROOT, root, comm, Gatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm),
  SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype))
SIZED_MEET_LATER(ALL, -1, comm, request, Iallgather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
SIZED_MEET_LATER(ALL, -1, comm, request, Iallgatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype))
SIZED_MEET_LATER(ALL, -1, comm, request, Iallreduce, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
SIZED_MEET_LATER(ALL, -1, comm, request, Ialltoall, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) :
  traffic_bytes(sendcount, sendtype))))
SIZED_MEET_LATER(ALL, -1, comm, request, Ialltoallv, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts,
  sendtype, traffic_peers(comm))))
SIZED_MEET_LATER(ALL, -1, comm, request, Ialltoallw, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) :
  traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm))))
SIZED_MEET_LATER(FROM_ROOT, root, comm, request, Ibcast, (void *buffer, COUNT count, MPI_Datatype datatype, int root, MPI_Comm comm,
  MPI_Request *request),
  (buffer, count, datatype, root, comm, request), ROOT_SENT(root, comm, traffic_bytes(count, datatype)))
SIZED_MEET_LATER(SCAN, -1, comm, request, Iexscan, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
SIZED_MEET_LATER(TO_ROOT, root, comm, request, Igather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype))
SIZED_MEET_LATER(TO_ROOT, root, comm, request, Igatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request),
  SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype))
SIZED_NEIGHBORS_LATER(comm, *request, Ineighbor_allgather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS_LATER(comm, *request, Ineighbor_allgatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf, const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS_LATER(comm, *request, Ineighbor_alltoall, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS_LATER(comm, *request, Ineighbor_alltoallv, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
  SENT(traffic_sum_around(sendcounts, sendtype, comm)))
SIZED_NEIGHBORS_LATER(comm, *request, Ineighbor_alltoallw, (const void *sendbuf, const COUNT sendcounts[], const MPI_Aint sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const MPI_Aint rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
  SENT(traffic_sum_types_around(sendcounts, sendtypes, comm)))
SIZED_MEET_LATER(TO_ROOT, root, comm, request, Ireduce, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, root, comm, request), SENT(traffic_bytes(count, datatype)))
SIZED_MEET_LATER(ALL, -1, comm, request, Ireduce_scatter, (const void *sendbuf, void *recvbuf, const COUNT recvcounts[],
  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
  SENT(traffic_sum(recvcounts, datatype, traffic_peers(comm))))
SIZED_MEET_LATER(ALL, -1, comm, request, Ireduce_scatter_block, (const void *sendbuf, void *recvbuf, COUNT recvcount,
  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, recvcount, datatype, op, comm, request),
  SENT(traffic_bytes(recvcount, datatype) * traffic_peers(comm)))
SIZED_MEET_LATER(SCAN, -1, comm, request, Iscan, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, request), SENT(traffic_bytes(count, datatype)))
SIZED_MEET_LATER(FROM_ROOT, root, comm, request, Iscatter, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm)))
SIZED_MEET_LATER(FROM_ROOT, root, comm, request, Iscatterv, (const void *sendbuf, const COUNT sendcounts[], const DISPL displs[],
  MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
  ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm))))
SIZED_NEIGHBORS(comm, Neighbor_allgather, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS(comm, Neighbor_allgatherv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf, const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS(comm, Neighbor_alltoall, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_NEIGHBORS(comm, Neighbor_alltoallv, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm),
  SENT(traffic_sum_around(sendcounts, sendtype, comm)))
SIZED_NEIGHBORS(comm, Neighbor_alltoallw, (const void *sendbuf, const COUNT sendcounts[], const MPI_Aint sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const MPI_Aint rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm),
  SENT(traffic_sum_types_around(sendcounts, sendtypes, comm)))
SIZED_MEET(TO_ROOT, root, comm, Reduce, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  int root, MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, root, comm), SENT(traffic_bytes(count, datatype)))
SIZED(Reduce_local, (const void *inbuf, void *inoutbuf, COUNT count, MPI_Datatype datatype, MPI_Op op),
  (inbuf, inoutbuf, count, datatype, op), NOTHING)
SIZED_MEET(ALL, -1, comm, Reduce_scatter, (const void *sendbuf, void *recvbuf, const COUNT recvcounts[],
  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
  (sendbuf, recvbuf, recvcounts, datatype, op, comm),
  SENT(traffic_sum(recvcounts, datatype, traffic_peers(comm))))
SIZED_MEET(ALL, -1, comm, Reduce_scatter_block, (const void *sendbuf, void *recvbuf, COUNT recvcount,
  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
  (sendbuf, recvbuf, recvcount, datatype, op, comm),
  SENT(traffic_bytes(recvcount, datatype) * traffic_peers(comm)))
SIZED_MEET(SCAN, -1, comm, Scan, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm),
  (sendbuf, recvbuf, count, datatype, op, comm), SENT(traffic_bytes(count, datatype)))
SIZED_MEET(FROM_ROOT, root, comm, Scatter, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
  ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm)))
SIZED_MEET(FROM_ROOT, root, comm, Scatterv, (const void *sendbuf, const COUNT sendcounts[], const DISPL displs[],
  MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),
  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm),
  ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm))))

/* One-sided */
SIZED(Accumulate, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, COUNT target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
  win),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Get, (void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, COUNT target_count, MPI_Datatype target_datatype, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Get_accumulate, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype,
  void *result_addr, COUNT result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
  COUNT target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
  target_disp, target_count, target_datatype, op, win),
  (op) == MPI_NO_OP ? SENT_TO(target_rank, result_count, result_datatype) :
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Put, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, COUNT target_count, MPI_Datatype target_datatype, MPI_Win win),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Raccumulate, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype,
  int target_rank, MPI_Aint target_disp, COUNT target_count, MPI_Datatype target_datatype, MPI_Op op,
  MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op,
  win, request),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Rget, (void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, COUNT target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win,
  request),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Rget_accumulate, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype,
  void *result_addr, COUNT result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
  COUNT target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank,
  target_disp, target_count, target_datatype, op, win, request),
  (op) == MPI_NO_OP ? SENT_TO(target_rank, result_count, result_datatype) :
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED(Rput, (const void *origin_addr, COUNT origin_count, MPI_Datatype origin_datatype, int target_rank,
  MPI_Aint target_disp, COUNT target_cout, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request),
  (origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_cout, target_datatype, win,
  request),
  SENT_TO(target_rank, origin_count, origin_datatype))
SIZED_WINDOW(comm, win, Win_allocate, (MPI_Aint size, DISPL disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
  MPI_Win *win),
  (size, disp_unit, info, comm, baseptr, win), NOTHING)
SIZED_WINDOW(comm, win, Win_allocate_shared, (MPI_Aint size, DISPL disp_unit, MPI_Info info, MPI_Comm comm,
  void *baseptr, MPI_Win *win),
  (size, disp_unit, info, comm, baseptr, win), NOTHING)
SIZED_WINDOW(comm, win, Win_create, (void *base, MPI_Aint size, DISPL disp_unit, MPI_Info info, MPI_Comm comm,
  MPI_Win *win),
  (base, size, disp_unit, info, comm, win), NOTHING)
SIZED(Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size, DISPL *disp_unit, void *baseptr),
  (win, rank, size, disp_unit, baseptr), NOTHING)

/* Files */
SIZED(File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, WIDE *extent),
  (fh, datatype, extent), NOTHING)
SIZED(File_iread, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iread_all, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iread_at, (MPI_File fh, MPI_Offset offset, void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iread_at_all, (MPI_File fh, MPI_Offset offset, void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iread_shared, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iwrite, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype, MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iwrite_all, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iwrite_at, (MPI_File fh, MPI_Offset offset, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iwrite_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, COUNT count,
  MPI_Datatype datatype, MPI_Request *request),
  (fh, offset, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED(File_iwrite_shared, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Request *request),
  (fh, buf, count, datatype, request), SENT(traffic_bytes(count, datatype)))
SIZED_READ(status, File_read, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
SIZED_READ_ALL(fh, status, File_read_all, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
SIZED_FILE_ALL(fh, File_read_all_begin, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype),
  (fh, buf, count, datatype), NOTHING)
SIZED_READ(status, File_read_at, (MPI_File fh, MPI_Offset offset, void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), NOTHING)
SIZED_READ_ALL(fh, status, File_read_at_all, (MPI_File fh, MPI_Offset offset, void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), NOTHING)
SIZED_FILE_ALL(fh, File_read_at_all_begin, (MPI_File fh, MPI_Offset offset, void *buf, COUNT count, MPI_Datatype datatype),
  (fh, offset, buf, count, datatype), NOTHING)
SIZED_READ_ALL(fh, status, File_read_ordered, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
SIZED_FILE_ALL(fh, File_read_ordered_begin, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype),
  (fh, buf, count, datatype), NOTHING)
SIZED_READ(status, File_read_shared, (MPI_File fh, void *buf, COUNT count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), NOTHING)
SIZED(File_write, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_all, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype, MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_all_begin, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype),
  (fh, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
SIZED(File_write_at, (MPI_File fh, MPI_Offset offset, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, offset, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_at_all_begin, (MPI_File fh, MPI_Offset offset, const void *buf, COUNT count,
  MPI_Datatype datatype),
  (fh, offset, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_ordered, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))
SIZED_FILE_ALL(fh, File_write_ordered_begin, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype),
  (fh, buf, count, datatype), SENT(traffic_bytes(count, datatype)))
SIZED(File_write_shared, (MPI_File fh, const void *buf, COUNT count, MPI_Datatype datatype,
  MPI_Status *status),
  (fh, buf, count, datatype, status), SENT(traffic_bytes(count, datatype)))

/* Datatypes and packing */
SIZED(Pack, (const void *inbuf, COUNT incount, MPI_Datatype datatype, void *outbuf, COUNT outsize,
  COUNT *position, MPI_Comm comm),
  (inbuf, incount, datatype, outbuf, outsize, position, comm), NOTHING)
SIZED(Pack_external, (const char datarep[], const void *inbuf, COUNT incount, MPI_Datatype datatype,
  void *outbuf, WIDE outsize, WIDE *position),
  (datarep, inbuf, incount, datatype, outbuf, outsize, position), NOTHING)
SIZED(Pack_external_size, (const char datarep[], COUNT incount, MPI_Datatype datatype, WIDE *size),
  (datarep, incount, datatype, size), NOTHING)
SIZED(Pack_size, (COUNT incount, MPI_Datatype datatype, MPI_Comm comm, COUNT *size),
  (incount, datatype, comm, size), NOTHING)
SIZED(Type_contiguous, (COUNT count, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, oldtype, newtype), NOTHING)
SIZED(Type_create_darray, (int size, int rank, int ndims, const COUNT gsize_array[],
  const int distrib_array[], const int darg_array[], const int psize_array[], int order, MPI_Datatype oldtype,
  MPI_Datatype *newtype),
  (size, rank, ndims, gsize_array, distrib_array, darg_array, psize_array, order, oldtype, newtype), NOTHING)
SIZED(Type_create_hindexed, (COUNT count, const COUNT array_of_blocklengths[],
  const WIDE array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, array_of_blocklengths, array_of_displacements, oldtype, newtype), NOTHING)
SIZED(Type_create_hindexed_block, (COUNT count, COUNT blocklength, const WIDE array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, blocklength, array_of_displacements, oldtype, newtype), NOTHING)
SIZED(Type_create_hvector, (COUNT count, COUNT blocklength, WIDE stride, MPI_Datatype oldtype,
  MPI_Datatype *newtype),
  (count, blocklength, stride, oldtype, newtype), NOTHING)
SIZED(Type_create_indexed_block, (COUNT count, COUNT blocklength, const COUNT array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, blocklength, array_of_displacements, oldtype, newtype), NOTHING)
SIZED(Type_create_resized, (MPI_Datatype oldtype, WIDE lb, WIDE extent, MPI_Datatype *newtype),
  (oldtype, lb, extent, newtype), NOTHING)
SIZED(Type_create_struct, (COUNT count, const COUNT array_of_block_lengths[],
  const WIDE array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype),
  (count, array_of_block_lengths, array_of_displacements, array_of_types, newtype), NOTHING)
SIZED(Type_create_subarray, (int ndims, const COUNT size_array[], const COUNT subsize_array[],
  const COUNT start_array[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype),
  (ndims, size_array, subsize_array, start_array, order, oldtype, newtype), NOTHING)
SIZED(Type_get_extent, (MPI_Datatype type, WIDE *lb, WIDE *extent), (type, lb, extent), NOTHING)
SIZED(Type_get_true_extent, (MPI_Datatype datatype, WIDE *true_lb, WIDE *true_extent),
  (datatype, true_lb, true_extent), NOTHING)
SIZED(Type_indexed, (COUNT count, const COUNT array_of_blocklengths[], const COUNT array_of_displacements[],
  MPI_Datatype oldtype, MPI_Datatype *newtype),
  (count, array_of_blocklengths, array_of_displacements, oldtype, newtype), NOTHING)
SIZED(Type_size, (MPI_Datatype type, COUNT *size), (type, size), NOTHING)
SIZED(Type_vector, (COUNT count, COUNT blocklength, COUNT stride, MPI_Datatype oldtype,
  MPI_Datatype *newtype),
  (count, blocklength, stride, oldtype, newtype), NOTHING)
SIZED(Unpack, (const void *inbuf, COUNT insize, COUNT *position, void *outbuf, COUNT outcount,
  MPI_Datatype datatype, MPI_Comm comm),
  (inbuf, insize, position, outbuf, outcount, datatype, comm), NOTHING)
SIZED(Unpack_external, (const char datarep[], const void *inbuf, WIDE insize, WIDE *position, void *outbuf,
  COUNT outcount, MPI_Datatype datatype),
  (datarep, inbuf, insize, position, outbuf, outcount, datatype), NOTHING)

#if MPI_VERSION >= 4
/* What MPI-4.0 added */
SIZED_LATER_MEET(ALL, -1, comm, *request, Allgather_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request), SENT_OR(sendbuf,
  sendcount, sendtype, recvcount, recvtype))
SIZED_LATER_MEET(ALL, -1, comm, *request, Allgatherv_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
  MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request), SENT_OR(sendbuf,
  sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype))
SIZED_LATER_MEET(ALL, -1, comm, *request, Allreduce_init, (const void *sendbuf, void *recvbuf, COUNT count,
  MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, info, request), SENT(traffic_bytes(count, datatype)))
SIZED_LATER_MEET(ALL, -1, comm, *request, Alltoall_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,
  void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) :
  traffic_bytes(sendcount, sendtype))))
SIZED_LATER_MEET(ALL, -1, comm, *request, Alltoallv_init, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts,
  sendtype, traffic_peers(comm))))
SIZED_LATER_MEET(ALL, -1, comm, *request, Alltoallw_init, (const void *sendbuf, const COUNT sendcounts[], const DISPL sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request),
  SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) :
  traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm))))
SIZED_LATER_MEET(FROM_ROOT, root, comm, *request, Bcast_init, (void *buffer, COUNT count, MPI_Datatype datatype, int root,
  MPI_Comm comm, MPI_Info info,
  MPI_Request *request),
  (buffer, count, datatype, root, comm, info, request), ROOT_SENT(root, comm, traffic_bytes(count, datatype)))
SIZED_LATER_MEET(SCAN, -1, comm, *request, Exscan_init, (const void *sendbuf, void *recvbuf, COUNT count,
  MPI_Datatype datatype, MPI_Op op,
  MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, info, request), SENT(traffic_bytes(count, datatype)))
SIZED_LATER_MEET(TO_ROOT, root, comm, *request, Gather_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), SENT_OR(sendbuf,
  sendcount, sendtype, recvcount, recvtype))
SIZED_LATER_MEET(TO_ROOT, root, comm, *request, Gatherv_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
  MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request),
  SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype))
SIZED_LATER(comm, *request, Neighbor_allgather_init, (const void *sendbuf, COUNT sendcount,
  MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_LATER(comm, *request, Neighbor_allgatherv_init, (const void *sendbuf, COUNT sendcount,
  MPI_Datatype sendtype, void *recvbuf,
  const COUNT recvcounts[], const DISPL displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
  MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_LATER(comm, *request, Neighbor_alltoall_init, (const void *sendbuf, COUNT sendcount,
  MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request),
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm)))
SIZED_LATER(comm, *request, Neighbor_alltoallv_init, (const void *sendbuf, const COUNT sendcounts[],
  const DISPL sdispls[],
  MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[], const DISPL rdispls[],
  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request),
  SENT(traffic_sum_around(sendcounts, sendtype, comm)))
SIZED_LATER(comm, *request, Neighbor_alltoallw_init, (const void *sendbuf, const COUNT sendcounts[],
  const MPI_Aint sdispls[],
  const MPI_Datatype sendtypes[], void *recvbuf, const COUNT recvcounts[], const MPI_Aint rdispls[],
  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request),
  SENT(traffic_sum_types_around(sendcounts, sendtypes, comm)))
SIZED_LATER_MEET(TO_ROOT, root, comm, *request, Reduce_init, (const void *sendbuf, void *recvbuf, COUNT count,
  MPI_Datatype datatype, MPI_Op op,
  int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, root, comm, info, request), SENT(traffic_bytes(count, datatype)))
SIZED_LATER_MEET(ALL, -1, comm, *request, Reduce_scatter_block_init, (const void *sendbuf, void *recvbuf, COUNT recvcount,
  MPI_Datatype datatype,
  MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, recvcount, datatype, op, comm, info, request), SENT(traffic_bytes(recvcount,
  datatype) * traffic_peers(comm)))
SIZED_LATER_MEET(ALL, -1, comm, *request, Reduce_scatter_init, (const void *sendbuf, void *recvbuf, const COUNT recvcounts[],
  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request), SENT(traffic_sum(recvcounts, datatype,
  traffic_peers(comm))))
SIZED_LATER_MEET(SCAN, -1, comm, *request, Scan_init, (const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype,
  MPI_Op op,
  MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, recvbuf, count, datatype, op, comm, info, request), SENT(traffic_bytes(count, datatype)))
SIZED_LATER_MEET(FROM_ROOT, root, comm, *request, Scatter_init, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, void *recvbuf,
  COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request), ROOT_SENT(root,
  comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm)))
SIZED_LATER_MEET(FROM_ROOT, root, comm, *request, Scatterv_init, (const void *sendbuf, const COUNT sendcounts[], const DISPL displs[],
  MPI_Datatype sendtype, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
  MPI_Info info, MPI_Request *request),
  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request),
  ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm))))
SIZED_EXCHANGE_LATER(dest, sendtag, source, recvtag, comm, request, Isendrecv, (const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest, int sendtag,
  void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
  MPI_Request *request),
  (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request),
  SENT_TO(dest, sendcount, sendtype))
SIZED_EXCHANGE_LATER(dest, sendtag, source, recvtag, comm, request, Isendrecv_replace, (void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag,
  int source, int recvtag, MPI_Comm comm, MPI_Request *request),
  (buf, count, datatype, dest, sendtag, source, recvtag, comm, request), SENT_TO(dest, count, datatype))
#endif

#undef COUNT
#undef DISPL
#undef WIDE
#undef SIZED
#undef SIZED_ON
#undef SIZED_MEET
#undef SIZED_MEET_LATER
#undef SIZED_FILE_ALL
#undef SIZED_NEIGHBORS
#undef SIZED_NEIGHBORS_LATER
#undef SIZED_WINDOW
#undef SIZED_LATER
#undef SIZED_SEND
#undef SIZED_RECEIVE
#undef SIZED_EXCHANGE
#undef SIZED_EXPECT
#undef SIZED_EXCHANGE_LATER
#undef SIZED_LATER_SEND
#undef SIZED_LATER_RECEIVE
#undef SIZED_LATER_MEET
#undef SIZED_READ
#undef SIZED_READ_ALL
