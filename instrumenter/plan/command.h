/*
 * command.h - parses the words of a compiler command into a plan, and keeps the facts that its decisions need.
 *
 * Private to plan/: plan_make.c decides, command.c and command_own.c parse.
 */
#ifndef INSTR_COMMAND_H
#define INSTR_COMMAND_H

#include "instrumenter/plan/plan.h"

/* Facts read from a command, beside the plan. */
struct command {
    struct plan *plan;
    struct arena *arena;
    const char *language; /* of -x here; null = by suffix */
    int level;            /* of --instr-level; below 0 = not given */
    const char *macro;    /* of -DTIMER_LEVEL */
    struct words flags;   /* for libclang */
    enum passed passed;   /* the first reason to pass */
    bool options_end;     /* `--` was seen */
    bool included;        /* the next -Xclang has the file of an -include */
    bool sibling_calls;   /* tail calls become jumps whatever -O says */
    bool other_size;      /* the target's pointers have not the size of the runtime's */
    bool mpi_library;     /* the command names one */
    bool fortran;         /* a source is in it */
    bool nothing;         /* no object is made, whatever else keeps the command from being ours */
    bool own_hooks;       /* the program has functions for the compiler's hooks, or wants room where ours are */
    bool assembly, object, no_runtime, header, arch;
    size_t inputs;
};

/* Fills in the plan's words and units, and notes what single words say. */
void command_read(struct command *command, const struct words *argv);

/* Sets the reason, unless there is one. */
static inline void command_pass(struct command *command, enum passed why)
{
    if (!command->passed)
        command->passed = why;
    command->nothing |= passed_outcome(why) == PASSED_NOTHING;
}

/* Takes our own option in `word`; returns false if it is none of ours. */
bool command_own(struct command *command, const char *word);

/* The prefix of all our own options. */
#define COMMAND_OWN "--instr-"

/* Applies the environment's values of our options; others stay as they are. */
void command_environment(struct command *command);

/* Takes the level from the environment, -DTIMER_LEVEL or --instr-level, later ones overriding earlier ones. */
void command_level(struct command *command);

#endif
