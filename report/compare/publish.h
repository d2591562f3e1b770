/*
 * publish.h - writes a verdict for CI systems: JUnit's XML, Markdown, GitHub annotations.
 */
#ifndef INSTR_REPORT_GATE_PUBLISH_H
#define INSTR_REPORT_GATE_PUBLISH_H

#include "report/compare/show.h"

/* Writes GitHub annotations, a line for each cause: "::error file=...,line=...::...". Workflows read them from the output of a step. */
void publish_annotations(FILE *stream, const struct gate *gate, struct arena *arena);

/* Writes JUnit XML. Each function of the baseline, and each new one, is a test of its file. */
void publish_junit(FILE *stream, const struct gate *gate, struct arena *arena);

#endif
