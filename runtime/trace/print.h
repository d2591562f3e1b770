/*
 * print.h - INSTR_PRINT: a line on standard error for each call and each return, when it happens.
 */
#ifndef INSTR_PRINT_H
#define INSTR_PRINT_H

/* Once, when the runtime starts; in place of a trace where the settings say so. */
void print_start(void);

#endif
