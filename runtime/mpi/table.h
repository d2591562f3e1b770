/*
 * table.h - the wrappers of MPI's functions by name, what each of them passes on to, and whether calls are timed.
 */
#ifndef INSTR_MPI_TABLE_H
#define INSTR_MPI_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef void any_fn(void);

struct wrapper {
    const char *name; /* a P stands before it in memory */
    size_t length;    /* of the name; table_use fills it in */
    any_fn *function;
    any_fn **next;
    bool pointed;        /* a call has said what it means */
    any_fn *passed_over; /* another part's, which a call meant */
};

/* These are all wrappers there are; sorts them. */
void table_use(struct wrapper *all, size_t count);

/* The wrapper for an edited call of `name` that means `original`, or null. To "?MPI_X" the answer is the wrapper of MPI_X. */
any_fn *table_find(const char *name, any_fn *original);

/* FILE:LINE of the edited call that table_find found a wrapper for last in this thread, once; null for other calls. Each wrapper
 * takes it, so that none is left for a call that is not edited. */
const char *table_take_site(void);

/* Looks for what the wrappers are to pass on to, once, when all that the program was linked with is there. */
void table_aim(void);

/* Has calls come here that are made by code which is not instrumented, or by Fortran. Once, when MPI has begun. */
void table_catch(void);

/* Counts nothing from now on, and passes on to the wrappers of the part that leads, which are asked for as table_find is. */
void table_follow(any_fn *(*leading)(const char *name, any_fn *original));

/* Whether any call came here but those that begin and end MPI. */
bool table_saw(void);

/* Calls that were not timed since MPI_Pcontrol said so, and since the last time this was asked. */
unsigned long long table_left_out(void);

/* A call may have waited for ranks that are not found out. How many there were since the last time this was asked. */
void table_not_known(void);
unsigned long long table_unknown(void);

/* For the wrappers. Calls are timed but where another part does that, or after MPI_Pcontrol(0): those are counted. */
enum { TABLE_TIMES, TABLE_LEAVES_OUT, TABLE_PASSES_ON };
#pragma GCC visibility push(hidden)
extern _Atomic int table_timing;
extern _Atomic bool table_seen;
extern _Atomic unsigned long long table_skipped;
#pragma GCC visibility pop

/* --- wrappers.c: the functions the MPI part puts before those of MPI. --- */

extern struct wrapper wrappers[];
extern const size_t wrappers_count;

/* MPI_Init or MPI_Init_thread, as a call that comes by no wrapper. Null: a wrapper times it. */
struct __instr_frame *wrappers_init_enter(bool threads);
void wrappers_init_leave(struct __instr_frame *frame);

#endif
