/*
 * options.h - the options of every sub-command, and their values.
 */
#ifndef INSTR_REPORT_OPTIONS_H
#define INSTR_REPORT_OPTIONS_H

#include "common/error.h"

#include <stdbool.h>
#include <stdio.h>

enum output_form { FORM_TEXT, FORM_CSV, FORM_JSON };
enum sort_key { SORT_INCLUSIVE, SORT_EXCLUSIVE, SORT_CALLS, SORT_NAME, SORT_FIRST, SORT_KEYS };

/* Bits of `accepts`: options of some commands, beside those that all have. */
enum {
    OPTION_DEPTH = 1,
    OPTION_MINIMUM = 2,
    OPTION_SORT = 4,
    OPTION_REQUIRE = 8,
    OPTION_OUTPUT = 16,
    OPTION_RECORDS = 32, /* --csv and --json */
    TAKES_BINARIES = 64, /* no option: programs and libraries may be named like profiles */
    OPTION_RAW = 128,
    OPTION_PER_THREAD = 256, /* --per-thread, --by=rank */
    OPTION_ALL = 512,
    OPTION_PART = 1024,      /* --focus, --hide, --rank, --thread */
    OPTION_TURN = 2048,      /* --callers, --callees, --bottom-up, --by=file, directory, group */
    OPTION_CHANGE = 4096,    /* --fail-above, --paths, --scale */
    OPTION_LIVE = 8192,      /* --once, --every */
    OPTION_WINDOW = 32768,   /* --window */
    OPTION_LANES = 65536,    /* --focus, --rank and --thread alone */
    OPTION_METRIC = 131072,  /* --metric */
    TAKES_SIDES = 262144,    /* no option: -- may stand between two groups of files */
    OPTION_GATE = 524288,    /* --record, --metric, --times, --accept, --allow, --github, --junit, --markdown, --runs */
    TAKES_COMMAND = 1048576, /* no option: a program to run may stand behind -- */
    OPTION_SIZES = 2097152,  /* --size, --sizes, --metric, --paths */
    OPTION_LEAST_DEPTH = 8388608, /* --min-depth */
    OPTION_LATEX = 16777216,      /* --latex */
    OPTION_BY_WAITING = 33554432, /* --by=work, cause, pair, site, kernel */
    OPTION_BY_FLAT = 67108864,    /* --by=mpi, communicator, metric */
    OPTION_ONLY = 134217728,      /* --only */
    OPTION_HISTORY = 268435456    /* --html */
};

/* What a row is (--by). */
enum rows_by {
    BY_PATH,
    BY_FILE,
    BY_DIRECTORY,
    BY_GROUP,
    BY_RANK,
    BY_WORK,
    BY_CAUSE,
    BY_PAIR,
    BY_SITE,
    BY_KERNEL,
    BY_MPI,
    BY_COMMUNICATOR,
    BY_METRIC
};

/* Options that reshape a profile: report/shape. */
enum { SHAPE_HIDDEN = 16 };
struct shape_options {
    const char *focus, *callers, *callees; /* names, or null */
    const char *hidden[SHAPE_HIDDEN];
    unsigned hidden_count;
    bool bottom_up;
    enum rows_by by;
    long rank, thread; /* -1: all */
};

struct options {
    enum output_form form;
    enum sort_key sort;
    unsigned depth;                      /* deepest level shown; the root is level 0 */
    unsigned least_depth;                /* of a trace, the first level shown; the outermost calls are level 1 */
    const char *only;                    /* KEY=VALUE that a profile says of itself, or null */
    bool latex;                          /* labels are to be read by LaTeX */
    double minimum;                      /* percent of the total that a subtree must have to be shown */
    bool minimum_given;                  /* it is not what is taken if nothing is said */
    double fail_above;                   /* percent; negative when not asked for */
    bool record, accept;                 /* a baseline is to be made, or changed */
    bool times;                          /* they are compared as calls are */
    bool github;                         /* annotations, too */
    const char *junit, *markdown, *html; /* files to write, or null */
    double allow;                        /* percent; negative when not asked for */
    bool paths;                          /* call paths in place of functions */
    bool scale;                          /* runs on different numbers of ranks */
    double require;                      /* percent; negative when not asked for */
    const char *size, *sizes; /* what says the size, see compare/sizes.c; sizes to run a program for; or null */
    const char *output;       /* file to write, or null */
    const char *metrics;      /* keys, separated by commas, or null */
    int color;                /* -1 if the terminal wants it, 0 never, 1 always */
    bool no_pager;
    bool full_names; /* functions in C++ by their parameters and all arguments of templates */
    bool raw;        /* what the probes took is not taken off the times */
    bool all;        /* not only what belongs to this folder or job */
    bool once;       /* one look and no more */
    double from, to; /* seconds: the window; to infinity unless it was said */
    double every;    /* seconds between two looks */
    bool per_thread; /* what each thread did in each node */
    struct shape_options shape;
    unsigned accepts;   /* of the command */
    char *const *files; /* the profiles named on the command line */
    int file_count;
    int before_count;     /* of them in front of --, or -1 without one */
    char *const *command; /* what stands behind -- where that is a program to run; null without one */
    int runs;             /* how often it is to run; 0 unless it was said */
};

/* Reads argv (without the command's name) for command `name` with the options `accepts` into `options`, whose `sort` the caller has set. Sets
 * `*help` if the user asked for help. */
bool options_parse(int argc, char **argv, const char *name, unsigned accepts, struct options *options, bool *help,
                   struct error *error);

/* Returns whether time is divided among callers, callees or files instead of call paths. */
bool options_turned(const struct options *options);

/* Prints the options of a command, and those that all commands have, one per line. */
void options_print(FILE *stream, unsigned accepts);

#endif
