/*
 * services.h - the functions that the runtime offers to its optional parts, mainly the MPI part.
 *
 * A part is linked into the program, while the runtime is usually loaded by dlopen. So neither may refer to symbols of
 * the other. The part asks through the link that every instrumented object has:
 *
 *     instr_services_fn *ask = (instr_services_fn *)__instr_link11.__resolve("instr_services", 0);
 *     const struct instr_services *services = ask ? ask() : NULL;    // null: no runtime, do nothing
 *
 * Members are only added, at the end; `size` says how many there are. All functions may be called from any
 * thread, but not from a signal handler.
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

/* For catch_calls: in memory the name has a P in front. The original is the function of that name in this process, or NULL. */
struct mpi_call {
    const char *name;
    void (*wrapper)(void), (*original)(void);
};

struct instr_services {
    size_t size; /* sizeof(struct instr_services) of the runtime */

    /* Sets the rank of this process and the number of ranks, for the meta data, for %r in the output's name, and for
     * every stat_ranks of a later snapshot. Before the call: 0 of 1. */
    void (*set_rank)(int rank, int size);

    /* Makes a canonical profile of this process: all threads, with open frames closed now and marked
     * NODE_OPEN. All its data are in `arena`. Measuring continues. */
    bool (*snapshot)(struct profile *out, struct arena *arena, struct error *error);

    /* Returns the absolute path of the profile of this process or, with `job`, of the whole job (then %p and %r
     * are the first rank's, and the default has no pid if there is a job id). NULL without memory. */
    const char *(*output_path)(bool job, struct arena *arena);

    /* Notes that the last snapshot is in the job's profile. At exit this process writes nothing, unless the
     * program does a considerable part of its work after this moment. */
    void (*written)(void);

    /* Adds to a counter of the profile, such as "messages truncated". `name` must stay valid. */
    void (*count)(const char *name, unsigned long long times);

    /* Writes this process's own profile now, as at exit; for MPI_Abort. */
    void (*write_now)(void);

    /* Reduces the ranks' profiles; rank 0 writes the job's. Collective over `transport`, whose ranks are those of
     * roll(). On all ranks success includes written(). Returns false on all ranks if anything failed: then each writes
     * its own at exit. */
    bool (*write_job)(struct transport *transport);

    /* Registers a part, linked in or loaded. `find` returns the function to call instead of the MPI function
     * `name`, whose callers mean `original`; NULL if the part has none. */
    void (*offer_mpi)(void (*(*find)(const char *name, void (*original)(void)))(void));

    /* Returns whether write_job is to be called: not if this program must not communicate with the others of a job. */
    bool (*wants_job)(void);

    /* Returns the communicator of that name, place and ranks: the `count` members, ascending, as ranks of
     * MPI_COMM_WORLD. The same arguments give the same result. NULL without memory. */
    const struct communicator *(*communicator)(const char *name, const char *place, const uint32_t *ranks,
                                               uint32_t count);

    /* Sets `text` to where a communicator is made: "MPI_Comm_split file:line" with `line`, else the function or region
     * around the call, whose frame is `frame` or NULL. */
    void (*place)(const struct __instr_frame *frame, const char *function, const char *line, char *text, size_t size);

    /* Counts one call on `communicator` at the path of `frame`; each may be NULL. Unless `bytes` is negative, the call
     * sent one message of that size. */
    void (*used)(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes);

    /* Sets present[i] for each rank i of the job that takes part in write_job. Returns false if this rank does not. Other
     * ranks may run a program that was not built with instr. To be called once, if set_rank was called soon after MPI_Init. */
    bool (*roll)(unsigned char *present);

    /* Called when this process is about to call MPI_Init. */
    void (*begins)(void);

    /* Returns whether `function` is a part's answer to `question`, which is "?MPI_X". Each object may contain a part. */
    bool (*is_wrapper)(const char *question, void (*function)(void));

    /* Returns whether all ranks of roll() have called this, and so send and receive nothing more for the program. If these
     * are not all ranks of the job, it is to be called until it returns true. */
    bool (*has_come)(const unsigned char *present);

    /* Returns whether a rank that has waited for `ns` at the end of the job is to continue waiting: not after another rank
     * gave up, and not for ever. Cheap enough to be called repeatedly. */
    bool (*wait_on)(uint64_t ns);

    /* Called when this rank stops waiting for the others. They learn it by wait_on(). */
    void (*give_up)(void);

    /* Does as set_rank, for ranks that write no profile together. */
    void (*number)(int rank, int size);

    /* Returns the `find` of the leading part, which is the first that was offered; all others forward calls to it. NULL
     * before the first offer. */
    void (*(*(*leading)(void))(const char *name, void (*original)(void)))(void);

    /* Removes a part whose object is closed. The object of the leading part is never closed. */
    void (*withdraw_mpi)(void (*(*find)(const char *name, void (*original)(void)))(void));

    /* Redirects MPI calls of uninstrumented code and of MPI's Fortran bindings to the wrappers. Sets the originals. */
    void (*catch_calls)(struct mpi_call *calls, size_t count);

    /* Called by MPI calls that wait for other ranks, see operations.h. */
    struct operation *(*meets)(const struct caller *caller, const struct meeting *meetings, uint32_t count);
    void (*met)(struct operation *operations, uint32_t count);
    uint64_t (*entered)(const struct __instr_frame *frame);
    void (*waited)(const struct caller *caller, uint64_t enter, struct operation *const *operations, uint32_t count);

    /* Called after MPI_Init and set_rank. Returns whether all ranks of the job call begin_job now, each with a transport of
     * all ranks. The result is the same on all ranks. */
    bool (*all_begin)(void);
    bool (*begin_job)(struct transport *transport);
};

typedef const struct instr_services *instr_services_fn(void);

#endif
