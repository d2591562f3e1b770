/*
 * team_calls.h - notices OpenMP's activity: what threads wait for (runtime/measure/probe/team_wait.h), and for which team each of them works
 * (team.h).
 *
 * LLVM's library reports to a tool, which we are (team_tool.h) unless there is another one. GCC's library has no such interface, so its functions
 * are replaced. The calls are those that the compiler makes of pragmas, in any object: code by others and Fortran are seen. Not seen are objects
 * of compilers before GCC 4.9, and static programs.
 */
#ifndef INSTR_TEAM_CALLS_H
#define INSTR_TEAM_CALLS_H

struct __instr_team;

/* Called around a parallel region that the edit reports: team_begin, unless the libraries report each region. */
void team_calls_begin(struct __instr_team *team);

/* Called after objects were loaded, which may have brought the library. It asks the loader, see runtime/machine/objects.h. */
void team_calls_look(void);

#endif
