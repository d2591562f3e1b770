/*
 * progress.h - how far a run is, on the standard error: one line that changes on a terminal, a line now and then
 * elsewhere.
 */
#ifndef INSTR_TUNE_PROGRESS_H
#define INSTR_TUNE_PROGRESS_H

#include "tune/execute/outcome.h"
#include "tune/project/project.h"

struct progress {
    struct project *project;
    unsigned total; /* variants; 0: not known */
    unsigned seen, fresh, failed;
    unsigned failures_shown;
    double began, shown;
    double best; /* cost */
    const char *best_number, *best_text;
    bool terminal;
    struct arena arena;
};

void progress_begin(struct progress *progress, struct project *project, unsigned total);
void progress_tell(struct progress *progress, const uint16_t *genes, const struct outcome *outcome, bool fresh);
/* Takes the line away. */
void progress_end(struct progress *progress);

#endif
