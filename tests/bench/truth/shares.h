/*
 * shares.h - who has which part of the time: lists of functions, and how far two of them differ.
 */
#ifndef INSTR_BENCH_SHARES_H
#define INSTR_BENCH_SHARES_H

#include "common/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct share {
    const char *name, *file; /* the file's last component, "" when it is not known */
    double amount;           /* looks, seconds, anything: only parts of the sum count */
};

/* Sorted by name and file once shares_sort has run; then no two entries are of the same function. */
struct shares {
    struct arena *arena;
    struct share *list;
    size_t count, room;
};

/* Copies both strings. False without memory. */
bool shares_add(struct shares *shares, const char *name, const char *file, double amount);

/* Sorts, and makes one entry of those of one function. */
void shares_sort(struct shares *shares);

double shares_sum(const struct shares *shares);

/* What the function of `key` has; files are compared where they tell functions apart. */
double shares_amount(const struct shares *shares, const struct share *key);

/* The part of the time, from 0 to 1, that one list has in other functions than the other: the sum over functions of
 * what `a` gives more than `b`, each scaled to 1. Both sorted; 1 when either is empty. Functions of one name in
 * several files are told apart where both lists know the files, and are one function otherwise. */
double shares_misplaced(const struct shares *a, const struct shares *b);

/* Reads a column of what `instr-report flat --csv` prints, exclusive_s or calls. False when it is not that. */
bool shares_read_flat(struct shares *shares, char *text, const char *column);

/* Reads what `gprof -b -p` prints: self seconds. */
bool shares_read_gprof(struct shares *shares, char *text);

/* The seconds that the last line of a report says the probes took; negative when it says nothing. */
double shares_read_overhead(const char *text);

#endif
