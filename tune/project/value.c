/* value.c - see project.h. */
#include "tune/project/project.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void value_integer(struct value *value, int64_t integer, struct arena *arena)
{
    *value = (struct value){VALUE_INTEGER, integer, (double)integer, arena_printf(arena, "%" PRId64, integer)};
}

/* The fewest digits that give the same number back. */
static const char *shortest(double number, struct arena *arena)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    return arena_printf(arena, "%s", text);
}

void value_number(struct value *value, double number, struct arena *arena)
{
    if (fabs(number) < 0x1p53 && number == floor(number))
        value_integer(value, (int64_t)number, arena);
    else
        *value = (struct value){VALUE_NUMBER, 0, number, shortest(number, arena)};
}

void value_text(struct value *value, const char *text, struct arena *arena)
{
    *value = (struct value){VALUE_TEXT, 0, 0, arena_printf(arena, "%s", text)};
}

void value_truth(struct value *value, bool truth)
{
    *value = (struct value){VALUE_TRUTH, truth, 0, truth ? "true" : "false"};
}

bool value_is_number(const struct value *value)
{
    return value->kind == VALUE_INTEGER || value->kind == VALUE_NUMBER;
}

bool value_equal(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && !strcmp(a->text, b->text);
}
