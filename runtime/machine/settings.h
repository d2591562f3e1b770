/*
 * settings.h - reads the settings of the environment, once, when the first object attaches.
 *
 * A value that can't be understood is counted, named once when the program starts, and otherwise ignored: the program
 * comes first. So is a name beginning with INSTR_ that is none of ours. A program
 * that runs with more rights than its caller (setuid) takes nothing from the environment and is not
 * measured at all, and one that INSTR_PROGRAMS does not want neither.
 */
#ifndef INSTR_SETTINGS_H
#define INSTR_SETTINGS_H

#include "runtime/machine/clock_kinds.h"

#include <stdbool.h>
#include <stdint.h>

enum strict { STRICT_OFF, STRICT_REPORT, STRICT_ABORT };
enum print { PRINT_NOT, PRINT_WALL, PRINT_CPU };
enum observer { OBSERVER_OFF, OBSERVER_ON, OBSERVER_SIGNAL };
enum job { JOB_ASK, JOB_ONE, JOB_EACH, JOB_BOTH };

struct settings {
    unsigned level;        /* INSTR_LEVEL: regions above it are not timed; 0 = everything off */
    uint8_t adaptive;      /* INSTR_TIMING=adaptive; not bool: after a crash the store may hold any byte */
    uint8_t arguments;     /* INSTR_COMMAND=full: the words of the command are kept */
    enum clock_kind clock; /* INSTR_CLOCK */
    uint8_t observer;      /* INSTR_OBSERVER: enum observer; off: nobody looks from outside */
    uint32_t memory;       /* INSTR_MEMORY: MiB for the call trees of one process, see measure/store/bound.h */
    uint32_t recursion;    /* INSTR_RECURSION: nodes of one region on one path; 0 = as tree.c says */
    enum strict strict;    /* INSTR_STRICT: what a stop that does not fit what is open leads to */
    enum job job;          /* INSTR_JOB: which profiles an MPI job writes, see docs/dev/mpi.md */
    char ranks[16];        /* INSTR_RANKS: how many ranks of a job keep rows of their own; "" = as rows.h says */
    char output[4096];     /* INSTR_OUTPUT; of a folder, which ends with a slash, what profiles in it are called */
    uint8_t folder;        /* it was a folder; it is made where there is none */
    uint8_t usual;         /* nobody said how profiles are called, see write/output_folder.h */
    uint8_t trace;         /* INSTR_TRACE, or told: each call is timed, and its ends are events */
    uint8_t told;          /* of which plug-ins are told (INSTR_PLUGINS) or that are printed, and no trace is written */
    uint8_t print;         /* INSTR_PRINT: enum print, for the same reason no enum */
    uint64_t trace_size;   /* INSTR_TRACE=size: bytes that its file may have */
    uint32_t trace_every;  /* INSTR_TRACE=every: of N calls of a path one */
    double trace_shortest; /* INSTR_TRACE=min: seconds; shorter calls are left out */
    double trace_from;     /* INSTR_TRACE=window=FROM-TO: seconds from the start of the process, ... */
    double trace_to;       /* ... and infinity for no end */
    double trace_keep;     /* INSTR_TRACE=keep: the last so many seconds are kept; 0: what comes first */
    double
        trace_flush; /* INSTR_TRACE=flush: every so many seconds all that there is goes into the file; 0: full buffers */
    char trace_below[128];   /* INSTR_TRACE=below: only the calls of that name and what is in them; "" = all */
    char trace_output[1024]; /* INSTR_TRACE=output: what its file is called; "" = as the profile, with another ending */
    char snapshot[32];       /* INSTR_SNAPSHOT: a signal or seconds; "" = none */
    char build[256];         /* how the objects were compiled, each way once: "gcc -O2; gcc -O3" */
    char tag[480];           /* INSTR_TAG and instr_note: what the run is of, as mesh=3; "" = nobody says */
    char directory[1024];    /* INSTR_TMPDIR: where the store lies; "" = where there is room */
};

#define OUTPUT_USUAL "%x.%p.instr"

extern struct settings settings;

void settings_read(void);

enum setting_change {
    SETTING_TAKEN,
    SETTING_KEPT,  /* the environment says something else */
    SETTING_FIXED, /* it is read when the program starts only, ... */
    SETTING_WRONG  /* ... or wrong, and settings_complaint says so */
};

/* Puts a variable, as the program wants it, into a copy of the settings. */
enum setting_change settings_change(struct settings *to, const char *name, const char *text);

/* Sets the INSTR_OUTPUT that an object was built with, unless the environment has one, or an earlier object did. */
bool settings_offer_output(const char *template);

/* Notes how an object was compiled. */
void settings_note_build(const char *build);

/* Returns whether INSTR_EXPORT=e3sm asks for E3SM's files beside each profile. */
bool settings_export_e3sm(void);

/* Returns INSTR_JOB_WAIT, how long a rank waits for a step of the others at the end of the job; 0: not set. */
uint64_t settings_job_wait_ns(void);

/* Returns whether INSTR_OUTPUT=None: no profile is written. */
bool settings_no_output(void);

/* Returns whether INSTR_OUTPUT=Log: only the call tree is written, as text on standard output. */
bool settings_log_output(void);

#endif
