/*
 * findings.h - the findings as data: how much time each would save, its place, and its evidence; and the functions and paths with most CPU
 * time. findings_words.h has the text.
 *
 *     profile --> view --+--> members --+
 *                        +--> waiting --+--> balance --+
 *                        |       |                     +--> findings --> words --> screen, JSON, page
 *                        |       +-------> division ---+
 *                        +--> teams ----+
 *
 * Each is made once, points to its inputs, and has its own data in the arena. gains_make() makes all behind the view.
 *
 * Seconds are those of the run: a share of the 100% is the same share of it. Each finding takes its time from what is left of one part of
 * the time (division.h). So all findings together are no more than the run. The three main figures:
 *
 *     uneven work    the largest work of a rank minus the mean: with equal work the run would end that much earlier
 *     waiting        all waiting divided by the number of ranks: the saving if lateness moves from rank to rank
 *     the processor  how long a rank was ready to run without a processor
 *
 * Time in two of them is in one finding: waiting for the rank with most work is part of the first. If ranks had no processor for longer than
 * others waited for them, they are late by chance, and no function is named.
 */
#ifndef INSTR_REPORT_FINDINGS_H
#define INSTR_REPORT_FINDINGS_H

#include "report/derive/division.h"
#include "report/derive/lateness.h"

/* Kinds, in the order in which equal findings are shown. A new source adds a row here, one of `sources` in findings.c and one of `words` in
 * findings_words.c. */
enum finding_kind {
    FINDING_PROBES,    /* probes took a fifth of all, or more: all times are doubtful */
    FINDING_PROCESSOR, /* more threads or ranks than processors: some were ready to run and had none */
    FINDING_UNEVEN,    /* one rank has more work than the mean */
    FINDING_LATE,      /* ranks are late by what they do in one function, alone or by turns */
    FINDING_LATE_MPI,  /* ranks are late that were in MPI themselves, or briefly in many paths */
    FINDING_AWAY,      /* messages whose other rank was outside of MPI */
    FINDING_EXCESS,    /* calls of MPI took longer on some ranks than on the fastest; waiting is not known */
    FINDING_MPI,       /* calls of MPI that waited for nobody */
    FINDING_BLOCKED,   /* threads neither ran nor were ready to: by files, pipes, sleep ..., one finding each */
    FINDING_TEAMS,     /* threads wait for each other in OpenMP */
    FINDING_LOCKS,     /* threads wait for what one at a time may have */
    FINDING_MUTEX,     /* threads wait for a mutex that others have */
    FINDING_SERIAL,    /* one thread works alone, where others could */
    FINDING_WORK,      /* no loss: one function has more than half of the time */
    FINDING_KINDS
};

struct finding {
    enum finding_kind kind;
    double gain;                 /* ps of the run */
    uint32_t region, node, rank; /* PROFILE_NONE: none */
    uint32_t waits;              /* the path in which most was waited; PROFILE_NONE: none, or not known */
    double here, usual; /* ps: of that rank, path or function; in the mean. Processors: may be used; there are */
    double all;         /* ps: of all threads, what `here` is a part of */
    double part;        /* of what it is about, by one rank */
    const char *by;     /* what blocks, see struct kept_path; null: not known */
    struct lateness late;
    bool alone; /* only one rank ever comes to the path */
};

enum { FINDINGS_SHOWN = 5, FINDINGS_ROOM = 32 };

struct findings {
    const struct balance *balance;
    const struct division *division;
    double run;    /* ps: how long it took */
    double lost;   /* ps: of that, what can be saved: all but FINDING_WORK and FINDING_PROBES */
    double busy;   /* ps: other programs had the processors; 0: less than a hundredth of the run */
    double most;   /* the largest part of all time that one function computes */
    double probes; /* ps: what probes took, of a rank in the mean; the additions that count calls, too */
    struct finding of[FINDINGS_ROOM]; /* the largest gain first; each is a hundredth of the run or more */
    unsigned count;
    uint32_t functions[FINDINGS_SHOWN],
        paths[FINDINGS_SHOWN]; /* regions, nodes: of work, the longest computing first */
    uint32_t function_count, path_count;
    uint32_t *paths_of; /* of each region, how many call paths it has */
};

void findings_make(struct findings *findings, const struct balance *balance, const struct division *division,
                   struct arena *arena);

/* The same with all that it follows from. It stays where it is. */
struct gains {
    struct members members;
    struct balance balance;
    struct division division;
    struct findings findings;
};

void gains_make(struct gains *gains, const struct view *view, struct arena *arena);

#endif
