/*
 * lock.h - the runtime's locks, all of which are held around a fork.
 *
 * These locks guard all data shared by threads. Holding all of them around a fork keeps a child from inheriting something half done; and a child
 * that takes one gets a store of its own first (fork.h), so that it never writes into its parent's. No signal comes to a thread that holds one
 * (signals_blocked.h), but where the program's own call forbids handlers to leave it. There the thread is busy (thread.h), since a handler that
 * comes meanwhile can't wait for it. A lock makes itself known when it is taken for the first time: nobody has to list it.
 */
#ifndef INSTR_LOCK_H
#define INSTR_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* All locks. A thread that holds several takes them in this order. */
enum lock_order {
    LOCK_START,
    LOCK_ATTACH,
    LOCK_SETTINGS,
    LOCK_OUTPUT,
    LOCK_PLUGINS,
    LOCK_LABELS,
    LOCK_GROUPS,
    LOCK_MESSAGES,
    LOCK_THREADS,
    LOCK_COROUTINES,
    LOCK_REGIONS,
    LOCK_TRAFFIC,
    LOCK_CAUSES,
    LOCK_OPERATIONS,
    LOCK_STANDS,
    LOCK_COMMUNICATORS,
    LOCK_TRACE,
    LOCK_STORE,
    LOCK_HEAP,
    LOCK_COUNT
};

struct lock {
    pthread_mutex_t mutex;
    enum lock_order order;
    void (*forget)(void); /* null, or what a child does with what it guards, when it gets a store of its own */
    atomic_bool known;
    uintptr_t busy; /* of the thread that has it, before (thread_busy.h) */
};

#define LOCK(order_, forget_)                                                                                          \
    {                                                                                                                  \
        .mutex = PTHREAD_MUTEX_INITIALIZER, .order = (order_), .forget = (forget_)                                     \
    }

/* Takes the lock. Returns false if locks are not needed any more. */
bool lock_take(struct lock *lock);
void lock_give(struct lock *lock);

/* Returns false if the lock is taken. */
bool lock_try(struct lock *lock);

/* Take and release all known locks; in between no lock becomes known. */
void lock_take_all(void);
void lock_give_all(void);

/* Calls `forget` of all known locks. */
void lock_forget_all(void);

/* Ends locking, so that nothing waits for a lock: in a child whose parent's other threads may have held some. */
void lock_end(void);
bool lock_is_over(void);

#endif
