/*
 * body.h - the statements of one function, and the targets of its jumps. The front of the language fills it in.
 */
#ifndef INSTR_BODY_H
#define INSTR_BODY_H

#include "common/arena.h"
#include "instrumenter/unit/pragma.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdbool.h>
#include <stddef.h>

enum statement_kind {
    STATEMENT_BLOCK,
    STATEMENT_IF,
    STATEMENT_LOOP,
    STATEMENT_ONCE, /* do ... while (0): a loop in form only */
    STATEMENT_SWITCH,
    STATEMENT_TRY,   /* with its handlers */
    STATEMENT_LABEL, /* and the statement it stands before; `case` and `default` too */
    STATEMENT_EXPRESSION,
    STATEMENT_DECLARATION,
    STATEMENT_UNSURE,  /* one of these two */
    STATEMENT_LEAVE,   /* break, continue, goto, return */
    STATEMENT_EMPTY,   /* also one of attributes only, as `fallthrough` */
    STATEMENT_FUNCTION /* nested */
};

enum statement_role {
    ROLE_PLAIN, /* one of a block */
    ROLE_BODY,  /* of a loop or switch; what an `if` does; what stands behind a label */
    ROLE_ELSE,
    ROLE_VALUE /* the block of a statement expression */
};

struct statement {
    enum statement_kind kind;
    enum statement_role role;
    size_t parent;    /* index; a statement in an expression has the statement of that expression */
    size_t last;      /* index behind its last descendant */
    size_t start;     /* offset of its first token */
    size_t end;       /* behind its last token */
    size_t before;    /* behind the token before it */
    size_t front;     /* where a probe around it may be put: before the pragmas that govern it */
    bool movable;     /* false: there is no such place */
    bool is_case;     /* a LABEL that is `case` or `default` */
    bool fallthrough; /* an EMPTY that is this attribute */
    bool literal;     /* an EXPRESSION, maybe behind labels, with a compound literal: that lives as long as the
                         block around the statement */
    bool no_nest, no_inside, atomic, no_count; /* from the pragmas that govern it */
};

/* Sources and targets of jumps, in the order of `at`. */
enum mark_kind {
    MARK_LABEL,
    MARK_CASE,
    MARK_GOTO,
    MARK_ASM_GOTO, /* one for each label of an `asm goto` */
    MARK_COMPUTED, /* goto *p */
    MARK_TAKEN     /* &&label */
};

struct mark {
    enum mark_kind kind;
    size_t at;
    struct token name;  /* of the label */
    size_t first, last; /* LABEL: offsets of the first and last goto to it; CASE: first = its switch;
                           jumps: first = their label */
    bool taken;         /* LABEL: its address is */
};

struct body {
    const char *text;
    struct statement *statements; /* parents before children; the first is the whole body */
    size_t count, capacity;
    struct mark *marks;
    size_t mark_count, mark_capacity;
    size_t computed_first, computed_last; /* offsets of `goto *`; first > last: none */
    size_t taken_first, taken_last;       /* offsets of labels whose address is taken */
};

/* Connects jumps with labels; called at the end. */
void body_link(struct body *body, struct arena *arena);

/* Returns why [from, to) can't be timed: a jump would enter it past the probe, or leave it without the cleanup. NULL if it can. The text may
 * be in `arena`; `*at` is the offset of the culprit. */
const char *body_jumps(const struct body *body, size_t from, size_t to, size_t *at, struct arena *arena);

/* Returns the innermost statement around `offset`, or 0, the whole body. */
size_t body_innermost(const struct body *body, size_t offset);

/* Returns whether the statement is in a loop of this function. */
bool body_in_loop(const struct body *body, size_t index);

/* Returns the statement behind all labels of a statement; SIZE_MAX if there is none. */
size_t body_behind_labels(const struct body *body, size_t index);

/*
 * --- body_flow.c: whether a function can run from its `{` to its end without certain calls.
 *
 *     if (--p->count == 0)       can: where the condition does not hold
 *         free_all(p);
 *
 *     if (p->ready)              can: it returns before the call
 *         return p;
 *     return make(p);
 *
 *     return make(p, p->ready);  can't
 */

/* Returns whether the function can run without any of the calls. `calls`: sorted offsets, in a body without `goto` whose loops run at least
 * once. A call behind `&&`, `||` or `?` in its statement may be skipped. */
bool body_avoids(const struct body *body, const size_t *calls, size_t count);

/* --- body_read.c: the statements of a function by their tokens, in a grammar such as C has it. --- */

/* The differences between languages. */
struct body_grammar {
    /* Whether a statement that begins with `first`, behind which `scan` is, is a declaration: by its first words. */
    enum statement_kind (*classify)(struct scan scan, struct token first);
    /* Whether `({`, behind which `scan` is, begins a statement expression. */
    bool (*is_block)(struct scan scan);
    bool nested_functions; /* GNU C */
    bool tries;            /* `try` and `catch` */
};

/* Reads a body. One that does not follow the grammar has no statements. */
void body_read(struct body *body, const struct body_grammar *grammar, const struct unit *unit,
               const struct unit_function *function, const struct pragma_list *pragmas, struct arena *arena);

#endif
