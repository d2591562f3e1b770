/*
 * print.h - the timers of a process as text. The form is that of GPTL's own file, line by line, or that of E3SM's.
 */
#ifndef COMPAT_GPTL_PRINT_H
#define COMPAT_GPTL_PRINT_H

#include "runtime/timers/gptl/timers.h"

#include <stdio.h>

/* --- call_tree.c: GPTL's tree to print: each timer once, below one of the timers that called it, as GPTLprint_method says. --- */

/* Fills in the children, from the root on. False: no memory. */
bool call_tree_build(struct timers *timers);

/* The deepest of the root's tree; its children have 0. */
int call_tree_depth(const struct timer *timer, int depth);

/* Columns that names take, with `indent` of them for each level. */
int call_tree_width(const struct timer *timer, int depth, int indent);

/* For each timer of the tree, parents first. */
typedef void call_tree_visitor(const struct timer *timer, int depth, void *context);
void call_tree_visit(const struct timer *timer, int depth, call_tree_visitor *visitor, void *context);

/* --- */

/* Counts that are not smaller are written as 1.2e+06. */
enum { PRINT_EXACT = 1000000 };

/* Opens the file as GPTL does: stderr, with a warning, where it can't be written. */
FILE *print_open(const char *path);
void print_close(FILE *file);

/* `count` copies of `c`. */
void print_fill(FILE *file, char c, int count);

/* The thread's timers, empty ones for a thread that had none, with its tree built. */
const struct timers *print_thread(int thread);

/* Each timer of the first thread that others have too, thread by thread, and its sum over them: `row` writes what stands behind the thread's
 * number. Then what the calls of each thread cost, at `cost` seconds each. */
void print_shared(FILE *file, call_tree_visitor *row, void *context, double cost);

double print_calls_of(int thread);

/* The timers of more than one parent, and the times that each of these called them. */
void print_parents(FILE *file);

/* The rest of a file that is begun, in GPTL's form or E3SM's. */
void print_gptl(FILE *file);
void print_e3sm(FILE *file);

/* A number of calls, eight columns wide. */
void print_calls(FILE *file, unsigned long calls);

/* Whether other threads than the first have a timer of this name. */
bool print_is_shared(const struct timer *timer);

/* The first timer of the process, which percentages are of; null: there is none. */
const struct timer *print_first(void);

double print_cpu_seconds(long ticks);

#endif
