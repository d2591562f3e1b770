/*
 * look.h - one look at the threads of a running program, in its mapped store.
 *
 * The store belongs to a process that goes on meanwhile, and that may be anybody's fault: no pointer in it is followed
 * before it is known to lie inside the file.
 */
#ifndef INSTR_LOOK_H
#define INSTR_LOOK_H

#include "runtime/measure/store.h"

#include <stdbool.h>

/* What the last look at a thread saw. */
struct last_look {
    uint64_t thread, now, calls;
    uint32_t slow; /* looks in a row that found the node, and fewer calls than a tiny one makes */
};

enum { LOOK_THREADS = 256 }; /* as many are remembered */

struct looker {
    struct store_header *store; /* where the file is mapped here */
    uint64_t size;              /* of the mapping */
    uint64_t seen;              /* a sum of what the last look saw */
    struct last_look last[LOOK_THREADS];
};

/* Maps the store in `path`. False: it is none that this program knows. */
bool look_open(struct looker *looker, const char *path);

/* What lies at an address of the process; null where `size` bytes are not in the file. */
void *look_at(const struct looker *looker, uint64_t address, uint64_t size);

/* Books `ns` on the node that each thread is in. True when nothing has changed since the last look. */
bool look(struct looker *looker, uint64_t ns);

#endif
