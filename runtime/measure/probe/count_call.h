/*
 * count_call.h - the slow way of a call that is counted by function, see counts.h: of a thread that has nothing to count with.
 *
 * Where nothing is measured at all the program adds all the same. Threads then have something to add to that nobody reads, of which
 * there is more than one, as processors would wait for each other's lines of the cache.
 */
#ifndef INSTR_COUNT_CALL_H
#define INSTR_COUNT_CALL_H

#include "include/instr_abi.h"

#include <stddef.h>

/* A call of the region. `self`: null, or what the object has for the calling thread. */
void count_call(const struct __instr_region *descriptor, struct __instr_self *self);

/* Where nothing is measured: so many bytes a thread may need. */
void count_for_nobody(size_t size);

#endif
