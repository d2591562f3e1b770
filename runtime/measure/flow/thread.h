/*
 * thread.h - begins and ends threads, and switches measuring on and off.
 */
#ifndef INSTR_THREAD_H
#define INSTR_THREAD_H

#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/thread_self.h"

#include <pthread.h>
#include <stdint.h>
#include <threads.h>

extern struct tree thread_process;   /* the process's tree */
extern struct region *thread_region; /* of the nodes that threads hang under */
extern struct lock thread_lock;      /* guards it, store->threads and the end of threads */

/* Called once, by the first thread. */
bool thread_start(void);

/* Makes the calling thread known. `place` NULL: under the root, as for a thread from outside; the root itself: a thread whose tree begins
 * there, see team.h. Returns NULL if there is no memory. */
struct thread *thread_begin(struct node *place);

enum { THREADS_KEPT = 256 };

/* Forgets the calling thread. Its data are kept separately for the first so many threads that end, else in the process's tree. */
void thread_end(struct thread *thread);

/* Returns whether no other thread is measured. */
bool thread_is_alone(void);

/* Stops self-sampling of all threads (self_samples.h), as before a sandbox. */
void thread_sample_no_more(void);

/* Returns the system's number of the calling thread; 0 where it may not be asked for. */
int thread_system_id(void);

/* Returns the counterpart in the process's tree of a node of the calling `thread`, made if it is missing; under thread_lock. NULL if there is
 * no memory. */
struct node *thread_place(struct thread *thread, struct node *node);

/* Returns whether the calling thread measures, after applying thread_set_all. */
bool thread_is_on(struct thread *thread);

/* Stand in for pthread_create and thrd_create. */
int thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int thread_create_c11(thrd_t *id, thrd_start_t start, void *argument);

/* Applies a changed settings.level. */
void thread_apply_level(void);

/* Makes all threads count an object's calls from now on, see counts.h. Returns false if there is no memory. */
bool thread_count_in(const struct __instr_link *link);

/* Stops counting in an object, which is unloaded. */
void thread_count_no_more(const struct __instr_link *link);

/* Stops counting in the program in all threads, before it ends. */
void thread_part_all(void);

/* Stops and starts timing in all threads. */
void thread_set_all(bool on);

/* --- time in which the runtime does something long that is not part of the program --- */

/* Excludes the calling thread's last `ticks` from all times. */
void postpone(uint64_t ticks);

#endif
