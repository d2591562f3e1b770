/*
 * match.h - which function of a baseline is which one now: of the same file and name; or, where neither has another one, of the
 * same name in another file (it moved); or of the same file and calls under another name (it was renamed).
 */
#ifndef INSTR_REPORT_MATCH_H
#define INSTR_REPORT_MATCH_H

#include "report/compare/counts.h"

struct match {
    uint32_t *before_of, *now_of; /* COUNTS_NONE: there is none */
};

/* False: no memory. */
bool match_make(struct match *match, const struct counts *before, const struct counts *now, struct arena *arena);

#endif
