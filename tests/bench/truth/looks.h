/*
 * looks.h - the file in which the sampler keeps its looks, one for each process.
 *
 * The file is mapped and written as the program runs, so that nothing is lost however the program ends: a header,
 * then `count` looks in the order they were taken. Both sides are of one machine and one build.
 */
#ifndef INSTR_BENCH_LOOKS_H
#define INSTR_BENCH_LOOKS_H

#include <stdint.h>

#define LOOKS_MAGIC "looks 1"
#define LOOKS_FILE "TRUTH_LOOKS"      /* where: the process number is put behind it */
#define LOOKS_SECOND "TRUTH_LOOKS_HZ" /* how many looks a second */

enum { LOOKS_MOST = 1 << 20 };

/* Where a look fell. */
enum look_place {
    LOOK_OWN,     /* into the program's own text, at `address` */
    LOOK_LIBRARY, /* into a library that the program called; `address` is where, 0 when that was not to be seen */
    LOOK_PROBE    /* into the runtime of instr */
};

struct look {
    uint64_t address; /* as the program's file counts them, the bias of its load taken off */
    uint32_t place;
    uint32_t caller; /* 1: `address` is where a call returns to */
};

struct looks_header {
    char magic[8];
    char program[4096];
    uint64_t bias, from, to; /* the program's own text */
    uint64_t count;          /* can be more than LOOKS_MOST: the rest was not kept */
    uint64_t waiting;        /* looks at a thread that had not run since the last one, not kept */
};

#endif
