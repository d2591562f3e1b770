/*
 * periodic.h - what is written while the program runs: profiles, on a signal or every so many seconds (INSTR_SNAPSHOT), and the
 * trace (INSTR_TRACE=flush).
 *
 * Only on request: it takes a thread of our own, which blocks all signals, and the handler of that signal.
 * A handler that the program sets later takes its place.
 */
#ifndef INSTR_PERIODIC_H
#define INSTR_PERIODIC_H

/* Does what the settings ask for, which may be nothing; `flush` brings the trace's file up to date. */
void periodic_start(void (*flush)(void));

/* Ends that for a while. */
void periodic_stop(void);
void periodic_go_on(void);

#endif
