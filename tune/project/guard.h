/*
 * guard.h - which of Lua's libraries a project file has.
 */
#ifndef INSTR_TUNE_GUARD_H
#define INSTR_TUNE_GUARD_H

#include "base/arena.h"

#include <lua.h>
#include <stdbool.h>

/* A new state; null when there is no memory. Trusted, a file is a program that may do anything. Else it can compute and nothing
 * more: it reads no file but itself, starts no command, and has a bounded memory. */
lua_State *guard_open(bool trusted, struct arena *arena);

#endif
