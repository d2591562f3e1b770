/*
 * unit_groups.h - tells which pairs of parentheses in a function are calls. Without types `(a)(b)` may be a call or a cast; in doubt
 * it is a call.
 */
#ifndef INSTR_UNIT_GROUPS_H
#define INSTR_UNIT_GROUPS_H

#include "instrumenter/unit/unit_scan.h"

enum { GROUPS_DEEPEST = 256 };

struct group {
    struct token before, first, last; /* before the `(`; behind it; before the `)` */
};

struct groups {
    struct group open[GROUPS_DEEPEST], closed; /* the one that ended last */
    size_t depth;
    struct token before; /* the token before the next one */
};

/* Must be called before the first token. */
void groups_begin(struct groups *groups);

/* Returns whether a word before a `(` is a keyword that makes no call. */
bool groups_is_keyword(const struct scan *scan, struct token token);

/* Returns whether the next token, a `(`, calls the result of an expression instead of a function by name. `scan` is behind the expression. */
bool groups_is_called(const struct groups *groups, const struct scan *scan, struct token token);

/* Handles the next token. Returns false if groups are nested too deep. */
bool groups_take(struct groups *groups, const struct scan *scan, struct token token);

#endif
