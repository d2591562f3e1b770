/*
 * periodic.h - INSTR_SNAPSHOT: profiles written while the program runs, on a signal or every so many seconds.
 *
 * Only on request: it takes a thread of our own, which blocks all signals, and the handler of that signal.
 * A handler that the program sets later takes its place.
 */
#ifndef INSTR_PERIODIC_H
#define INSTR_PERIODIC_H

/* Does what settings.snapshot asks for; nothing when that is empty. */
void periodic_start(void);

/* Ends that for a while. */
void periodic_stop(void);
void periodic_go_on(void);

#endif
