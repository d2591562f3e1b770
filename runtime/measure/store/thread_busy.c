/* thread_busy.c - see thread_busy.h. */
#include "runtime/measure/store/thread_busy.h"

THREAD_LOCAL int thread_busy;
