/*
 * observed.h - data shared by a process and its observer, in the store. See runtime/observe/observer.h.
 */
#ifndef INSTR_OBSERVED_H
#define INSTR_OBSERVED_H

#include <stdint.h>

enum observer_state {
    OBSERVER_NONE,
    OBSERVER_STARTS,
    OBSERVER_LOOKS,
    OBSERVER_RENEWS, /* asked to go on as another process */
    OBSERVER_PAUSES, /* ended, and not to begin, while the process waits for all kinds of children */
    OBSERVER_OVER    /* refused, or ended for good */
};

struct observed {
    uint32_t state;    /* enum observer_state; the process begins and ends it, the observer says that it looks */
    uint32_t pauses;   /* by the process: how many waits it pauses for just now */
    int32_t successor; /* by the kernel: the process as which it goes on; 0: none yet; below 0: it can't */
    /* By the observer, over all threads. */
    uint64_t looks;
    uint64_t looked, looked_probe; /* ns: what all looks stand for, and those that found a probe */
    uint64_t tiny, squares;        /* ns, us^2: of those that found a tiny function or a probe, what each stands for */
    uint64_t began,
        covered;       /* ns: when the first look was due, of the monotonic clock, and how long since then all looked */
    uint64_t samples;  /* of `looks`, those that the kernel took, see samples.h */
    uint64_t counting; /* ns: what those of them stand for that found an addition */
    int32_t refused;   /* why it takes none: an error's number; 0: it takes them */
    /* By the process, once it knows its clock. */
    uint32_t tiny_ns; /* a call of a counted node that takes longer on average is timed again */
};

/* A sample's result: the node that was running, plus 1 if in its probe; 0: nothing. And the ns that the sample stands for. */
struct looked {
    uint64_t state, ns;
};

/* A place where a thread was without samples. The next question to the kernel tells whether it ran in the kernel there. */
struct doubt {
    uint64_t state; /* as in struct looked */
    uint64_t stood; /* ns */
};
enum { OBSERVED_DOUBTS = 16 };
#define OBSERVED_NO_RING UINT32_MAX

/* Reasons for which a thread does not run. */
enum kept {
    KEPT_READY, /* it could run, and has no processor */
    KEPT_LOCK,
    KEPT_FILE,
    KEPT_PIPE,
    KEPT_NETWORK,
    KEPT_POLL, /* it waits for one of several files */
    KEPT_SLEEP,
    KEPT_CHILD, /* another process */
    KEPT_FAULT, /* of a page */
    KEPT_OTHER,
    KEPT_KINDS
};

/* Why and how long, in ns, a thread was blocked in a call. Empty: 0 samples. */
struct stood {
    uint64_t node, holder; /* of the lock, the call that it was in; 0: not known */
    uint32_t by, looks;
    uint64_t ns, longest; /* longest: of a look */
};
enum { OBSERVED_STOOD = 32 };

/* Data about a thread, written by the observer only. */
struct watched {
    struct looked last; /* the look before */
    uint64_t seen;      /* a sum of where it found the thread */
    uint64_t calls;     /* by then, those that tell whether the thread goes on */
    uint32_t went_on;   /* 1: it had gone on since the look before that */
    uint64_t asked;     /* ns: when the kernel was asked last how long the thread has run; 0: never */
    uint64_t run;       /* ns: what it said; 0: it says nothing */
    uint64_t waited;    /* ns: what it said, how long the thread was ready to run and had no processor */
    uint64_t last_run,
        last_waited; /* the same, as long as it said something: it says nothing of a thread that has ended */
    uint64_t ready;  /* ns of `waited` that no sample has stood for yet */
    struct doubt doubts[OBSERVED_DOUBTS];
    uint32_t doubt_count;
    uint32_t ring; /* 1 + the number of its ring, see samples.h; 0: none yet; OBSERVED_NO_RING: it can have none */
    /* Since it has a ring, else 0; ns: when the kernel was asked last what is not in samples, what it had said, what samples stand for
     * since; and what of all that is booked on nobody yet, or too early where it is below 0. */
    uint64_t settled, settled_run, settled_waited, sampled;
    int64_t in_kernel, blocked;
    struct stood stood[OBSERVED_STOOD];
    uint64_t stood_asked, stood_waited; /* ns: when the kernel was asked last what keeps it, and `waited` then */
    uint64_t stood_more;                /* ns: for which there was no room */
};

#endif
