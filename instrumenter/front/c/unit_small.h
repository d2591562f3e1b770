/*
 * unit_small.h - which functions are trivial: their probes are cheaper.
 *
 * A *trivial* one has no loop and few words, and it can run from its beginning to its end without a call but of such as are trivial and
 * pure: these call only one another, and what is harmless (harmless.h): to copy a few bytes is how C reads a number that is not
 * aligned. So what it takes is bounded, and it is counted by function (runtime/measure/counts.h). Its depth
 * is how many of them lie below it:
 *
 *     depth   trivial function           calls
 *       0     int  half(int x)           nothing
 *       1     int  quarter(int x)        half
 *       2     int  eighth(int x)         quarter, half
 *       0     void drop(struct s *p)     free_all, if (--p->count == 0)
 *
 * Other calls that it makes are framed: they are edited so that the function has a path for as long.
 */
#ifndef INSTR_UNIT_SMALL_H
#define INSTR_UNIT_SMALL_H

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/pragma.h"

/* Unless all paths are asked for sets __INSTR_COUNTED and the depth in the trivial functions, whose framed calls become regions.
 * Where that can't be told they have it not. False: no memory. */
bool unit_small(struct reading *reading, const struct pragma_list *pragmas);

#endif
