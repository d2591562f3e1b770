/*
 * work.h - one command being carried out: its plan, its temporary folder, and the steps to run.
 *
 * Private to compile.c, which orders the steps, and fall_back.c.
 */
#ifndef INSTR_WORK_H
#define INSTR_WORK_H

#include "common/filter.h"
#include "instrumenter/compile/dead_calls.h"
#include "instrumenter/compile/log.h"
#include "instrumenter/compile/messages.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/edit/unit_edit.h"
#include "instrumenter/plan/plan.h"

#include <sys/types.h>

/* Facts about dead calls of a unit (dead_calls.h). */
struct work_dead {
    const char *const *possible; /* null: not looked for yet */
    bool compiled;
    struct dead_object plain; /* once it is compiled */
    bool kept;                /* the last object had one */
};

struct work {
    const struct plan *plan;
    const struct compiler *compiler;
    const char *runtime;
    const char *mpi_part; /* the plan's, or its copy in the folder; null = none */
    const char *folder;
    unsigned place;       /* how many folders for temporary files were tried */
    bool full;            /* this one has no room for our files */
    const char *hooks;    /* null, or the folder in it of our assembler: then units are compiled singly */
    const char *messages; /* the file in it that takes what a step prints */
    const char **texts;   /* for each unit the path of its edited text; null = the original */
    const char **flats;   /* and of its flat text, null once it can't be edited */
    const struct unit **parsed;
    bool *starts;           /* of a unit: it has the program's entry, so there is no C library */
    bool *suspects;         /* of a unit: the compiler may say more of its source than of a flat text */
    struct work_dead *dead; /* of a unit */
    const char **excluded; /* of a unit without edited text: functions that hooks may not name; null: it has no hooks */
    bool clang;            /* by what the flat text says */
    bool printed;          /* a step wrote to standard error */
    bool printed_early;    /* and it was a preprocessing step */
    enum messages_pragmas pragmas;
    bool headers;         /* it has our instr.h */
    bool assembler_files; /* assembly in it names files */
    bool has_input;       /* standard input was saved and is rewound before each step */
    struct filter filter;
    struct log *log;
    struct arena *arena;
};

/* Makes the folder, with a copy of the MPI part of a link that knows the runtime's place. */
bool work_open(struct work *work, struct error *error);

/* Starts a step. Its output goes to the file `capture`, unless that is NULL. */
bool work_begin(struct work *work, char *const *argv, const char *capture, pid_t *pid, struct error *error);

/* Waits for it, and checks whether it printed anything. */
bool work_end(struct work *work, pid_t pid, const char *capture, int *status, struct error *error);

/* Runs a step. If it is `captured`, to work->messages, work->printed tells whether it printed anything. */
bool work_step(struct work *work, char *const *argv, bool captured, int *status, struct error *error);

/* Returns the options for editing unit `index`. */
struct unit_options work_options(const struct work *work, size_t index);
bool work_given_up(const struct plan *plan, size_t index);

/* Edits unit `index` in this mode, into the file from which it will be compiled. */
bool work_edit(struct work *work, size_t index, enum unit_edit_mode mode, struct error *error);

/* Returns the preferred mode. Text to be printed has probes in C, which compile anywhere. */
enum unit_edit_mode work_first_mode(const struct work *work);

/* Returns how the texts are compiled. */
struct plan_compilation work_compilation(const struct work *work, enum plan_warnings warnings);

/* Returns the user's command with the edited texts. */
char **work_compile_argv(const struct work *work, enum plan_warnings warnings);

/* Runs it; with hooks, after one command for each unit. */
bool work_compile(struct work *work, enum plan_warnings warnings, int *status, struct error *error);

/* --- flat.c: the first step, preprocessing each source --- */

/* Writes the flat text of each unit. *status is not 0 if one can't be preprocessed. */
bool flat_make(struct work *work, int *status, struct error *error);

/* --- instrument.c: the second step, parsing and editing each flat text --- */

/* Writes the edited text of each unit that has one. Returns false if none has, or if *error says why the command must not continue. */
bool instrument_all(struct work *work, struct error *error);

/*
 * --- fall_back.c: if the original compiles but its edited text does not, or its object has calls that the original's lacks: finds the units, and
 * measures what is possible ---
 */

/* Returns whether an object made by the command has calls that are dead. */
bool fall_back_wanted(struct work *work, struct error *error);

/* Finds the units to blame, does less to them, and compiles the command. */
bool fall_back(struct work *work, int *status, struct error *error);

#endif
