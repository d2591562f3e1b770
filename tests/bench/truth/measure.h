/*
 * measure.h - one program, measured in every way: price, and how true it is what each way says.
 */
#ifndef INSTR_BENCH_MEASURE_H
#define INSTR_BENCH_MEASURE_H

#include "tests/bench/truth/commands.h"
#include "tests/bench/truth/looks.h"

enum { ROUNDS_MOST = 99, WAYS_MOST = COMMANDS_MOST + 4 };

struct plan {
    int rounds;
    int looks_second;    /* 0: no looks */
    const char *report;  /* the command that stands for instr-report */
    const char *sampler; /* the library to preload */
    const char *folder;  /* where everything that a run leaves goes */
};

/* One way to run the program, and what came of it in each round. */
struct way {
    const char *name;
    const char *command;
    bool instrumented;
    double cpu_s[ROUNDS_MOST], beside_s[ROUNDS_MOST];
    double said_s[ROUNDS_MOST];     /* what its report says that the probes took; negative: nothing */
    double from_plain[ROUNDS_MOST]; /* misplaced own time against looks at the plain program; negative: unknown */
    double from_off[ROUNDS_MOST];   /* against looks at the same program with its probes off */
    struct shares own;              /* of the last round */
    struct shares calls;            /* of the last round */
    size_t still;                   /* processes whose CPU time is missing */
    bool prints_other;              /* than the plain program */
};

struct measured {
    struct way ways[WAYS_MOST]; /* the first is the plain one */
    size_t count;
    struct looks_sum plain, off;   /* all looks */
    double plain_noise, off_noise; /* one half of the looks against the other; negative: unknown */
};

enum { WAY_DEFAULT = 1, WAY_OFF, WAY_EXACT }; /* there when the program has a command `instr` */

/* Everything it leaves in `measured` is of the arena. */
bool measure_program(struct measured *measured, const struct program *program, const struct plan *plan,
                     struct arena *arena, struct error *error);

/* How many functions have another number of calls in `a` than in `b`. */
size_t measure_calls_differ(const struct shares *a, const struct shares *b);

#endif
