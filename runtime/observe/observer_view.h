/*
 * observer_view.h - the store as the observer sees it.
 *
 * The store's process goes on meanwhile, and may have given up rights that the observer still has. So each word is read once, and a pointer is
 * followed only if it is known to point into the file.
 */
#ifndef INSTR_OBSERVER_VIEW_H
#define INSTR_OBSERVER_VIEW_H

#include "runtime/measure/store/store_header.h"
#include "runtime/observe/code_map.h"
#include "runtime/observe/samples.h"

#include <stdbool.h>
#include <stdint.h>

struct looker {
    struct store_header *store;
    uint64_t size;  /* of the mapping */
    int program;    /* the process, as /proc calls it */
    uint64_t seen;  /* a sum of what the last look saw */
    int turn;       /* the thread, as they follow one another, of which is asked next what keeps it; */
    uint64_t asked; /* ns: when that was done last */
    struct samples samples;
    struct code_map code;
    uint64_t code_read, code_takes; /* ns: when it was read last, and what that took */
    uint64_t own_from, own_to;      /* addresses: the runtime's code, as far as it is known to be nobody else's */
};

/* Returns the data at an address; NULL if `size` bytes there are not in the file. */
void *look_at(const struct looker *looker, uint64_t address, uint64_t size);

/* Returns the thread behind `thread`, or with NULL the first one. The list may be endless, so the caller counts. */
struct thread *look_at_next(const struct looker *looker, const struct thread *thread);

/* Returns whether calls of the region at this address have no frames any more. */
bool look_is_demoted(const struct looker *looker, uint64_t region);

/*
 * --- code_here.c: what the code at a program counter is: in calls of which functions, and whether it is a part of their probes.
 *
 * Of a function the table of sites (site_table.h) has where its own call and those of functions that were inlined into it begin, end and
 * are counted. The ways through its code say in which of these calls code is (code_flow.h). The compiler's line table, where the program has
 * one, says from whose source the code was made (source_map.h).
 */

enum { CODE_HERE_OPEN = 32 };

struct code_here {
    struct code_object *object;     /* null: not known */
    uint64_t open[CODE_HERE_OPEN];  /* regions whose calls it is in, the innermost first; */
    bool frameless[CODE_HERE_OPEN]; /* ... that have no frames */
    uint32_t count;
    bool probe, known;              /* known: what it is not to be asked of the thread */
    bool adds;                      /* it counts a call */
    bool beside;                    /* in a function that is not measured, of an object that is */
    const struct site_entry *sites; /* of the function that has the code */
    uint32_t site_count;
};

void code_here_at(struct looker *looker, uint64_t counter, uint64_t now, struct code_here *here);

/* Returns whether that function has a probe of the region. */
bool code_here_has(const struct code_here *here, uint64_t region);

/*
 * --- sampled.c: what a thread's samples say (samples.h): in which call it ran, and whether in a probe.
 *
 *     the kernel says      the program counter         the function, and which regions' probes are in it (code_map.h, site_table.h)
 *                          a piece of the stack        who called it, and who called that (unwind.h)
 *     the thread says      its node when looked at     a moment later, as it may have gone on
 *
 * The way up from the program counter passes calls of functions that are not measured, as of libraries; calls of demoted functions,
 * which have a node each (sampled_nodes.h); and ends at the first function with frames, the host. Its node is that of those near to the
 * one that the look found: this node, one that it was called from, or one that these call. Where the way ends before that, the host is
 * the call that the look found. Labels and calls of MPI have no code of their own, so the look alone finds them in the host's call; and
 * the function, where only one label has called it.
 */

/* Charges (charge_sample.h) the samples since the last look. `before` and `state` are the thread's states at both looks: see struct looked.
 * Also charges the part of the `ns` between them that no sample can cover. */
void sampled_book(struct looker *looker, struct thread *thread, struct ring *ring, uint64_t before, uint64_t state,
                  uint64_t ns, uint64_t now);

/* --- sample.c: one look at the threads of a running program --- */

/* Samples all threads, `ns` after the last time, and charges the result (charge_sample.h). Returns true if nothing has changed since. */
bool look(struct looker *looker, uint64_t ns, uint64_t now);

/* Ends sampling: charges all pending samples. */
void sample_end(const struct looker *looker);

/* --- charge_sample.c: the kernel's figures of a thread's running and runnable time --- */

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now);

/* Does the same unless it was done lately; returns whether it was done now. */
bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now);

#endif
