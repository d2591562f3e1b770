/* thread_busy.c - see thread_busy.h. */
#include "runtime/measure/thread_busy.h"

THREAD_LOCAL int thread_busy;
