/*
 * nearest.h - of many names the one that somebody may have meant who typed another.
 */
#ifndef INSTR_BASE_NEAREST_H
#define INSTR_BASE_NEAREST_H

struct nearest {
    const char *typed, *best;
    unsigned distance;
};

struct nearest nearest_begin(const char *typed);
void nearest_offer(struct nearest *nearest, const char *name);
/* Null when none is like it. */
const char *nearest_end(const struct nearest *nearest);

#endif
