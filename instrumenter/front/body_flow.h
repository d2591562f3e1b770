/*
 * body_flow.h - whether a function can run from its `{` to its end without certain calls.
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
#ifndef INSTR_BODY_FLOW_H
#define INSTR_BODY_FLOW_H

#include "instrumenter/front/body.h"

/* `calls`: offsets, in order, in a body whose loops turn at least once, and that has no `goto`. A call that stands behind `&&`, `||` or `?` in its
 * statement is one that need not be made. */
bool body_avoids(const struct body *body, const size_t *calls, size_t count);

#endif
