/*
 * recover.h - makes profiles from the stores of crashed processes.
 *
 * For instr-report: where such files are, which of them are in use, what they hold (collect/store_image.h), and where the profile would have been
 * written.
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

/* Reads the store at `path`; open calls end at the last known time. Everything is in `arena`. `bytes` does the same for a file in memory. */
bool recover_read(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);

/* Does the same for a running process: open calls last until now, and nothing is reported as recovered. */
bool recover_living(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);

/* Reads only which process left the file, without a profile: these texts are stored first. */
bool recover_look(const char *path, struct recovered *recovered, struct arena *arena, struct error *error);
bool recover_bytes(const unsigned char *bytes, size_t size, const char *name, struct recovered *recovered,
                   struct arena *arena, struct error *error);

/* Adds the rest to the trace's file, if that exists and is this process's. `*added` says whether it did. */
bool recover_trace(const struct recovered *recovered, bool *added, struct error *error);

/* Lists the stores that this user's processes left or use in the usual places of this machine. */
bool recover_list(const char ***paths, size_t *count, struct arena *arena, struct error *error);

/* Returns whether it is a store's file name. A file of that name that is missing was recovered. */
bool recover_is_name(const char *path);

/* Waits until no other process recovers `path`, and keeps others away until the descriptor is closed. Returns -1 with a reason in errno:
 * ENOENT if another one was faster. */
int recover_claim(const char *path);

/* Returns whether the file has a store's name, nobody has it open, and its process ended before it wrote anything. */
bool recover_is_blank(const char *path);

/* Returns whether the process, or a child of it, still uses the store at `path`; true if that is unknown. */
bool recover_in_use(const char *path, const struct recovered *recovered);

#endif
