/*
 * head.h - the data of a page: a head in JSON with its length before it, which has what the page says in words (the run, its findings,
 * the names of regions, ranks and communicators), then the columns of columns.h; all of it compressed.
 */
#ifndef INSTR_REPORT_HEAD_H
#define INSTR_REPORT_HEAD_H

#include "report/html/source.h"

#include <stdio.h>

void head_put(FILE *stream, const struct source *source, struct arena *arena);

#endif
