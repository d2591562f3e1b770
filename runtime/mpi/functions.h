/*
 * functions.h - the functions of MPI that a C program calls, as a table for the preprocessor: those of MPI-3.1, and of
 * MPI-4.0 where mpi.h says that it has all of them.
 *
 *     W(name, (type, parameter, type, parameter ...), WORD(...))      a row stands for one MPI_<name> that returns int
 *
 * The word says what the wrapper does beside calling MPI; wrappers.c defines each word. Arguments of words are expressions over the
 * parameters; DONE: MPI has accepted the call. `traffic` is the amount that the call passes to MPI, in the words of traffic_mpi.h.
 *
 *   PLAIN                  nothing
 *   SENDS(traffic)         counts the traffic, on no communicator
 *   ON(comm, traffic)      counts the traffic on the communicator `comm`
 *   MEET(kind, root, comm, traffic)   as ON; and its ranks wait for each other, as the kind says: MEETING_<kind> of operation.h;
 *                          without a root it is -1
 *   MEET_LATER(kind, root, comm, request, traffic)    as MEET; but they wait when `request` ends
 *   UNKNOWN                it may wait, and for which ranks is unknown
 *   WINDOW(comm, win)      as MEET(ALL, -1, comm); and all of `comm` make `*win`
 *   OPEN(comm, fh)         as MEET(ALL, -1, comm); and all of `comm` open `*fh`
 *   FILE_ALL(fh, traffic)  ranks of `fh` may wait for all of them
 *   CLOSE(fh)              the same; and `*fh` is closed
 *   NEIGHBORS(comm, traffic)   as ON; a message is sent to each neighbor, and received from each
 *   NEIGHBORS_LATER(comm, request, traffic)   as NEIGHBORS; but messages are received when `request` ends
 *   FENCE(win)             no rank of `win` is done before all have come
 *   EPOCH_BEGIN(step, group, win)   the first step of an epoch of `win` that only some of its ranks take part in: EPOCH_<step> of
 *                          windows_mpi.h
 *   EPOCH(step, win)       the last step of such an epoch
 *   EPOCH_IF(done, step, win)   the same, if `done`; the call only tests
 *   HANDLER(function)      MPI calls this function where it finds an error
 *   NEW(comm, new)         as MEET(ALL, -1, comm); and `*new` is a communicator that was not there before
 *   NEW_OF(comm, new)      as ON; `*new` is a new communicator, whose ranks wait for each other
 *   NEW_AMONG(comm, new)   as ON and UNKNOWN; `*new` is a new communicator, made by other ranks as well as those of `comm`
 *   NEW_LATER(comm, new, request)   as NEW, but they wait, and `*new` is there, when `request` ends
 *   LATER(comm, request, traffic)   makes a persistent `request`; each start counts the traffic
 *   LATER_SEND(to, tag, comm, request, traffic)   as LATER; and each start sends a message
 *   LATER_RECEIVE(from, tag, comm, request)       as LATER; and each start receives a message
 *   LATER_MEET(kind, root, comm, request, traffic)   as LATER; and each start is a collective call, as MEET
 *   PARTS(kind, peer, tag, n, comm, request, traffic)   as LATER, for a message of n parts: MEETING_<kind>, sent when all are ready
 *   READY(n, request)      n more parts are ready
 *   START(n, requests)     starts these requests
 *   SEND(to, tag, comm, blocks, traffic)   as ON; a message is sent, by a call that may wait for its receiver
 *   RECEIVE(from, tag, comm, status)       a message is received
 *   EXCHANGE(to, tag, from, tag, comm, status, traffic)   SEND and RECEIVE
 *   EXPECT(from, tag, comm, request)       a message is received when `request` ends
 *   EXCHANGE_LATER(to, tag, from, tag, comm, request, traffic)   SEND and EXPECT
 *   PROBE(from, tag, comm, status)         the call waits for a message, and does not receive it
 *   MATCH(comm, flag, status)              if `flag`, a message is matched: no other call will receive it
 *   END(waits, n, requests, statuses, ended, which)   `ended` of n requests have ended: the first ones, or those that `which` names;
 *                          the call waits for them or only tests
 *   CANCEL                 a receive may end without a message
 *   FORGET(request)        the request is freed
 *   READ(status)           `status`, which may be MPI_STATUS_IGNORE, has the number of bytes read
 *   READ_ALL(fh, status)   as READ; and ranks of `fh` may wait for all of them
 *
 * Define W before including this file, which undefines it. Functions that MPI-4.0 also has with large counts, such as MPI_Send_c, are
 * in functions_sized.h, once for both.
 * Not in the table:
 *   - MPI_Init, MPI_Init_thread, MPI_Session_init, MPI_Finalize, MPI_Abort, MPI_Comm_set_name and MPI_Pcontrol, which is not timed:
 *     wrappers.c has them;
 *   - and, not timed at all, MPI_Wtime, MPI_Wtick, MPI_Aint_add, MPI_Aint_diff and the conversions from and to
 *     Fortran, which cost less than reading the clock, and MPI_T_*, the tools' own interface;
 *   - functions of MPI-1 that MPI-3.0 has removed, such as MPI_Address, which some mpi.h still has.
 * The tests complete-* compare it with mpi.h.
 */
/* The table is set by hand. */
/* clang-format off */

/* The value that a pointer of the program points to, or `nothing` if it is null: MPI will refuse that. */
#define GIVEN(pointer, nothing) ((pointer) ? *(pointer) : (nothing))

/* A row's parameters as C has them, and the names alone: DECLARED(int, tag, MPI_Comm, comm) is (int tag, MPI_Comm comm). */
#define DECLARED(...) (PAIRS(DECLARED_ONE, __VA_ARGS__))
#define NAMED(...) (PAIRS(NAMED_ONE, __VA_ARGS__))
#define DECLARED_ONE(type, name) type name
#define NAMED_ONE(type, name) name
#define PAIRS(one, ...)                                                                                                \
    PAIRS_NTH(__VA_ARGS__, PAIRS_13, , PAIRS_12, , PAIRS_11, , PAIRS_10, , PAIRS_9, , PAIRS_8, , PAIRS_7, , PAIRS_6,   \
              , PAIRS_5, , PAIRS_4, , PAIRS_3, , PAIRS_2, , PAIRS_1, )(one, __VA_ARGS__)
#define PAIRS_NTH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, pairs, ...) pairs
#define PAIRS_1(one, type, name) one(type, name)
#define PAIRS_2(one, type, name, ...) one(type, name), PAIRS_1(one, __VA_ARGS__)
#define PAIRS_3(one, type, name, ...) one(type, name), PAIRS_2(one, __VA_ARGS__)
#define PAIRS_4(one, type, name, ...) one(type, name), PAIRS_3(one, __VA_ARGS__)
#define PAIRS_5(one, type, name, ...) one(type, name), PAIRS_4(one, __VA_ARGS__)
#define PAIRS_6(one, type, name, ...) one(type, name), PAIRS_5(one, __VA_ARGS__)
#define PAIRS_7(one, type, name, ...) one(type, name), PAIRS_6(one, __VA_ARGS__)
#define PAIRS_8(one, type, name, ...) one(type, name), PAIRS_7(one, __VA_ARGS__)
#define PAIRS_9(one, type, name, ...) one(type, name), PAIRS_8(one, __VA_ARGS__)
#define PAIRS_10(one, type, name, ...) one(type, name), PAIRS_9(one, __VA_ARGS__)
#define PAIRS_11(one, type, name, ...) one(type, name), PAIRS_10(one, __VA_ARGS__)
#define PAIRS_12(one, type, name, ...) one(type, name), PAIRS_11(one, __VA_ARGS__)
#define PAIRS_13(one, type, name, ...) one(type, name), PAIRS_12(one, __VA_ARGS__)

/* Point to point */
W(Cancel, (MPI_Request *, request), CANCEL)
W(Get_elements_x, (const MPI_Status *, status, MPI_Datatype, datatype, MPI_Count *, count), PLAIN)
W(Grequest_complete, (MPI_Request, request), PLAIN)
W(Grequest_start, (MPI_Grequest_query_function *, query_fn, MPI_Grequest_free_function *, free_fn,
  MPI_Grequest_cancel_function *, cancel_fn, void *, extra_state, MPI_Request *, request), PLAIN)
W(Improbe, (int, source, int, tag, MPI_Comm, comm, int *, flag, MPI_Message *, message, MPI_Status *, status),
  MATCH(comm, DONE && *flag, status))
W(Iprobe, (int, source, int, tag, MPI_Comm, comm, int *, flag, MPI_Status *, status), PLAIN)
W(Mprobe, (int, source, int, tag, MPI_Comm, comm, MPI_Message *, message, MPI_Status *, status), MATCH(comm, DONE, status))
W(Probe, (int, source, int, tag, MPI_Comm, comm, MPI_Status *, status), PROBE(source, tag, comm, status))
W(Request_free, (MPI_Request *, request), FORGET(GIVEN(request, MPI_REQUEST_NULL)))
W(Request_get_status, (MPI_Request, request, int *, flag, MPI_Status *, status), PLAIN)
W(Start, (MPI_Request *, request), START(1, request))
W(Startall, (int, count, MPI_Request *, array_of_requests), START(count, array_of_requests))
W(Status_set_cancelled, (MPI_Status *, status, int, flag), PLAIN)
W(Status_set_elements, (MPI_Status *, status, MPI_Datatype, datatype, int, count), PLAIN)
W(Status_set_elements_x, (MPI_Status *, status, MPI_Datatype, datatype, MPI_Count, count), PLAIN)
W(Test_cancelled, (const MPI_Status *, status, int *, flag), PLAIN)

/* Completion */
W(Test, (MPI_Request *, request, int *, flag, MPI_Status *, status), END(false, 1, request, status, *flag, NULL))
W(Testall, (int, count, MPI_Request *, array_of_requests, int *, flag, MPI_Status *, array_of_statuses),
  END(false, count, array_of_requests, array_of_statuses, *flag ? count : 0, NULL))
W(Testany, (int, count, MPI_Request *, array_of_requests, int *, index, int *, flag, MPI_Status *, status),
  END(false, count, array_of_requests, status, *flag && *index != MPI_UNDEFINED, index))
W(Testsome, (int, incount, MPI_Request *, array_of_requests, int *, outcount, int *, array_of_indices,
  MPI_Status *, array_of_statuses), END(false, incount, array_of_requests, array_of_statuses, *outcount, array_of_indices))
W(Wait, (MPI_Request *, request, MPI_Status *, status), END(true, 1, request, status, 1, NULL))
W(Waitall, (int, count, MPI_Request *, array_of_requests, MPI_Status *, array_of_statuses),
  END(true, count, array_of_requests, array_of_statuses, count, NULL))
W(Waitany, (int, count, MPI_Request *, array_of_requests, int *, index, MPI_Status *, status),
  END(true, count, array_of_requests, status, *index != MPI_UNDEFINED, index))
W(Waitsome, (int, incount, MPI_Request *, array_of_requests, int *, outcount, int *, array_of_indices,
  MPI_Status *, array_of_statuses), END(true, incount, array_of_requests, array_of_statuses, *outcount, array_of_indices))

/* Collectives */
W(Barrier, (MPI_Comm, comm), MEET(ALL, -1, comm, NOTHING))
W(Ibarrier, (MPI_Comm, comm, MPI_Request *, request), MEET_LATER(ALL, -1, comm, request, NOTHING))

/* One-sided */
W(Compare_and_swap, (const void *, origin_addr, const void *, compare_addr, void *, result_addr, MPI_Datatype, datatype,
  int, target_rank, MPI_Aint, target_disp, MPI_Win, win), SENDS(SENT_TO(target_rank, 1, datatype)))
W(Fetch_and_op, (const void *, origin_addr, void *, result_addr, MPI_Datatype, datatype, int, target_rank, MPI_Aint, target_disp,
  MPI_Op, op, MPI_Win, win), SENDS(SENT_TO(target_rank, 1, datatype)))
W(Win_attach, (MPI_Win, win, void *, base, MPI_Aint, size), PLAIN)
W(Win_call_errhandler, (MPI_Win, win, int, errorcode), PLAIN)
W(Win_complete, (MPI_Win, win), EPOCH(COMPLETE, win))
W(Win_create_dynamic, (MPI_Info, info, MPI_Comm, comm, MPI_Win *, win), WINDOW(comm, win))
W(Win_create_errhandler, (MPI_Win_errhandler_function *, function, MPI_Errhandler *, errhandler), HANDLER(function))
W(Win_create_keyval, (MPI_Win_copy_attr_function *, win_copy_attr_fn, MPI_Win_delete_attr_function *, win_delete_attr_fn,
  int *, win_keyval, void *, extra_state), PLAIN)
W(Win_delete_attr, (MPI_Win, win, int, win_keyval), PLAIN)
W(Win_detach, (MPI_Win, win, const void *, base), PLAIN)
W(Win_fence, (int, assert, MPI_Win, win), FENCE(win))
W(Win_flush, (int, rank, MPI_Win, win), UNKNOWN)
W(Win_flush_all, (MPI_Win, win), UNKNOWN)
W(Win_flush_local, (int, rank, MPI_Win, win), UNKNOWN)
W(Win_flush_local_all, (MPI_Win, win), UNKNOWN)
W(Win_free, (MPI_Win *, win), FENCE(GIVEN(win, MPI_WIN_NULL)))
W(Win_free_keyval, (int *, win_keyval), PLAIN)
W(Win_get_attr, (MPI_Win, win, int, win_keyval, void *, attribute_val, int *, flag), PLAIN)
W(Win_get_errhandler, (MPI_Win, win, MPI_Errhandler *, errhandler), PLAIN)
W(Win_get_group, (MPI_Win, win, MPI_Group *, group), PLAIN)
W(Win_get_info, (MPI_Win, win, MPI_Info *, info_used), PLAIN)
W(Win_get_name, (MPI_Win, win, char *, win_name, int *, resultlen), PLAIN)
W(Win_lock, (int, lock_type, int, rank, int, assert, MPI_Win, win), UNKNOWN)
W(Win_lock_all, (int, assert, MPI_Win, win), UNKNOWN)
W(Win_post, (MPI_Group, group, int, assert, MPI_Win, win), EPOCH_BEGIN(POST, group, win))
W(Win_set_attr, (MPI_Win, win, int, win_keyval, void *, attribute_val), PLAIN)
W(Win_set_errhandler, (MPI_Win, win, MPI_Errhandler, errhandler), PLAIN)
W(Win_set_info, (MPI_Win, win, MPI_Info, info), PLAIN)
W(Win_set_name, (MPI_Win, win, const char *, win_name), PLAIN)
W(Win_start, (MPI_Group, group, int, assert, MPI_Win, win), EPOCH_BEGIN(START, group, win))
W(Win_sync, (MPI_Win, win), PLAIN)
W(Win_test, (MPI_Win, win, int *, flag), EPOCH_IF(DONE && *flag, WAIT, win))
W(Win_unlock, (int, rank, MPI_Win, win), UNKNOWN)
W(Win_unlock_all, (MPI_Win, win), UNKNOWN)
W(Win_wait, (MPI_Win, win), EPOCH(WAIT, win))

/* Files */
W(File_call_errhandler, (MPI_File, fh, int, errorcode), PLAIN)
W(File_close, (MPI_File *, fh), CLOSE(GIVEN(fh, MPI_FILE_NULL)))
W(File_create_errhandler, (MPI_File_errhandler_function *, function, MPI_Errhandler *, errhandler), HANDLER(function))
W(File_delete, (const char *, filename, MPI_Info, info), PLAIN)
W(File_get_amode, (MPI_File, fh, int *, amode), PLAIN)
W(File_get_atomicity, (MPI_File, fh, int *, flag), PLAIN)
W(File_get_byte_offset, (MPI_File, fh, MPI_Offset, offset, MPI_Offset *, disp), PLAIN)
W(File_get_errhandler, (MPI_File, file, MPI_Errhandler *, errhandler), PLAIN)
W(File_get_group, (MPI_File, fh, MPI_Group *, group), PLAIN)
W(File_get_info, (MPI_File, fh, MPI_Info *, info_used), PLAIN)
W(File_get_position, (MPI_File, fh, MPI_Offset *, offset), PLAIN)
W(File_get_position_shared, (MPI_File, fh, MPI_Offset *, offset), PLAIN)
W(File_get_size, (MPI_File, fh, MPI_Offset *, size), PLAIN)
W(File_get_view, (MPI_File, fh, MPI_Offset *, disp, MPI_Datatype *, etype, MPI_Datatype *, filetype, char *, datarep), PLAIN)
W(File_open, (MPI_Comm, comm, const char *, filename, int, amode, MPI_Info, info, MPI_File *, fh), OPEN(comm, *fh))
W(File_preallocate, (MPI_File, fh, MPI_Offset, size), FILE_ALL(fh, NOTHING))
W(File_read_all_end, (MPI_File, fh, void *, buf, MPI_Status *, status), READ_ALL(fh, status))
W(File_read_at_all_end, (MPI_File, fh, void *, buf, MPI_Status *, status), READ_ALL(fh, status))
W(File_read_ordered_end, (MPI_File, fh, void *, buf, MPI_Status *, status), READ_ALL(fh, status))
W(File_seek, (MPI_File, fh, MPI_Offset, offset, int, whence), PLAIN)
W(File_seek_shared, (MPI_File, fh, MPI_Offset, offset, int, whence), FILE_ALL(fh, NOTHING))
W(File_set_atomicity, (MPI_File, fh, int, flag), FILE_ALL(fh, NOTHING))
W(File_set_errhandler, (MPI_File, file, MPI_Errhandler, errhandler), PLAIN)
W(File_set_info, (MPI_File, fh, MPI_Info, info), FILE_ALL(fh, NOTHING))
W(File_set_size, (MPI_File, fh, MPI_Offset, size), FILE_ALL(fh, NOTHING))
W(File_set_view, (MPI_File, fh, MPI_Offset, disp, MPI_Datatype, etype, MPI_Datatype, filetype, const char *, datarep,
  MPI_Info, info), FILE_ALL(fh, NOTHING))
W(File_sync, (MPI_File, fh), FILE_ALL(fh, NOTHING))
W(File_write_all_end, (MPI_File, fh, const void *, buf, MPI_Status *, status), FILE_ALL(fh, NOTHING))
W(File_write_at_all_end, (MPI_File, fh, const void *, buf, MPI_Status *, status), FILE_ALL(fh, NOTHING))
W(File_write_ordered_end, (MPI_File, fh, const void *, buf, MPI_Status *, status), FILE_ALL(fh, NOTHING))
W(Register_datarep, (const char *, datarep, MPI_Datarep_conversion_function *, read_conversion_fn,
  MPI_Datarep_conversion_function *, write_conversion_fn, MPI_Datarep_extent_function *, dtype_file_extent_fn,
  void *, extra_state), PLAIN)

/* Communicators, groups and topologies */
W(Cart_coords, (MPI_Comm, comm, int, rank, int, maxdims, int *, coords), PLAIN)
W(Cart_create, (MPI_Comm, old_comm, int, ndims, const int *, dims, const int *, periods, int, reorder, MPI_Comm *, comm_cart),
  NEW(old_comm, comm_cart))
W(Cart_get, (MPI_Comm, comm, int, maxdims, int *, dims, int *, periods, int *, coords), PLAIN)
W(Cart_map, (MPI_Comm, comm, int, ndims, const int *, dims, const int *, periods, int *, newrank), PLAIN)
W(Cart_rank, (MPI_Comm, comm, const int *, coords, int *, rank), PLAIN)
W(Cart_shift, (MPI_Comm, comm, int, direction, int, disp, int *, rank_source, int *, rank_dest), PLAIN)
W(Cart_sub, (MPI_Comm, comm, const int *, remain_dims, MPI_Comm *, new_comm), NEW(comm, new_comm))
W(Cartdim_get, (MPI_Comm, comm, int *, ndims), PLAIN)
W(Comm_call_errhandler, (MPI_Comm, comm, int, errorcode), PLAIN)
W(Comm_compare, (MPI_Comm, comm1, MPI_Comm, comm2, int *, result), PLAIN)
W(Comm_create, (MPI_Comm, comm, MPI_Group, group, MPI_Comm *, newcomm), NEW(comm, newcomm))
W(Comm_create_errhandler, (MPI_Comm_errhandler_function *, function, MPI_Errhandler *, errhandler), HANDLER(function))
W(Comm_create_group, (MPI_Comm, comm, MPI_Group, group, int, tag, MPI_Comm *, newcomm), NEW_OF(comm, newcomm))
W(Comm_create_keyval, (MPI_Comm_copy_attr_function *, comm_copy_attr_fn, MPI_Comm_delete_attr_function *, comm_delete_attr_fn,
  int *, comm_keyval, void *, extra_state), PLAIN)
W(Comm_delete_attr, (MPI_Comm, comm, int, comm_keyval), PLAIN)
W(Comm_disconnect, (MPI_Comm *, comm), PLAIN)
W(Comm_dup, (MPI_Comm, comm, MPI_Comm *, newcomm), NEW(comm, newcomm))
W(Comm_dup_with_info, (MPI_Comm, comm, MPI_Info, info, MPI_Comm *, newcomm), NEW(comm, newcomm))
W(Comm_free, (MPI_Comm *, comm), PLAIN)
W(Comm_free_keyval, (int *, comm_keyval), PLAIN)
W(Comm_get_attr, (MPI_Comm, comm, int, comm_keyval, void *, attribute_val, int *, flag), PLAIN)
W(Comm_get_errhandler, (MPI_Comm, comm, MPI_Errhandler *, erhandler), PLAIN)
W(Comm_get_info, (MPI_Comm, comm, MPI_Info *, info_used), PLAIN)
W(Comm_get_name, (MPI_Comm, comm, char *, comm_name, int *, resultlen), PLAIN)
W(Comm_group, (MPI_Comm, comm, MPI_Group *, group), PLAIN)
W(Comm_idup, (MPI_Comm, comm, MPI_Comm *, newcomm, MPI_Request *, request), NEW_LATER(comm, newcomm, request))
W(Comm_rank, (MPI_Comm, comm, int *, rank), PLAIN)
W(Comm_remote_group, (MPI_Comm, comm, MPI_Group *, group), PLAIN)
W(Comm_remote_size, (MPI_Comm, comm, int *, size), PLAIN)
W(Comm_set_attr, (MPI_Comm, comm, int, comm_keyval, void *, attribute_val), PLAIN)
W(Comm_set_errhandler, (MPI_Comm, comm, MPI_Errhandler, errhandler), PLAIN)
W(Comm_set_info, (MPI_Comm, comm, MPI_Info, info), PLAIN)
W(Comm_size, (MPI_Comm, comm, int *, size), PLAIN)
W(Comm_split, (MPI_Comm, comm, int, color, int, key, MPI_Comm *, newcomm), NEW(comm, newcomm))
W(Comm_split_type, (MPI_Comm, comm, int, split_type, int, key, MPI_Info, info, MPI_Comm *, newcomm), NEW(comm, newcomm))
W(Comm_test_inter, (MPI_Comm, comm, int *, flag), PLAIN)
W(Dims_create, (int, nnodes, int, ndims, int *, dims), PLAIN)
W(Dist_graph_create, (MPI_Comm, comm_old, int, n, const int *, nodes, const int *, degrees, const int *, targets,
  const int *, weights, MPI_Info, info, int, reorder, MPI_Comm *, newcomm), NEW(comm_old, newcomm))
W(Dist_graph_create_adjacent, (MPI_Comm, comm_old, int, indegree, const int *, sources, const int *, sourceweights,
  int, outdegree, const int *, destinations, const int *, destweights, MPI_Info, info, int, reorder, MPI_Comm *, comm_dist_graph),
  NEW(comm_old, comm_dist_graph))
W(Dist_graph_neighbors, (MPI_Comm, comm, int, maxindegree, int *, sources, int *, sourceweights, int, maxoutdegree,
  int *, destinations, int *, destweights), PLAIN)
W(Dist_graph_neighbors_count, (MPI_Comm, comm, int *, inneighbors, int *, outneighbors, int *, weighted), PLAIN)
W(Graph_create, (MPI_Comm, comm_old, int, nnodes, const int *, index, const int *, edges, int, reorder, MPI_Comm *, comm_graph),
  NEW(comm_old, comm_graph))
W(Graph_get, (MPI_Comm, comm, int, maxindex, int, maxedges, int *, index, int *, edges), PLAIN)
W(Graph_map, (MPI_Comm, comm, int, nnodes, const int *, index, const int *, edges, int *, newrank), PLAIN)
W(Graph_neighbors, (MPI_Comm, comm, int, rank, int, maxneighbors, int *, neighbors), PLAIN)
W(Graph_neighbors_count, (MPI_Comm, comm, int, rank, int *, nneighbors), PLAIN)
W(Graphdims_get, (MPI_Comm, comm, int *, nnodes, int *, nedges), PLAIN)
W(Group_compare, (MPI_Group, group1, MPI_Group, group2, int *, result), PLAIN)
W(Group_difference, (MPI_Group, group1, MPI_Group, group2, MPI_Group *, newgroup), PLAIN)
W(Group_excl, (MPI_Group, group, int, n, const int *, ranks, MPI_Group *, newgroup), PLAIN)
W(Group_free, (MPI_Group *, group), PLAIN)
W(Group_incl, (MPI_Group, group, int, n, const int *, ranks, MPI_Group *, newgroup), PLAIN)
W(Group_intersection, (MPI_Group, group1, MPI_Group, group2, MPI_Group *, newgroup), PLAIN)
W(Group_range_excl, (MPI_Group, group, int, n, int_triple *, ranges, MPI_Group *, newgroup), PLAIN)
W(Group_range_incl, (MPI_Group, group, int, n, int_triple *, ranges, MPI_Group *, newgroup), PLAIN)
W(Group_rank, (MPI_Group, group, int *, rank), PLAIN)
W(Group_size, (MPI_Group, group, int *, size), PLAIN)
W(Group_translate_ranks, (MPI_Group, group1, int, n, const int *, ranks1, MPI_Group, group2, int *, ranks2), PLAIN)
W(Group_union, (MPI_Group, group1, MPI_Group, group2, MPI_Group *, newgroup), PLAIN)
W(Intercomm_create, (MPI_Comm, local_comm, int, local_leader, MPI_Comm, bridge_comm, int, remote_leader, int, tag,
  MPI_Comm *, newintercomm), NEW_AMONG(local_comm, newintercomm))
W(Intercomm_merge, (MPI_Comm, intercomm, int, high, MPI_Comm *, newintercomm), NEW(intercomm, newintercomm))
W(Topo_test, (MPI_Comm, comm, int *, status), PLAIN)

/* Processes and ports */
W(Close_port, (const char *, port_name), PLAIN)
W(Comm_accept, (const char *, port_name, MPI_Info, info, int, root, MPI_Comm, comm, MPI_Comm *, newcomm),
  NEW_AMONG(comm, newcomm))
W(Comm_connect, (const char *, port_name, MPI_Info, info, int, root, MPI_Comm, comm, MPI_Comm *, newcomm),
  NEW_AMONG(comm, newcomm))
W(Comm_get_parent, (MPI_Comm *, parent), PLAIN)
W(Comm_join, (int, fd, MPI_Comm *, intercomm), NEW_AMONG(MPI_COMM_NULL, intercomm))
W(Comm_spawn, (const char *, command, char **, argv, int, maxprocs, MPI_Info, info, int, root, MPI_Comm, comm,
  MPI_Comm *, intercomm, int *, array_of_errcodes), NEW_AMONG(comm, intercomm))
W(Comm_spawn_multiple, (int, count, char **, array_of_commands, char ***, array_of_argv, const int *, array_of_maxprocs,
  const MPI_Info *, array_of_info, int, root, MPI_Comm, comm, MPI_Comm *, intercomm, int *, array_of_errcodes), NEW_AMONG(comm,
  intercomm))
W(Lookup_name, (const char *, service_name, MPI_Info, info, char *, port_name), PLAIN)
W(Open_port, (MPI_Info, info, char *, port_name), PLAIN)
W(Publish_name, (const char *, service_name, MPI_Info, info, const char *, port_name), PLAIN)
W(Unpublish_name, (const char *, service_name, MPI_Info, info, const char *, port_name), PLAIN)

/* Datatypes and packing */
W(Get_address, (const void *, location, MPI_Aint *, address), PLAIN)
W(Type_commit, (MPI_Datatype *, type), PLAIN)
W(Type_create_f90_complex, (int, p, int, r, MPI_Datatype *, newtype), PLAIN)
W(Type_create_f90_integer, (int, r, MPI_Datatype *, newtype), PLAIN)
W(Type_create_f90_real, (int, p, int, r, MPI_Datatype *, newtype), PLAIN)
W(Type_create_keyval, (MPI_Type_copy_attr_function *, type_copy_attr_fn, MPI_Type_delete_attr_function *, type_delete_attr_fn,
  int *, type_keyval, void *, extra_state), PLAIN)
W(Type_delete_attr, (MPI_Datatype, type, int, type_keyval), PLAIN)
W(Type_dup, (MPI_Datatype, type, MPI_Datatype *, newtype), PLAIN)
W(Type_free, (MPI_Datatype *, type), PLAIN)
W(Type_free_keyval, (int *, type_keyval), PLAIN)
W(Type_get_attr, (MPI_Datatype, type, int, type_keyval, void *, attribute_val, int *, flag), PLAIN)
W(Type_get_contents, (MPI_Datatype, mtype, int, max_integers, int, max_addresses, int, max_datatypes, int *, array_of_integers,
  MPI_Aint *, array_of_addresses, MPI_Datatype *, array_of_datatypes), PLAIN)
W(Type_get_envelope, (MPI_Datatype, type, int *, num_integers, int *, num_addresses, int *, num_datatypes, int *, combiner),
  PLAIN)
W(Type_get_extent_x, (MPI_Datatype, type, MPI_Count *, lb, MPI_Count *, extent), PLAIN)
W(Type_get_name, (MPI_Datatype, type, char *, type_name, int *, resultlen), PLAIN)
W(Type_get_true_extent_x, (MPI_Datatype, datatype, MPI_Count *, true_lb, MPI_Count *, true_extent), PLAIN)
W(Type_match_size, (int, typeclass, int, size, MPI_Datatype *, type), PLAIN)
W(Type_set_attr, (MPI_Datatype, type, int, type_keyval, void *, attr_val), PLAIN)
W(Type_set_name, (MPI_Datatype, type, const char *, type_name), PLAIN)
W(Type_size_x, (MPI_Datatype, type, MPI_Count *, size), PLAIN)

/* Everything else */
W(Add_error_class, (int *, errorclass), PLAIN)
W(Add_error_code, (int, errorclass, int *, errorcode), PLAIN)
W(Add_error_string, (int, errorcode, const char *, string), PLAIN)
W(Alloc_mem, (MPI_Aint, size, MPI_Info, info, void *, baseptr), PLAIN)
W(Attr_delete, (MPI_Comm, comm, int, keyval), PLAIN)
W(Attr_get, (MPI_Comm, comm, int, keyval, void *, attribute_val, int *, flag), PLAIN)
W(Attr_put, (MPI_Comm, comm, int, keyval, void *, attribute_val), PLAIN)
W(Errhandler_free, (MPI_Errhandler *, errhandler), PLAIN)
W(Error_class, (int, errorcode, int *, errorclass), PLAIN)
W(Error_string, (int, errorcode, char *, string, int *, resultlen), PLAIN)
W(Finalized, (int *, flag), PLAIN)
W(Free_mem, (void *, base), PLAIN)
W(Get_library_version, (char *, version, int *, resultlen), PLAIN)
W(Get_processor_name, (char *, name, int *, resultlen), PLAIN)
W(Get_version, (int *, version, int *, subversion), PLAIN)
W(Info_create, (MPI_Info *, info), PLAIN)
W(Info_delete, (MPI_Info, info, const char *, key), PLAIN)
W(Info_dup, (MPI_Info, info, MPI_Info *, newinfo), PLAIN)
W(Info_free, (MPI_Info *, info), PLAIN)
W(Info_get, (MPI_Info, info, const char *, key, int, valuelen, char *, value, int *, flag), PLAIN)
W(Info_get_nkeys, (MPI_Info, info, int *, nkeys), PLAIN)
W(Info_get_nthkey, (MPI_Info, info, int, n, char *, key), PLAIN)
W(Info_get_valuelen, (MPI_Info, info, const char *, key, int *, valuelen, int *, flag), PLAIN)
W(Info_set, (MPI_Info, info, const char *, key, const char *, value), PLAIN)
W(Initialized, (int *, flag), PLAIN)
W(Is_thread_main, (int *, flag), PLAIN)
W(Keyval_create, (MPI_Copy_function *, copy_fn, MPI_Delete_function *, delete_fn, int *, keyval, void *, extra_state), PLAIN)
W(Keyval_free, (int *, keyval), PLAIN)
W(Op_commutative, (MPI_Op, op, int *, commute), PLAIN)
W(Op_create, (MPI_User_function *, function, int, commute, MPI_Op *, op), PLAIN)
W(Op_free, (MPI_Op *, op), PLAIN)
W(Query_thread, (int *, provided), PLAIN)

#if MPI_VERSION >= 4
/* What MPI-4.0 added */
W(Op_create_c, (MPI_User_function_c *, user_fn, int, commute, MPI_Op *, op), PLAIN)
W(Register_datarep_c, (const char *, datarep, MPI_Datarep_conversion_function_c *, read_conversion_fn,
  MPI_Datarep_conversion_function_c *, write_conversion_fn, MPI_Datarep_extent_function *, dtype_file_extent_fn,
  void *, extra_state), PLAIN)
W(Type_get_contents_c, (MPI_Datatype, datatype, MPI_Count, max_integers, MPI_Count, max_addresses, MPI_Count, max_large_counts,
  MPI_Count, max_datatypes, int *, array_of_integers, MPI_Aint *, array_of_addresses, MPI_Count *, array_of_large_counts,
  MPI_Datatype *, array_of_datatypes), PLAIN)
W(Type_get_envelope_c, (MPI_Datatype, datatype, MPI_Count *, num_integers, MPI_Count *, num_addresses,
  MPI_Count *, num_large_counts, MPI_Count *, num_datatypes, int *, combiner), PLAIN)
W(Barrier_init, (MPI_Comm, comm, MPI_Info, info, MPI_Request *, request), LATER_MEET(ALL, -1, comm, *request, NOTHING))
W(Comm_create_from_group, (MPI_Group, group, const char *, stringtag, MPI_Info, info, MPI_Errhandler, errhandler,
  MPI_Comm *, newcomm), NEW_OF(MPI_COMM_NULL, newcomm))
W(Comm_idup_with_info, (MPI_Comm, comm, MPI_Info, info, MPI_Comm *, newcomm, MPI_Request *, request),
  NEW_LATER(comm, newcomm, request))
W(Group_from_session_pset, (MPI_Session, session, const char *, pset_name, MPI_Group *, newgroup), PLAIN)
W(Info_create_env, (int, argc, char **, argv, MPI_Info *, info), PLAIN)
W(Info_get_string, (MPI_Info, info, const char *, key, int *, buflen, char *, value, int *, flag), PLAIN)
W(Intercomm_create_from_groups, (MPI_Group, local_group, int, local_leader, MPI_Group, remote_group, int, remote_leader,
  const char *, stringtag, MPI_Info, info, MPI_Errhandler, errhandler, MPI_Comm *, newintercomm), NEW_AMONG(MPI_COMM_NULL,
  newintercomm))
W(Parrived, (MPI_Request, request, int, partition, int *, flag), PLAIN)
W(Pready, (int, partition, MPI_Request, request), READY(1, request))
W(Pready_list, (int, length, int *, array_of_partitions, MPI_Request, request), READY(length, request))
W(Pready_range, (int, partition_low, int, partition_high, MPI_Request, request),
  READY(partition_high - partition_low + 1, request))
W(Precv_init, (void *, buf, int, partitions, MPI_Count, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), PARTS(RECEIVE, dest, tag, partitions, comm, *request, NOTHING))
W(Psend_init, (const void *, buf, int, partitions, MPI_Count, count, MPI_Datatype, datatype, int, dest, int, tag, MPI_Comm, comm,
  MPI_Info, info, MPI_Request *, request), PARTS(SEND, dest, tag, partitions, comm, *request, SENT_TO(dest, (MPI_Count)partitions
  * count, datatype)))
W(Session_call_errhandler, (MPI_Session, session, int, errorcode), PLAIN)
W(Session_create_errhandler, (MPI_Session_errhandler_function *, session_errhandler_fn, MPI_Errhandler *, errhandler),
  HANDLER(session_errhandler_fn))
W(Session_finalize, (MPI_Session *, session), PLAIN)
W(Session_get_errhandler, (MPI_Session, session, MPI_Errhandler *, errhandler), PLAIN)
W(Session_get_info, (MPI_Session, session, MPI_Info *, info_used), PLAIN)
W(Session_get_nth_pset, (MPI_Session, session, MPI_Info, info, int, n, int *, pset_len, char *, pset_name), PLAIN)
W(Session_get_num_psets, (MPI_Session, session, MPI_Info, info, int *, npset_names), PLAIN)
W(Session_get_pset_info, (MPI_Session, session, const char *, pset_name, MPI_Info *, info), PLAIN)
W(Session_set_errhandler, (MPI_Session, session, MPI_Errhandler, errhandler), PLAIN)
#endif

/* Those that say how many elements, places or bytes: by an int, and by more. */
#define COUNT int
#define DISPL int
#define WIDE MPI_Aint
#define SIZED(name, ...) W(name, __VA_ARGS__)
#include "runtime/mpi/functions_sized.h"
#if MPI_VERSION >= 4
#define COUNT MPI_Count
#define DISPL MPI_Aint
#define WIDE MPI_Count
#define SIZED(name, ...) W(name##_c, __VA_ARGS__)
#include "runtime/mpi/functions_sized.h"
#endif

#undef W
