/*
 * generations.h - the files of the genetic algorithm that the thesis has (its chapter 4.6): a folder for each generation with the
 * best variant so far of it, and one of convergence.
 */
#ifndef INSTR_TUNE_GENERATIONS_H
#define INSTR_TUNE_GENERATIONS_H

#include "tune/project/project.h"

struct generations {
    const struct project *project;
    unsigned repeat; /* of several searches, from 1; 0: the only one */
    double *best;    /* of each, as it is written */
    unsigned count;
    struct arena *arena;
    struct error *error; /* the first; nothing more is written then */
};

/* Removes what earlier searches left, but for those that this one repeats. */
void generations_begin(struct generations *generations, const struct project *project, unsigned repeat,
                       struct arena *arena, struct error *error);

/* The next one: its best variant, and what that costs; infinite where all failed. */
void generations_add(struct generations *generations, const uint16_t *genes, double cost);

/* Writes Convergence.cnv, or Convergence_REPEAT.cnv: how many different variants there were, and the costs. */
void generations_end(struct generations *generations, unsigned unique);

#endif
