/*
 * language.h - the words that a project file is written in, as functions of Lua; private to this folder.
 *
 * Each reads its arguments into the struct project and remembers the line it was called on. What is wrong is a Lua
 * error that begins with the place, as Lua's own do.
 */
#ifndef INSTR_TUNE_LANGUAGE_H
#define INSTR_TUNE_LANGUAGE_H

#include "tune/project/project.h"

/* Gives the Lua state the words. */
void language_open(struct project *project);

/* The value on the stack at `index` as one of ours; false when it is none. */
bool language_value(lua_State *lua, int index, struct value *value, struct arena *arena);

/* Calls the function on top of the stack but for its arguments. It must come to an end; on failure Lua's message, which
 * names the line. */
bool language_call(struct project *project, int arguments, int results, struct error *error);

/* "FILE:LINE: text" as an error of the user's. Returns false. */
bool language_error(const struct project *project, int line, struct error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
