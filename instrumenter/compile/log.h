/*
 * log.h - one line of JSON for each command, appended to the file that INSTR_LOG or --instr-log names:
 * what was done, and why. See docs/dev/wrapper.md.
 */
#ifndef INSTR_LOG_H
#define INSTR_LOG_H

#include "instrumenter/plan/plan.h"

/* How a unit's object was made. */
enum log_result {
    LOG_ORIGINAL, /* from the user's text: `why` says the reason */
    LOG_RECORDS,  /* from the edited text without probes */
    LOG_HOOKS,    /* from the user's text, with the compiler's hooks */
    LOG_QUIET,    /* instrumented; the edited text had messages of its own, which nobody saw */
    LOG_FULL      /* instrumented */
};

struct log_unit {
    enum log_result result;
    size_t functions;  /* outside system headers */
    size_t left_alone; /* of these, the ones with a reason */
    const char *why;   /* null, or why the result is not LOG_FULL */
};

/* Times of a command's steps, in nanoseconds. */
struct log_times {
    long long preprocess, parse, edit, compile, diagnose;
};

struct log {
    const struct plan *plan;
    struct log_unit *units; /* plan->unit_count of them; null unless PLAN_COMPILE */
    struct log_times times;
};

/* Returns the present time on the clock of log_times. */
long long log_clock(void);

/* Appends the line; `status` is the exit status, or -1 if the command is about to be executed. Failures are ignored, because a log is not
 * worth a build. */
void log_write(const struct log *log, int status);

#endif
