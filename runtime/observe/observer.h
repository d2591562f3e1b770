/*
 * observer.h - who looks at the threads' stacks from outside: a process of its own.
 *
 * It has the same store in its memory, and at random moments, about a thousand a second, reads of each thread what its top frame
 * names: the node that runs; and whether a probe does. It books the moment on that node (see charge_sample.h), as
 * a share of the time that the clock will tell (see collect/shares.h). So tiny functions cost no clock reading, and no
 * probe is taken for the program.
 *
 * The program must not notice it. It is no thread of the program's; it handles no signal, holds no file, pipe, directory or memory of
 * the program's, is nobody's to trace, takes no place among few processes, and dies with it. It is a child of the program's, but
 * one whose end sends no signal: no wait finds such a child, unless it asks for all kinds of children (__WALL, __WCLONE), and
 * it is no more while one does. When the program ends or calls exec it is ended and waited for first; so nobody inherits it, but
 * where the program is killed: then it is for a moment the child of whoever takes over the children of the dead.
 *
 * A process starts it when the first of its nodes is only counted, so short processes start none. Behind each fork it goes on as
 * another process.
 *
 * Where there is no store in a file, or nobody may be started, counted nodes have only a guess, by the calls that were
 * timed at first, and the profile says so.
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
