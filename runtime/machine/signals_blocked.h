/*
 * signals_blocked.h - while a thread has something that others wait for, no signal comes to it, and it is not cancelled.
 *
 * A handler may end its thread, or jump out of whatever it came into, and asynchronous cancellation is a signal, too: nobody
 * would then give back what the thread had.
 */
#ifndef INSTR_SIGNALS_BLOCKED_H
#define INSTR_SIGNALS_BLOCKED_H

/* They nest. In a sandbox, where the system may not be asked, signals come. The last end may be that of a thread that is to be
 * cancelled: it comes when all else is done. */
void signals_blocked_begin(void);
void signals_blocked_end(void);

/* For what may take long, as a file or a pipe does: the signals by which people, time limits and job systems end a process go on to
 * do that where they have no handler. */
void signals_blocked_begin_long(void);

#endif
