/*
 * io.h - counts the program's reads and writes by call path (metrics io-*, runtime/metrics/table.h).
 *
 * A number is added to the values of the innermost call that is open, by one instruction: there is no lock, and a handler may come
 * at any moment.
 */
#ifndef INSTR_IO_H
#define INSTR_IO_H

#include <stdbool.h>
#include <sys/types.h>

enum io { IO_READ, IO_WRITE, IO_SYNC };

/* Starts I/O metrics, once, after meter_start; and whether they are on. */
void io_start(void);
bool io_is_metered(void);

/* Counts a call of the calling thread that has returned with this result. */
void io_done(enum io what, ssize_t result);

#endif
