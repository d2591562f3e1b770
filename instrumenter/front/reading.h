/*
 * reading.h - the interface of a language's front, and the unit that it is reading. See front.h.
 */
#ifndef INSTR_READING_H
#define INSTR_READING_H

#include "instrumenter/front/body.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/unit/unit_lines.h"

/* A unit that is being read. */
struct reading {
    struct unit *unit;
    const struct unit_options *options;
    struct unit_lines lines;
    char *blank;                  /* a copy of the text: read() makes spaces of its directives */
    bool finest;                  /* calls into other code are wanted */
    struct call_list calls;       /* in no order, `function` not filled in */
    struct outside_calls outside; /* in order of `start` */
    size_t capacity;              /* of the unit's functions */
    size_t wait_capacity;         /* and of its waits */
    struct arena *arena;
};

struct front {
    /* Adds the functions in order of `open`, by reading_add, and fills in `calls` and `outside`. False: no libclang. A text that has errors is none. */
    bool (*read)(struct reading *reading, struct error *error);

    /* Reads the statements of one function. A body that can't be read has none. */
    void (*body)(struct body *body, const struct unit *unit, const struct unit_function *function,
                 const struct pragma_list *pragmas, struct arena *arena);

    /* Comes last, and gives the functions their flags. */
    void (*small)(struct reading *reading, const struct pragma_list *pragmas);
};

/* Gives a function a reason. The first reason stays, except that of coroutines, because most of these have a probe. */
void reading_give_reason(struct unit_function *function, enum reason reason);

/* Returns where a probe may be put in the block with `{` at `open`: behind that and the __label__ declarations that must come first. */
size_t reading_inside(const struct unit *unit, size_t open);

/* Adds a function, complete except for `file` and `line`. A reason from its source wins over reasons from options. */
void reading_add(struct reading *reading, struct unit_function function);

#endif
