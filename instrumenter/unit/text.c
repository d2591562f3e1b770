/* text.c - see text.h. */
#include "instrumenter/unit/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void make_room(struct text *text, size_t size)
{
    size_t capacity = text->capacity < 4096 ? 4096 : text->capacity;
    if (size <= text->capacity - text->size)
        return;
    while (capacity - text->size < size)
        capacity *= 2;
    text->bytes = arena_grow(text->arena, text->bytes, text->capacity, capacity);
    text->capacity = capacity;
}

void text_add(struct text *text, const char *bytes, size_t size)
{
    if (!size)
        return;
    make_room(text, size);
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void text_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_printf(struct text *text, const char *format, ...)
{
    size_t length = 255, room; /* most are not longer */
    do {
        va_list arguments;
        make_room(text, length + 1);
        room = text->capacity - text->size;
        va_start(arguments, format);
        length = (size_t)vsnprintf(text->bytes + text->size, room, format, arguments);
        va_end(arguments);
    } while (length >= room);
    text->size += length;
}

void text_literal(struct text *text, const char *string)
{
    if (!string) {
        text_string(text, "0");
        return;
    }
    text_string(text, "\"");
    for (const char *at = string; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '"' || byte == '\\' || byte == '?') /* ? would begin a trigraph */
            text_printf(text, "\\%c", byte);
        else if (byte < ' ' || byte >= 127) /* what is no ASCII would be turned into the program's character set */
            text_printf(text, "\\%03o", byte);
        else
            text_add(text, at, 1);
    }
    text_string(text, "\"");
}
