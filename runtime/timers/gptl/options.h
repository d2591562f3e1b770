/*
 * options.h - the options set by GPTLsetoption and GPTLsetutr, and the clocks.
 *
 * There are two GPTLs: its author's, and the older one that E3SM carries. They differ in what the numbers of some options mean, in the limits of
 * names and in the files. The functions that a program calls show which one it uses.
 */
#ifndef COMPAT_GPTL_OPTIONS_H
#define COMPAT_GPTL_OPTIONS_H

#include "include/gptl.h"

#include <stdbool.h>

struct options {
    bool wall, cpu, overhead, percent, preamble, threadsort, multparent, memusage, verbose, rank0_only;
    bool quotes, append; /* E3SM's */
    int depth_limit;
    int max_threads; /* 0: as many as come */
    int method;
    double memory_growth; /* share */
};

extern struct options options;

/* Returns whether the program was written for E3SM's GPTL. */
bool options_e3sm(void);

/* Notes a call of a function that only E3SM's GPTL has. */
void options_say_e3sm(void);

void options_reset(void);

/* Chooses one of the clocks of GPTLFuncoption. */
void options_choose_clock(int clock);

/* Return seconds by the clock in use, and the clock's name. */
double options_now(void);
const char *options_clock_name(void);

/* Measures the cost of a clock reading, in seconds. */
double options_clock_cost(void);

const char *options_method_name(void);

#endif
