/*
 * gptl.h - the interface of GPTL, the General Purpose Timing Library, on instr's runtime.
 *
 * A program that uses GPTL is linked with -linstr_gptl in place of -lgptl, compiled with this header or with GPTL's own; or
 * libinstr_gptl.so is preloaded. Its timers are then labels in instr's call tree too. Both GPTLs are served: the one of its
 * author and the older one that E3SM carries, which has its own functions and numbers some options otherwise. E3SM's
 * functions of the same name take other parameters in two places; define GPTL_E3SM for those. See docs/dev/timers.md.
 */
#ifndef GPTL_H
#define GPTL_H
#define GPTL_OF_INSTR /* not so in the headers of other GPTLs */

/* The options of GPTLsetoption. Options of PAPI are unknown, as in a GPTL without it. */
typedef enum {
    GPTLsync_mpi = 0,
    GPTLwall = 1,
    GPTLcpu = 2,
    GPTLabort_on_error = 3,
    GPTLoverhead = 4,
    GPTLdepthlimit = 5,
    GPTLverbose = 6,
    GPTLnarrowprint = 7,
    GPTLpercent = 9,
    GPTLpersec = 10,
    GPTLmultiplex = 11,
    GPTLdopr_preamble = 12,
    GPTLdopr_threadsort = 13,
    GPTLdopr_multparent = 14,
    GPTLdopr_collision = 15,
    GPTLprint_method = 16,
    GPTL_IPC = 17,
    GPTL_CI = 18,
    GPTL_FPC = 19,
    GPTL_FPI = 20,
    GPTL_LSTPI = 21,
    GPTL_DCMRT = 22,
    GPTL_LSTPDCM = 23,
    GPTL_L2MRT = 24,
    GPTL_LSTPL2M = 25,
    GPTL_L3MRT = 26,
    GPTLdopr_quotes = 28, /* E3SM's: names in files in double quotes */
#ifdef GPTL_E3SM
    GPTLprofile_ovhd = 27,
    GPTLprint_mode = 50,
    GPTLtablesize = 51,
    GPTLmaxthreads = 52
#else
    GPTLdopr_memusage = 27,
    GPTLtablesize = 50,
    GPTLmaxthreads = 51,
    GPTLonlyprint_rank0 = 52,
    GPTLmem_growth = 53
#endif
} GPTLoption;

/* The clocks, for GPTLsetutr. */
typedef enum {
    GPTLgettimeofday = 1,
    GPTLnanotime = 2,
    GPTLread_real_time = 3,
    GPTLmpiwtime = 4,
    GPTLclockgettime = 5,
    GPTLplacebo = 7
} GPTLFuncoption;

/* Below which parent a timer with several parents is shown. */
typedef enum { GPTLfirst_parent = 1, GPTLlast_parent = 2, GPTLmost_frequent = 3, GPTLfull_tree = 4 } GPTLMethod;

/* E3SM's: how a file is opened. */
enum { GPTLprint_write = 1, GPTLprint_append = 2 };

#ifdef __cplusplus
extern "C" {
#endif

/* All return 0, or -1 with a message on stderr, unless noted. */
extern int GPTLsetoption(const int, const int);
extern int GPTLsetutr(const int);
extern int GPTLinitialize(void);
extern int GPTLfinalize(void);
extern int GPTLis_initialized(void); /* 1 or 0 */

/* A handle is an int, 0 before its first use; E3SM's is a void *. */
extern int GPTLstart(const char *);
extern int GPTLstop(const char *);
extern int GPTLinit_handle(const char *, int *);
extern int GPTLstart_handle(const char *, void *);
extern int GPTLstop_handle(const char *, void *);
extern int GPTLstartstop_val(const char *, double);

extern int GPTLenable(void);
extern int GPTLdisable(void);
extern int GPTLreset(void);
extern int GPTLreset_timer(const char *);

extern int GPTLpr(const int);
extern int GPTLpr_file(const char *);

extern int GPTLstamp(double *, double *, double *);
extern int GPTLquery(const char *, int, int *, int *, double *, double *, double *, long long *, const int);
extern int GPTLget_wallclock(const char *, int, double *);
extern int GPTLget_wallclock_latest(const char *, int, double *);
extern int GPTLget_threadwork(const char *, double *, double *);
extern int GPTLget_count(const char *, int, int *);
extern int GPTLget_nregions(int, int *);
extern int GPTLget_regionname(int, int, char *, int);
extern int GPTLget_eventvalue(const char *, const char *, int, double *);
extern int GPTLnum_errors(void);
extern int GPTLnum_warn(void);

extern int GPTLprint_memusage(const char *);
extern int GPTLprint_rusage(const char *);
extern int GPTLget_procsiz(float *, float *);
#ifdef GPTL_E3SM
extern int GPTLget_memusage(int *, int *, int *, int *, int *);
#else
extern int GPTLget_memusage(float *);
#endif

/* Without PAPI these fail. */
extern int GPTL_PAPIlibraryinit(void);
extern int GPTLevent_name_to_code(const char *, int *);
extern int GPTLevent_code_to_name(const int, char *);
extern int GPTLquerycounters(const char *, int, long long *);

/* E3SM's functions: names with their length, as in Fortran, prefixes of names, and how files are opened. */
extern int GPTLstartf(const char *, const int);
extern int GPTLstopf(const char *, const int);
extern int GPTLstartf_handle(const char *, const int, void *);
extern int GPTLstopf_handle(const char *, const int, void *);
extern int GPTLstartstop_vals(const char *, double, int);
extern int GPTLstartstop_valsf(const char *, const int, double, int);
extern int GPTLprefix_set(const char *);
extern int GPTLprefix_setf(const char *, const int);
extern int GPTLprefix_unset(void);
extern int GPTLprint_mode_query(void);
extern int GPTLprint_mode_set(const int);

/* The functions that a compiler calls under -finstrument-functions, by other names. */
extern int GPTLstart_instr(void *);
extern int GPTLstop_instr(void *);

#ifdef __cplusplus
}
#endif

#ifdef MPI_VERSION /* mpi.h was included before, as E3SM's programs do */
#include "gptlmpi.h"
#endif
#endif
