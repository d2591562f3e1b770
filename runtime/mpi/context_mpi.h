/*
 * context_mpi.h - what a context asks of the MPI part: in which ranks it runs.
 */
#ifndef INSTR_CONTEXT_MPI_H
#define INSTR_CONTEXT_MPI_H

/* The function that resolve(name, 0) gives, or null:
 *     instr_context        void (struct __instr_frame *, MPI_Comm), for the pragma
 *     instr_context_world  void (struct __instr_frame *), the same for MPI_COMM_WORLD
 *     instr_context_at     void (struct __instr_frame *, const void *comm, unsigned long size), for instr.h */
void (*context_find(const char *name))(void);

#endif
