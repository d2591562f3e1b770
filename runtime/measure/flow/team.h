/*
 * team.h - parallel regions of OpenMP: the work of a team's threads appears below the node that was open where the region began.
 *
 * instr-cc puts an object on the stack before the pragma and a call into the body (struct __instr_team), so that
 * each thread learns which region it works for, whatever the OpenMP runtime is and however often it uses its
 * threads again. A thread that works for others is a *member*: its tree is rooted in the process's root, and holds
 * the path of each place that it worked for, its inner nodes without calls of their own. At the end of the path
 * stands a node of kind thread, the *anchor*, whose frame is open while the thread is in the body. Trees that begin
 * at the same root are simply added up, so that nothing else has to know of members.
 *
 * A member may run tasks behind the body, while it waits for the others: these hang under the anchor too, as long
 * as its team's region is open. What it does later belongs to a region that no pragma of ours told of, and it then
 * becomes a thread that came from outside.
 */
#ifndef INSTR_TEAM_H
#define INSTR_TEAM_H

#include "runtime/measure/store/thread_self.h"

/* Fills `team`, on the stack of the calling thread, as described in include/instr_abi.h. */
void team_begin(struct __instr_team *team);

/* Returns the node below which a member without an open frame enters a function, in the tree of `*thread`, which may change. NULL if there is
 * no memory. */
struct node *team_base(struct thread **thread);

#endif
