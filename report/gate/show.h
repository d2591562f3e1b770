/*
 * show.h - a verdict for people and for scripts.
 */
#ifndef INSTR_REPORT_GATE_SHOW_H
#define INSTR_REPORT_GATE_SHOW_H

#include "report/gate/verdict.h"
#include "report/screen.h"

struct gate {
    const char *baseline; /* its file */
    struct counts before, now;
    const struct compare_run *runs;
    struct verdict verdict;
};

/* "parse (parse.c:88), called as often as before, calls hash_grow 14,112 times more"; null: no memory. */
const char *gate_sentence(const struct verdict_cause *cause, struct arena *arena);

/* "more often: 15,136 calls, 1,024 before"; null: no memory. */
const char *gate_change(const struct verdict_finding *finding, struct arena *arena);

/* Each cause with what follows from it, the largest first. False: no memory. */
bool gate_causes(struct screen *screen, const struct verdict *verdict, struct arena *arena);

/* False: no memory. */
bool gate_print(struct screen *screen, const struct gate *gate, const struct options *options, struct arena *arena);
void gate_records(struct screen *screen, const struct gate *gate, enum output_form form);

#endif
