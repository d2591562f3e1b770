/*
 * unit_clang.h - what only a compiler's front end knows about the functions of a flat text, by libclang.
 */
#ifndef INSTR_UNIT_CLANG_H
#define INSTR_UNIT_CLANG_H

#include "base/arena.h"
#include "base/error.h"
#include "instrumenter/front/outside_calls.h"
#include "instrumenter/front/unit_calls.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

enum { CLANG_INTERNAL = 1, CLANG_INLINE = 2 };

struct clang_function {
    const char *name;
    size_t name_at;     /* offset of its name in the definition */
    size_t head;        /* of the definition's first token */
    size_t open;        /* of the body's `{` */
    size_t close;       /* of its `}` */
    unsigned flags;     /* CLANG_*, from any of its declarations */
    enum reason reason; /* from an attribute of any of them */
};

struct clang_unit {
    struct clang_function *functions; /* in order of `open` */
    size_t count, capacity;
    struct call_list calls;       /* in no order, `function` not filled in */
    struct outside_calls outside; /* in order of `start`; its `lines` are the caller's to fill in */
};

/* Functions of system headers are left out. `flags` ends with null. Parse errors are none here, a crash of
 * libclang neither: what was found is what there is. False when there is no libclang. */
bool unit_clang(struct clang_unit *result, const char *text, size_t size, const struct unit_lines *lines,
                const char *const *flags, struct arena *arena, struct error *error);

#endif
