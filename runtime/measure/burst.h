/*
 * burst.h - adaptive timing: the stretches of a thread's calls in which each of them is timed.
 *
 * Most calls of tiny functions are only counted. To know what they take, every now and then a thread goes over to
 * timing all its calls for some thousand of them, a burst, as exact timing does: so what a burst says of a function is
 * near to what exact timing would say of it, with the same neighbours timed before, below and behind it. Timing one
 * call here and one there says less: what a clock reading adds to a function of a few nanoseconds depends on what
 * else the processor has under way. The first bursts are short, so that a short run has some.
 *
 * A burst gives a sampled node's *own* time: that of its calls that began in bursts, less what those took that began in
 * bursts below it. At either end of a burst calls are cut, and on average as much is gained as lost. Inclusive times
 * follow from own ones, see sampling.h.
 *
 * Just before a burst as many calls are counted between two clock readings. What one call takes longer in the burst
 * than there is what timing it costs more than counting it, in this program and not in a loop that calibrates.
 *
 * The gaps between bursts are counted in calls and drawn at random, so that no rhythm of the program can hide from
 * them. Within a gap the clock is looked at every PULSE calls: where calls have become long there is much to learn,
 * and timing costs little beside them, so the next burst begins at once.
 */
#ifndef INSTR_BURST_H
#define INSTR_BURST_H

#include "runtime/measure/thread.h"

/* A thread begins: its first burst is some calls away. */
void burst_reset(struct thread *thread);

/* The thread's turn has come down to its end: goes on to the next stretch. Whether this call is only counted. */
bool burst_step(struct thread *thread);

#endif
