/*
 * table.h - finds the wrapper of an MPI function by name, and the function that it calls. Switches the timing of calls.
 */
#ifndef INSTR_MPI_TABLE_H
#define INSTR_MPI_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef void any_fn(void);

struct wrapper {
    const char *name; /* in memory it has a P in front */
    size_t length;    /* of the name; table_use fills it in */
    any_fn *function;
    any_fn **next;
    bool pointed;        /* a call has said what it means */
    any_fn *passed_over; /* another part's, which a call meant */
};

/* Sets the list of all wrappers, and sorts it. */
void table_use(struct wrapper *all, size_t count);

/* Returns the wrapper for an edited call of `name` that means `original`, or NULL. For "?MPI_X" it is the wrapper of MPI_X. */
any_fn *table_find(const char *name, any_fn *original);

/* Returns and removes FILE:LINE of the edited call for which table_find last found a wrapper in this thread; NULL for other calls. Each
 * wrapper calls this, so that nothing is left for a call that is not edited. */
const char *table_take_site(void);

/* Finds the functions that the wrappers call, once, when all libraries of the program are loaded. */
void table_aim(void);

/* Redirects calls of uninstrumented code and of Fortran to the wrappers, once, when MPI has begun. */
void table_catch(void);

/* Makes the wrappers count nothing, and call those of the leading part, which `leading` finds as table_find does. */
void table_follow(any_fn *(*leading)(const char *name, any_fn *original));

/* Returns whether there was any call besides those that begin and end MPI. */
bool table_saw(void);

/* Returns the number of calls that MPI_Pcontrol left out since this was last called. */
unsigned long long table_left_out(void);

/* Count a call that may have waited for unknown ranks; and return the number of such calls since this was last called. */
void table_not_known(void);
unsigned long long table_unknown(void);

/* For the wrappers: calls are timed, unless another part does so, or after MPI_Pcontrol(0), when they are counted. */
enum { TABLE_TIMES, TABLE_LEAVES_OUT, TABLE_PASSES_ON };
#pragma GCC visibility push(hidden)
extern _Atomic int table_timing;
extern _Atomic bool table_seen;
extern _Atomic unsigned long long table_skipped;
#pragma GCC visibility pop

/* --- wrappers.c: the functions the MPI part puts before those of MPI. --- */

extern struct wrapper wrappers[];
extern const size_t wrappers_count;

/* Enters and leaves MPI_Init or MPI_Init_thread, called without a wrapper. The first returns NULL if a wrapper times the call. */
struct __instr_frame *wrappers_init_enter(bool threads);
void wrappers_init_leave(struct __instr_frame *frame);

#endif
