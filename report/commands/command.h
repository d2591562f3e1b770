/*
 * command.h - the sub-commands of instr-report and what they all get.
 *
 * A command is one file cmd_NAME.c with one `struct command`; main.c lists them. It gets its options
 * already read and checked, and fails as every tool here does: false, with a struct error.
 */
#ifndef INSTR_REPORT_COMMAND_H
#define INSTR_REPORT_COMMAND_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

enum output_form { FORM_TEXT, FORM_CSV, FORM_JSON };
enum sort_key { SORT_INCLUSIVE, SORT_EXCLUSIVE, SORT_CALLS, SORT_NAME, SORT_KEYS };

/* Bits of `command.accepts`: the options that mean something to a command, beside those all have. */
enum {
    OPTION_DEPTH = 1,
    OPTION_MINIMUM = 2,
    OPTION_SORT = 4,
    OPTION_REQUIRE = 8,
    OPTION_OUTPUT = 16,
    OPTION_RECORDS = 32, /* --csv and --json */
    TAKES_BINARIES = 64, /* no option: programs and libraries may be named like profiles */
    OPTION_COMPENSATED = 128,
    OPTION_PER_THREAD = 256,
    OPTION_ALL = 512
};

struct options {
    enum output_form form;
    enum sort_key sort;
    unsigned depth;     /* deepest level shown; the root is level 0 */
    double minimum;     /* percent of the total below which a subtree is left out */
    double require;     /* percent; below 0 when not asked for */
    const char *output; /* file to write, or null */
    int color;          /* -1 if the terminal wants it, 0 never, 1 always */
    bool pager;
    bool compensated;   /* what the probes themselves took is taken off all times */
    bool all;           /* not only what belongs to this folder or job */
    bool per_thread;    /* what each thread did in each node */
    bool binaries;      /* the command has TAKES_BINARIES */
    char *const *files; /* the profiles named on the command line */
    int file_count;
};

struct command {
    const char *name;
    const char *arguments; /* for the usage line */
    const char *summary;   /* one line for the list of commands */
    unsigned accepts;      /* OPTION_* */
    enum sort_key sort;    /* unless --sort says otherwise */
    bool (*run)(const struct options *options, struct arena *arena, struct error *error);
};

extern const struct command cmd_tree, cmd_flat, cmd_clocks, cmd_communicators, cmd_coverage, cmd_diff, cmd_export,
    cmd_filter, cmd_html, cmd_imbalance, cmd_merge, cmd_mpi, cmd_ranks, cmd_recover, cmd_scale;

/* Reads argv (without the command's name) into `options`. `*help` is set when the user asked for it. */
bool options_parse(int argc, char **argv, const struct command *command, struct options *options, bool *help,
                   struct error *error);

/* The options that `command` has (null: those that all have), one a line. */
void options_print(FILE *stream, const struct command *command);

#endif
