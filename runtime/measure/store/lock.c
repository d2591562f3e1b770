/* lock.c - see lock.h. */
#include "runtime/measure/store/lock.h"

#include "runtime/machine/signals_blocked.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/thread_busy.h"

#include <stddef.h>

/* Guards the list of known locks. When all locks are held it is held as well, as the last, because a thread with another lock may wait for it. */
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct lock *locks[LOCK_COUNT];

static bool ended;

/*
 * Locks taken inside calls of the program that no signal handler may leave for good: of an allocator, of MPI, of dlopen. Without instr, too,
 * leaving them would leave a lock behind: the allocator's, MPI's or the loader's. All other locks may be taken in any function.
 */
enum {
    IN_CALLS = 1 << LOCK_START | 1 << LOCK_ATTACH | 1 << LOCK_TRAFFIC | 1 << LOCK_CAUSES | 1 << LOCK_OPERATIONS |
               1 << LOCK_STANDS | 1 << LOCK_COMMUNICATORS | 1 << LOCK_HEAP
};

enum { LONG = 1 << LOCK_OUTPUT | 1 << LOCK_TRACE }; /* files are written under these */

static void make_known(struct lock *lock)
{
    signals_blocked_begin();
    pthread_mutex_lock(&registry);
    locks[lock->order] = lock;
    atomic_store_explicit(&lock->known, true, memory_order_release);
    pthread_mutex_unlock(&registry);
    signals_blocked_end();
}

/* Prepares for a lock. Returns false if there is nothing to guard. */
static bool prepare(struct lock *lock)
{
    if (ended)
        return false;
    if (!atomic_load_explicit(&lock->known, memory_order_acquire))
        make_known(lock);
    steps.settle();
    return !ended;
}

static uintptr_t begin(const struct lock *lock)
{
    uintptr_t before = thread_busy;
    if (LONG >> lock->order & 1)
        return thread_hold_begin_long();
    if (!(IN_CALLS >> lock->order & 1))
        return thread_hold_begin();
    /* No probe wants the first two, and while they are held calls of our own are timed. */
    if (lock->order > LOCK_ATTACH)
        thread_busy_set(THREAD_HELD);
    return before;
}

static void end(const struct lock *lock, uintptr_t busy)
{
    if (IN_CALLS >> lock->order & 1)
        thread_busy_set(busy);
    else
        thread_hold_end(busy);
}

static bool take_by(struct lock *lock, int (*how)(pthread_mutex_t *))
{
    if (!prepare(lock))
        return false;
    uintptr_t busy = begin(lock);
    bool taken = how(&lock->mutex) == 0;
    if (taken)
        lock->busy = busy;
    else
        end(lock, busy);
    return taken;
}

bool lock_take(struct lock *lock)
{
    return take_by(lock, pthread_mutex_lock);
}

bool lock_try(struct lock *lock)
{
    return take_by(lock, pthread_mutex_trylock);
}

void lock_give(struct lock *lock)
{
    if (ended)
        return;
    uintptr_t busy = lock->busy;
    pthread_mutex_unlock(&lock->mutex);
    end(lock, busy);
}

static void give(unsigned places)
{
    for (size_t i = LOCK_COUNT; i-- > 0;)
        if (places >> i & 1)
            pthread_mutex_unlock(&locks[i]->mutex);
}

static unsigned known(void)
{
    unsigned places = 0;
    for (size_t i = 0; i < LOCK_COUNT; i++)
        places |= (unsigned)(locks[i] != NULL) << i;
    return places;
}

void lock_take_all(void)
{
    pthread_mutex_lock(&registry);
    for (;;) {
        unsigned places = known();
        pthread_mutex_unlock(&registry);
        for (size_t i = 0; i < LOCK_COUNT; i++)
            if (places >> i & 1)
                pthread_mutex_lock(&locks[i]->mutex);
        pthread_mutex_lock(&registry);
        if (known() == places)
            return;
        give(places); /* one more has become known meanwhile */
    }
}

void lock_give_all(void)
{
    give(known());
    pthread_mutex_unlock(&registry);
}

void lock_forget_all(void)
{
    for (size_t i = 0; i < LOCK_COUNT; i++)
        if (locks[i] && locks[i]->forget)
            locks[i]->forget();
}

void lock_end(void)
{
    ended = true;
}

bool lock_is_over(void)
{
    return ended;
}
