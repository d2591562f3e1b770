/*
 * tool.h - the program around a tool's commands: turns a failure into a message and a status.
 */
#ifndef INSTR_REPORT_TOOL_H
#define INSTR_REPORT_TOOL_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

typedef bool tool_run(int argc, char **argv, struct arena *arena, struct error *error);

/* For main to return. */
int tool_main(const char *name, tool_run *run, int argc, char **argv);

#endif
