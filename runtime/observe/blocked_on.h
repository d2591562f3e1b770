/*
 * blocked_on.h - finds why a thread is blocked, by the kernel function in which it waits (/proc/PID/task/TID/wchan), and in which of its calls.
 *
 * Each two milliseconds a look asks it of one thread, by turns; where looks are seldom, of all. The time since it was asked of
 * that thread last is booked on the call that the look found: not if it was in a probe, in MPI or in waiting that is known by other
 * means. Where a thread waits for a mutex of POSIX threads, the mutex says
 * who has it (its owner stands behind the word that the kernel waits for), and that thread is in the store, too: so it is known in
 * which call that is.
 * That takes the rights to trace the process (/proc/PID/task/TID/syscall, /proc/PID/mem), and is not known without.
 */
#ifndef INSTR_BLOCKED_ON_H
#define INSTR_BLOCKED_ON_H

#include "runtime/observe/observer_view.h"

/* Finds the reason why the thread is blocked in a call of `node`, or in its probe. */
void blocked_on_ask(const struct looker *looker, struct thread *thread, const struct node *node, bool probe,
                    uint64_t now);

/* Returns the kernel's state of a thread: 'R' if it runs or could run; '\0' if it is unknown. */
char blocked_on_state(const struct looker *looker, int thread);

#endif
