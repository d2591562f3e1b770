/*
 * needed.h - allocates memory, or ends the tool with a message. So tools never check for NULL.
 *
 * Not for the runtime, which must never end the user's program, nor for code that both share.
 */
#ifndef INSTR_BASE_NEEDED_H
#define INSTR_BASE_NEEDED_H

#include <stddef.h>
#include <stdio.h>

/* From now on the arenas of this process are such memory, too. `tool`: its name, for the message. */
void needed_begin(const char *tool);

/* From now on these get again what they gave back. In a process of one thread. */
void needed_keep(void);

/* Has this called before the tool ends, which may become another program there. */
void needed_instead(void (*instead)(void));

/* As calloc and realloc. */
void *needed_zeros(size_t count, size_t size);
void *needed_room(void *old, size_t size);

/* As open_memstream, and as fclose of such a stream. */
FILE *needed_stream(char **text, size_t *size);
void needed_stream_end(FILE *stream);

#endif
