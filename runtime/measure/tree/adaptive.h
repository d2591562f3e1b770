/*
 * adaptive.h - adaptive timing: which functions have frames, and which are only counted.
 *
 * A call has one of two forms (docs/dev/architecture.md has their table). All functions begin *framed*: a frame, and a reading of the
 * clock at both ends. After some calls their mean is reviewed. If it is below a hundred clock readings, the readings cost too much, and the
 * function is *demoted*: one byte of each of its probes is changed (sites.h), and its calls are *counted* from then on, by the addition
 * that every probe makes. Their time is part of that of the nearest caller with a frame, and is divided by samples (runtime/observe/,
 * runtime/collect/shares.h).
 *
 * A function is judged by the mean of all its calls, on all paths and in all threads: so one with many short calls and a few long
 * ones that take most of its time stays framed.
 *
 * In the first 5 ms of a process nothing is demoted: a short process is exact, and needs no observer. Never demoted: labels, pieces of
 * coroutines, waits of teams, functions that keep their frames. Nothing at all is demoted where code can't be changed, with a trace, or
 * with metrics, which need an open frame.
 */
#ifndef INSTR_ADAPTIVE_H
#define INSTR_ADAPTIVE_H

#include "runtime/measure/store/tree_data.h"

/* In ticks: shorter calls are tiny. */
extern uint64_t adaptive_tiny;

/* Sets it from the cost of a clock reading. */
void adaptive_start(void);

/* Reviews a node after a timed call, when node->review says so. */
void adaptive_review(struct node *node);

/* Notes long calls of a function, which count before its node is reviewed. */
void adaptive_note(struct region *region, uint64_t calls, uint64_t ticks);

#endif
