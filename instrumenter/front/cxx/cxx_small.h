/*
 * cxx_small.h - what libclang's tree shows of a function that may be trivial: see front/small_facts.h.
 *
 * In C++ much is a call that does not look so: operators, conversions, what constructs and destroys objects. So a function is
 * trivial only if all that is in it is known to be harmless. Values may be of classes that are copied byte by byte.
 */
#ifndef INSTR_CXX_SMALL_H
#define INSTR_CXX_SMALL_H

#include "common/arena.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/front/small_words.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

struct cxx_small {
    size_t *callees; /* offsets of their names, where they are defined */
    size_t count, room;
    struct small_bound *bounds; /* of loops */
    size_t bound_count, bound_room;
    bool trivial;
};

/* Of a function with this body. */
void cxx_small_read(struct cxx_small *small, CXCursor function, CXCursor body, const struct unit_lines *lines,
                    struct arena *arena);

#endif
