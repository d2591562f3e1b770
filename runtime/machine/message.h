/*
 * message.h - prints the one line that the runtime may print, on standard error.
 *
 * It is the program's channel, so: only where it is still what it was when the program started, and no file that the
 * program opened since; never waiting for who reads it; and no signal reaches the program because nobody does, or
 * because the file is as long as it may be.
 */
#ifndef INSTR_MESSAGE_H
#define INSTR_MESSAGE_H

#include <stddef.h>

/* Remembers the file behind standard error. Once, when the runtime starts. */
void message_start(void);

/* Writes a line that the user asked for, with its end; waits for its reader. Never changes errno. */
void message_line(const char *line, size_t length);

/* Writes "instr: TEXT", cut to one line. Never changes errno. */
void message_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
