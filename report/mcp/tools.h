/*
 * tools.h - what an assistant may ask: our own commands, each with few parameters and few rows, about the profiles of one folder.
 *
 * A command runs as a process of its own. It gets no option but those of its row in the table, and no file that does not lie in the
 * folder, so nothing is written and nothing else is read.
 */
#ifndef INSTR_REPORT_TOOLS_H
#define INSTR_REPORT_TOOLS_H

#include "base/arena.h"
#include "base/error.h"

#include <cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/* The member of an object, if it is a string; else null. */
const char *tools_string(const cJSON *object, const char *name);

/* The list that "tools/list" answers with. */
void tools_write(FILE *stream);

/* Whether there is a tool of that name. */
bool tools_has(const char *name);

/* Runs a tool on the profiles of the current folder: the text of its answer. Null, and an error for the one who asked. */
const char *tools_call(const char *name, const cJSON *arguments, struct arena *arena, struct error *error);

#endif
