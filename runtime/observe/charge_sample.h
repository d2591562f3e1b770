/*
 * charge_sample.h - finds the function that gets the time of a look or sample.
 *
 * Without samples a look stands for the time since the one before. The next one tells whether the thread went on before and after it, by
 * the calls that were counted. If so, the time is that of the function or the probe that the look found; else of the timed function
 * around it. So time in which a thread sleeps or is stopped is no probe's.
 *
 * Of a thread with samples (samples.h) each stands for a period of the thread's processor time. What the
 * kernel says goes on from there, each time that it is asked:
 *
 *     the kernel says                                         the thread was           the time is booked
 *
 *     how long the thread ran, less what samples stand for    in the kernel            where no sample came
 *     how long it was ready and had no processor                                       on the samples that come, in proportion
 *     the rest of the time by the clock                       blocked                  where no sample came: the timed function around
 */
#ifndef INSTR_CHARGE_SAMPLE_H
#define INSTR_CHARGE_SAMPLE_H

#include "runtime/observe/observer_view.h"

/* Books the last look at the thread, now that the next one tells whether it goes on. */
void charge_sample_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now);

/* Of a thread with samples: so many that found it in a state (struct looked) and stand for `ns`; and `ns` in which it was there and no
 * sample came. */
void charge_sample_samples(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t samples,
                           uint64_t ns);
void charge_sample_stood_still(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t ns,
                               uint64_t now);

/* Books what is known of it, if that was not done lately. `runs`: it has just been on a processor. */
void charge_sample_late(const struct looker *looker, struct thread *thread, bool runs, uint64_t now);

/* From now on the thread has samples, or has none any more. */
void charge_sample_by_samples(const struct looker *looker, struct thread *thread, bool samples, uint64_t now);

/* Books those looks at the thread that still wait for what the kernel says, by what it said until now. */
void charge_sample_doubts(const struct looker *looker, struct thread *thread);

/* Adds to a word that only the observer writes. */
void charge_sample_add(uint64_t *place, uint64_t ns);

#endif
