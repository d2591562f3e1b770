/*
 * findings.h - what the default report and the page say first: which functions took most time themselves, on which paths,
 * how much of it was MPI, where ranks waited, for whom and why, and who was slowest and why.
 */
#ifndef INSTR_REPORT_FINDINGS_H
#define INSTR_REPORT_FINDINGS_H

#include "report/balance.h"

enum { FINDINGS_SHOWN = 5, FINDINGS_WAITS = 3, FINDINGS_SENTENCES = 5 + 3 * FINDINGS_WAITS };

struct findings {
    uint32_t functions[FINDINGS_SHOWN], paths[FINDINGS_SHOWN]; /* regions, nodes; the largest first */
    uint32_t function_count, path_count;
    uint32_t *paths_of; /* of each region, how many call paths it has */
    const char *sentences
        [FINDINGS_SENTENCES]; /* about the processor, MPI, waiting and the balance of ranks, as far as there is something to say */
    unsigned sentence_count;
};

bool findings_make(struct findings *findings, const struct balance *balance, struct arena *arena, struct error *error);

#endif
