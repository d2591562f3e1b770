/* errors.c - see errors.h. */
#include "runtime/timers/gptl/errors.h"

#include "runtime/timers/gptl/options.h"
#include "runtime/timers/shared/mpi_any.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAID = 10 };

static bool abort_on_error;
static atomic_int errors, warnings;

static bool may_print(void)
{
    return !options.rank0_only || mpi_any_rank(mpi_any_world()) == 0;
}

__attribute__((__format__(__printf__, 3, 0))) static void say(const char *what, int already, const char *format,
                                                              va_list arguments)
{
    if (already >= SAID || !may_print())
        return;
    flockfile(stderr);
    fputs(what, stderr);
    vfprintf(stderr, format, arguments);
    funlockfile(stderr);
}

int errors_add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("GPTL error:", atomic_fetch_add(&errors, 1), format, arguments);
    va_end(arguments);
    if (abort_on_error)
        exit(-1);
    return -1;
}

void errors_warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("GPTL warning:", atomic_fetch_add(&warnings, 1), format, arguments);
    va_end(arguments);
}

void errors_abort(bool wanted)
{
    abort_on_error = wanted;
}

void errors_reset(void)
{
    atomic_store(&errors, 0);
}

int GPTLnum_errors(void)
{
    return atomic_load(&errors);
}

int GPTLnum_warn(void)
{
    return atomic_load(&warnings);
}
