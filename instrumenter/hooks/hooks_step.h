/*
 * hooks_step.h - instr-cc as the assembler: the compiler runs it (-B), it edits the assembly text, and then becomes the real one.
 *
 * So the user's command stays one command: with several sources, with modules that one makes and the next one reads, with -pipe,
 * -gsplit-dwarf, and a link. A file beside the program holds the instructions. If anything fails, the compiler's own text is
 * assembled: its hooks are then those of the C library, which do nothing.
 */
#ifndef INSTR_HOOKS_STEP_H
#define INSTR_HOOKS_STEP_H

#include "common/arena.h"
#include "common/error.h"
#include "common/reasons.h"

#include <stdbool.h>

struct hooks_orders {
    const char *assembler; /* the compiler's, as it names it */
    const char *runtime;   /* its path */
    const char *output;    /* null, or where the program's profiles go */
    const char *build;     /* the compiler and the words that decide what code it makes */
    const char *filter;    /* null, or a file */
    enum reason reason;    /* REASON_NONE, or why nothing is measured */
    bool no_lines;         /* what tells lines is for us alone */
    bool all_paths;        /* no call is counted by function alone */
};

/* Puts our assembler and its orders into `folder`, which exists. */
bool hooks_step_prepare(const char *folder, const struct hooks_orders *orders, struct arena *arena,
                        struct error *error);

/* Returns the folder of the orders if we are called as that assembler; NULL for any other name. */
const char *hooks_step_folder(const char *own, struct arena *arena);

/* Becomes the compiler's assembler. Returns only on failure. */
bool hooks_step_exec(const char *folder, char **argv, struct arena *arena, struct error *error);

#endif
