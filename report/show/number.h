/*
 * number.h - numbers of records and exports, in the least time: a profile has millions of them.
 */
#ifndef INSTR_REPORT_NUMBER_H
#define INSTR_REPORT_NUMBER_H

#include <stdint.h>
#include <stdio.h>

enum { NUMBER_ROOM = 48 };

/* Writes a number like printf's %.15g, and a count with all its digits. */
void number_put(FILE *stream, double number);
void number_put_count(FILE *stream, uint64_t count);

/* Write the same into at most NUMBER_ROOM characters at `at`, without a terminating zero; return the end. */
char *number_text(char *at, double number);
char *number_count(char *at, uint64_t count);

#endif
