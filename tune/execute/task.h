/*
 * task.h - one build or one execution under way: which command comes next, and what came of the last.
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
    const char *fresh;  /* of an execution: where a run leaves its profiles */
    unsigned step;      /* a build: enum step_kind; an execution: runs so far, with those to warm up */
    double *numbers;    /* of the first measure, one a sample */
    unsigned sample_count;
    double seconds; /* in all its commands */
};

/* Begins what the library has claimed for us. `*over` is set when there is nothing to run, and it is finished. */
bool task_begin(struct task *task, bool *over, struct error *error);

/* What the keeper has brought. `*over`: the task is finished in the library, and `task` can be used again. */
bool task_go_on(struct task *task, const struct child_process_result *result, bool *over, struct error *error);

/* Starts a command in the folder with the parameters in its environment; `fresh` is where its profiles go, or null. */
bool task_start(struct project *project, const uint16_t *genes, const char *command, const char *folder,
                const char *fresh, double limit, struct keeper *keeper, struct arena *arena, struct error *error);

/* The folder of a plan's build. */
const char *task_build_folder(const struct project *project, const struct plan *plan, struct arena *arena);

#endif
