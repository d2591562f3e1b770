/*
 * tool.h - the main function of a tool with sub-commands: finds the command, shows help, and turns an error into a message and exit status.
 */
#ifndef INSTR_REPORT_TOOL_H
#define INSTR_REPORT_TOOL_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The common beginning of a tool's own struct for a sub-command. */
struct tool_command {
    const char *name;
    const char *arguments; /* for the usage line */
    const char *summary;   /* one line for the list of commands */
    unsigned accepts;      /* bits of the options that mean something to it */
    const char *example;   /* that can be typed */
};

/* A former name of a command; the message names today's. */
struct tool_old {
    const char *name, *command, *option;
};

struct tool {
    const char *name, *version;
    const char *intro;    /* what `help` shows above the commands */
    const char *statuses; /* and at its end, of exit statuses */
    const struct tool_command *const *commands;
    size_t count, usual_count; /* of them, the first so many that `help` lists first; 0: it makes no difference */
    const struct tool_command *usual; /* what is meant where the first word is no command's; null: it must be one */
    const struct tool_old *old;       /* ends with a null name; null: there are none */
    const char *first;                /* what the first word may be, for messages */
    void (*print_options)(FILE *stream, unsigned accepts);
    void (*print_more)(FILE *stream, const struct tool_command *command); /* behind the options of one; or null */
    /* `argv` begins with the command's name, or the tool's. Sets *help and does nothing where the words ask for it. */
    bool (*run)(const struct tool_command *command, int argc, char **argv, bool *help, struct arena *arena,
                struct error *error);
};

/* Runs the tool, and returns main's status. From now on a lack of memory ends the tool: common/needed.h. */
int tool_main(const struct tool *tool, int argc, char **argv);

#endif
