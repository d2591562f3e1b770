/*
 * print.h - prints the timers of a process. The form is that of GPTL's own file, line by line, or that of E3SM's.
 */
#ifndef COMPAT_GPTL_PRINT_H
#define COMPAT_GPTL_PRINT_H

#include "runtime/timers/gptl/timers.h"

#include <stdio.h>

/* --- call_tree.c: GPTL's tree to print: each timer once, below one of the timers that called it, as GPTLprint_method says. --- */

/* Fills in the children from the root on. Returns false if there is no memory. */
bool call_tree_build(struct timers *timers);

/* Returns the depth of the root's tree; its children have 0. */
int call_tree_depth(const struct timer *timer, int depth);

/* Returns the columns of the names, with `indent` columns for each level. */
int call_tree_width(const struct timer *timer, int depth, int indent);

/* Called for each timer of the tree, parents first. */
typedef void call_tree_visitor(const struct timer *timer, int depth, void *context);
void call_tree_visit(const struct timer *timer, int depth, call_tree_visitor *visitor, void *context);

/* --- */

/* Counts from here on are written as 1.2e+06. */
enum { PRINT_EXACT = 1000000 };

/* Opens the file as GPTL does: stderr, with a warning, if it can't be written. */
FILE *print_open(const char *path);
void print_close(FILE *file);

/* Writes `count` copies of `c`. */
void print_fill(FILE *file, char c, int count);

/* Returns the thread's timers with their tree; empty ones for a thread without timers. */
const struct timers *print_thread(int thread);

/* Prints each timer that the first thread shares with others, thread by thread, and the sum: `row` writes the text behind the thread's number.
 * Then the cost of each thread's calls, at `cost` seconds each. */
void print_shared(FILE *file, call_tree_visitor *row, void *context, double cost);

double print_calls_of(int thread);

/* Prints the timers with several parents, and how often each parent called them. */
void print_parents(FILE *file);

/* Prints the rest of a begun file, in GPTL's form or E3SM's. */
void print_gptl(FILE *file);
void print_e3sm(FILE *file);

/* Prints a number of calls, eight columns wide. */
void print_calls(FILE *file, unsigned long calls);

/* Returns whether other threads than the first have a timer of this name. */
bool print_is_shared(const struct timer *timer);

/* Returns the first timer of the process, the 100% of percentages, or NULL. */
const struct timer *print_first(void);

double print_cpu_seconds(long ticks);

#endif
