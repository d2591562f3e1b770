/*
 * bench.h - opens the project, its library and a screen for a command, and formats variants.
 */
#ifndef INSTR_TUNE_BENCH_H
#define INSTR_TUNE_BENCH_H

#include "report/show/screen.h"
#include "tune/execute/outcome.h"
#include "tune/options.h"
#include "tune/project/variant.h"

struct bench {
    struct project project;
    struct library library;
    struct results results;
    struct screen screen;
    struct arena *arena;
    bool has_library, has_screen;
};

/* Loads the project alone; opens the screen. */
bool bench_open(struct bench *bench, const struct tune_options *options, struct arena *arena, struct error *error);
bool bench_close(struct bench *bench, bool done, struct error *error);

/* Shows results for a command. */
typedef bool bench_step(struct bench *bench, const struct tune_options *options, struct error *error);

/* Shows results of the place with most samples; mentions others on standard error. */
bool bench_show(const struct tune_options *options, struct arena *arena, bench_step *show, struct error *error);
/* Shows each place by itself, with a line that names it. */
bool bench_show_places(const struct tune_options *options, struct arena *arena, bench_step *show, struct error *error);

/* Returns whether any variant has a number. */
bool bench_measured(const struct bench *bench, struct error *error);

/* Returns a measure's number with its unit. */
const char *bench_number(const struct measure *measure, double number, struct arena *arena);

/* Returns how much better `cost` is than `other`: "1.25x". */
const char *bench_times(double other, double cost, struct arena *arena);

/* Returns only the parameters in which the variant differs from `other`. */
const char *bench_difference(const struct project *project, const uint16_t *genes, const uint16_t *other,
                             struct arena *arena);

#endif
