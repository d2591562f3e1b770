/*
 * json.h - reads JSON (RFC 8259), as clients send it and our own records are.
 *
 * Values of one text are in one arena. What is nested deeper than JSON_DEPTH is refused, and so is \u0000, which no text here can hold.
 */
#ifndef INSTR_REPORT_JSON_H
#define INSTR_REPORT_JSON_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH = 64 };
enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    const char *text; /* of a string; of a number its digits as they came */
    const char *name; /* in an object */
    struct json *first, *next;
};

/* Null: it is none, or there is no memory. */
struct json *json_read(const char *text, struct arena *arena);

/* Of an object; null where it has none of that name, or is no object. */
const struct json *json_member(const struct json *object, const char *name);

/* The member, if it is a string; else null. */
const char *json_string(const struct json *object, const char *name);

void json_write(FILE *stream, const struct json *value);

#endif
