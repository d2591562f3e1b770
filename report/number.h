/*
 * number.h - numbers of records and exports, in the least time: a profile has millions of them.
 */
#ifndef INSTR_REPORT_NUMBER_H
#define INSTR_REPORT_NUMBER_H

#include <stdint.h>
#include <stdio.h>

void number_put_count(FILE *stream, uint64_t count);

/* As printf's %.15g. What is a whole number of picoseconds, below 1,000 seconds, is written without it. */
void number_put(FILE *stream, double number);

#endif
