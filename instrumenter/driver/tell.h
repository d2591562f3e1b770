/*
 * tell.h - instr-cc's own lines on standard error, one a call.
 */
#ifndef INSTR_TELL_H
#define INSTR_TELL_H

/* "instr-cc: " and the text. What a terminal would obey in it, as in the name of a file, is named. */
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
