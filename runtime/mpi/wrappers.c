/*
 * wrappers.c - see table.h.
 *
 * A wrapper is reached in two ways. Linked into the program it bears the name MPI_X and passes on to the next MPI_X that
 * is loaded, or else to PMPI_X. Loaded by the runtime it is called from an edited call `MPI_X(...)`, and passes on to
 * what that call meant. Either way another tool may have put its own MPI_X there, which must go on working.
 *
 * Edited calls are named "MPI_X@file:line".
 */
#include "runtime/mpi/table.h"

#include "include/instr_abi.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/files_mpi.h"
#include "runtime/mpi/job_mpi.h"
#include "runtime/mpi/messages_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/requests_mpi.h"
#include "runtime/mpi/traffic_mpi.h"
#include "runtime/mpi/windows_mpi.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

/* MPI's own headers mark some of its functions as deprecated; a wrapper has no choice. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The static identity of an MPI function, as instr-cc makes it for the user's functions, and what its
 * wrapper passes on to. */
#define DEFINE(name, parameters)                                                                                       \
    static struct __instr_region region_##name __attribute__((section("instr_regions"), aligned(8))) = {               \
        .__magic = __INSTR_MAGIC,                                                                                      \
        .__size = sizeof(struct __instr_region),                                                                       \
        .__kind = REGION_MPI,                                                                                          \
        .__level = 1,                                                                                                  \
        .__name = "MPI_" #name,                                                                                        \
        .__file = "",                                                                                                  \
    };                                                                                                                 \
    static int(*next_##name) parameters = PMPI_##name;

static inline struct __instr_frame *enter(struct __instr_region *region)
{
    int now = atomic_load_explicit(&table_timing, memory_order_relaxed);
    if (!atomic_load_explicit(&table_seen, memory_order_relaxed))
        atomic_store_explicit(&table_seen, true, memory_order_relaxed);
    if (now == TABLE_TIMES)
        return __instr_link11.__enter(region);
    if (now == TABLE_LEAVES_OUT)
        atomic_fetch_add_explicit(&table_skipped, 1, memory_order_relaxed);
    return NULL;
}

/* Enters a region also after MPI_Pcontrol(0): for calls that begin and end MPI. */
static struct __instr_frame *enter_always(struct __instr_region *region)
{
    table_take_site();
    bool timed = atomic_load_explicit(&table_timing, memory_order_relaxed) != TABLE_PASSES_ON;
    return timed ? __instr_link11.__enter(region) : NULL;
}

/* The name MPI_X may be another's: in a library that holds the part, where a program or tool has its own. */
#define NAME(name, parameters) int MPI_##name parameters __attribute__((alias("wrap_" #name)));

DEFINE(Init, (int *, char ***))
DEFINE(Init_thread, (int *, char ***, int, int *))
DEFINE(Finalize, (void))
DEFINE(Abort, (MPI_Comm, int))

static atomic_bool starting; /* a wrapper below times it */

struct __instr_frame *wrappers_init_enter(bool threads)
{
    return starting ? NULL : enter_always(threads ? &region_Init_thread : &region_Init);
}

void wrappers_init_leave(struct __instr_frame *frame)
{
    __instr_link11.__exit(frame);
}

static int wrap_Init(int *argc, char ***argv)
{
    struct __instr_frame *frame = enter_always(&region_Init);
    starting = true;
    job_mpi_starting();
    int outcome = next_Init(argc, argv);
    starting = false;
    if (outcome == MPI_SUCCESS)
        job_mpi_started();
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Init, (int *argc, char ***argv))

static int wrap_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    struct __instr_frame *frame = enter_always(&region_Init_thread);
    starting = true;
    job_mpi_starting();
    int outcome = next_Init_thread(argc, argv, required, provided);
    starting = false;
    if (outcome == MPI_SUCCESS)
        job_mpi_started();
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Init_thread, (int *argc, char ***argv, int required, int *provided))

#if MPI_VERSION >= 4
DEFINE(Session_init, (MPI_Info, MPI_Errhandler, MPI_Session *))

static int wrap_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    struct __instr_frame *frame = enter_always(&region_Session_init);
    table_aim();
    int outcome = next_Session_init(info, errhandler, session);
    if (outcome == MPI_SUCCESS) {
        part_has_session();
        job_mpi_session(*session);
    }
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session))
#endif

static int wrap_Finalize(void)
{
    struct __instr_frame *frame = enter_always(&region_Finalize);
    job_mpi_finishing();
    int outcome = next_Finalize();
    job_mpi_finished();
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Finalize, (void))

static int wrap_Abort(MPI_Comm comm, int errorcode)
{
    struct __instr_frame *frame = enter_always(&region_Abort);
    job_mpi_aborting();
    int outcome = next_Abort(comm, errorcode);
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Abort, (MPI_Comm comm, int errorcode))

/* What follows the level is another tool's business: a few words, as long as they are no floating-point numbers. */
static int (*next_Pcontrol)(const int, ...) = PMPI_Pcontrol;

static int wrap_Pcontrol(const int level, ...)
{
    void *rest[4];
    va_list list;
    va_start(list, level);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        rest[i] = va_arg(list, void *);
    va_end(list);
    table_take_site();
    int other = level == 0 ? TABLE_TIMES : TABLE_LEAVES_OUT;
    if (level == 0 || level == 1)
        atomic_compare_exchange_strong(&table_timing, &other, level == 0 ? TABLE_LEAVES_OUT : TABLE_TIMES);
    return next_Pcontrol(level, rest[0], rest[1], rest[2], rest[3]);
}
NAME(Pcontrol, (const int level, ...))

DEFINE(Comm_set_name, (MPI_Comm, const char *))

static int wrap_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    struct __instr_frame *frame = enter(&region_Comm_set_name);
    table_take_site();
    int outcome = next_Comm_set_name(comm, comm_name);
    if (outcome == MPI_SUCCESS)
        communicator_named(comm);
    __instr_link11.__exit(frame);
    return outcome;
}
NAME(Comm_set_name, (MPI_Comm comm, const char *comm_name))

/* The others differ in nothing but their names, what they send, and what they meet. What they send is asked behind the call, which
 * MPI then has accepted: before, an array may not be there, and MPI would tell the program of a wrong handle that we ask it for. When
 * a call began that waits is noted before it (noted_mpi.h). */
#define WRAPPER(name, parameters, arguments, before, after, left)                                                      \
    DEFINE(name, parameters)                                                                                           \
    static int wrap_##name parameters                                                                                  \
    {                                                                                                                  \
        struct __instr_region *const region = &region_##name;                                                          \
        const struct caller caller = {enter(region), table_take_site()};                                               \
        before int outcome = next_##name arguments;                                                                    \
        after __instr_link11.__exit(caller.frame);                                                                     \
        left return outcome;                                                                                           \
    }                                                                                                                  \
    NAME(name, parameters)
/* The words are set by hand. */
// clang-format off
/* A word of functions.h becomes the last three: before the call, behind it, and when it is left. */
#define W(name, parameters, ...) WRAPPER(name, DECLARED parameters, NAMED parameters, __VA_ARGS__)
/* With what is noted before the call: `note` makes `noted`. */
#define NOTED(note, after) note noted_before(&noted);, noted_after(&noted, outcome); after, noted_left(&noted);
/* With what is noted behind it, when it is known. */
#define NOTED_LATE(before, after) struct noted noted = {.count = 0}; before, after, noted_left(&noted);
#define DONE (outcome == MPI_SUCCESS)
#define COUNT_SENT(traffic)                                                                                            \
    int64_t sent = caller.frame && DONE && part_may_ask() ? (traffic) : TRAFFIC_NONE;                                  \
    if (sent != TRAFFIC_NONE)                                                                                          \
        communicator_used(caller.frame, MPI_COMM_NULL, sent);
#define COUNT_ON(comm, traffic)                                                                                        \
    if (caller.frame && DONE && part_may_ask())                                                                        \
        communicator_used(caller.frame, comm, traffic);
#define TELL_MADE(made)                                                                                                \
    if (DONE)                                                                                                          \
        communicator_made(*(made), &caller, region->__name);

#define PLAIN , ,
#define SENDS(traffic) , COUNT_SENT(traffic),
#define ON(comm, traffic) , COUNT_ON(comm, traffic),
#define HANDLER(function) function = (__typeof__(function))noted_handler((any_fn *)function);, ,
/* The ranks of a communicator are about to meet. */
#define MEETS(kind, root, comm) struct noted noted = communicator_meets(&caller, comm, kind, root);
/* The last of the operations end with the request. */
#define LEAVE_TO(request, last) \
    if (noted.operations && DONE && (last)) { \
        noted.count -= (last); \
        requests_meet(request, noted.operations + noted.count, last); \
    }
#define MEET(kind, root, comm, traffic) NOTED(MEETS(MEETING_##kind, root, comm), COUNT_ON(comm, traffic))
#define MEET_LATER(kind, root, comm, request, traffic) \
    NOTED(MEETS(MEETING_##kind, root, comm), COUNT_ON(comm, traffic) LEAVE_TO(*request, 1))
#define UNKNOWN , if (DONE) table_not_known();,
#define MEET_ALL(comm, after) NOTED(MEETS(MEETING_ALL, -1, comm), COUNT_ON(comm, NOTHING) after)
#define OPEN(comm, fh) MEET_ALL(comm, if (DONE) files_made(fh, comm);)
#define WINDOW(comm, win) MEET_ALL(comm, if (DONE) windows_made(*win, comm);)
#define NEW(comm, made) MEET_ALL(comm, TELL_MADE(made))
#define MEETS_OF_FILE(fh) struct noted noted = files_meet(&caller, fh);
#define FILE_ALL(fh, traffic) NOTED(MEETS_OF_FILE(fh), COUNT_SENT(traffic))
#define CLOSE(fh) NOTED(MEETS_OF_FILE(fh) const struct file *file = files_known(fh);, if (DONE) files_forget(file);)
#define MEETS_NEIGHBORS(comm) \
    uint32_t receives; \
    struct noted noted = neighbors_meet(&caller, comm, &receives);
#define NEIGHBORS(comm, traffic) NOTED(MEETS_NEIGHBORS(comm), COUNT_ON(comm, traffic))
#define NEIGHBORS_LATER(comm, request, traffic) \
    NOTED(MEETS_NEIGHBORS(comm), COUNT_ON(comm, traffic) LEAVE_TO(request, receives))
#define FENCE(win) NOTED(struct noted noted = windows_meet(&caller, win);, )
#define EPOCH_BEGIN(step, group, win) \
    NOTED_LATE(const uint64_t since = part_services() ? part_services()->entered(caller.frame) : 0; \
               , if (DONE) noted = windows_begun(&caller, win, EPOCH_##step, group, since);)
#define EPOCH(step, win) \
    NOTED(struct noted noted = windows_step(&caller, win, EPOCH_##step);, if (DONE) windows_ended(win, EPOCH_##step);)
#define EPOCH_IF(done, step, win) \
    NOTED_LATE(, if (done) { \
        noted = windows_step(&(const struct caller){NULL, caller.site}, win, EPOCH_##step); \
        windows_ended(win, EPOCH_##step); \
    })
#define MADE(comm, request, traffic, more) \
    , if (DONE && part_services() && part_may_ask()) { \
        requests_made(request, comm, traffic); \
        more \
    },
#define LATER(comm, request, traffic) MADE(comm, request, traffic, )
#define LATER_SEND(to, tag, comm, request, traffic) \
    MADE(comm, request, traffic, requests_made_for(request, comm, to, tag, MEETING_SEND);)
#define LATER_RECEIVE(from, tag, comm, request) \
    MADE(comm, request, TRAFFIC_NONE, requests_made_for(request, comm, from, tag, MEETING_RECEIVE);)
#define LATER_MEET(kind, root, comm, request, traffic) \
    MADE(comm, request, traffic, requests_made_for_all(request, comm, root, MEETING_##kind);)
#define PARTS(kind, peer, tag, parts, comm, request, traffic) \
    MADE(comm, request, traffic, requests_made_of_parts(request, comm, peer, tag, parts, MEETING_##kind);)
#define READY(n, request) NOTED_LATE(, if (DONE) noted = requests_ready(&caller, request, n);)
#define START(n, requests) , if (DONE) requests_started(&caller, n, requests);,
#define SEND(to, tag, comm, blocks, traffic) \
    NOTED(struct noted noted = messages_send(&caller, comm, to, tag, blocks);, COUNT_ON(comm, traffic))
#define STATUS_IF_ANY(status, any) \
    MPI_Status own; \
    own.MPI_SOURCE = own.MPI_TAG = MPI_UNDEFINED; \
    if (status == MPI_STATUS_IGNORE && (any)) \
        status = &own;
/* Of `noted` the last operation is what is expected. */
#define EXPECTS(how, operations) \
    struct expected expected = how; \
    struct noted noted = messages_noted(&expected, operations);
/* It has come to the call, or will when the request ends. */
#define EXPECTED(how, n, from, tag, comm, status, traffic) \
    NOTED(EXPECTS(how, n) STATUS_IF_ANY(status, from == MPI_ANY_SOURCE || tag == MPI_ANY_TAG), \
          if (noted.operations) messages_came(&expected, status); COUNT_ON(comm, traffic))
#define EXPECTED_LATER(how, n, comm, request, traffic) \
    NOTED(EXPECTS(how, n), if (noted.operations && DONE) { \
        noted.count--; \
        requests_expect(*request, &expected); \
    } COUNT_ON(comm, traffic))
#define RECEIVE(from, tag, comm, status) \
    EXPECTED(messages_expect(&caller, comm, from, tag), 1, from, tag, comm, status, NOTHING)
#define PROBE(from, tag, comm, status) \
    EXPECTED(messages_probe(&caller, comm, from, tag), 1, from, tag, comm, status, NOTHING)
#define EXCHANGE(to, sendtag, from, recvtag, comm, status, traffic) \
    EXPECTED(messages_exchange(&caller, comm, to, sendtag, from, recvtag), 2, from, recvtag, comm, status, traffic)
#define EXPECT(from, tag, comm, request) \
    EXPECTED_LATER(messages_expect(&caller, comm, from, tag), 1, comm, request, NOTHING)
#define EXCHANGE_LATER(to, sendtag, from, recvtag, comm, request, traffic) \
    EXPECTED_LATER(messages_exchange(&caller, comm, to, sendtag, from, recvtag), 2, comm, request, traffic)
#define MATCH(comm, flag, status) \
    NOTED_LATE(STATUS_IF_ANY(status, true), if (flag) noted = messages_matched(&caller, comm, status); \
               COUNT_ON(comm, NOTHING))
#define END(waits, n, requests, statuses, ended, which) \
    struct ending ending; \
    requests_ending(&ending, &caller, n, requests, &statuses);, \
    requests_ended(&ending, waits, outcome, requests_say(outcome) ? (ended) : 0, which, requests, statuses);,
#define CANCEL messages_cancel();, ,
#define FORGET(request) \
    const MPI_Request old = request; \
    const uint64_t which = requests_known(old);, \
    if (DONE) requests_freed(old, which);,
#define WAS_READ(status) \
    if (caller.frame && DONE && part_may_ask()) \
        communicator_used(caller.frame, MPI_COMM_NULL, traffic_read(status));
#define READ(status) STATUS_IF_ANY(status, true), WAS_READ(status),
#define READ_ALL(fh, status) NOTED(MEETS_OF_FILE(fh) STATUS_IF_ANY(status, true), WAS_READ(status))
#define NEW_OF(comm, made) \
    NOTED_LATE(, COUNT_ON(comm, NOTHING) TELL_MADE(made) \
               if (DONE) noted = communicator_meets(&caller, *(made), MEETING_ALL, -1);)
#define NEW_AMONG(comm, made) , COUNT_ON(comm, NOTHING) TELL_MADE(made) if (DONE) table_not_known();,
/* Some MPIs say at once what the new one is: then it is not what was there. */
#define NEW_LATER(comm, made, request) \
    NOTED(MEETS(MEETING_ALL, -1, comm) const MPI_Comm old = GIVEN(made, MPI_COMM_NULL); \
          if (made) *(made) = MPI_COMM_NULL;, \
          COUNT_ON(comm, NOTHING) if (DONE) communicator_coming(*(made), comm, &caller, region->__name); \
          else if (made) *(made) = old; LEAVE_TO(*request, 1))
// clang-format on
typedef int int_triple[3]; /* what ranges of groups are made of */
#include "runtime/mpi/functions.h"

/* A P stands before each name. */
#define W(name, ...) {&"PMPI_" #name[1], 0, (any_fn *)wrap_##name, (any_fn **)(void *)&next_##name, false, NULL},
struct wrapper wrappers[] = {W(Init) W(Init_thread) W(Finalize) W(Abort) W(Comm_set_name) W(Pcontrol)
#if MPI_VERSION >= 4
                                 W(Session_init)
#endif
#include "runtime/mpi/functions.h"
};
const size_t wrappers_count = sizeof wrappers / sizeof *wrappers;
