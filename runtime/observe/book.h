/*
 * book.h - who the time is booked on that a look stands for.
 *
 * A look stands for the time since the one before. Once the next one is made it is known whether the thread went on before and after
 * it, by the calls that were counted, and when the kernel is asked next, how long it was on a processor, and how long it was ready to
 * run and had none (processor.h):
 *
 *     it found                          and the thread                   booked on
 *     a timed function at work                                           that one
 *     a tiny function, or a probe       went on before and after it      that one
 *                                       went on before it only: it may   that one, as far as the kernel says that the thread
 *                                       have lost the processor there    ran for longer than other looks stand for
 *                                       did not go on before it          that one, as far as the kernel says that the thread
 *                                                                        was ready; else the timed function around it
 *
 * So time in which a thread sleeps or is stopped is never a tiny function's, and all looks that found a thread running together stand
 * for no longer than it ran. Time in which it is ready falls on functions as the processor's time does, so shares stay what they are
 * on a machine that others keep busy, too.
 *
 * A thread with samples (samples.h) needs no such doubts. Each of them stands for a period of the thread's processor time. What the
 * kernel says goes on from there, each time that it is asked:
 *
 *     how long the thread ran, less what samples stand for    it was in the kernel     booked where no sample came
 *     how long it was ready and had no processor                                       on the samples that come, in proportion
 *     the rest of the time by the clock                       it was blocked           where no sample came: the timed function around
 */
#ifndef INSTR_OBSERVE_BOOK_H
#define INSTR_OBSERVE_BOOK_H

#include "runtime/observe/looker.h"

/* Books the last look at the thread, now that the next one tells whether it goes on. */
void book_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now);

/* Of a thread with samples: so many that found it in a state (struct looked) and stand for `ns`; and `ns` in which it was there and no
 * sample came. */
void book_samples(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t samples, uint64_t ns);
void book_stood_still(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t ns, uint64_t now);

/* Books what is known of it, if that was not done lately. `runs`: it has just been on a processor. */
void book_late(const struct looker *looker, struct thread *thread, bool runs, uint64_t now);

/* From now on the thread has samples, or has none any more. */
void book_by_samples(const struct looker *looker, struct thread *thread, bool samples, uint64_t now);

/* Books those looks at the thread that still wait for what the kernel says, by what it said until now. */
void book_doubts(const struct looker *looker, struct thread *thread);

/* Adds to a word that only the observer writes. */
void book_add(uint64_t *place, uint64_t ns);

#endif
