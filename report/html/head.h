/*
 * head.h - writes the data of a page: the length of a JSON text, this text (the run, its findings, the names of regions, ranks and
 * communicators), and the columns of columns.h; all compressed.
 */
#ifndef INSTR_REPORT_HEAD_H
#define INSTR_REPORT_HEAD_H

#include "report/html/source.h"

#include <stdio.h>

void head_put(FILE *stream, const struct source *source, struct arena *arena);

#endif
