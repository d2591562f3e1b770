/* costs.h - what probes cost on this machine, see calibrate.h. */
#ifndef INSTR_COSTS_H
#define INSTR_COSTS_H

/* In ticks, on average. */
struct costs {
    double clock;   /* one reading */
    double timed;   /* enter and leave of a timed call */
    double inside;  /* of it, what falls into the call's own time */
    double counted; /* enter and leave of a call that is only counted */
    double outside; /* of any, what no look finds in a probe: the ways there and back */
};
extern struct costs costs;

#endif
