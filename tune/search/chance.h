/*
 * chance.h - numbers that look random and are the same for the same seed, on every machine: xoshiro256** of Blackman and
 * Vigna (2018), seeded by SplitMix64.
 */
#ifndef INSTR_TUNE_CHANCE_H
#define INSTR_TUNE_CHANCE_H

#include <stdint.h>

struct chance {
    uint64_t state[4];
};

void chance_seed(struct chance *chance, uint64_t seed);
/* Returns a number from 0 to `count` - 1. */
uint32_t chance_pick(struct chance *chance, uint32_t count);
/* Returns a number from 0 to less than 1. */
double chance_fraction(struct chance *chance);

#endif
