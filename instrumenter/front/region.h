/*
 * region.h - the regions inside functions: those that pragmas ask for and those of levels 2 to 4.
 *
 *     level 2   the outermost loops of each function
 *     level 3   every loop; the arms of `if` and `switch` that are more than one simple statement
 *     level 4   calls into code that is not instrumented
 *
 * A probe encloses a statement: `{probe statement}`. Some can't be enclosed, because a jump enters them, or another pragma
 * prescribes the form of the code. They get a record without a probe, and a message if a pragma asked for the region.
 */
#ifndef INSTR_REGION_H
#define INSTR_REGION_H

#include "instrumenter/front/body.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/unit/pragma.h"
#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

struct front;

struct regions {
    const struct front *front;
    struct unit *unit;
    const struct unit_options *options;
    const struct unit_lines *lines;
    struct arena *arena;
    struct pragma_list pragmas;
    size_t capacity; /* of unit->regions */
    int *levels;     /* of each function */
    const struct outside_calls *outside;
    bool openmp; /* its pragmas mean something */

    /* The function being read. */
    size_t function;
    struct body body;
    bool *annotated; /* for each statement: a pragma made it a region */
};

/* Reads the pragmas, and excludes functions as they say. Called before anything that depends on which functions are instrumented. */
void regions_begin(struct regions *regions, const struct front *front, struct unit *unit,
                   const struct unit_options *options, const struct unit_lines *lines, const char *blank,
                   struct arena *arena);

/* Fills unit->regions; called at the end. */
void regions_find(struct regions *regions, const struct outside_calls *outside);

/* Add the regions of pragmas, and those of the level, in the function being read. */
void region_pragmas(struct regions *regions);
void region_levels(struct regions *regions);

/* Fills unit->teams with those in the function being read. */
void region_teams(struct regions *regions);

/* Adds the calls of level 4. */
void region_outside(struct regions *regions);

/* Returns the statement that a loop repeats; SIZE_MAX if there is none. */
size_t region_turn(const struct body *body, size_t loop);

/* Returns whether a statement is the last one of a statement expression: its value, which a block would lose. */
bool region_is_value(const struct body *body, size_t statement);

/* Returns the index of the first of unit->calls at `offset` or behind. */
size_t region_first_call(const struct unit *unit, size_t offset);

/* Adds a region of the function being read. Its place is [open, close); jumps must not pass its probe in [outer, outer_close), if that is
 * wider. If it is impossible the region gets a reason, unless it has one. `asked` is the offset of the pragma that wants it, or SIZE_MAX. */
void region_add(struct regions *regions, struct unit_region region, size_t asked);

/* Returns whether the surroundings of a statement, or its role in a nest of loops, forbid a probe there. */
bool region_in_controlled_statement(const struct regions *regions, size_t statement);

/* Returns where the statement with that index may be timed; `open` is SIZE_MAX if it can't be. */
struct unit_region region_of_index(const struct regions *regions, size_t index);

#endif
