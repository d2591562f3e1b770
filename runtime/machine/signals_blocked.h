/*
 * signals_blocked.h - while a thread has something that others wait for, no signal comes to it, and it is not cancelled.
 *
 * A handler may end its thread, or jump out of whatever it came into, and asynchronous cancellation is a signal, too: nobody
 * would then give back what the thread had.
 */
#ifndef INSTR_SIGNALS_BLOCKED_H
#define INSTR_SIGNALS_BLOCKED_H

/* Block and unblock signals. Calls nest. In a sandbox, where the system may not be asked, signals are not blocked. A thread that is to be
 * cancelled may end in the last unblocking, when all else is done. */
void signals_blocked_begin(void);
void signals_blocked_end(void);

/* Does the same for long work, such as writing to a file or pipe: signals with which people, time limits and job systems end a process stay
 * effective if the program has no handler. */
void signals_blocked_begin_long(void);

#endif
