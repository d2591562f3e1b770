/*
 * nearest.h - finds the name that is most similar to a mistyped one.
 */
#ifndef INSTR_BASE_NEAREST_H
#define INSTR_BASE_NEAREST_H

struct nearest {
    const char *typed, *best;
    unsigned distance;
};

struct nearest nearest_begin(const char *typed);
void nearest_offer(struct nearest *nearest, const char *name);
/* Returns NULL if no name is similar. */
const char *nearest_end(const struct nearest *nearest);

#endif
