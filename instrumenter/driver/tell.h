/*
 * tell.h - prints messages of instr-cc on standard error, one line each.
 */
#ifndef INSTR_TELL_H
#define INSTR_TELL_H

/* "instr-cc: " and the text. What a terminal would obey in it, as in the name of a file, is named. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
