/* costs.h - what probes cost on this machine, see probe.h. */
#ifndef INSTR_COSTS_H
#define INSTR_COSTS_H

/* In ticks, on average. */
struct costs {
    double clock;  /* one reading */
    double timed;  /* enter and leave of a timed call */
    double inside; /* of it, what falls into the call's own time */
};
extern struct costs costs;

#endif
