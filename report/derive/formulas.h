/*
 * formulas.h - computes metrics from others, as instructions per cycle, by formulas in files, as LIKWID's groups do.
 *
 * A file NAME.formulas has one on a line, and comments that begin with #:
 *
 *     KEY = FORMULA [UNIT] description
 *
 * A formula has numbers, keys of metrics, `time` (ns) and `calls`, with + - * / and parentheses. A minus needs blanks around it, because
 * keys contain it. Division by zero gives no value.
 *
 * Files are those in INSTR_FORMULAS (files and folders, with `:` between), then the installed ones; of equal keys the first counts.
 */
#ifndef INSTR_REPORT_FORMULAS_H
#define INSTR_REPORT_FORMULAS_H

#include "common/arena.h"
#include "common/error.h"

#include <stdint.h>

enum { FORMULA_STEPS = 64, FORMULA_OPERANDS = 16 };
enum formula_kind { FORMULA_NUMBER, FORMULA_OPERAND, FORMULA_ADD, FORMULA_SUBTRACT, FORMULA_MULTIPLY, FORMULA_DIVIDE };

struct formula {
    const char *key, *text, *unit, *name;
    const char *operands[FORMULA_OPERANDS]; /* each once */
    uint32_t operand_count, step_count;
    /* In the order in which they are done, each on what those before left. */
    struct formula_step {
        enum formula_kind kind;
        uint32_t operand;
        double number;
    } steps[FORMULA_STEPS];
};

struct formulas {
    struct formula *of;
    size_t count, room;
};

/* Reads all formulas. A malformed line is an error that names the line. */
bool formulas_read(struct formulas *formulas, struct arena *arena, struct error *error);

/* Returns the formula with that key, or NULL. */
const struct formula *formulas_find(const struct formulas *formulas, const char *key);

/* Computes the formula from the values of its operands; NaN if it has no value. */
double formula_value(const struct formula *formula, const double operands[FORMULA_OPERANDS]);

#endif
