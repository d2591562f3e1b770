/*
 * functions_sized.h - a part of functions.h, which includes it: the functions that MPI-4.0 has once as ever and once with
 * `_c` behind their names and larger numbers.
 *
 * The rows are those of functions.h with SIZED for W. Three words stand for types:
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
SIZED(Bsend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm),
  SEND(dest, tag, comm, true, SENT_TO(dest, count, datatype)))
SIZED(Bsend_init, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), LATER_SEND(dest, tag, comm, *request, SENT_TO(dest, count, datatype)))
SIZED(Buffer_attach, (void *, buffer, COUNT, size), PLAIN)
SIZED(Buffer_detach, (void *, buffer, COUNT *, size), PLAIN)
SIZED(Get_count, (const MPI_Status *, status, MPI_Datatype, datatype, COUNT *, count), PLAIN)
SIZED(Get_elements, (const MPI_Status *, status, MPI_Datatype, datatype, COUNT *, count), PLAIN)
SIZED(Ibsend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), SEND(dest, tag, comm, false, SENT_TO(dest, count, datatype)))
SIZED(Imrecv, (void *, buf, COUNT, count, MPI_Datatype, type, MPI_Message *, message, MPI_Request *, request), PLAIN)
SIZED(Irecv, (void *, buf, COUNT, count, MPI_Datatype, datatype, int, source, int, tag, MPI_Comm, comm, MPI_Request *, request),
  EXPECT(source, tag, comm, request))
SIZED(Irsend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), SEND(dest, tag, comm, false, SENT_TO(dest, count, datatype)))
SIZED(Isend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), SEND(dest, tag, comm, false, SENT_TO(dest, count, datatype)))
SIZED(Issend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), SEND(dest, tag, comm, false, SENT_TO(dest, count, datatype)))
SIZED(Mrecv, (void *, buf, COUNT, count, MPI_Datatype, type, MPI_Message *, message, MPI_Status *, status), PLAIN)
SIZED(Recv, (void *, buf, COUNT, count, MPI_Datatype, datatype, int, source, int, tag, MPI_Comm, comm, MPI_Status *, status),
  RECEIVE(source, tag, comm, status))
SIZED(Recv_init, (void *, buf, COUNT, count, MPI_Datatype, datatype, int, source, int, tag, MPI_Comm, comm,
  MPI_Request *, request), LATER_RECEIVE(source, tag, comm, *request))
SIZED(Rsend, (const void *, ibuf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm),
  SEND(dest, tag, comm, true, SENT_TO(dest, count, datatype)))
SIZED(Rsend_init, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), LATER_SEND(dest, tag, comm, *request, SENT_TO(dest, count, datatype)))
SIZED(Send, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm),
  SEND(dest, tag, comm, true, SENT_TO(dest, count, datatype)))
SIZED(Send_init, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), LATER_SEND(dest, tag, comm, *request, SENT_TO(dest, count, datatype)))
SIZED(Sendrecv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, int, dest, int, sendtag, void *, recvbuf,
  COUNT, recvcount, MPI_Datatype, recvtype, int, source, int, recvtag, MPI_Comm, comm, MPI_Status *, status), EXCHANGE(dest,
  sendtag, source, recvtag, comm, status, SENT_TO(dest, sendcount, sendtype)))
SIZED(Sendrecv_replace, (void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, sendtag, int, source, int, recvtag,
  MPI_Comm, comm, MPI_Status *, status), EXCHANGE(dest, sendtag, source, recvtag, comm, status, SENT_TO(dest, count, datatype)))
SIZED(Ssend, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm),
  SEND(dest, tag, comm, true, SENT_TO(dest, count, datatype)))
SIZED(Ssend_init, (const void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Request *, request), LATER_SEND(dest, tag, comm, *request, SENT_TO(dest, count, datatype)))

/* Collectives */
SIZED(Allgather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm), MEET(ALL, -1, comm, SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype)))
SIZED(Allgatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, const COUNT *, recvcounts,
  const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm), MEET(ALL, -1, comm, SENT_OR(sendbuf, sendcount, sendtype,
  recvcounts[traffic_rank(comm)], recvtype)))
SIZED(Allreduce, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm),
  MEET(ALL, -1, comm, SENT(traffic_bytes(count, datatype))))
SIZED(Alltoall, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm), MEET(ALL, -1, comm, SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ?
  traffic_bytes(recvcount, recvtype) : traffic_bytes(sendcount, sendtype)))))
SIZED(Alltoallv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm), MEET(ALL, -1, comm,
  SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype, traffic_peers(comm)) : traffic_sum(sendcounts, sendtype,
  traffic_peers(comm)))))
SIZED(Alltoallw, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, const MPI_Datatype *, sendtypes,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, const MPI_Datatype *, recvtypes, MPI_Comm, comm), MEET(ALL,
  -1, comm, SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) : traffic_sum_types(sendcounts,
  sendtypes, traffic_peers(comm)))))
SIZED(Bcast, (void *, buffer, COUNT, count, MPI_Datatype, datatype, int, root, MPI_Comm, comm),
  MEET(FROM_ROOT, root, comm, ROOT_SENT(root, comm, traffic_bytes(count, datatype))))
SIZED(Exscan, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm),
  MEET(SCAN, -1, comm, SENT(traffic_bytes(count, datatype))))
SIZED(Gather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm), MEET(TO_ROOT, root, comm, SENT_OR(sendbuf, sendcount, sendtype, recvcount,
  recvtype)))
SIZED(Gatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, const COUNT *, recvcounts,
  const DISPL *, displs, MPI_Datatype, recvtype, int, root, MPI_Comm, comm), MEET(TO_ROOT, root, comm, SENT_OR(sendbuf, sendcount,
  sendtype, 0, recvtype)))
SIZED(Iallgather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT_OR(sendbuf, sendcount,
  sendtype, recvcount, recvtype)))
SIZED(Iallgatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, const COUNT *, recvcounts,
  const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request,
  SENT_OR(sendbuf, sendcount, sendtype, recvcounts[traffic_rank(comm)], recvtype)))
SIZED(Iallreduce, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(traffic_bytes(count, datatype))))
SIZED(Ialltoall, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(traffic_peers(comm) *
  (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) : traffic_bytes(sendcount, sendtype)))))
SIZED(Ialltoallv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm,
  MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype,
  traffic_peers(comm)) : traffic_sum(sendcounts, sendtype, traffic_peers(comm)))))
SIZED(Ialltoallw, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, const MPI_Datatype *, sendtypes,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, const MPI_Datatype *, recvtypes, MPI_Comm, comm,
  MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(IN_PLACE(sendbuf) ? traffic_sum_types(recvcounts, recvtypes,
  traffic_peers(comm)) : traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm)))))
SIZED(Ibcast, (void *, buffer, COUNT, count, MPI_Datatype, datatype, int, root, MPI_Comm, comm, MPI_Request *, request),
  MEET_LATER(FROM_ROOT, root, comm, request, ROOT_SENT(root, comm, traffic_bytes(count, datatype))))
SIZED(Iexscan, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Request *, request), MEET_LATER(SCAN, -1, comm, request, SENT(traffic_bytes(count, datatype))))
SIZED(Igather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(TO_ROOT, root, comm, request,
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype)))
SIZED(Igatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, const COUNT *, recvcounts,
  const DISPL *, displs, MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(TO_ROOT, root,
  comm, request, SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype)))
SIZED(Ineighbor_allgather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request), NEIGHBORS_LATER(comm, *request, SENT(traffic_bytes(sendcount,
  sendtype) * traffic_neighbours(comm))))
SIZED(Ineighbor_allgatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf,
  const COUNT *, recvcounts, const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request),
  NEIGHBORS_LATER(comm, *request, SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Ineighbor_alltoall, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Request *, request), NEIGHBORS_LATER(comm, *request, SENT(traffic_bytes(sendcount,
  sendtype) * traffic_neighbours(comm))))
SIZED(Ineighbor_alltoallv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm,
  MPI_Request *, request), NEIGHBORS_LATER(comm, *request, SENT(traffic_sum_around(sendcounts, sendtype, comm))))
SIZED(Ineighbor_alltoallw, (const void *, sendbuf, const COUNT *, sendcounts, const MPI_Aint *, sdispls,
  const MPI_Datatype *, sendtypes, void *, recvbuf, const COUNT *, recvcounts, const MPI_Aint *, rdispls,
  const MPI_Datatype *, recvtypes, MPI_Comm, comm, MPI_Request *, request), NEIGHBORS_LATER(comm, *request,
  SENT(traffic_sum_types_around(sendcounts, sendtypes, comm))))
SIZED(Ireduce, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, int, root,
  MPI_Comm, comm, MPI_Request *, request), MEET_LATER(TO_ROOT, root, comm, request, SENT(traffic_bytes(count, datatype))))
SIZED(Ireduce_scatter, (const void *, sendbuf, void *, recvbuf, const COUNT *, recvcounts, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(traffic_sum(recvcounts, datatype,
  traffic_peers(comm)))))
SIZED(Ireduce_scatter_block, (const void *, sendbuf, void *, recvbuf, COUNT, recvcount, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, SENT(traffic_bytes(recvcount, datatype) *
  traffic_peers(comm))))
SIZED(Iscan, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Request *, request), MEET_LATER(SCAN, -1, comm, request, SENT(traffic_bytes(count, datatype))))
SIZED(Iscatter, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Request *, request), MEET_LATER(FROM_ROOT, root, comm, request,
  ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm))))
SIZED(Iscatterv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, displs, MPI_Datatype, sendtype,
  void *, recvbuf, COUNT, recvcount, MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Request *, request),
  MEET_LATER(FROM_ROOT, root, comm, request, ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm)))))
SIZED(Neighbor_allgather, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm), NEIGHBORS(comm, SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_allgatherv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf,
  const COUNT *, recvcounts, const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm), NEIGHBORS(comm,
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_alltoall, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm), NEIGHBORS(comm, SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_alltoallv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm), NEIGHBORS(comm,
  SENT(traffic_sum_around(sendcounts, sendtype, comm))))
SIZED(Neighbor_alltoallw, (const void *, sendbuf, const COUNT *, sendcounts, const MPI_Aint *, sdispls,
  const MPI_Datatype *, sendtypes, void *, recvbuf, const COUNT *, recvcounts, const MPI_Aint *, rdispls,
  const MPI_Datatype *, recvtypes, MPI_Comm, comm), NEIGHBORS(comm, SENT(traffic_sum_types_around(sendcounts, sendtypes, comm))))
SIZED(Reduce, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, int, root,
  MPI_Comm, comm), MEET(TO_ROOT, root, comm, SENT(traffic_bytes(count, datatype))))
SIZED(Reduce_local, (const void *, inbuf, void *, inoutbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op), PLAIN)
SIZED(Reduce_scatter, (const void *, sendbuf, void *, recvbuf, const COUNT *, recvcounts, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm), MEET(ALL, -1, comm, SENT(traffic_sum(recvcounts, datatype, traffic_peers(comm)))))
SIZED(Reduce_scatter_block, (const void *, sendbuf, void *, recvbuf, COUNT, recvcount, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm), MEET(ALL, -1, comm, SENT(traffic_bytes(recvcount, datatype) * traffic_peers(comm))))
SIZED(Scan, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm),
  MEET(SCAN, -1, comm, SENT(traffic_bytes(count, datatype))))
SIZED(Scatter, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm), MEET(FROM_ROOT, root, comm, ROOT_SENT(root, comm, traffic_bytes(sendcount,
  sendtype) * traffic_peers(comm))))
SIZED(Scatterv, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, displs, MPI_Datatype, sendtype, void *, recvbuf,
  COUNT, recvcount, MPI_Datatype, recvtype, int, root, MPI_Comm, comm), MEET(FROM_ROOT, root, comm, ROOT_SENT(root, comm,
  traffic_sum(sendcounts, sendtype, traffic_peers(comm)))))

/* One-sided */
SIZED(Accumulate, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank,
  MPI_Aint, target_disp, COUNT, target_count, MPI_Datatype, target_datatype, MPI_Op, op, MPI_Win, win), SENDS(SENT_TO(target_rank,
  origin_count, origin_datatype)))
SIZED(Get, (void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank, MPI_Aint, target_disp,
  COUNT, target_count, MPI_Datatype, target_datatype, MPI_Win, win), SENDS(SENT_TO(target_rank, origin_count, origin_datatype)))
SIZED(Get_accumulate, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, void *, result_addr,
  COUNT, result_count, MPI_Datatype, result_datatype, int, target_rank, MPI_Aint, target_disp, COUNT, target_count,
  MPI_Datatype, target_datatype, MPI_Op, op, MPI_Win, win), SENDS((op) == MPI_NO_OP ? SENT_TO(target_rank, result_count,
  result_datatype) : SENT_TO(target_rank, origin_count, origin_datatype)))
SIZED(Put, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank,
  MPI_Aint, target_disp, COUNT, target_count, MPI_Datatype, target_datatype, MPI_Win, win), SENDS(SENT_TO(target_rank,
  origin_count, origin_datatype)))
SIZED(Raccumulate, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank,
  MPI_Aint, target_disp, COUNT, target_count, MPI_Datatype, target_datatype, MPI_Op, op, MPI_Win, win, MPI_Request *, request),
  SENDS(SENT_TO(target_rank, origin_count, origin_datatype)))
SIZED(Rget, (void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank, MPI_Aint, target_disp,
  COUNT, target_count, MPI_Datatype, target_datatype, MPI_Win, win, MPI_Request *, request), SENDS(SENT_TO(target_rank,
  origin_count, origin_datatype)))
SIZED(Rget_accumulate, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, void *, result_addr,
  COUNT, result_count, MPI_Datatype, result_datatype, int, target_rank, MPI_Aint, target_disp, COUNT, target_count,
  MPI_Datatype, target_datatype, MPI_Op, op, MPI_Win, win, MPI_Request *, request), SENDS((op) == MPI_NO_OP ? SENT_TO(target_rank,
  result_count, result_datatype) : SENT_TO(target_rank, origin_count, origin_datatype)))
SIZED(Rput, (const void *, origin_addr, COUNT, origin_count, MPI_Datatype, origin_datatype, int, target_rank,
  MPI_Aint, target_disp, COUNT, target_cout, MPI_Datatype, target_datatype, MPI_Win, win, MPI_Request *, request),
  SENDS(SENT_TO(target_rank, origin_count, origin_datatype)))
SIZED(Win_allocate, (MPI_Aint, size, DISPL, disp_unit, MPI_Info, info, MPI_Comm, comm, void *, baseptr, MPI_Win *, win),
  WINDOW(comm, win))
SIZED(Win_allocate_shared, (MPI_Aint, size, DISPL, disp_unit, MPI_Info, info, MPI_Comm, comm, void *, baseptr, MPI_Win *, win),
  WINDOW(comm, win))
SIZED(Win_create, (void *, base, MPI_Aint, size, DISPL, disp_unit, MPI_Info, info, MPI_Comm, comm, MPI_Win *, win),
  WINDOW(comm, win))
SIZED(Win_shared_query, (MPI_Win, win, int, rank, MPI_Aint *, size, DISPL *, disp_unit, void *, baseptr), PLAIN)

/* Files */
SIZED(File_get_type_extent, (MPI_File, fh, MPI_Datatype, datatype, WIDE *, extent), PLAIN)
SIZED(File_iread, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iread_all, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iread_at, (MPI_File, fh, MPI_Offset, offset, void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Request *, request), SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iread_at_all, (MPI_File, fh, MPI_Offset, offset, void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Request *, request), SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iread_shared, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iwrite, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iwrite_all, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iwrite_at, (MPI_File, fh, MPI_Offset, offset, const void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Request *, request), SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iwrite_at_all, (MPI_File, fh, MPI_Offset, offset, const void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Request *, request), SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_iwrite_shared, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Request *, request),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_read, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status), READ(status))
SIZED(File_read_all, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  READ_ALL(fh, status))
SIZED(File_read_all_begin, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype), FILE_ALL(fh, NOTHING))
SIZED(File_read_at, (MPI_File, fh, MPI_Offset, offset, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  READ(status))
SIZED(File_read_at_all, (MPI_File, fh, MPI_Offset, offset, void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Status *, status), READ_ALL(fh, status))
SIZED(File_read_at_all_begin, (MPI_File, fh, MPI_Offset, offset, void *, buf, COUNT, count, MPI_Datatype, datatype),
  FILE_ALL(fh, NOTHING))
SIZED(File_read_ordered, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  READ_ALL(fh, status))
SIZED(File_read_ordered_begin, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype), FILE_ALL(fh, NOTHING))
SIZED(File_read_shared, (MPI_File, fh, void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status), READ(status))
SIZED(File_write, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_write_all, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_all_begin, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype),
  FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_at, (MPI_File, fh, MPI_Offset, offset, const void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Status *, status), SENDS(SENT(traffic_bytes(count, datatype))))
SIZED(File_write_at_all, (MPI_File, fh, MPI_Offset, offset, const void *, buf, COUNT, count, MPI_Datatype, datatype,
  MPI_Status *, status), FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_at_all_begin, (MPI_File, fh, MPI_Offset, offset, const void *, buf, COUNT, count, MPI_Datatype, datatype),
  FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_ordered, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_ordered_begin, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype),
  FILE_ALL(fh, SENT(traffic_bytes(count, datatype))))
SIZED(File_write_shared, (MPI_File, fh, const void *, buf, COUNT, count, MPI_Datatype, datatype, MPI_Status *, status),
  SENDS(SENT(traffic_bytes(count, datatype))))

/* Datatypes and packing */
SIZED(Pack, (const void *, inbuf, COUNT, incount, MPI_Datatype, datatype, void *, outbuf, COUNT, outsize, COUNT *, position,
  MPI_Comm, comm), PLAIN)
SIZED(Pack_external, (const char *, datarep, const void *, inbuf, COUNT, incount, MPI_Datatype, datatype, void *, outbuf,
  WIDE, outsize, WIDE *, position), PLAIN)
SIZED(Pack_external_size, (const char *, datarep, COUNT, incount, MPI_Datatype, datatype, WIDE *, size), PLAIN)
SIZED(Pack_size, (COUNT, incount, MPI_Datatype, datatype, MPI_Comm, comm, COUNT *, size), PLAIN)
SIZED(Type_contiguous, (COUNT, count, MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_darray, (int, size, int, rank, int, ndims, const COUNT *, gsize_array, const int *, distrib_array,
  const int *, darg_array, const int *, psize_array, int, order, MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_hindexed, (COUNT, count, const COUNT *, array_of_blocklengths, const WIDE *, array_of_displacements,
  MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_hindexed_block, (COUNT, count, COUNT, blocklength, const WIDE *, array_of_displacements, MPI_Datatype, oldtype,
  MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_hvector, (COUNT, count, COUNT, blocklength, WIDE, stride, MPI_Datatype, oldtype, MPI_Datatype *, newtype),
  PLAIN)
SIZED(Type_create_indexed_block, (COUNT, count, COUNT, blocklength, const COUNT *, array_of_displacements, MPI_Datatype, oldtype,
  MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_resized, (MPI_Datatype, oldtype, WIDE, lb, WIDE, extent, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_struct, (COUNT, count, const COUNT *, array_of_block_lengths, const WIDE *, array_of_displacements,
  const MPI_Datatype *, array_of_types, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_create_subarray, (int, ndims, const COUNT *, size_array, const COUNT *, subsize_array, const COUNT *, start_array,
  int, order, MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_get_extent, (MPI_Datatype, type, WIDE *, lb, WIDE *, extent), PLAIN)
SIZED(Type_get_true_extent, (MPI_Datatype, datatype, WIDE *, true_lb, WIDE *, true_extent), PLAIN)
SIZED(Type_indexed, (COUNT, count, const COUNT *, array_of_blocklengths, const COUNT *, array_of_displacements,
  MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Type_size, (MPI_Datatype, type, COUNT *, size), PLAIN)
SIZED(Type_vector, (COUNT, count, COUNT, blocklength, COUNT, stride, MPI_Datatype, oldtype, MPI_Datatype *, newtype), PLAIN)
SIZED(Unpack, (const void *, inbuf, COUNT, insize, COUNT *, position, void *, outbuf, COUNT, outcount, MPI_Datatype, datatype,
  MPI_Comm, comm), PLAIN)
SIZED(Unpack_external, (const char *, datarep, const void *, inbuf, WIDE, insize, WIDE *, position, void *, outbuf,
  COUNT, outcount, MPI_Datatype, datatype), PLAIN)

#if MPI_VERSION >= 4
/* What MPI-4.0 added */
SIZED(Allgather_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request,
  SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype)))
SIZED(Allgatherv_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf,
  const COUNT *, recvcounts, const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info,
  MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT_OR(sendbuf, sendcount, sendtype,
  recvcounts[traffic_rank(comm)], recvtype)))
SIZED(Allreduce_init, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT(traffic_bytes(count, datatype))))
SIZED(Alltoall_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request,
  SENT(traffic_peers(comm) * (IN_PLACE(sendbuf) ? traffic_bytes(recvcount, recvtype) : traffic_bytes(sendcount, sendtype)))))
SIZED(Alltoallv_init, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info,
  MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT(IN_PLACE(sendbuf) ? traffic_sum(recvcounts, recvtype,
  traffic_peers(comm)) : traffic_sum(sendcounts, sendtype, traffic_peers(comm)))))
SIZED(Alltoallw_init, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, const MPI_Datatype *, sendtypes,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, const MPI_Datatype *, recvtypes, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT(IN_PLACE(sendbuf) ?
  traffic_sum_types(recvcounts, recvtypes, traffic_peers(comm)) : traffic_sum_types(sendcounts, sendtypes, traffic_peers(comm)))))
SIZED(Bcast_init, (void *, buffer, COUNT, count, MPI_Datatype, datatype, int, root, MPI_Comm, comm, MPI_Info, info,
  MPI_Request *, request), LATER_MEET(FROM_ROOT, root, comm, *request, ROOT_SENT(root, comm, traffic_bytes(count, datatype))))
SIZED(Exscan_init, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), LATER_MEET(SCAN, -1, comm, *request, SENT(traffic_bytes(count, datatype))))
SIZED(Gather_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(TO_ROOT, root, comm,
  *request, SENT_OR(sendbuf, sendcount, sendtype, recvcount, recvtype)))
SIZED(Gatherv_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, const COUNT *, recvcounts,
  const DISPL *, displs, MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request),
  LATER_MEET(TO_ROOT, root, comm, *request, SENT_OR(sendbuf, sendcount, sendtype, 0, recvtype)))
SIZED(Neighbor_allgather_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf,
  COUNT, recvcount, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER(comm, *request,
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_allgatherv_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf,
  const COUNT *, recvcounts, const DISPL *, displs, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info,
  MPI_Request *, request), LATER(comm, *request, SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_alltoall_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER(comm, *request,
  SENT(traffic_bytes(sendcount, sendtype) * traffic_neighbours(comm))))
SIZED(Neighbor_alltoallv_init, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, sdispls, MPI_Datatype, sendtype,
  void *, recvbuf, const COUNT *, recvcounts, const DISPL *, rdispls, MPI_Datatype, recvtype, MPI_Comm, comm, MPI_Info, info,
  MPI_Request *, request), LATER(comm, *request, SENT(traffic_sum_around(sendcounts, sendtype, comm))))
SIZED(Neighbor_alltoallw_init, (const void *, sendbuf, const COUNT *, sendcounts, const MPI_Aint *, sdispls,
  const MPI_Datatype *, sendtypes, void *, recvbuf, const COUNT *, recvcounts, const MPI_Aint *, rdispls,
  const MPI_Datatype *, recvtypes, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER(comm, *request,
  SENT(traffic_sum_types_around(sendcounts, sendtypes, comm))))
SIZED(Reduce_init, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, int, root,
  MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(TO_ROOT, root, comm, *request, SENT(traffic_bytes(count,
  datatype))))
SIZED(Reduce_scatter_block_init, (const void *, sendbuf, void *, recvbuf, COUNT, recvcount, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT(traffic_bytes(recvcount,
  datatype) * traffic_peers(comm))))
SIZED(Reduce_scatter_init, (const void *, sendbuf, void *, recvbuf, const COUNT *, recvcounts, MPI_Datatype, datatype, MPI_Op, op,
  MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, SENT(traffic_sum(recvcounts,
  datatype, traffic_peers(comm)))))
SIZED(Scan_init, (const void *, sendbuf, void *, recvbuf, COUNT, count, MPI_Datatype, datatype, MPI_Op, op, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), LATER_MEET(SCAN, -1, comm, *request, SENT(traffic_bytes(count, datatype))))
SIZED(Scatter_init, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, void *, recvbuf, COUNT, recvcount,
  MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(FROM_ROOT, root, comm,
  *request, ROOT_SENT(root, comm, traffic_bytes(sendcount, sendtype) * traffic_peers(comm))))
SIZED(Scatterv_init, (const void *, sendbuf, const COUNT *, sendcounts, const DISPL *, displs, MPI_Datatype, sendtype,
  void *, recvbuf, COUNT, recvcount, MPI_Datatype, recvtype, int, root, MPI_Comm, comm, MPI_Info, info, MPI_Request *, request),
  LATER_MEET(FROM_ROOT, root, comm, *request, ROOT_SENT(root, comm, traffic_sum(sendcounts, sendtype, traffic_peers(comm)))))
SIZED(Isendrecv, (const void *, sendbuf, COUNT, sendcount, MPI_Datatype, sendtype, int, dest, int, sendtag, void *, recvbuf,
  COUNT, recvcount, MPI_Datatype, recvtype, int, source, int, recvtag, MPI_Comm, comm, MPI_Request *, request),
  EXCHANGE_LATER(dest, sendtag, source, recvtag, comm, request, SENT_TO(dest, sendcount, sendtype)))
SIZED(Isendrecv_replace, (void *, buf, COUNT, count, MPI_Datatype, datatype, int, dest, int, sendtag, int, source, int, recvtag,
  MPI_Comm, comm, MPI_Request *, request), EXCHANGE_LATER(dest, sendtag, source, recvtag, comm, request, SENT_TO(dest, count,
  datatype)))
#endif

#undef COUNT
#undef DISPL
#undef WIDE
#undef SIZED
