/*
 * team_tool.h - handles OpenMP runtimes with an interface for tools, such as LLVM's: each callback reports one event of team_wait.h.
 *
 * A thread enters the library's barrier after its part. It learns that the barrier is over only when it gets its next part, as with
 * GCC's library (team_calls.h). `ordered` with a dependence is not reported.
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
