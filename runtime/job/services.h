/*
 * services.h - what the runtime offers to its own optional parts (the MPI part above all).
 *
 * Such a part is linked into the program, while the runtime is usually loaded by dlopen: no symbol of
 * one may refer to the other. The part asks through the link every instrumented object has:
 *
 *     instr_services_fn *ask = (instr_services_fn *)__instr_link11.__resolve("instr_services", 0);
 *     const struct instr_services *services = ask ? ask() : NULL;    // null: no runtime, do nothing
 *
 * Members are only ever added, at the end; `size` says how many there are. All may be called from any
 * thread, none from a signal handler.
 */
#ifndef INSTR_SERVICES_H
#define INSTR_SERVICES_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"
#include "runtime/job/transport.h"

#include <stdbool.h>
#include <stddef.h>

struct __instr_frame;
struct communicator; /* communicators.h */
struct caller;       /* operation.h, and the next two */
struct meeting;
struct operation;

/* For catch_calls: a P stands before the name in memory. The original is what the name means in this process, or null. */
struct mpi_call {
    const char *name;
    void (*wrapper)(void), (*original)(void);
};

struct instr_services {
    size_t size; /* sizeof(struct instr_services) of the runtime */

    /* Rank and number of ranks of this process, for the meta data, for %r in the output's name, and as
     * the rank in every stat_ranks of a later snapshot. Before the call: 0 of 1. */
    void (*set_rank)(int rank, int size);

    /* This process as a canonical profile: all threads, frames that are open closed now and marked
     * NODE_OPEN. Everything it points to lives in `arena`. Measuring goes on. */
    bool (*snapshot)(struct profile *out, struct arena *arena, struct error *error);

    /* The path of the profile of this process or, with `job` true, of the whole job (then %p and %r
     * stand for the first rank's, and the default is without a pid where there is a job id). Absolute.
     * Null when there is no memory. */
    const char *(*output_path)(bool job, struct arena *arena);

    /* The last snapshot is safe in the job's profile: at exit this process writes nothing, unless the
     * program still does a good part of its work after this moment. */
    void (*written)(void);

    /* An event to count in the profile's tallies, as "messages truncated". `name` must stay. */
    void (*count)(const char *name, unsigned long long times);

    /* Writes this process's own profile now, as at exit; for MPI_Abort. */
    void (*write_now)(void);

    /* Collective over `transport`: reduces the ranks' profiles, rank 0 writes the job's, and on all of
     * them that counts as written(). False everywhere when anything failed: then each writes its own
     * at exit, as if this had not been called. The transport's ranks are those that roll() told. */
    bool (*write_job)(struct transport *transport);

    /* A part tells that it is there, linked in or loaded. `find` gives what to call in place of the
     * MPI function `name`, whose callers mean `original`; null where the part has nothing to add. */
    void (*offer_mpi)(void (*(*find)(const char *name, void (*original)(void)))(void));

    /* Whether write_job is to be called at all: not where this program must not talk to the others of a job. */
    bool (*wants_job)(void);

    /* The communicator of that name, place and ranks; those are the `count` members, ascending, as ranks
     * of MPI_COMM_WORLD. The same arguments give the same answer. Null when there is no memory. */
    const struct communicator *(*communicator)(const char *name, const char *place, const uint32_t *ranks,
                                               uint32_t count);

    /* Where a communicator is made: "MPI_Comm_split file:line" with `line`, else the function or region
     * around the call, whose frame is `frame` or null. */
    void (*place)(const struct __instr_frame *frame, const char *function, const char *line, char *text, size_t size);

    /* Counts one call on `communicator` where `frame` is open; each may be null. It sent one message of
     * `bytes` bytes unless that is negative. */
    void (*used)(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes);

    /* Sets present[i] for each rank i of the job that takes part in write_job; false: this one is not to. The others
     * may be of a program that was not built with instr. Once, and after set_rank was called soon after MPI_Init. */
    bool (*roll)(unsigned char *present);

    /* This process is about to call MPI_Init. */
    void (*begins)(void);

    /* Whether `function` is what a part has for `question`, which is "?MPI_X". Each object may have a part linked in. */
    bool (*is_wrapper)(const char *question, void (*function)(void));

    /* Whether all ranks that roll() told are where they call this, and so send and receive nothing for the program any
     * more. To be asked until they are, where they are not all of the job. */
    bool (*has_come)(const unsigned char *present);

    /* At the end of the job: whether a rank that has waited so long for one step of others is to wait on. Not where another
     * rank gave up, nor for ever. Costs little, to be asked again and again. */
    bool (*wait_on)(uint64_t ns);

    /* This rank does not come to an agreement with the others any more. They learn it by wait_on(). */
    void (*give_up)(void);

    /* As set_rank, where the ranks write no profile together. */
    void (*number)(int rank, int size);

    /* The `find` of the part that does it all in this process, which is the first that was offered: all others only pass on
     * to it. Null before the first offer. */
    void (*(*(*leading)(void))(const char *name, void (*original)(void)))(void);

    /* A part goes, since the object that holds it is closed. One that leads never does: its object stays. */
    void (*withdraw_mpi)(void (*(*find)(const char *name, void (*original)(void)))(void));

    /* Calls of MPI by code that is not instrumented, and by MPI's bindings for Fortran, go to the wrappers from now on. Sets
     * the originals. */
    void (*catch_calls)(struct mpi_call *calls, size_t count);

    /* What calls say that wait for other ranks, see operations.h. */
    struct operation *(*meets)(const struct caller *caller, const struct meeting *meetings, uint32_t count);
    void (*met)(struct operation *operations, uint32_t count);
    uint64_t (*entered)(const struct __instr_frame *frame);
    void (*waited)(const struct caller *caller, uint64_t enter, struct operation *const *operations, uint32_t count);

    /* Behind MPI_Init and set_rank: whether all ranks of the job call begin_job now, each with a transport of all of them. True
     * on all or on none. */
    bool (*all_begin)(void);
    bool (*begin_job)(struct transport *transport);
};

typedef const struct instr_services *instr_services_fn(void);

#endif
