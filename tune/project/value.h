/*
 * value.h - a value that a parameter can take: a whole number, a number, a text or a truth, and how it is written.
 */
#ifndef INSTR_TUNE_VALUE_H
#define INSTR_TUNE_VALUE_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum value_kind { VALUE_INTEGER, VALUE_NUMBER, VALUE_TEXT, VALUE_TRUTH };

struct value {
    enum value_kind kind;
    int64_t integer;  /* of a whole number; 0 or 1 of a truth */
    double number;    /* of both kinds of numbers */
    const char *text; /* as it stands in a command; never null */
};

/* A number that is whole, as 2^3 is in Lua, is written as one: 8, not 8.0. */
void value_integer(struct value *value, int64_t integer, struct arena *arena);
void value_number(struct value *value, double number, struct arena *arena);
void value_text(struct value *value, const char *text, struct arena *arena);
void value_truth(struct value *value, bool truth);

bool value_is_number(const struct value *value);
bool value_equal(const struct value *a, const struct value *b);

#endif
