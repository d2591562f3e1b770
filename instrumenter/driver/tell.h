/*
 * tell.h - prints messages of instr-cc on standard error, one line each.
 */
#ifndef INSTR_TELL_H
#define INSTR_TELL_H

/* Prints "instr-cc: " and the text. Terminal commands in it, as in a file's name, are shown escaped. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
