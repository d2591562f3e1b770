/*
 * head.h - what a page says in words: about the run, its findings, the names of regions, ranks and communicators; as JSON.
 */
#ifndef INSTR_REPORT_HEAD_H
#define INSTR_REPORT_HEAD_H

#include "report/html/source.h"

#include <stdio.h>

void head_put(FILE *stream, const struct source *source, struct arena *arena);

#endif
