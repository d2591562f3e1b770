/*
 * cxx_waits.h - where a coroutine may be suspended, by its tokens: of what libclang shows of `co_await x` no version tells the end.
 */
#ifndef INSTR_CXX_WAITS_H
#define INSTR_CXX_WAITS_H

#include "instrumenter/front/reading.h"

/* Adds those of `function`, whose index is that, without those of the functions that are in it. It has `pieces` then, unless one
 * of them stands in a way that is not known here; `transforms`: what is awaited may be replaced by something else, and is not known
 * either. */
void cxx_waits_read(struct reading *reading, struct unit_function *function, size_t index,
                    const struct unit_function *nested, size_t count, bool transforms);

#endif
