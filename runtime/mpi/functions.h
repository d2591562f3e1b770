/*
 * functions.h - the functions of MPI that a C program calls, as a table for the preprocessor: those of MPI-3.1, and of
 * MPI-4.0 where mpi.h says that it has all of them.
 *
 * W(name, parameters, arguments, traffic) stands for each MPI_<name> that returns int. `traffic` says in the
 * words of traffic_mpi.h what the call hands to MPI, as an expression over the parameters. Some calls say more:
 *
 *   ON(comm, ...)          what is to be counted for the communicator `comm`
 *   MEET(kind, root, comm, ...)   as ON; and ranks wait for each other in it, as the kind says: MEETING_<kind> of operation.h; without
 *                          a root it is -1
 *   MEET_LATER(kind, root, comm, request, ...)    as MEET; and they do when `request` ends
 *   UNKNOWN(...)           as W; and it may wait for ranks that are not found out
 *   WINDOW(comm, win, ...) as MEET(ALL, -1, comm, ...); and all of `comm` make `*win`
 *   OPEN(comm, fh, ...)    as MEET(ALL, -1, comm, ...); and all of `comm` open `*fh`
 *   FILE_ALL(fh, ...)      ranks of `fh` may wait for all of them
 *   CLOSE(fh, ...)         the same; and `*fh` is no more
 *   NEIGHBORS(comm, ...)   as ON; a message is sent to each neighbor, and received from each
 *   NEIGHBORS_LATER(comm, request, ...)   the same; they are received when `request` ends
 *   FENCE(win, ...)        no rank of `win` is done before all have come
 *   EPOCH_BEGIN(step, group, win, ...)   the first step of an epoch of `win` that only some of its ranks take part in: EPOCH_<step> of
 *                              windows_mpi.h
 *   EPOCH(step, win, ...)      the last one
 *   EPOCH_IF(done, step, win, ...)   the same, if it is done; the call only looks
 *   HANDLER(function, ...)     MPI calls this function where it finds an error
 *   NEW(comm, new, ...)    as MEET(ALL, -1, comm, ...); and `*new` is a communicator that was not there before
 *   NEW_OF(comm, new, ...) as ON; and so is `*new`, whose ranks wait for each other
 *   NEW_AMONG(comm, new, ...)  as ON, UNKNOWN; and so is `*new`, which not just the ranks of `comm` make
 *   NEW_LATER(comm, new, request, ...)   as NEW, but they wait, and `*new` is there, when `request` ends
 *   LATER(comm, request, ...)  `request` is made, and what ON counts is counted whenever it is started
 *   LATER_SEND(to, tag, comm, request, ...)       as LATER; and a start sends a message
 *   LATER_RECEIVE(from, tag, comm, request, ...)  the same of one that is received
 *   LATER_MEET(kind, root, comm, request, ...)    the same of a collective call, as MEET
 *   PARTS(kind, peer, tag, n, comm, request, ...)   the same of a message of n parts: MEETING_<kind>, sent when all are ready
 *   READY(n, request, ...)     so many parts more are
 *   START(n, requests, ...)    these are started
 *   SEND(to, tag, comm, blocks, ...)        as ON; a message is sent, by a call that may wait for its receiver
 *   RECEIVE(from, tag, comm, status, ...)   as ON; one is received
 *   EXCHANGE(to, tag, from, tag, comm, status, ...)   both
 *   EXPECT(from, tag, comm, request, ...)   as ON; one is received when `request` ends
 *   EXCHANGE_LATER(to, tag, from, tag, comm, request, ...)   one is sent, and that
 *   PROBE(comm, status, ...)   as ON; the call waits for a message that it leaves there
 *   MATCH(comm, flag, status, ...)          as ON; if `flag`, one is received in effect: no other call will get it
 *   END(waits, n, requests, statuses, ended, which, ...)   of n requests so many have ended, which are the first or those that `which`
 *                                           names; the call waits for them or only looks
 *   CANCEL(...)                             a receive may end without a message
 *   FORGET(request, ...)       this one is freed
 *   READ(status, ...)          `status`, which may be MPI_STATUS_IGNORE, says what was read
 *   READ_ALL(status, ...)      as READ; and it may wait for ranks that are not found out
 *
 * Whoever includes this file defines W before, and the others unless they are to be as W; all are undefined
 * after it. Those that MPI-4.0 has a second time for large counts, as MPI_Send_c, stand in functions_sized.h, once for both.
 * Not in the table:
 *   - MPI_Init, MPI_Init_thread, MPI_Session_init, MPI_Finalize, MPI_Abort, MPI_Comm_set_name and MPI_Pcontrol, which is not timed:
 *     wrappers.c has them;
 *   - and, not timed at all, MPI_Wtime, MPI_Wtick, MPI_Aint_add, MPI_Aint_diff and the conversions from and to
 *     Fortran, which cost less than looking at the clock, and MPI_T_*, the tools' own interface;
 *   - nor those of MPI-1 that MPI-3.0 has removed, as MPI_Address, which some mpi.h still has.
 * The tests complete-* hold it against mpi.h.
 */
/* What a pointer of the program's points to; one that is null is for MPI to refuse. */
#define GIVEN(pointer, nothing) ((pointer) ? *(pointer) : (nothing))

/* The table is set by hand. */
/* clang-format off */
#ifndef ON
#define ON(comm, ...) W(__VA_ARGS__)
#endif
#ifndef MEET
#define MEET(kind, root, comm, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef MEET_LATER
#define MEET_LATER(kind, root, comm, request, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef UNKNOWN
#define UNKNOWN(...) W(__VA_ARGS__)
#endif
#ifndef WINDOW
#define WINDOW(comm, win, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef OPEN
#define OPEN(comm, fh, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef FILE_ALL
#define FILE_ALL(fh, ...) W(__VA_ARGS__)
#endif
#ifndef CLOSE
#define CLOSE(fh, ...) W(__VA_ARGS__)
#endif
#ifndef NEIGHBORS
#define NEIGHBORS(comm, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef NEIGHBORS_LATER
#define NEIGHBORS_LATER(comm, request, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef FENCE
#define FENCE(win, ...) W(__VA_ARGS__)
#endif
#ifndef PROBE
#define PROBE(comm, status, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef EPOCH
#define EPOCH(step, win, ...) W(__VA_ARGS__)
#endif
#ifndef EPOCH_BEGIN
#define EPOCH_BEGIN(step, group, win, ...) W(__VA_ARGS__)
#endif
#ifndef HANDLER
#define HANDLER(function, ...) W(__VA_ARGS__)
#endif
#ifndef EPOCH_IF
#define EPOCH_IF(done, step, win, ...) W(__VA_ARGS__)
#endif
#ifndef NEW
#define NEW(comm, made, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef NEW_OF
#define NEW_OF(comm, made, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef NEW_AMONG
#define NEW_AMONG(comm, made, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef NEW_LATER
#define NEW_LATER(comm, made, request, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef LATER
#define LATER(comm, request, ...) W(__VA_ARGS__)
#endif
#ifndef LATER_SEND
#define LATER_SEND(to, tag, comm, request, ...) LATER(comm, request, __VA_ARGS__)
#endif
#ifndef LATER_RECEIVE
#define LATER_RECEIVE(from, tag, comm, request, ...) LATER(comm, request, __VA_ARGS__)
#endif
#ifndef LATER_MEET
#define LATER_MEET(kind, root, comm, request, ...) LATER(comm, request, __VA_ARGS__)
#endif
#ifndef PARTS
#define PARTS(kind, peer, tag, n, comm, request, ...) LATER(comm, request, __VA_ARGS__)
#endif
#ifndef READY
#define READY(n, request, ...) W(__VA_ARGS__)
#endif
#ifndef SEND
#define SEND(to, tag, comm, blocks, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef RECEIVE
#define RECEIVE(from, tag, comm, status, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef EXCHANGE
#define EXCHANGE(to, sendtag, from, recvtag, comm, status, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef EXPECT
#define EXPECT(from, tag, comm, request, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef EXCHANGE_LATER
#define EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef MATCH
#define MATCH(comm, flag, status, ...) ON(comm, __VA_ARGS__)
#endif
#ifndef END
#define END(waits, n, requests, statuses, ended, which, ...) W(__VA_ARGS__)
#endif
#ifndef CANCEL
#define CANCEL(...) W(__VA_ARGS__)
#endif
#ifndef START
#define START(n, requests, ...) W(__VA_ARGS__)
#endif
#ifndef READ
#define READ(status, ...) W(__VA_ARGS__)
#endif
#ifndef READ_ALL
#define READ_ALL(fh, status, ...) W(__VA_ARGS__)
#endif
#ifndef FORGET
#define FORGET(request, ...) W(__VA_ARGS__)
#endif

/* Point to point */
CANCEL(Cancel, (MPI_Request *request), (request), NOTHING)
W(Get_elements_x, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count),
  (status, datatype, count), NOTHING)
W(Grequest_complete, (MPI_Request request), (request), NOTHING)
W(Grequest_start, (MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
  MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request),
  (query_fn, free_fn, cancel_fn, extra_state, request), NOTHING)
MATCH(comm, outcome == MPI_SUCCESS && *flag, status, Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status),
  (source, tag, comm, flag, message, status), NOTHING)
W(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
  (source, tag, comm, flag, status), NOTHING)
MATCH(comm, outcome == MPI_SUCCESS, status, Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
  (source, tag, comm, message, status), NOTHING)
PROBE(comm, status, Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status), (source, tag, comm, status),
  NOTHING)
FORGET(GIVEN(request, MPI_REQUEST_NULL), Request_free, (MPI_Request *request), (request), NOTHING)
W(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status), (request, flag, status), NOTHING)
START(1, request, Start, (MPI_Request *request), (request), NOTHING)
START(count, array_of_requests, Startall, (int count, MPI_Request array_of_requests[]), (count,
  array_of_requests), NOTHING)
W(Status_set_cancelled, (MPI_Status *status, int flag), (status, flag), NOTHING)
W(Status_set_elements, (MPI_Status *status, MPI_Datatype datatype, int count),
  (status, datatype, count), NOTHING)
W(Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype, MPI_Count count),
  (status, datatype, count), NOTHING)
W(Test_cancelled, (const MPI_Status *status, int *flag), (status, flag), NOTHING)

/* Completion */
END(false, 1, request, status, *flag, NULL, Test, (MPI_Request *request, int *flag, MPI_Status *status), (request, flag, status), NOTHING)
END(false, count, array_of_requests, array_of_statuses, *flag ? count : 0, NULL, Testall, (int count, MPI_Request array_of_requests[], int *flag, MPI_Status array_of_statuses[]),
  (count, array_of_requests, flag, array_of_statuses), NOTHING)
END(false, count, array_of_requests, status, *flag && *index != MPI_UNDEFINED, index, Testany, (int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status),
  (count, array_of_requests, index, flag, status), NOTHING)
END(false, incount, array_of_requests, array_of_statuses, *outcount, array_of_indices, Testsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
  MPI_Status array_of_statuses[]),
  (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), NOTHING)
END(true, 1, request, status, 1, NULL, Wait, (MPI_Request *request, MPI_Status *status), (request, status), NOTHING)
END(true, count, array_of_requests, array_of_statuses, count, NULL, Waitall, (int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses),
  (count, array_of_requests, array_of_statuses), NOTHING)
END(true, count, array_of_requests, status, *index != MPI_UNDEFINED, index, Waitany, (int count, MPI_Request array_of_requests[], int *index, MPI_Status *status),
  (count, array_of_requests, index, status), NOTHING)
END(true, incount, array_of_requests, array_of_statuses, *outcount, array_of_indices, Waitsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
  MPI_Status array_of_statuses[]),
  (incount, array_of_requests, outcount, array_of_indices, array_of_statuses), NOTHING)

/* Collectives */
MEET(ALL, -1, comm, Barrier, (MPI_Comm comm), (comm), NOTHING)
MEET_LATER(ALL, -1, comm, request, Ibarrier, (MPI_Comm comm, MPI_Request *request), (comm, request), NOTHING)

/* One-sided */
W(Compare_and_swap, (const void *origin_addr, const void *compare_addr, void *result_addr,
  MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win),
  (origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win),
  SENT_TO(target_rank, 1, datatype))
W(Fetch_and_op, (const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank,
  MPI_Aint target_disp, MPI_Op op, MPI_Win win),
  (origin_addr, result_addr, datatype, target_rank, target_disp, op, win), SENT_TO(target_rank, 1, datatype))
W(Win_attach, (MPI_Win win, void *base, MPI_Aint size), (win, base, size), NOTHING)
W(Win_call_errhandler, (MPI_Win win, int errorcode), (win, errorcode), NOTHING)
EPOCH(COMPLETE, win, Win_complete, (MPI_Win win), (win), NOTHING)
WINDOW(comm, win, Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info, comm, win), NOTHING)
HANDLER(function, Win_create_errhandler, (MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler),
  (function, errhandler), NOTHING)
W(Win_create_keyval, (MPI_Win_copy_attr_function *win_copy_attr_fn,
  MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state),
  (win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state), NOTHING)
W(Win_delete_attr, (MPI_Win win, int win_keyval), (win, win_keyval), NOTHING)
W(Win_detach, (MPI_Win win, const void *base), (win, base), NOTHING)
FENCE(win, Win_fence, (int assert, MPI_Win win), (assert, win), NOTHING)
UNKNOWN(Win_flush, (int rank, MPI_Win win), (rank, win), NOTHING)
UNKNOWN(Win_flush_all, (MPI_Win win), (win), NOTHING)
UNKNOWN(Win_flush_local, (int rank, MPI_Win win), (rank, win), NOTHING)
UNKNOWN(Win_flush_local_all, (MPI_Win win), (win), NOTHING)
FENCE(GIVEN(win, MPI_WIN_NULL), Win_free, (MPI_Win *win), (win), NOTHING)
W(Win_free_keyval, (int *win_keyval), (win_keyval), NOTHING)
W(Win_get_attr, (MPI_Win win, int win_keyval, void *attribute_val, int *flag),
  (win, win_keyval, attribute_val, flag), NOTHING)
W(Win_get_errhandler, (MPI_Win win, MPI_Errhandler *errhandler), (win, errhandler), NOTHING)
W(Win_get_group, (MPI_Win win, MPI_Group *group), (win, group), NOTHING)
W(Win_get_info, (MPI_Win win, MPI_Info *info_used), (win, info_used), NOTHING)
W(Win_get_name, (MPI_Win win, char *win_name, int *resultlen), (win, win_name, resultlen), NOTHING)
UNKNOWN(Win_lock, (int lock_type, int rank, int assert, MPI_Win win), (lock_type, rank, assert, win), NOTHING)
UNKNOWN(Win_lock_all, (int assert, MPI_Win win), (assert, win), NOTHING)
EPOCH_BEGIN(POST, group, win, Win_post, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), NOTHING)
W(Win_set_attr, (MPI_Win win, int win_keyval, void *attribute_val), (win, win_keyval, attribute_val), NOTHING)
W(Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler), (win, errhandler), NOTHING)
W(Win_set_info, (MPI_Win win, MPI_Info info), (win, info), NOTHING)
W(Win_set_name, (MPI_Win win, const char *win_name), (win, win_name), NOTHING)
EPOCH_BEGIN(START, group, win, Win_start, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), NOTHING)
W(Win_sync, (MPI_Win win), (win), NOTHING)
EPOCH_IF(outcome == MPI_SUCCESS && *flag, WAIT, win, Win_test, (MPI_Win win, int *flag), (win, flag), NOTHING)
UNKNOWN(Win_unlock, (int rank, MPI_Win win), (rank, win), NOTHING)
UNKNOWN(Win_unlock_all, (MPI_Win win), (win), NOTHING)
EPOCH(WAIT, win, Win_wait, (MPI_Win win), (win), NOTHING)

/* Files */
W(File_call_errhandler, (MPI_File fh, int errorcode), (fh, errorcode), NOTHING)
CLOSE(GIVEN(fh, MPI_FILE_NULL), File_close, (MPI_File *fh), (fh), NOTHING)
HANDLER(function, File_create_errhandler, (MPI_File_errhandler_function *function, MPI_Errhandler *errhandler),
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
W(File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep),
  (fh, disp, etype, filetype, datarep), NOTHING)
OPEN(comm, *fh, File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh),
  (comm, filename, amode, info, fh), NOTHING)
FILE_ALL(fh, File_preallocate, (MPI_File fh, MPI_Offset size), (fh, size), NOTHING)
READ_ALL(fh, status, File_read_all_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
READ_ALL(fh, status, File_read_at_all_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
READ_ALL(fh, status, File_read_ordered_end, (MPI_File fh, void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
W(File_seek, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence), NOTHING)
FILE_ALL(fh, File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence), (fh, offset, whence), NOTHING)
FILE_ALL(fh, File_set_atomicity, (MPI_File fh, int flag), (fh, flag), NOTHING)
W(File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler), (file, errhandler), NOTHING)
FILE_ALL(fh, File_set_info, (MPI_File fh, MPI_Info info), (fh, info), NOTHING)
FILE_ALL(fh, File_set_size, (MPI_File fh, MPI_Offset size), (fh, size), NOTHING)
FILE_ALL(fh, File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
  const char *datarep, MPI_Info info),
  (fh, disp, etype, filetype, datarep, info), NOTHING)
FILE_ALL(fh, File_sync, (MPI_File fh), (fh), NOTHING)
FILE_ALL(fh, File_write_all_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
FILE_ALL(fh, File_write_at_all_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
FILE_ALL(fh, File_write_ordered_end, (MPI_File fh, const void *buf, MPI_Status *status), (fh, buf, status), NOTHING)
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
HANDLER(function, Comm_create_errhandler, (MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler),
  (function, errhandler), NOTHING)
NEW_OF(comm, newcomm, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm),
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
NEW_LATER(comm, newcomm, request, Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request), (comm, newcomm, request), NOTHING)
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
NEW_AMONG(local_comm, newintercomm, Intercomm_create, (MPI_Comm local_comm, int local_leader,
  MPI_Comm bridge_comm, int remote_leader, int tag,
  MPI_Comm *newintercomm),
  (local_comm, local_leader, bridge_comm, remote_leader, tag, newintercomm), NOTHING)
NEW(intercomm, newintercomm, Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintercomm),
  (intercomm, high, newintercomm), NOTHING)
W(Topo_test, (MPI_Comm comm, int *status), (comm, status), NOTHING)

/* Processes and ports */
W(Close_port, (const char *port_name), (port_name), NOTHING)
NEW_AMONG(comm, newcomm, Comm_accept, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
  MPI_Comm *newcomm),
  (port_name, info, root, comm, newcomm), NOTHING)
NEW_AMONG(comm, newcomm, Comm_connect, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
  MPI_Comm *newcomm),
  (port_name, info, root, comm, newcomm), NOTHING)
W(Comm_get_parent, (MPI_Comm *parent), (parent), NOTHING)
NEW_AMONG(MPI_COMM_NULL, intercomm, Comm_join, (int fd, MPI_Comm *intercomm), (fd, intercomm), NOTHING)
NEW_AMONG(comm, intercomm, Comm_spawn, (const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
  MPI_Comm comm,
  MPI_Comm *intercomm, int array_of_errcodes[]),
  (command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes), NOTHING)
NEW_AMONG(comm, intercomm, Comm_spawn_multiple, (int count, char *array_of_commands[], char **array_of_argv[],
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
W(Type_commit, (MPI_Datatype *type), (type), NOTHING)
W(Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype), (p, r, newtype), NOTHING)
W(Type_create_f90_integer, (int r, MPI_Datatype *newtype), (r, newtype), NOTHING)
W(Type_create_f90_real, (int p, int r, MPI_Datatype *newtype), (p, r, newtype), NOTHING)
W(Type_create_keyval, (MPI_Type_copy_attr_function *type_copy_attr_fn,
  MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state),
  (type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state), NOTHING)
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
W(Type_get_extent_x, (MPI_Datatype type, MPI_Count *lb, MPI_Count *extent), (type, lb, extent), NOTHING)
W(Type_get_name, (MPI_Datatype type, char *type_name, int *resultlen), (type, type_name, resultlen), NOTHING)
W(Type_get_true_extent_x, (MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent),
  (datatype, true_lb, true_extent), NOTHING)
W(Type_match_size, (int typeclass, int size, MPI_Datatype *type), (typeclass, size, type), NOTHING)
W(Type_set_attr, (MPI_Datatype type, int type_keyval, void *attr_val), (type, type_keyval, attr_val), NOTHING)
W(Type_set_name, (MPI_Datatype type, const char *type_name), (type, type_name), NOTHING)
W(Type_size_x, (MPI_Datatype type, MPI_Count *size), (type, size), NOTHING)

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

#if MPI_VERSION >= 4
/* What MPI-4.0 added */
W(Op_create_c, (MPI_User_function_c *user_fn, int commute, MPI_Op *op), (user_fn, commute, op), NOTHING)
W(Register_datarep_c, (const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
  MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
  void *extra_state),
  (datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state), NOTHING)
W(Type_get_contents_c, (MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
  MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
  MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]),
  (datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers,
  array_of_addresses, array_of_large_counts, array_of_datatypes),
  NOTHING)
W(Type_get_envelope_c, (MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
  MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner),
  (datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner), NOTHING)
LATER_MEET(ALL, -1, comm, *request, Barrier_init, (MPI_Comm comm, MPI_Info info, MPI_Request *request), (comm, info,
  request), NOTHING)
NEW_OF(MPI_COMM_NULL, newcomm, Comm_create_from_group, (MPI_Group group, const char *stringtag, MPI_Info info,
  MPI_Errhandler errhandler, MPI_Comm *newcomm),
  (group, stringtag, info, errhandler, newcomm), NOTHING)
NEW_LATER(comm, newcomm, request, Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request),
  (comm, info, newcomm, request), NOTHING)
W(Group_from_session_pset, (MPI_Session session, const char *pset_name, MPI_Group *newgroup),
  (session, pset_name, newgroup), NOTHING)
W(Info_create_env, (int argc, char *argv[], MPI_Info *info), (argc, argv, info), NOTHING)
W(Info_get_string, (MPI_Info info, const char *key, int *buflen, char *value, int *flag),
  (info, key, buflen, value, flag), NOTHING)
NEW_AMONG(MPI_COMM_NULL, newintercomm, Intercomm_create_from_groups, (MPI_Group local_group, int local_leader,
  MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
  MPI_Comm *newintercomm),
  (local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm),
  NOTHING)
W(Parrived, (MPI_Request request, int partition, int *flag), (request, partition, flag), NOTHING)
READY(1, request, Pready, (int partition, MPI_Request request), (partition, request), NOTHING)
READY(length, request, Pready_list, (int length, int array_of_partitions[], MPI_Request request),
  (length, array_of_partitions, request), NOTHING)
READY(partition_high - partition_low + 1, request, Pready_range, (int partition_low, int partition_high, MPI_Request request),
  (partition_low, partition_high, request), NOTHING)
PARTS(RECEIVE, dest, tag, partitions, comm, *request, Precv_init, (void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
  int tag,
  MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (buf, partitions, count, datatype, dest, tag, comm, info, request), NOTHING)
PARTS(SEND, dest, tag, partitions, comm, *request, Psend_init, (const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
  int dest, int tag,
  MPI_Comm comm, MPI_Info info, MPI_Request *request),
  (buf, partitions, count, datatype, dest, tag, comm, info, request), SENT_TO(dest,
  (MPI_Count)partitions * count, datatype))
W(Session_call_errhandler, (MPI_Session session, int errorcode), (session, errorcode), NOTHING)
HANDLER(session_errhandler_fn, Session_create_errhandler, (MPI_Session_errhandler_function *session_errhandler_fn,
  MPI_Errhandler *errhandler),
  (session_errhandler_fn, errhandler), NOTHING)
W(Session_finalize, (MPI_Session *session), (session), NOTHING)
W(Session_get_errhandler, (MPI_Session session, MPI_Errhandler *errhandler), (session, errhandler), NOTHING)
W(Session_get_info, (MPI_Session session, MPI_Info *info_used), (session, info_used), NOTHING)
W(Session_get_nth_pset, (MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name),
  (session, info, n, pset_len, pset_name), NOTHING)
W(Session_get_num_psets, (MPI_Session session, MPI_Info info, int *npset_names),
  (session, info, npset_names), NOTHING)
W(Session_get_pset_info, (MPI_Session session, const char *pset_name, MPI_Info *info),
  (session, pset_name, info), NOTHING)
W(Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler), (session, errhandler), NOTHING)
#endif

/* Those that say how many elements, places or bytes: by an int, and by more. */
#define COUNT int
#define DISPL int
#define WIDE MPI_Aint
#define SIZED(name, ...) W(name, __VA_ARGS__)
#define SIZED_ON(comm, name, ...) ON(comm, name, __VA_ARGS__)
#define SIZED_MEET(kind, root, comm, name, ...) MEET(kind, root, comm, name, __VA_ARGS__)
#define SIZED_MEET_LATER(kind, root, comm, request, name, ...) MEET_LATER(kind, root, comm, request, name, __VA_ARGS__)
#define SIZED_FILE_ALL(fh, name, ...) FILE_ALL(fh, name, __VA_ARGS__)
#define SIZED_NEIGHBORS(comm, name, ...) NEIGHBORS(comm, name, __VA_ARGS__)
#define SIZED_NEIGHBORS_LATER(comm, request, name, ...) NEIGHBORS_LATER(comm, request, name, __VA_ARGS__)
#define SIZED_WINDOW(comm, win, name, ...) WINDOW(comm, win, name, __VA_ARGS__)
#define SIZED_LATER(comm, request, name, ...) LATER(comm, request, name, __VA_ARGS__)
#define SIZED_SEND(to, tag, comm, blocks, name, ...) SEND(to, tag, comm, blocks, name, __VA_ARGS__)
#define SIZED_RECEIVE(from, tag, comm, status, name, ...) RECEIVE(from, tag, comm, status, name, __VA_ARGS__)
#define SIZED_EXCHANGE(to, sendtag, from, recvtag, comm, status, name, ...) EXCHANGE(to, sendtag, from, recvtag, comm, status, name, __VA_ARGS__)
#define SIZED_EXPECT(from, tag, comm, request, name, ...) EXPECT(from, tag, comm, request, name, __VA_ARGS__)
#define SIZED_EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, name, ...) EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, name, __VA_ARGS__)
#define SIZED_LATER_SEND(to, tag, comm, request, name, ...) LATER_SEND(to, tag, comm, request, name, __VA_ARGS__)
#define SIZED_LATER_RECEIVE(from, tag, comm, request, name, ...) LATER_RECEIVE(from, tag, comm, request, name, __VA_ARGS__)
#define SIZED_LATER_MEET(kind, root, comm, request, name, ...) LATER_MEET(kind, root, comm, request, name, __VA_ARGS__)
#define SIZED_READ(status, name, ...) READ(status, name, __VA_ARGS__)
#define SIZED_READ_ALL(fh, status, name, ...) READ_ALL(fh, status, name, __VA_ARGS__)
#include "runtime/mpi/functions_sized.h"
#if MPI_VERSION >= 4
#define COUNT MPI_Count
#define DISPL MPI_Aint
#define WIDE MPI_Count
#define SIZED(name, ...) W(name##_c, __VA_ARGS__)
#define SIZED_ON(comm, name, ...) ON(comm, name##_c, __VA_ARGS__)
#define SIZED_MEET(kind, root, comm, name, ...) MEET(kind, root, comm, name##_c, __VA_ARGS__)
#define SIZED_MEET_LATER(kind, root, comm, request, name, ...) MEET_LATER(kind, root, comm, request, name##_c, __VA_ARGS__)
#define SIZED_FILE_ALL(fh, name, ...) FILE_ALL(fh, name##_c, __VA_ARGS__)
#define SIZED_NEIGHBORS(comm, name, ...) NEIGHBORS(comm, name##_c, __VA_ARGS__)
#define SIZED_NEIGHBORS_LATER(comm, request, name, ...) NEIGHBORS_LATER(comm, request, name##_c, __VA_ARGS__)
#define SIZED_WINDOW(comm, win, name, ...) WINDOW(comm, win, name##_c, __VA_ARGS__)
#define SIZED_LATER(comm, request, name, ...) LATER(comm, request, name##_c, __VA_ARGS__)
#define SIZED_SEND(to, tag, comm, blocks, name, ...) SEND(to, tag, comm, blocks, name##_c, __VA_ARGS__)
#define SIZED_RECEIVE(from, tag, comm, status, name, ...) RECEIVE(from, tag, comm, status, name##_c, __VA_ARGS__)
#define SIZED_EXCHANGE(to, sendtag, from, recvtag, comm, status, name, ...) EXCHANGE(to, sendtag, from, recvtag, comm, status, name##_c, __VA_ARGS__)
#define SIZED_EXPECT(from, tag, comm, request, name, ...) EXPECT(from, tag, comm, request, name##_c, __VA_ARGS__)
#define SIZED_EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, name, ...) EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, name##_c, __VA_ARGS__)
#define SIZED_LATER_SEND(to, tag, comm, request, name, ...) LATER_SEND(to, tag, comm, request, name##_c, __VA_ARGS__)
#define SIZED_LATER_RECEIVE(from, tag, comm, request, name, ...) LATER_RECEIVE(from, tag, comm, request, name##_c, __VA_ARGS__)
#define SIZED_LATER_MEET(kind, root, comm, request, name, ...) LATER_MEET(kind, root, comm, request, name##_c, __VA_ARGS__)
#define SIZED_READ(status, name, ...) READ(status, name##_c, __VA_ARGS__)
#define SIZED_READ_ALL(fh, status, name, ...) READ_ALL(fh, status, name##_c, __VA_ARGS__)
#include "runtime/mpi/functions_sized.h"
#endif

#undef W
#undef ON
#undef MEET
#undef MEET_LATER
#undef UNKNOWN
#undef WINDOW
#undef OPEN
#undef FILE_ALL
#undef CLOSE
#undef NEIGHBORS
#undef NEIGHBORS_LATER
#undef FENCE
#undef PROBE
#undef EPOCH
#undef EPOCH_BEGIN
#undef HANDLER
#undef EPOCH_IF
#undef NEW
#undef NEW_OF
#undef NEW_AMONG
#undef NEW_LATER
#undef LATER
#undef LATER_SEND
#undef LATER_RECEIVE
#undef LATER_MEET
#undef PARTS
#undef READY
#undef SEND
#undef RECEIVE
#undef EXCHANGE
#undef EXPECT
#undef EXCHANGE_LATER
#undef MATCH
#undef END
#undef CANCEL
#undef START
#undef FORGET
#undef READ
#undef READ_ALL
#undef GIVEN
