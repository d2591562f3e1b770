/*
 * waiting_by.h - `instr-report waiting --by`: who was late, and who waited for whom, rank by rank.
 */
#ifndef INSTR_REPORT_WAITING_BY_H
#define INSTR_REPORT_WAITING_BY_H

#include "report/derive/waiting.h"
#include "report/read/report.h"

/* As --by says, which is not BY_PATH. */
void waiting_by(struct report *report, const struct waiting *waiting, const struct options *options,
                struct arena *arena);

/* What kept threads from running, as a part of a screen; nothing where that is not known. */
void waiting_by_kernel(struct report *report, const struct options *options, struct arena *arena);

#endif
