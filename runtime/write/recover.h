/*
 * recover.h - profiles out of the stores that crashed processes left.
 *
 * For instr-report: where such files lie, which of them are in use, what they hold (collect/store_image.h) and where
 * that would have been written.
 */
#ifndef INSTR_RECOVER_H
#define INSTR_RECOVER_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>

struct store_trace;

struct recovered {
    struct profile profile;
    const char *output;    /* where the process would have written it */
    const char *program;   /* its file */
    const char *directory; /* where it was started */
    const char *job;       /* "", or its number in a batch system */
    bool same_job;         /* this process is in the same job of a batch system */
    const char *host;
    const char *roll; /* "", or a file that the ranks of its job shared, see roll.h */
    int rank, ranks;  /* in it */
    long pid;
    bool known;                     /* these numbers are of the same processes for who reads it */
    bool parent;                    /* its children may write in it too, see short_calls.h */
    uint64_t end_ns;                /* the last moment that is known, of CLOCK_MONOTONIC; 0 = not looked for */
    const char *trace;              /* the file; null or "": it had none */
    struct store_trace *trace_rest; /* what is not in that */
    bool written;                   /* the process wrote all that it measured: there is nothing here any more */
    bool in_job;                    /* its job wrote it, which a read tells: it is here, too */
};

/* What the file at `path` holds, with frames that were open closed at the last time that is known.
 * Everything lives in `arena`. `bytes` does the same for a file that was read already. */
bool recover_read(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);

/* The same of a process that goes on: frames that are open are so until now, and nothing is said to be recovered. */
bool recover_living(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);

/* Only who left the file, without a profile: the texts for that are stored first of all. */
bool recover_look(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);
bool recover_bytes(const unsigned char *bytes, size_t size, const char *name, struct recovered *recovered,
                   struct arena *arena, struct error *error);

/* Adds the rest to the trace's file, if that is there and this process's. `*added` says whether it was. */
bool recover_trace(const struct recovered *recovered, bool *added, struct error *error);

/* The paths of the stores that this user's processes left or use in the usual places of this machine. */
bool recover_list(const char ***paths, size_t *count, struct arena *arena, struct error *error);

/* Whether that is what the file of a store is named: what has such a name and is not there was recovered. */
bool recover_is_name(const char *path);

/* Waits until no other recovers what lies at `path`, and keeps others from it until the descriptor is closed. -1, with a
 * reason in errno: ENOENT where another was faster. */
int recover_claim(const char *path);

/* True: the file has the name of a store, and nobody has it open, and its process ended before it wrote anything there. */
bool recover_is_blank(const char *path);

/* Is the store at `path` still in use by the process, or by a child of it? When that can't be told: true. */
bool recover_in_use(const char *path, const struct recovered *recovered);

#endif
