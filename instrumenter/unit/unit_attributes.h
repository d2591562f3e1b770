/*
 * unit_attributes.h - lists of attributes by their tokens: __attribute__((a, b(c))), [[a, x::b(c)]], __declspec(a).
 *
 * The name of an attribute is a word like others anywhere else.
 */
#ifndef INSTR_UNIT_ATTRIBUTES_H
#define INSTR_UNIT_ATTRIBUTES_H

#include "instrumenter/unit/unit_scan.h"

struct attributes {
    size_t depth, list; /* brackets that are open; those in which the names stand */
};

/* Whether `token`, which the scan gave last, begins a list. The scan then goes on behind its first bracket. */
bool attributes_begin(struct attributes *attributes, struct scan *scan, struct token token);

/* The next word of the list that is no argument; TOKEN_END when the scan stands behind the list. */
struct token attributes_next(struct attributes *attributes, struct scan *scan);

#endif
