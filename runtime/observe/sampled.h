/*
 * sampled.h - what a thread's samples say (samples.h): in which call it ran, and whether in a probe.
 *
 *     the kernel says      the program counter         the function, and which regions' probes are in it (code_map.h, site_table.h)
 *                          a piece of the stack        who called it, and who called that (unwind.h)
 *     the thread says      its node when looked at     a moment later, as it may have gone on
 *
 * The way up from the program counter passes calls of functions that are not measured, as of libraries; calls of demoted functions,
 * which have a node each (sampled_nodes.h); and ends at the first function with frames, the host. Its node is that of those near to the
 * one that the look found: this node, one that it was called from, or one that these call. Where the way ends before that, the host is
 * the call that the look found.
 */
#ifndef INSTR_OBSERVE_SAMPLED_H
#define INSTR_OBSERVE_SAMPLED_H

#include "runtime/observe/observer_view.h"

/* Books (charge_sample.h) the samples that came since the look before, which found the thread in the state `before`; this one finds it in `state`:
 * see struct looked. And what of the `ns` between them no sample can stand for. */
void sampled_book(struct looker *looker, struct thread *thread, struct ring *ring, uint64_t before, uint64_t state,
                  uint64_t ns, uint64_t now);

#endif
