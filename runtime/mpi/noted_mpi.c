/* noted_mpi.c - see noted_mpi.h. */
#include "runtime/mpi/noted_mpi.h"

#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local struct noted current; /* of the last call that began; without operations and number: nothing */
static _Thread_local bool taken_back;      /* by the handler of errors */

/* Classes are their own codes; a code that only the program knows is no class of MPI's, and MPI may not be asked for it. */
int noted_class(int outcome)
{
    int class = outcome == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_UNKNOWN;
    if (outcome > 0 && outcome <= MPI_ERR_LASTCODE && part_may_ask())
        PMPI_Error_class(outcome, &class);
    return class;
}

bool noted_took_place(int outcome)
{
    return outcome == MPI_SUCCESS || noted_class(outcome) == MPI_ERR_TRUNCATE;
}

/* As an error with a file, which no argument tells. */
static bool is_found_together(int outcome)
{
    switch (noted_class(outcome)) {
    case MPI_ERR_ACCESS:
    case MPI_ERR_BAD_FILE:
    case MPI_ERR_FILE_EXISTS:
    case MPI_ERR_FILE_IN_USE:
    case MPI_ERR_IO:
    case MPI_ERR_NO_SPACE:
    case MPI_ERR_NO_SUCH_FILE:
    case MPI_ERR_NOT_SAME:
    case MPI_ERR_QUOTA:
    case MPI_ERR_READ_ONLY:
        return true;
    default:
        return false;
    }
}

void noted_give_up(struct operation *operation)
{
    operation->meeting.kind = MEETING_NONE;
    __atomic_store_n(&operation->end, 1, __ATOMIC_RELEASE);
}

static void take_back(const struct noted *noted, int outcome)
{
    for (uint32_t i = 0; noted->operations && i < noted->count; i++)
        noted_give_up(&noted->operations[i]);
    if (noted->number && !is_found_together(outcome))
        --*noted->number;
}

static void forget(void)
{
    current.operations = NULL;
    current.number = NULL;
    taken_back = false;
}

/* Word by word: what was just written in words is not read as a whole. */
void noted_before(const struct noted *noted)
{
    current.operations = noted->operations;
    current.count = noted->count;
    current.number = noted->number;
    taken_back = false;
}

void noted_after(struct noted *noted, int outcome)
{
    if (!noted_took_place(outcome)) {
        if (!taken_back)
            take_back(noted, outcome);
        *noted = (struct noted){.count = 0};
    }
    if (noted->unknown)
        table_not_known();
    forget();
}

/* Before the handler is called. */
static bool judge(int outcome)
{
    const struct noted noted = current;
    bool takes = (noted.operations || noted.number) && !noted_took_place(outcome);
    if (takes)
        take_back(&noted, outcome);
    forget();
    return takes;
}

void noted_left(const struct noted *noted)
{
    if (noted->operations && noted->count)
        part_services()->met(noted->operations, noted->count);
}

/* The handlers of a program are few, and each is a function of its own: more of them are called by MPI itself. */
typedef void handler_fn(void *handle, int *code, ...);
enum { HANDLERS = 16 };
static _Atomic(handler_fn *) handlers[HANDLERS];

/* What comes behind the code is the MPI's own business: a few words. */
#define STAND_IN(i)                                                                                                    \
    static void stand_in_##i(void *handle, int *code, ...)                                                             \
    {                                                                                                                  \
        void *rest[4];                                                                                                 \
        va_list list;                                                                                                  \
        va_start(list, code);                                                                                          \
        for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)                                                        \
            rest[k] = va_arg(list, void *);                                                                            \
        va_end(list);                                                                                                  \
        bool takes = judge(*code);                                                                                     \
        handler_fn *handler = atomic_load(&handlers[i]);                                                               \
        handler(handle, code, rest[0], rest[1], rest[2], rest[3]);                                                     \
        taken_back = takes; /* whatever the handler called */                                                          \
    }
#define ALL_HANDLERS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
ALL_HANDLERS(STAND_IN)
#define ADDRESS(i) stand_in_##i,
static handler_fn *const stand_ins[HANDLERS] = {ALL_HANDLERS(ADDRESS)};

void (*noted_handler(void (*handler)(void)))(void)
{
    for (size_t i = 0; handler && part_services() && i < HANDLERS; i++) {
        handler_fn *there = NULL;
        if (atomic_compare_exchange_strong(&handlers[i], &there, (handler_fn *)handler) ||
            there == (handler_fn *)handler)
            return (void (*)(void))stand_ins[i];
    }
    return handler;
}
