/*
 * observer_view.h - the store as the observer has it.
 *
 * It belongs to a process that goes on meanwhile, and may have given up rights that the observer still has: each
 * word is read once, and no pointer is followed before it is known to lie inside the file.
 */
#ifndef INSTR_OBSERVER_VIEW_H
#define INSTR_OBSERVER_VIEW_H

#include "runtime/measure/store/store_header.h"
#include "runtime/observe/code_map.h"
#include "runtime/observe/samples.h"

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

/* What lies at an address; null where `size` bytes are not in the file. */
void *look_at(const struct looker *looker, uint64_t address, uint64_t size);

/* The thread that comes behind `thread`; null: the first one. The list may have no end, so who goes along it counts. */
struct thread *look_at_next(const struct looker *looker, const struct thread *thread);

/* Whether calls of the region, by its address, have no frames any more. */
bool look_is_demoted(const struct looker *looker, uint64_t region);

#endif
