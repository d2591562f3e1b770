/*
 * own.h - what the MPI part does for the runtime, beside standing in for MPI's functions.
 */
#ifndef INSTR_MPI_OWN_H
#define INSTR_MPI_OWN_H

/*
 * The function that resolve(name, 0) gives, or null:
 *     instr_context        void (struct __instr_frame *, MPI_Comm), for the pragma: the frame runs in these ranks
 *     instr_context_world  void (struct __instr_frame *), the same for MPI_COMM_WORLD
 *     instr_context_at     void (struct __instr_frame *, const void *comm, unsigned long size), for instr.h
 *     instr_collective     int (const void *comm, unsigned long size, int (*work)(struct transport *, void *), void *):
 *                          what work(), on all ranks of the communicator, returns; or an INSTR_E*
 *     instr_join           int (void), joins the job if MPI has begun, whoever began it; 0: it may yet begin
 */
void (*own_find(const char *name))(void);

#endif
