/*
 * io.h - what the program reads and writes, on the call path that it does it on (metrics io-*, runtime/metrics/table.h).
 *
 * A number is added to the values of the innermost call that is open, by one instruction: there is no lock, and a handler may come
 * at any moment.
 */
#ifndef INSTR_IO_H
#define INSTR_IO_H

#include <stdbool.h>
#include <sys/types.h>

enum io { IO_READ, IO_WRITE, IO_SYNC };

/* Once, after meter_start; and whether somebody wants to know. */
void io_start(void);
bool io_is_metered(void);

/* A call of the calling thread has come back, with that. */
void io_done(enum io what, ssize_t result);

#endif
