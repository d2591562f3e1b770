/*
 * uncancelled.h - what must not end halfway because its thread is cancelled: open, posix_fallocate and many other
 * functions of the C library are cancellation points, and the runtime calls them with locks held.
 */
#ifndef INSTR_UNCANCELLED_H
#define INSTR_UNCANCELLED_H

#include <pthread.h>

/* Between these two the thread is not cancelled; the result of the first goes to the second. They may nest. */
static inline int uncancelled_begin(void)
{
    int before = PTHREAD_CANCEL_ENABLE;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

static inline void uncancelled_end(int before)
{
    pthread_setcancelstate(before, NULL);
}

#endif
