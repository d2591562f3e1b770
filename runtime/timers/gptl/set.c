/* set.c - GPTL's functions that set options; all but E3SM's mode of printing before GPTLinitialize. */
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/timers.h"
#include "runtime/timers/shared/mpi_any.h"

#include <stdio.h>

/* Numbers with another meaning in E3SM's GPTL. */
enum { E3SM_PRINT_MODE = 50, E3SM_TABLE_SIZE = 51, E3SM_MAX_THREADS = 52, E3SM_PROFILE_OVERHEAD = 27 };

/* Returns the variable of an option that is on or off, or NULL. */
static bool *flag_of(int option)
{
    switch (option) {
    case GPTLwall:
        return &options.wall;
    case GPTLcpu:
        return &options.cpu;
    case GPTLoverhead:
        return &options.overhead;
    case GPTLverbose:
        return &options.verbose;
    case GPTLpercent:
        return &options.percent;
    case GPTLdopr_preamble:
        return &options.preamble;
    case GPTLdopr_threadsort:
        return &options.threadsort;
    case GPTLdopr_multparent:
        return &options.multparent;
    case GPTLdopr_quotes:
        return &options.quotes;
    case GPTLdopr_memusage:
        return &options.memusage;
    case GPTLonlyprint_rank0:
        return &options.rank0_only;
    default:
        return NULL;
    }
}

/* Returns whether an option has no effect here: those about the layout of GPTL's own tables. */
static bool is_idle(int option)
{
    return option == GPTLdopr_collision || option == GPTLtablesize || option == GPTLnarrowprint ||
           option == GPTLpersec || option == GPTLsync_mpi;
}

/* Sets an option that E3SM numbers differently. Returns 1 for another option. */
static int set_e3sm(int option, int value)
{
    switch (option) {
    case E3SM_PRINT_MODE:
        return GPTLprint_mode_set(value);
    case E3SM_MAX_THREADS:
        options.max_threads = value;
        return value < 1 ? errors_add("GPTLsetoption: GPTLmaxthreads must be positive. %d is invalid\n", value) : 0;
    case E3SM_TABLE_SIZE:
    case E3SM_PROFILE_OVERHEAD:
        return 0;
    default:
        return 1;
    }
}

static int set(int option, int value)
{
    bool *flag = flag_of(option);
    if (flag) {
        *flag = value != 0;
        return 0;
    }
    switch (option) {
    case GPTLabort_on_error:
        errors_abort(value != 0);
        return 0;
    case GPTLdepthlimit:
        options.depth_limit = value;
        return 0;
    case GPTLprint_method:
        options.method = value;
        return 0;
    case GPTLmaxthreads:
        if (value < 1)
            return errors_add("GPTLsetoption: GPTLmaxthreads must be positive. %d is invalid\n", value);
        options.max_threads = value;
        return 0;
    case GPTLmem_growth:
        if (value < 0 || value > 100)
            return errors_add("GPTLsetoption: mem_growth percentage must be between 0 and 100. %d is invalid\n", value);
        options.memory_growth = value * 0.01;
        return 0;
    default:
        if (option == GPTLtablesize && value < 2)
            return errors_add("GPTLsetoption: tablesize must be > 1. %d is invalid\n", value);
        return is_idle(option) ? 0 : errors_add("GPTLsetoption: failure to enable option %d\n", option);
    }
}

int GPTLsetoption(const int option, const int val)
{
    if (timers_initialized())
        return errors_add("GPTLsetoption: must be called BEFORE GPTLinitialize\n");
    if (option == GPTLdopr_quotes)
        options_say_e3sm();
    int result = options_e3sm() ? set_e3sm(option, val) : 1;
    if (result > 0)
        result = set(option, val);
    if (options.verbose && result == 0)
        printf("GPTLsetoption: option %d = %d\n", option, val);
    return result;
}

int GPTLsetutr(const int option)
{
    double unused;
    if (timers_initialized())
        return errors_add("GPTLsetutr: must be called BEFORE GPTLinitialize\n");
    if (option < GPTLgettimeofday || option > GPTLplacebo || option == GPTLread_real_time || option == 6)
        return errors_add("GPTLsetutr: unknown option %d\n", option);
    if (option == GPTLmpiwtime && !mpi_any_wtime(&unused) && mpi_any_running())
        return errors_add("GPTLsetutr: utr=MPI_Wtime not available or doesn't work\n");
    options_choose_clock(option);
    if (options.verbose)
        printf("GPTLsetutr: underlying wallclock timer = %s\n", options_clock_name());
    return 0;
}

/* Sets E3SM's option to append to existing files. */
int GPTLprint_mode_set(const int pr_mode)
{
    options_say_e3sm();
    options.append = pr_mode == GPTLprint_append;
    return 0;
}

int GPTLprint_mode_query(void)
{
    options_say_e3sm();
    return options.append ? GPTLprint_append : GPTLprint_write;
}
