/*
 * task.h - one build or execution in progress: its next command, and the result of the last.
 */
#ifndef INSTR_TUNE_TASK_H
#define INSTR_TUNE_TASK_H

#include "tune/execute/child_process.h"
#include "tune/execute/outcome.h"

struct task {
    struct project *project;
    struct library *library;
    const struct plan *plan;
    const uint16_t *genes;
    enum work work;
    int64_t id;
    struct keeper keeper;
    struct arena arena; /* of this task alone */
    const char *folder; /* of the build, in which all steps run */
    unsigned step;      /* of a build: enum step_kind */
    double seconds;     /* in all its commands */

    /* An execution. */
    const char *fresh;      /* where a run leaves its profiles */
    bool preparing;         /* the command is the one before the run */
    unsigned warmup;        /* runs that don't count yet */
    unsigned samples, goal; /* that there are, and are to be */
    unsigned last_number;   /* of all samples */
    int64_t round;          /* that runs belong to */
    unsigned *missed;       /* counts runs that fail, which are forgiven then; null: the first one is the end */
    const char **why;       /* for what the last of them failed, in `kept` */
    struct arena *kept;
};

/* Begins work claimed in the library. `*over` is set if there is nothing to run, and it is finished. */
bool task_begin(struct task *task, bool *over, struct error *error);

/* Handles a keeper's result. `*over`: the task is finished in the library, and `task` can be used again. */
bool task_go_on(struct task *task, const struct child_process_result *result, bool *over, struct error *error);

/* Returns the folder of a plan's build. */
const char *task_build_folder(const struct project *project, const struct plan *plan, struct arena *arena);

#endif
