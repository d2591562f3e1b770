/*
 * text.h - text that grows at its end, in an arena.
 */
#ifndef INSTR_TEXT_H
#define INSTR_TEXT_H

#include "common/arena.h"

#include <stddef.h>

struct text {
    struct arena *arena;
    char *bytes; /* not ended by a null byte */
    size_t size, capacity;
};

void text_add(struct text *text, const char *bytes, size_t size);
void text_string(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes `string` as a C string literal that every language standard reads back as the same bytes; NULL becomes 0. */
void text_literal(struct text *text, const char *string);

#endif
