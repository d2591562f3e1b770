/*
 * commands.h - the user's list of programs to hold instr against, and the running of one command.
 */
#ifndef INSTR_BENCH_COMMANDS_H
#define INSTR_BENCH_COMMANDS_H

#include "common/arena.h"
#include "common/error.h"

#include <stddef.h>

enum { COMMANDS_MOST = 16 };

/* One line of the list: `PROGRAM KIND COMMAND...`. */
struct command {
    const char *kind, *text;
};

struct program {
    const char *name;
    struct command commands[COMMANDS_MOST];
    size_t count;
};

struct programs {
    struct program *list;
    size_t count;
};

/* Reads the list. Lines with a # in front and empty ones are passed over. */
bool commands_read(struct programs *programs, const char *path, struct arena *arena, struct error *error);

/* Null when the program has none of that kind. */
const char *commands_of(const struct program *program, const char *kind);

/* How a command is run. */
struct run {
    const char *command;            /* for the shell */
    const char *const *environment; /* name and value in turn, then null; a null value takes the name away */
    const char *output;             /* what it prints goes there */
    size_t room; /* bytes that the environment is to take, so that the stack begins below; 0: as they come */
};

struct spent {
    double cpu_s;    /* user and system, of all processes that the command waited for */
    double beside_s; /* of those it left behind */
    size_t still;    /* of which some still ran a second later, and are not in it */
};

/* False when it could not be run or did not end with 0. */
bool command_run(const struct run *run, struct spent *spent, struct error *error);

/* A whole file as a string; null when it can't be read. */
char *command_output(const char *path, struct arena *arena);

#endif
