/*
 * team_calls.h - calls of GCC's OpenMP library, which tells tools nothing: its functions are stood in for, so that what threads wait
 * for is known (runtime/measure/probe/team_wait.h), and whose part in which team each of them does (team.h).
 *
 * The calls are those that the compiler makes of pragmas, in any object: code by others and Fortran are seen. Not seen are objects of
 * compilers before GCC 4.9, `ordered` with a dependence, tasks that are detached, and static programs.
 */
#ifndef INSTR_TEAM_CALLS_H
#define INSTR_TEAM_CALLS_H

/* The library may have come. The loader is asked, see runtime/machine/objects.h. */
void team_calls_look(void);

#endif
