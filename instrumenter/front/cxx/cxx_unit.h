/*
 * cxx_unit.h - a text in C++, and what was found in it.
 */
#ifndef INSTR_CXX_UNIT_H
#define INSTR_CXX_UNIT_H

#include "common/arena.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/front/small_words.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * --- cxx_small.c: what libclang's tree shows of a function that may be trivial: see front/small_facts.h.
 *
 * In C++ much is a call that does not look so: operators, conversions, what constructs and destroys objects. So a function is
 * trivial only if all that is in it is known to be harmless. Values may be of classes that are copied byte by byte.
 */

struct cxx_small {
    size_t *callees; /* offsets of their names, where they are defined */
    size_t count, room;
    struct small_bound *bounds; /* of loops */
    size_t bound_count, bound_room;
    bool trivial;
};

/* Reads the facts of a function with this body. */
void cxx_small_read(struct cxx_small *small, CXCursor function, CXCursor body, const struct unit_lines *lines,
                    struct arena *arena);

/* --- */

/*
 * C++ functions that system headers bring into a unit: the outermost names of their definitions. A function of the program with such a name, and
 * without a record, is an instance of theirs.
 */

struct cxx_library {
    const char **names;
    size_t count, capacity;
};

/* Adds an outermost declaration of a system header. */
void cxx_library_add(struct cxx_library *library, CXCursor cursor, struct arena *arena);

/* Returns each name once, separated by blanks. */
const char *cxx_library_text(struct cxx_library *library, struct arena *arena);

struct cxx_function {
    CXCursor cursor; /* as long as libclang's unit is there */
    const char *name;
    const char *scope; /* what it is to the names of lambdas in it */
    size_t name_at;    /* of a lambda: of its `[` */
    size_t head;       /* of its first token */
    size_t open;       /* of the `{` that a probe belongs behind: of a function-try-block, that of its `try` */
    size_t close;
    unsigned flags; /* __INSTR_* */
    struct cxx_small small;
    enum reason reason; /* from an attribute of any of its declarations */
    bool lambda;
    bool unread; /* libclang has lost it */
};

struct cxx_unit {
    struct cxx_function *functions; /* in order of `open` */
    size_t count, capacity;
    struct call_list calls; /* in no order, `function` not filled in */
    struct cxx_library library;
};

struct cxx_source {
    const char *text;
    const char *users; /* the text without that of system headers */
    size_t size;
    const struct unit_lines *lines;
    struct arena *arena;
};

void cxx_unit_add(struct cxx_unit *unit, struct cxx_function function, struct arena *arena);

/* --- cxx_walk.c: the functions of a text in C++, as libclang's cursors have them. --- */

/* Finds the functions outside of system headers. Text that is missing in the unit is `unread`; without a unit that is everything. */
void cxx_walk(struct cxx_unit *result, CXTranslationUnit unit, const struct cxx_source *source);

/*
 * --- cxx_bodies.c: the bodies of functions by their tokens, for text that libclang can't read. So each body in the user's text is either found
 * by libclang, or known to be missing. Bodies of local classes are not searched: they are inside a function. ---
 */

/* Adds the bodies outside of system headers to `result`, in order, as `unread`. */
void cxx_bodies_find(struct cxx_unit *result, const struct cxx_source *source);

/* Blanks the bodies of system headers in `text`, a copy, so that libclang need not read them. */
void cxx_bodies_empty(char *text, const struct cxx_source *source);

/*
 * --- cxx_waits.c: where a coroutine may be suspended, by its tokens: of what libclang shows of `co_await x` no version tells the end.
 */

/* Adds the waits of `function`, which has this index, without those of functions inside it. It gets `pieces`, unless one of them has an
 * unknown form; `transforms`: the awaited object may be replaced, which counts as unknown. */
void cxx_waits_read(struct reading *reading, struct unit_function *function, size_t index,
                    const struct unit_function *nested, size_t count, bool transforms);

#endif
