/*
 * body_read.h - the statements of a function by their tokens, in a grammar such as C has it.
 */
#ifndef INSTR_BODY_READ_H
#define INSTR_BODY_READ_H

#include "instrumenter/front/body.h"

/* What languages do not have in common. */
struct body_grammar {
    /* Whether a statement that begins with `first`, behind which `scan` is, is a declaration: by its first words. */
    enum statement_kind (*classify)(struct scan scan, struct token first);
    /* Whether `({`, behind which `scan` is, begins a statement expression. */
    bool (*is_block)(struct scan scan);
    bool nested_functions; /* GNU C */
    bool tries;            /* `try` and `catch` */
};

/* A body that is not of this grammar has no statements. */
void body_read(struct body *body, const struct body_grammar *grammar, const struct unit *unit,
               const struct unit_function *function, const struct pragma_list *pragmas, struct arena *arena);

#endif
