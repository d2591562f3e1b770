/*
 * history_page.h - a history as a page: a small picture of each function that changed, over the commits that lead to the newest one, with a
 * mark at each change. It is HTML and SVG alone, without a script.
 */
#ifndef INSTR_REPORT_HISTORY_PAGE_H
#define INSTR_REPORT_HISTORY_PAGE_H

#include "report/compare/history.h"
#include "report/compare/news.h"

/* What a version changed. */
struct told {
    const struct version *version;
    struct news_list list; /* of calls, and behind them of times */
    bool read;             /* its times are known */
};

bool history_page(FILE *stream, const struct history *history, const struct told *told, struct arena *arena,
                  struct error *error);

#endif
