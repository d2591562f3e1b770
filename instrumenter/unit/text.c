/* text.c - see text.h. */
#include "instrumenter/unit/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_add(struct text *text, const char *bytes, size_t size)
{
    if (text->failed || !size)
        return;
    if (size > text->capacity - text->size) {
        size_t capacity = text->capacity < 4096 ? 4096 : text->capacity;
        while (capacity - text->size < size)
            capacity *= 2;
        char *grown = arena_grow(text->arena, text->bytes, text->capacity, capacity);
        if (!grown) {
            text->failed = true;
            return;
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void text_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_printf(struct text *text, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        text->failed = true;
    else
        text_add(text, line, (size_t)length);
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
