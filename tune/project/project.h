/*
 * project.h - what a project file says: the parameters, which of their combinations are allowed, the steps that make and
 * run one of them, and what is to be made small.
 *
 * The file is a Lua program; language.c has the words it is written in. Its functions are kept and called later, for one
 * variant at a time (variant.h).
 */
#ifndef INSTR_TUNE_PROJECT_H
#define INSTR_TUNE_PROJECT_H

#include "common/arena.h"
#include "common/error.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

/* --- value.c: a value that a parameter can take: a whole number, a number, a text or a truth, and how it is written. --- */

enum value_kind { VALUE_INTEGER, VALUE_NUMBER, VALUE_TEXT, VALUE_TRUTH };

struct value {
    enum value_kind kind;
    int64_t integer;  /* of a whole number; 0 or 1 of a truth */
    double number;    /* of both kinds of numbers */
    const char *text; /* as it stands in a command; never null */
};

/* A number that is whole, as 2^3 is in Lua, is written as one: 8, not 8.0. */
void value_integer(struct value *value, int64_t integer, struct arena *arena);
void value_number(struct value *value, double number, struct arena *arena);
void value_text(struct value *value, const char *text, struct arena *arena);
void value_truth(struct value *value, bool truth);

bool value_is_number(const struct value *value);
bool value_equal(const struct value *a, const struct value *b);

/* --- */

enum { PARAMETERS_MOST = 64, VALUES_MOST = 65535, MEASURES_MOST = 8 };

/* A parameter with a choice: a range or a list. */
struct parameter {
    const char *name;
    struct value *values;
    unsigned count;
    int line;
    bool ordered; /* all values are numbers, in ascending order: neighbours are alike */
};

/* A constant, or a value that follows from the others (`function` is then a reference to it). */
struct named_value {
    const char *name;
    struct value value;
    int function; /* LUA_NOREF for a constant */
    int line;
};

struct restriction {
    const char *text; /* what it says, for a person */
    int function;
    int line;
};

struct predefined {
    const char *name;
    uint16_t genes[PARAMETERS_MOST];
    int line;
};

/* generate, build and run: a template, or a function that returns a command. */
enum step_kind { STEP_GENERATE, STEP_BUILD, STEP_RUN, STEPS };
struct step {
    const char *template; /* null: a function, or nothing to do */
    int function;         /* LUA_NOREF: a template, or nothing to do */
    double limit;         /* seconds after which it has failed */
    int line;
};

enum metric { METRIC_INCLUSIVE, METRIC_EXCLUSIVE, METRIC_CALLS, METRIC_WALL, METRIC_MEMORY, METRIC_OUTPUT };
enum over_ranks { RANKS_MAX, RANKS_MIN, RANKS_MEAN, RANKS_SUM };
enum over_repeats { REPEATS_MIN, REPEATS_MEDIAN, REPEATS_MEAN };

/* One number of a run. */
struct measure {
    const char *name;
    const char *region;  /* null for the whole program */
    const char *pattern; /* of METRIC_OUTPUT: Lua's, with the number as its capture */
    enum metric metric;
    enum over_ranks ranks;
    enum over_repeats repeats;
    bool maximise;
    const char *text; /* all that changes the number of a single run: its key in the library */
    int line;
};

/* What the search takes unless the command line says otherwise. */
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
    struct parameter parameters[PARAMETERS_MOST];
    unsigned parameter_count;
    struct named_value named[PARAMETERS_MOST]; /* constants and derived values, in the order of the file */
    unsigned named_count;
    struct restriction *restrictions;
    unsigned restriction_count;
    struct predefined *predefined;
    unsigned predefined_count;
    const char **sources; /* patterns of files; a change of one makes all anew */
    unsigned source_count;
    struct step steps[STEPS];
    unsigned warmup, repeats_least, repeats_most;
    double spread;     /* repeats go on until they differ by less than this part */
    struct step cores; /* how many a run takes; neither template nor function: runs are never side by side */
    struct measure measures[MEASURES_MOST]; /* the first is what is made small */
    unsigned measure_count;
    struct search_settings search;
    lua_State *lua;
    struct arena *arena;
};

/* Runs the file. False with ERROR_USAGE and "FILE:LINE: what" when something in it is wrong. Everything lies in `arena`
 * but the Lua state, which project_close gives back. */
bool project_load(struct project *project, const char *path, struct arena *arena, struct error *error);
void project_close(struct project *project);

/* The name's parameter, or null. */
const struct parameter *project_parameter(const struct project *project, const char *name);
/* Whether a command may name it: a parameter, a constant, a derived value, or the project's directory. */
bool project_knows(const struct project *project, const char *name);

/* The words that the file has for them, each list ending with null; and a measure's own. */
extern const char *const measure_metric_words[], *const measure_ranks_words[], *const measure_repeats_words[];
const char *measure_metric(const struct measure *measure);
const char *measure_ranks(const struct measure *measure);
const char *measure_repeats(const struct measure *measure);

#endif
