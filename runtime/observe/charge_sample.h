/*
 * charge_sample.h - finds the function that gets the time of a look or sample.
 *
 * Without kernel samples, a look stands for the time since the look before. The next one tells whether the thread went on before and after it, by
 * the calls that were counted. If so, the time is that of the function or the probe that the look found; else of the timed function around it. So
 * time in which a thread sleeps or is stopped is no probe's.
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

/* Charges the thread's last sample, now that the next one shows whether it continues. */
void charge_sample_last(const struct looker *looker, struct thread *thread, bool goes_on, uint64_t now);

/* For a thread with kernel samples: charges those that found it in a state (struct looked) and stand for `ns`; and `ns` in which it was there
 * without a sample. */
void charge_sample_samples(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t samples,
                           uint64_t ns);
void charge_sample_stood_still(const struct looker *looker, struct thread *thread, uint64_t state, uint64_t ns,
                               uint64_t now);

/* Charges pending time, unless that was done lately. `runs`: it was on a processor just now. */
void charge_sample_late(const struct looker *looker, struct thread *thread, bool runs, uint64_t now);

/* From now on the thread has kernel samples, or none any more. */
void charge_sample_by_samples(const struct looker *looker, struct thread *thread, bool samples, uint64_t now);

/* Charges the samples that still wait for the kernel's figures, by its figures until now. */
void charge_sample_doubts(const struct looker *looker, struct thread *thread);

/* Adds to a word that only the observer writes. */
void charge_sample_add(uint64_t *place, uint64_t ns);

#endif
