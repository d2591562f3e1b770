/*
 * options.h - the command line of every sub-command of instr-tune.
 */
#ifndef INSTR_TUNE_OPTIONS_H
#define INSTR_TUNE_OPTIONS_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Bits of `accepts`: options of some commands, beside those that all have. */
enum {
    TAKES_JOBS = 1,
    TAKES_SEARCH = 2,
    TAKES_UNIQUE = 4,
    TAKES_SEED = 8,
    TAKES_ONLY = 16,
    TAKES_RETRY = 32,
    TAKES_NUMBER = 64,
    TAKES_OUTPUT = 128,
    TAKES_REPEATS = 256,
    TAKES_CSV = 512,
    TAKES_FAILED = 1024,
    TAKES_WITHIN = 2048,
    TAKES_TIME = 32768,
    TAKES_FILE = 4096 /* no option: the project file may stand alone, as in `check heat.lua` */
};

struct tune_options {
    const char *file;   /* the project */
    const char *output; /* file to write, or null */
    const char *search; /* method, or null */
    int only;           /* step alone: 0 build, 1 run; -1: both */
    unsigned jobs;      /* 0: as many as cores */
    unsigned unique;    /* 0: as the project says */
    unsigned number;    /* of rows; 0: as the command likes */
    unsigned repeats;   /* 0: as the command likes */
    double within;      /* percent of the best */
    double time;        /* seconds that a run may take in all; 0: as long as it takes */
    unsigned seed;
    bool seeded, retry, csv, failed;
    int color; /* -1 if the terminal wants it, 0 never, 1 always */
};

/* Reads argv (without the command's name) for command `name`. Sets `*help` if the user asked for help. */
bool tune_options_parse(int argc, char **argv, const char *name, unsigned accepts, struct tune_options *options,
                        bool *help, struct error *error);

/* Prints the options of a command, and those that all commands have, one per line. */
void tune_options_print(FILE *stream, unsigned accepts);

#endif
