/*
 * needed.h - allocates memory, or ends the tool with a message. So tools never check for NULL.
 *
 * Not for the runtime, which must never end the user's program, nor for code that both share.
 */
#ifndef INSTR_BASE_NEEDED_H
#define INSTR_BASE_NEEDED_H

#include <stddef.h>
#include <stdio.h>

/* Makes the arenas of this process use such memory, too. `tool` is its name, for the message. */
void needed_begin(const char *tool);

/* Lets arenas reuse what they freed. Only in a process with one thread. */
void needed_keep(void);

/* Registers a function that is called before the tool ends, and may become another program there. */
void needed_instead(void (*instead)(void));

/* Like calloc and realloc, without failure. */
void *needed_zeros(size_t count, size_t size);
void *needed_room(void *old, size_t size);

/* Like open_memstream, and like fclose for such a stream. */
FILE *needed_stream(char **text, size_t *size);
void needed_stream_end(FILE *stream);

#endif
