/*
 * team_tool.h - handles OpenMP runtimes with an interface for tools, such as LLVM's: each callback reports one event of team_wait.h.
 *
 * Threads of a team come to the library's barrier behind their part, and hear of its end only when they get their next part. So the
 * same is known of them as with GCC's library, see there. `ordered` with a dependence is not told.
 */
#ifndef INSTR_TEAM_TOOL_H
#define INSTR_TEAM_TOOL_H

#include <stdbool.h>

typedef void team_tool_function(void);

/* There is a runtime for tools that has not called us yet. */
extern bool team_tool_is_silent;

/* An OpenMP runtime starts the tool, and offers functions by name. Returns false if it offers too little. */
bool team_tool_begin(team_tool_function *(*lookup)(const char *name));

#endif
