/*
 * fortran.c - GPTL's functions as Fortran calls them: lower case with an underscore, all arguments by address, the lengths of
 * strings behind them.
 */
#include "include/gptl.h"
#include "runtime/timers/gptl/timers.h"
#include "runtime/timers/shared/mpi_any.h"

#include <stddef.h>
#include <string.h>

/* Declares each function twice, so that the compiler compares both. */
#define FORTRAN(name, parameters)                                                                                      \
    int name parameters;                                                                                               \
    int name parameters

int GPTLpr_summary(mpi_any_comm comm);
int GPTLpr_summary_file(mpi_any_comm comm, const char *outfile);
int GPTLbarrier(mpi_any_comm comm, const char *name);

/* Longer than any allowed name, so that a name which is too long still is. */
struct text {
    char text[1024];
};

/* Removes trailing blanks; ends at a zero that the program put there. */
static struct text text_of(const char *name, int length)
{
    struct text result = {""};
    size_t size = length < 0 ? 0 : strnlen(name, (size_t)length);
    while (size > 0 && name[size - 1] == ' ')
        size--;
    if (size >= sizeof result.text)
        size = sizeof result.text - 1;
    memcpy(result.text, name, size);
    return result;
}

FORTRAN(gptlinitialize_, (void))
{
    return GPTLinitialize();
}
FORTRAN(gptlfinalize_, (void))
{
    return GPTLfinalize();
}
FORTRAN(gptlsetoption_, (const int *option, const int *val))
{
    return GPTLsetoption(*option, *val);
}
FORTRAN(gptlsetutr_, (const int *option))
{
    return GPTLsetutr(*option);
}
FORTRAN(gptlenable_, (void))
{
    return GPTLenable();
}
FORTRAN(gptldisable_, (void))
{
    return GPTLdisable();
}
FORTRAN(gptlreset_, (void))
{
    return GPTLreset();
}
FORTRAN(gptlreset_timer_, (const char *name, int n))
{
    return GPTLreset_timer(text_of(name, n).text);
}

FORTRAN(gptlstart_, (const char *name, int n))
{
    return GPTLstart(text_of(name, n).text);
}
FORTRAN(gptlstop_, (const char *name, int n))
{
    return GPTLstop(text_of(name, n).text);
}
FORTRAN(gptlinit_handle_, (const char *name, int *handle, int n))
{
    return GPTLinit_handle(text_of(name, n).text, handle);
}
FORTRAN(gptlstart_handle_, (const char *name, void *handle, int n))
{
    return GPTLstart_handle(text_of(name, n).text, handle);
}
FORTRAN(gptlstop_handle_, (const char *name, void *handle, int n))
{
    return GPTLstop_handle(text_of(name, n).text, handle);
}
FORTRAN(gptlstartstop_val_, (const char *name, const double *value, int n))
{
    return GPTLstartstop_val(text_of(name, n).text, *value);
}
FORTRAN(gptlstartstop_vals_, (const char *name, const double *value, const int *count, int n))
{
    return GPTLstartstop_vals(text_of(name, n).text, *value, *count);
}
FORTRAN(gptlprefix_set_, (const char *name, int n))
{
    return GPTLprefix_setf(name, n);
}
FORTRAN(gptlprefix_unset_, (void))
{
    return GPTLprefix_unset();
}

FORTRAN(gptlpr_, (const int *id))
{
    return GPTLpr(*id);
}
FORTRAN(gptlpr_file_, (const char *file, int n))
{
    return GPTLpr_file(text_of(file, n).text);
}
FORTRAN(gptlprint_mode_query_, (void))
{
    return GPTLprint_mode_query();
}
FORTRAN(gptlprint_mode_set_, (const int *mode))
{
    return GPTLprint_mode_set(*mode);
}
FORTRAN(gptlpr_summary_, (const int *comm))
{
    return GPTLpr_summary(mpi_any_from_fortran(*comm));
}
FORTRAN(gptlpr_summary_file_, (const int *comm, const char *file, int n))
{
    return GPTLpr_summary_file(mpi_any_from_fortran(*comm), text_of(file, n).text);
}
FORTRAN(gptlbarrier_, (const int *comm, const char *name, int n))
{
    return GPTLbarrier(mpi_any_from_fortran(*comm), text_of(name, n).text);
}

FORTRAN(gptlstamp_, (double *wall, double *usr, double *sys))
{
    return GPTLstamp(wall, usr, sys);
}
FORTRAN(gptlquery_, (const char *name, const int *t, int *count, int *on, double *wall, double *usr, double *sys,
                     long long *counters, const int *most, int n))
{
    return GPTLquery(text_of(name, n).text, *t, count, on, wall, usr, sys, counters, *most);
}
FORTRAN(gptlquerycounters_, (const char *name, const int *t, long long *counters, int n))
{
    return GPTLquerycounters(text_of(name, n).text, *t, counters);
}
FORTRAN(gptlget_wallclock_, (const char *name, const int *t, double *value, int n))
{
    return GPTLget_wallclock(text_of(name, n).text, *t, value);
}
FORTRAN(gptlget_wallclock_latest_, (const char *name, const int *t, double *value, int n))
{
    return GPTLget_wallclock_latest(text_of(name, n).text, *t, value);
}
FORTRAN(gptlget_threadwork_, (const char *name, double *most, double *imbalance, int n))
{
    return GPTLget_threadwork(text_of(name, n).text, most, imbalance);
}
FORTRAN(gptlget_count_, (const char *name, const int *t, int *count, int n))
{
    return GPTLget_count(text_of(name, n).text, *t, count);
}
FORTRAN(gptlget_nregions_, (const int *t, int *regions))
{
    return GPTLget_nregions(*t, regions);
}
FORTRAN(gptlnum_errors_, (void))
{
    return GPTLnum_errors();
}
FORTRAN(gptlnum_warn_, (void))
{
    return GPTLnum_warn();
}

FORTRAN(gptlget_regionname_, (const int *t, const int *region, char *name, int n))
{
    int result = GPTLget_regionname(*t, *region, name, n);
    size_t size = n > 0 ? strnlen(name, (size_t)n) : 0;
    if (result == 0)
        memset(name + size, ' ', (size_t)n - size);
    return result;
}

FORTRAN(gptlget_eventvalue_, (const char *name, const char *event, const int *t, double *value, int n, int m))
{
    return GPTLget_eventvalue(text_of(name, n).text, text_of(event, m).text, *t, value);
}
FORTRAN(gptl_papilibraryinit_, (void))
{
    return GPTL_PAPIlibraryinit();
}
FORTRAN(gptlevent_name_to_code_, (const char *name, int *code, int n))
{
    return GPTLevent_name_to_code(text_of(name, n).text, code);
}
FORTRAN(gptlevent_code_to_name_, (const int *code, char *name, int n))
{
    (void)n;
    return GPTLevent_code_to_name(*code, name);
}
FORTRAN(gptlprint_memusage_, (const char *text, int n))
{
    return GPTLprint_memusage(text_of(text, n).text);
}
FORTRAN(gptlget_procsiz_, (float *size, float *resident))
{
    return GPTLget_procsiz(size, resident);
}
int memory_usage(void *first, int *rss, int *share, int *text, int *datastack) __asm__("GPTLget_memusage");
FORTRAN(gptlget_memusage_, (void *first, int *rss, int *share, int *text, int *datastack))
{
    return memory_usage(first, rss, share, text, datastack);
}
