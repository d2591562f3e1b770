/*
 * observer.h - samples the threads' stacks from outside, in a process of its own.
 *
 * It maps the same store. At random moments, about a thousand a second, it reads for each thread the node of its top frame, and whether a probe
 * runs. It charges the moment to that node (see charge_sample.h), as a share of the time measured by the clock (see collect/shares.h). So tiny
 * functions cost no clock reading, and probes do not count as the program.
 *
 * The program must not notice it. It is no thread of the program's; it handles no signal, holds no file, pipe, directory or memory of
 * the program's, is nobody's to trace, takes no place among few processes, and dies with it. It is a child of the program's, but
 * one whose end sends no signal: no wait finds such a child, unless it asks for all kinds of children (__WALL, __WCLONE), and
 * it is no more while one does. When the program ends or calls exec it is ended and waited for first; so nobody inherits it, but
 * where the program is killed: then it is for a moment the child of whoever takes over the children of the dead.
 *
 * A process starts it when the first of its nodes is only counted, so short processes start none. After each fork it goes on as another process.
 *
 * If the store is not in a file, or no process may be started, times of counted nodes are only extrapolated from their first, timed calls, and
 * the profile says so.
 */
#ifndef INSTR_OBSERVER_H
#define INSTR_OBSERVER_H

/* Starts the observer, unless that was tried already. Not from a signal handler that interrupted the runtime. */
void observer_start(void);

/* After a fork: continues it as a process with a higher number, so that a program that takes its first child gets one of its own. */
void observer_renew(void);

/* Ends it before the process waits for children of any kind; and starts it again afterwards if there was one. If that would take more than a
 * hundredth of the process's time, it starts after a later wait. */
void observer_hide(void);
void observer_show(void);

/* Ends the observer, and prevents another one; in any thread or signal handler. */
void observer_end(void);

#endif
