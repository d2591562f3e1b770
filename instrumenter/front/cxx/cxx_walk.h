/*
 * cxx_walk.h - the functions of a text in C++, as libclang's cursors have them.
 */
#ifndef INSTR_CXX_WALK_H
#define INSTR_CXX_WALK_H

#include "instrumenter/front/calls.h"
#include "instrumenter/front/cxx/cxx_small.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

struct cxx_function {
    CXCursor cursor; /* as long as libclang's unit is there */
    const char *name;
    size_t name_at; /* of a lambda: of its `[` */
    size_t head;    /* of its first token */
    size_t open;    /* of the `{` that a probe belongs behind: of a function-try-block, that of its `try` */
    size_t close;
    unsigned flags; /* __INSTR_* */
    struct cxx_small small;
    size_t tails, tails_end; /* in `calls`: those that call the function itself in the end */
    bool lambda;
    bool unread; /* libclang has lost it */
};

struct cxx_unit {
    struct cxx_function *functions; /* in order of `open` */
    size_t count, capacity;
    struct call_list calls; /* in no order, `function` not filled in */
};

struct cxx_source {
    const char *text;
    size_t size;
    const struct unit_lines *lines;
    struct arena *arena;
};

/* Those outside of system headers. False: no memory. */
bool cxx_walk(struct cxx_unit *result, CXTranslationUnit unit, const struct cxx_source *source);

#endif
