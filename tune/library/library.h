/*
 * library.h - all that was built, run and measured, in one SQLite file that several processes share.
 *
 * Three things have a row each. A build is known by what its steps are told; an execution by its build and its command; a
 * variant by its parameters, and it points to the execution that the project file gives it now. So what a changed
 * project file leaves the same is found again, and variants that differ in nothing are run once. A sample is
 * one run of an execution with its numbers.
 *
 * Whoever works on a build or an execution has claimed it for a session. A session that was killed leaves
 * claims behind, which library_revive takes back. Every change is one transaction.
 */
#ifndef INSTR_TUNE_LIBRARY_H
#define INSTR_TUNE_LIBRARY_H

#include "common/arena.h"
#include "common/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum work { WORK_BUILD, WORK_EXECUTION };
enum work_state { WORK_TODO, WORK_CLAIMED, WORK_DONE, WORK_FAILED };

struct library {
    sqlite3 *database;
    const char *path;
    const char *place; /* samples taken there alone are seen, see known_place; null: all are */
    int64_t session;   /* 0: this process only reads */
    struct arena arena;
};

/* Facts about the measuring machine. */
struct environment {
    const char *host, *machine, *system, *compiler, *commit, *version;
};

/* Opens FOLDER/library.sqlite; `create` makes the folder and the file if they are missing. */
bool library_open(struct library *library, const char *folder, bool create, struct error *error);
void library_close(struct library *library);

/* Begins a session. The order of its runs is drawn from `seed`. */
bool library_begin(struct library *library, const struct environment *environment, uint64_t seed, struct error *error);
/* Marks builds by another compiler, also failed ones, as to be done again. */
bool library_outdate(struct library *library, struct error *error);
/* Returns the claims of this session, and ends it. */
bool library_end(struct library *library, struct error *error);
/* Returns whether another process works on the library. */
bool library_is_busy(struct library *library, bool *busy, struct error *error);
/* Returns the claims of this host's sessions whose process is gone. */
bool library_revive(struct library *library, struct error *error);

/* Return the rows, made if they are missing. */
bool library_build(struct library *library, const char *key, const char *generate, const char *build, int64_t *id,
                   enum work_state *state, struct error *error);
bool library_execution(struct library *library, const char *key, int64_t build, const char *command, int64_t *id,
                       enum work_state *state, struct error *error);
bool library_variant(struct library *library, const char *parameters, int64_t execution, struct error *error);

/* Claims a build to be done, or an execution. `*claimed` is false if another process was faster; `*state` is its present state. */
bool library_claim(struct library *library, enum work work, int64_t id, bool *claimed, enum work_state *state,
                   struct error *error);
/* Finishes a claim of this session. WORK_TODO returns it. */
bool library_finish(struct library *library, enum work work, int64_t id, enum work_state state, const char *reason,
                    const char *log, double seconds, struct error *error);
/* Marks work as to be done, whatever its state; an execution's samples are deleted. */
bool library_reset(struct library *library, enum work work, int64_t id, struct error *error);

/* One number of one sample, or why it is missing. */
struct sample_value {
    const char *measure; /* its text, see project.h */
    double value;
    const char *reason; /* null: there is a value */
};

struct sample {
    unsigned number;      /* from 1 */
    int64_t order;        /* of two samples the later one has more; the library fills it in */
    int64_t round;        /* the same for all runs of a round; 0: not known */
    double seconds;       /* of the command */
    double processor;     /* seconds that its processes ran; 0: not known */
    double memory;        /* bytes, the most that one process of it had */
    const char *output;   /* what it printed, cut to what a person reads */
    const char *profiles; /* a folder, from the project's; "" for none */
};

/* Adds a sample with all its values, or not at all. */
bool library_add_sample(struct library *library, int64_t execution, const struct sample *sample,
                        const struct sample_value *values, unsigned count, struct error *error);
/* Adds values of new measures to a sample. */
bool library_add_values(struct library *library, int64_t execution, unsigned number, const struct sample_value *values,
                        unsigned count, struct error *error);

/* Facts about an execution. Strings are in `arena`. */
struct known_execution {
    int64_t id, build;
    enum work_state state, build_state;
    const char *reason; /* why it failed, or its build; null if it did not */
    struct sample *samples;
    struct sample_value *values; /* of sample s and measure m: values[s * measures + m]; measure null: not known */
    unsigned sample_count;
    unsigned last_number; /* of the samples of all places */
};
/* Looks up an execution; `found` tells whether it exists. */
bool library_look(struct library *library, const char *key, const char *const *measures, unsigned measure_count,
                  struct known_execution *known, bool *found, struct arena *arena, struct error *error);

/* Returns the parameters of all variants, in the order of their addition. */
bool library_variants(struct library *library, const char ***parameters, unsigned *count, struct arena *arena,
                      struct error *error);

/* A place: numbers are comparable if processor and compiler are the same. Most samples first. */
struct known_place {
    const char *place, *host, *commit, *started;
    unsigned samples;
};
bool library_places(struct library *library, struct known_place **places, unsigned *count, struct arena *arena,
                    struct error *error);

#endif
