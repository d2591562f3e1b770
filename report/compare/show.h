/*
 * show.h - prints a verdict: on the screen, as CSV and as JSON.
 */
#ifndef INSTR_REPORT_GATE_SHOW_H
#define INSTR_REPORT_GATE_SHOW_H

#include "report/compare/verdict.h"
#include "report/read/git.h"
#include "report/show/rows.h"
#include "report/show/screen.h"

struct gate {
    const char *baseline;        /* its file; null: these are runs, too, or there is none */
    const struct commit *commit; /* null, or what is here: the baseline is that of an earlier commit */
    struct counts before, now;
    const struct compare_run *runs;
    struct verdict verdict;
};

/* "parse (parse.c:88), called as often as before, makes 14,112 more calls of hash_grow", or "has 24 more heap-calls", or "takes 12
 * ms more". */
const char *gate_sentence(const struct verdict_cause *cause, struct arena *arena);

/* Returns the number of the baseline's functions and of failing new ones. */
uint32_t gate_function_count(const struct gate *gate);

/* "more often: 15,136 calls, 1,024 before". */
const char *gate_change(const struct gate *gate, const struct verdict_finding *finding, struct arena *arena);

/* Prints each cause with its consequences, the largest first. */
void gate_causes(struct screen *screen, const struct gate *gate, struct arena *arena);

void gate_print(struct screen *screen, const struct gate *gate, const struct options *options, struct arena *arena);
extern const struct row_form form_gate;
void gate_records(struct screen *screen, const struct gate *gate, enum output_form form);

#endif
