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

/* Once, by the first thread. */
bool thread_start(void);

/* Makes the calling thread known. `place` null: under the root, as one that came from outside; the root itself:
 * one whose tree begins there, see team.h. Null when there is no memory. */
struct thread *thread_begin(struct node *place);

enum { THREADS_KEPT = 256 };

/* The calling thread is not known any more. What it did is kept with the first so many that end, or in the process's tree. */
void thread_end(struct thread *thread);

/* No other thread is measured. */
bool thread_is_alone(void);

/* None samples itself from now on (self_samples.h), as before a sandbox. */
void thread_sample_no_more(void);

/* The system's number of the calling thread; 0: it may not be asked for here. */
int thread_system_id(void);

/* The counterpart in the process's tree of a node of `thread`, which is the calling one, made if need be; under thread_lock.
 * Null: no memory. */
struct node *thread_place(struct thread *thread, struct node *node);

/* Whether the calling thread measures; takes up what thread_set_all said. */
bool thread_is_on(struct thread *thread);

/* Stand in for pthread_create and thrd_create. */
int thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int thread_create_c11(thrd_t *id, thrd_start_t start, void *argument);

/* settings.level has changed. */
void thread_apply_level(void);

/* From now on all threads count what an object calls, see counts.h. False: no memory. */
bool thread_count_in(const struct __instr_link *link);

/* The object goes. */
void thread_count_no_more(const struct __instr_link *link);

/* No thread counts in the program any more, which is about to end. */
void thread_part_all(void);

/* Stops and starts timing in all threads. */
void thread_set_all(bool on);

/* --- time that passes while the runtime does something long that is not the program's. --- */

/* What the calling thread did in the last `ticks` was not the program's: it is in no time. */
void postpone(uint64_t ticks);

#endif
