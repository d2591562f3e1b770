/*
 * project.h - a project file: the parameters, which of their combinations are allowed, the steps that make and run one of them, and the
 * cost to minimise.
 *
 * The file is a Lua program; project.lua defines its words. Its functions are kept and called later, for one variant at a time (variant.h).
 */
#ifndef INSTR_TUNE_PROJECT_H
#define INSTR_TUNE_PROJECT_H

#include "common/arena.h"
#include "common/error.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

enum { PARAMETERS_MOST = 64, MEASURES_MOST = 8 };

/* A number, a text or a truth. */
struct value {
    bool is_number, is_text;
    double number;
    const char *text; /* as it stands in a command; never null */
};

/* A parameter with a choice, a range or a list; or a constant, with one value. */
struct parameter {
    const char *name;
    struct value *values;
    unsigned count;
    bool ordered; /* all values are numbers, in ascending order: neighbours are alike */
};

struct restriction {
    const char *text; /* what it says, for a person */
    int line;
};

struct predefined {
    const char *name;
    uint16_t genes[PARAMETERS_MOST];
    int line;
};

/* Kinds of files: those that builds depend on, and those that runs depend on. */
enum content { CONTENT_SOURCES, CONTENT_INPUTS, CONTENTS };
struct pattern {
    const char *text; /* absolute */
    enum content kind;
};

/* Steps. The last two belong to the run: a command before each run, and its number of cores. */
enum step_kind { STEP_GENERATE, STEP_BUILD, STEP_RUN, STEP_BEFORE, STEP_CORES, STEPS };
struct step {
    double limit; /* seconds after which it has failed */
    int line;     /* 0: there is nothing to do */
};

/* Metrics. The first three come from profiles. */
enum metric {
    METRIC_INCLUSIVE,
    METRIC_EXCLUSIVE,
    METRIC_CALLS,
    METRIC_WALL,
    METRIC_PROCESSOR,
    METRIC_MEMORY,
    METRIC_OUTPUT
};
enum over_ranks { RANKS_MAX, RANKS_MIN, RANKS_MEAN, RANKS_SUM };
enum over_threads { THREADS_MAX, THREADS_SUM, THREADS_MEAN };
enum over_repeats { REPEATS_MEDIAN, REPEATS_MIN, REPEATS_MEAN };

/* One number of a run. */
struct measure {
    const char *name;
    const char *region;  /* null for the whole program */
    const char *pattern; /* of METRIC_OUTPUT: Lua's, with the number as its capture */
    enum metric metric;
    enum over_ranks ranks;
    enum over_threads threads; /* of a rank; calls are always added up */
    enum over_repeats repeats;
    bool maximise;
    const char *text; /* all that changes the number of a single run: its key in the library */
    int line;
};

/* Settings of the search, unless the command line overrides them. */
struct search_settings {
    unsigned unique;      /* unique variants to try */
    unsigned population;  /* of the genetic algorithm, ... */
    unsigned generations; /* ... of which there are no more than so many; 0: as many as it takes */
    unsigned mutation;    /* one in so many is mutated */
    bool one_point;       /* the crossover; else uniform */
    bool elitism;
    bool random_parents; /* no selection, to compare with */
    uint64_t seed;
};

struct project {
    const char *file; /* as the user named it */
    const char *name;
    const char *directory; /* the file's, absolute */
    const char *folder;    /* where all that is made lies, absolute */
    struct parameter *parameters, *constants;
    unsigned parameter_count, constant_count;
    struct restriction *restrictions;
    unsigned restriction_count;
    struct predefined *predefined;
    unsigned predefined_count;
    struct pattern *patterns;
    unsigned pattern_count;
    struct step steps[STEPS];
    double memory; /* bytes that each process of a run may have; 0: all */
    unsigned warmup, repeats_least, repeats_most;
    double spread;            /* a standard error of so much, a part, is small enough */
    struct measure *measures; /* the first is what is made small */
    unsigned measure_count;
    struct search_settings search;
    lua_State *lua;
    struct arena *arena;
};

/* Runs the file. Returns false with ERROR_USAGE and "FILE:LINE: what" if it has an error. Everything is in `arena` except the Lua state, which
 * project_close frees. */
bool project_load(struct project *project, const char *path, struct arena *arena, struct error *error);
void project_close(struct project *project);

/* The name of project.lua's table in Lua's registry; and a call of the function on top of the stack, below its arguments. A failure has Lua's
 * message, which names the line. */
#define PROJECT_TABLE "instr-tune"
bool project_call(struct project *project, int arguments, int results, struct error *error);

/* The words of the file for them; each list ends with NULL. */
extern const char *const step_words[], *const measure_metric_words[], *const measure_ranks_words[],
                                                                          *const measure_threads_words[],
                                                                              *const measure_repeats_words[];

#endif
