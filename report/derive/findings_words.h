/*
 * findings_words.h - the text of each finding, for terminal, page and records.
 */
#ifndef INSTR_REPORT_FINDINGS_WORDS_H
#define INSTR_REPORT_FINDINGS_WORDS_H

#include "report/derive/findings.h"

enum { FINDING_MORE = 3 };

struct finding_words {
    const char *kind;               /* one word, for scripts */
    const char *says;               /* the finding */
    const char *more[FINDING_MORE]; /* what is behind it, a line each; null: no more */
    const char *attempt;            /* what to try; "": nothing is known to help */
    const char *command;            /* of instr-report, that shows more; "": none */
    const char *view;               /* of the page, that shows more */
};

void findings_words(struct finding_words *words, const struct findings *findings, const struct finding *finding,
                    struct arena *arena);

/* Returns the command that shows the callers of a function. For a name of more than 400 bytes it uses a pattern of its start and end. */
const char *findings_callers(const char *name, struct arena *arena);

/* Return texts of the first screen: "up to 92 ms per rank can be saved"; that other programs used the processors, or ""; the `ok` line, or
 * NULL for a part of a profile. */
const char *findings_lost(const struct findings *findings, struct arena *arena);
const char *findings_busy(const struct findings *findings, struct arena *arena);
const char *findings_fine(const struct findings *findings, struct arena *arena);

#endif
