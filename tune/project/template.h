/*
 * template.h - commands with {names} in them.
 *
 * {name} stands for a value, if there is a name alone between the braces; {{name}} for the text {name}. Everything else is
 * left to the shell: ${HOME}, {a,b} and { command; } are no templates.
 */
#ifndef INSTR_TUNE_TEMPLATE_H
#define INSTR_TUNE_TEMPLATE_H

#include "common/arena.h"

/* What a name stands for; null: nothing. */
typedef const char *template_lookup(void *state, const char *name);

/* The text with all names replaced. Null when a name stands for nothing: *unknown then is that
 * name, else null. */
const char *template_fill(const char *text, template_lookup *lookup, void *state, const char **unknown,
                          struct arena *arena);

#endif
