/* thread_busy.c - see thread.h: apart from thread_self.c, which needs memory, for locks need it, and memory needs locks. */
#include "runtime/measure/thread.h"

THREAD_LOCAL int thread_busy;
