/*
 * burst.h - on which paths calls are that are counted by function (counts.h): of all calls a few in a row are looked at now and then.
 *
 * The observer asks for it. Then the thread's next such calls come the slow way, and their nodes are noted. At the end each function's
 * calls since it was noted last are shared out among its nodes, as they were noted:
 *
 *     function    counted since    noted                  added to node->found
 *     f                   1,000    a>f  a>f  b>f  a>f     a>f 750, b>f 250
 *     g                      10    b>g                    b>g 10
 *
 * Many calls in a row, as one alone would tell of the path that takes longest to come to a call (bursty tracing, Hirzel and Chilimbi
 * 2001).
 */
#ifndef INSTR_BURST_H
#define INSTR_BURST_H

#include "runtime/measure/thread_self.h"

/* Whether the thread's call of just now is to be noted. */
bool burst_goes_on(struct thread *thread);

/* Notes a call that is counted at this place, in that node; null: it has none, as there is no memory, which ends the burst. */
void burst_note(struct thread *thread, struct node *node, uint32_t place);

#endif
