/* process_end_calls.c - see process_calls.h. */
#include "runtime/attach/process_calls.h"

#include "runtime/machine/sandbox.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/short_calls.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/trace/trace.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_last(void)
{
    output_write(trace_write(), true);
}

/* The thread that writes the last profile in exit(); 0: none. */
static _Atomic uintptr_t writer;
static atomic_bool asked; /* a handler waits to be called: where objects come and go it is not one for each */

static void wait_for_writer(void);

static void ask_for_others(void)
{
    if (!atomic_exchange(&asked, true))
        atexit(wait_for_writer);
}

/* Waits in another thread that is behind all handlers of exit() and would end the process now. */
static void wait_for_writer(void)
{
    enum { STEP_US = 500, MOST_US = 60 * 1000 * 1000 };
    atomic_store(&asked, false);
    for (unsigned waited = 0; waited < MOST_US; waited += STEP_US) {
        uintptr_t at = atomic_load(&writer);
        if (!at || at == (uintptr_t)pthread_self())
            return;
        ask_for_others(); /* a third one */
        usleep(STEP_US);
    }
}

void process_end_calls_write(void)
{
    bool waits = !sandbox_is_entered() && !thread_is_alone();
    if (waits) {
        atomic_store(&writer, (uintptr_t)pthread_self());
        ask_for_others();
    }
    write_last();
    if (waits)
        atomic_store(&writer, 0);
}

/* Writes the profile before the program is replaced, unless it is a child whose few calls belong to its parent. */
static void write_before_exec(void)
{
    if (!fork_leaves_calls())
        write_last();
}

/* The address sanitizer asks the system for the signal stack before a call that never returns, which a sandbox does not allow. */
#define NEVER_RETURNS __attribute__((__no_sanitize_address__))

NEVER_RETURNS static void end_at_once(int status)
{
    if (!fork_ends_early())
        write_last();
    _exit(status);
}

/* Ends the process as abort does. A handler of the program may jump out and continue. */
NEVER_RETURNS static void end_abort(void)
{
    if (sandbox_is_entered()) {
        write_last();
        abort();
    }
    struct sigaction action;
    bool ends =
        sigaction(SIGABRT, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
    output_write(trace_write(), ends);
    abort();
}

/* Handles a failed exec: the program goes on, and what it does now is stored in no file until its end. */
static int replaced(int result)
{
    if (sandbox_is_entered())
        return result;
    int saved = errno;
    bool own = store_is_own();
    const struct thread *other = store->threads;
    while (other && (other == thread_self || other->ended))
        other = other->next;
    bool alone = !other;
    if (own && store->written && (!alone || !store_again(store->used)))
        tally_add(TALLY_NOT_MAPPED, 1);
    else if (own)
        short_calls_open();
    errno = saved;
    return result;
}

static int end_execve(const char *path, char *const arguments[], char *const environment[])
{
    write_before_exec();
    return replaced(execve(path, arguments, environment));
}

static int end_execv(const char *path, char *const arguments[])
{
    write_before_exec();
    return replaced(execv(path, arguments));
}

static int end_execvp(const char *file, char *const arguments[])
{
    write_before_exec();
    return replaced(execvp(file, arguments));
}

static int end_execvpe(const char *file, char *const arguments[], char *const environment[])
{
    write_before_exec();
    return replaced(execvpe(file, arguments, environment));
}

static int end_fexecve(int file, char *const arguments[], char *const environment[])
{
    write_before_exec();
    return replaced(fexecve(file, arguments, environment));
}

static int end_execveat(int folder, const char *path, char *const arguments[], char *const environment[], int flags)
{
    write_before_exec();
    return replaced(execveat(folder, path, arguments, environment, flags));
}

/* Counts words up to and including the terminating NULL. */
static size_t count_words(va_list list)
{
    size_t count = 2;
    while (va_arg(list, char *))
        count++;
    return count;
}

#define WITH_WORDS(first, call)                                                                                        \
    va_list list, again;                                                                                               \
    va_start(list, first);                                                                                             \
    va_copy(again, list);                                                                                              \
    char *words[(first) ? count_words(list) : 1];                                                                      \
    va_end(list);                                                                                                      \
    words[0] = (char *)(size_t)(first);                                                                                \
    for (size_t i = 1; (first) && i < sizeof words / sizeof *words; i++)                                               \
        words[i] = va_arg(again, char *);                                                                              \
    int result = (call);                                                                                               \
    va_end(again);                                                                                                     \
    return result

static int end_execl(const char *path, const char *first, ...)
{
    WITH_WORDS(first, end_execv(path, words));
}

static int end_execlp(const char *file, const char *first, ...)
{
    WITH_WORDS(first, end_execvp(file, words));
}

static int end_execle(const char *path, const char *first, ...)
{
    WITH_WORDS(first, end_execve(path, words, va_arg(again, char **)));
}

void (*process_end_calls_find(const char *name))(void)
{
    static const struct {
        const char *name;
        void (*replacement)(void);
    } table[] = {
        {"_Exit", (void (*)(void))end_at_once},   {"__builtin_abort", (void (*)(void))end_abort},
        {"_exit", (void (*)(void))end_at_once},   {"abort", (void (*)(void))end_abort},
        {"execl", (void (*)(void))end_execl},     {"execle", (void (*)(void))end_execle},
        {"execlp", (void (*)(void))end_execlp},   {"execv", (void (*)(void))end_execv},
        {"execve", (void (*)(void))end_execve},   {"execveat", (void (*)(void))end_execveat},
        {"execvp", (void (*)(void))end_execvp},   {"execvpe", (void (*)(void))end_execvpe},
        {"fexecve", (void (*)(void))end_fexecve},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0)
            return table[i].replacement;
    return NULL;
}

/* Registers the handlers; the first one runs last. */
bool process_end_calls_start(void)
{
    return at_quick_exit(write_last) == 0 && fork_start();
}
