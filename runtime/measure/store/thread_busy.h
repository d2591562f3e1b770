/* thread_busy.h - whether the calling thread is inside the runtime. */
#ifndef INSTR_THREAD_BUSY_H
#define INSTR_THREAD_BUSY_H

#include "runtime/machine/thread_local.h"

/* Above 0: it is. A signal handler must not change what is being changed. */
extern THREAD_LOCAL int thread_busy;

#endif
