/* handlers_locks.c - stands before the C library's pthread_mutex_lock, and raises SIGUSR1 each time one is held; see handlers.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

static int raises;
static __thread int in_handler;

void raise_at_locks(int on)
{
    raises = on;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static int (*next)(pthread_mutex_t *);
    if (!next)
        next = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    int result = next(mutex);
    if (result == 0 && __atomic_load_n(&raises, __ATOMIC_RELAXED) && !in_handler) {
        in_handler = 1;
        raise(SIGUSR1);
        in_handler = 0;
    }
    return result;
}
