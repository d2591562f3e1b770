/*
 * publish.h - writes a verdict for CI systems: JUnit's XML, Markdown, GitHub annotations.
 */
#ifndef INSTR_REPORT_GATE_PUBLISH_H
#define INSTR_REPORT_GATE_PUBLISH_H

#include "report/compare/show.h"

/* As GitHub's workflows read them from what a step prints: "::error file=...,line=...::...", a line for each cause. */
void publish_annotations(FILE *stream, const struct gate *gate, struct arena *arena);

/* JUnit's XML: each function of the baseline, and each new one, is a test of its file. */
void publish_junit(FILE *stream, const struct gate *gate, struct arena *arena);

#endif
