/*
 * uncancelled.h - protects code from cancellation of its thread. open, posix_fallocate and many other functions of the C library are cancellation
 * points, and the runtime calls them with locks held.
 */
#ifndef INSTR_UNCANCELLED_H
#define INSTR_UNCANCELLED_H

#include <pthread.h>

struct uncancelled {
    int state, type;
};

/*
 * Between these two calls the thread is not cancelled; the result of the first goes to the second. They may nest. The type is deferred meanwhile,
 * too: if only the state were restored while a request is pending, glibc 2.36 would end an asynchronously cancelled thread with a result other
 * than PTHREAD_CANCELED.
 */
static inline struct uncancelled uncancelled_begin(void)
{
    struct uncancelled before = {PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DEFERRED};
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.state);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before.type);
    return before;
}

static inline void uncancelled_end(struct uncancelled before)
{
    pthread_setcancelstate(before.state, NULL);
    pthread_setcanceltype(before.type, NULL);
}

#endif
