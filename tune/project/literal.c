/* literal.c - see literal.h. */
#include "tune/project/literal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };

struct reader {
    const char *at, *name;
    int line;
    unsigned depth;
    struct arena *arena;
    struct error *error;
};

static bool wrong(struct reader *reader, const char *what)
{
    return error_set(reader->error, ERROR_USAGE, "%s:%d: %s", reader->name, reader->line, what);
}

/* Blanks, comments, and what continues a line. */
static void skip(struct reader *reader)
{
    for (;; reader->at++) {
        if (*reader->at == '#')
            reader->at += strcspn(reader->at, "\n");
        if (*reader->at == '\n')
            reader->line++;
        else if (!isspace((unsigned char)*reader->at) && !(*reader->at == '\\' && strchr("\r\n", reader->at[1])))
            return;
    }
}

static bool read_text(struct reader *reader, struct literal *value)
{
    char quote = *reader->at++, *out = arena_alloc(reader->arena, strlen(reader->at) + 1), *end = out;
    for (; *reader->at != quote; reader->at++) {
        if (!*reader->at || *reader->at == '\n')
            return wrong(reader, "a text without its end");
        if (*reader->at == '\\' && strchr("\\\"'", reader->at[1]) && reader->at[1])
            reader->at++;
        *end++ = *reader->at;
    }
    reader->at++;
    *value = (struct literal){.kind = LITERAL_TEXT, .text = out};
    return true;
}

static bool read_value(struct reader *reader, struct literal *value);

static bool read_list(struct reader *reader, struct literal *value)
{
    char close = *reader->at++ == '[' ? ']' : ')';
    *value = (struct literal){.kind = LITERAL_LIST};
    if (++reader->depth > DEEPEST)
        return wrong(reader, "lists in lists too deeply");
    for (skip(reader); *reader->at != close; skip(reader)) {
        size_t size = value->count * sizeof *value->items;
        value->items = arena_grow(reader->arena, value->items, size, size + sizeof *value->items);
        if (!read_value(reader, &value->items[value->count++]))
            return false;
        skip(reader);
        if (*reader->at == ',')
            reader->at++;
        else if (*reader->at != close)
            return wrong(reader, "a list without its end");
    }
    reader->at++;
    reader->depth--;
    return true;
}

static bool read_word(struct reader *reader, struct literal *value)
{
    size_t length = 0;
    while (isalnum((unsigned char)reader->at[length]) || reader->at[length] == '_')
        length++;
    bool truth = length == 4 && !strncmp(reader->at, "True", 4);
    if (!truth && !(length == 5 && !strncmp(reader->at, "False", 5)))
        return wrong(reader, "neither a number nor a text nor a list nor True or False");
    *value = (struct literal){.kind = LITERAL_TRUTH, .number = truth};
    reader->at += length;
    return true;
}

static bool read_value(struct reader *reader, struct literal *value)
{
    skip(reader);
    if (*reader->at == '"' || *reader->at == '\'')
        return read_text(reader, value);
    if (*reader->at == '[' || *reader->at == '(')
        return read_list(reader, value);
    char *end;
    double number = strtod(reader->at, &end);
    if (end == reader->at || isalpha((unsigned char)*reader->at))
        return read_word(reader, value);
    *value = (struct literal){.kind = LITERAL_NUMBER,
                              .number = number,
                              .text = arena_copy(reader->arena, reader->at, (size_t)(end - reader->at))};
    reader->at = end;
    return true;
}

bool literal_read(const char *text, const char *name, struct assignment **assignments, unsigned *count,
                  struct arena *arena, struct error *error)
{
    struct reader reader = {.at = text, .name = name, .line = 1, .arena = arena, .error = error};
    *assignments = NULL;
    *count = 0;
    for (skip(&reader); *reader.at; skip(&reader)) {
        size_t length = 0, size = *count * sizeof **assignments;
        int line = reader.line;
        while (isalnum((unsigned char)reader.at[length]) || reader.at[length] == '_')
            length++;
        const char *word = arena_copy(arena, reader.at, length);
        *assignments = arena_grow(arena, *assignments, size, size + sizeof **assignments);
        reader.at += length;
        skip(&reader);
        if (!length || *reader.at != '=')
            return wrong(&reader, "no assignment: NAME = VALUE is all that is read");
        reader.at++;
        struct assignment *one = &(*assignments)[(*count)++];
        *one = (struct assignment){.name = word, .line = line};
        if (!read_value(&reader, &one->value))
            return false;
    }
    return true;
}
