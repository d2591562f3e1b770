/*
 * variant.h - one combination of the parameters' values: whether it is allowed, and what its steps do.
 *
 * A variant is given by its genes, for each parameter the place of its value. What the project's functions say of it is
 * asked for anew each time; they must depend on the values alone.
 */
#ifndef INSTR_TUNE_VARIANT_H
#define INSTR_TUNE_VARIANT_H

#include "tune/project/project.h"

struct written_file {
    const char *name, *text;
    size_t size;
};

/* The commands for a variant; NULL if there is nothing to do. */
struct recipe {
    const char *commands[STEP_CORES];
    struct written_file *files; /* what `generate` writes by itself, into the folder of the build */
    unsigned file_count;
    unsigned cores; /* 0: the run wants the machine for itself */
};

/* Checks the restrictions. `*broken` is the first that does not hold, or NULL. Returns false if a function fails. */
bool variant_allowed(struct project *project, const uint16_t *genes, const struct restriction **broken,
                     struct error *error);

bool variant_recipe(struct project *project, const uint16_t *genes, struct recipe *recipe, struct arena *arena,
                    struct error *error);

/* Returns its parameters as JSON, sorted by name: its key in the library. */
const char *variant_key(struct project *project, const uint16_t *genes, struct arena *arena);

/* Reads the key. Returns false for a variant that the project no longer has. */
bool variant_from_key(struct project *project, const char *key, uint16_t *genes);

/* Returns the parameters in readable form: "pre=2 smoother=jacobi". */
const char *variant_text(const struct project *project, const uint16_t *genes, struct arena *arena);

/* Returns the value of a gene. */
const struct value *variant_value(const struct project *project, const uint16_t *genes, unsigned parameter);

/* Finds the number of a measure's pattern in an output. Returns false with a reason in `error`. */
bool variant_match(struct project *project, const struct measure *measure, const char *output, size_t size,
                   double *number, struct error *error);

/* --- all combinations of a project's parameters, numbered: the last parameter changes fastest. --- */

/* Returns the number of combinations, allowed or not; UINT64_MAX if it is too large. */
uint64_t space_size(const struct project *project);

void space_genes(const struct project *project, uint64_t number, uint16_t *genes);
uint64_t space_number(const struct project *project, const uint16_t *genes);

/* Lists the numbers of all allowed combinations, in order. Returns false if a function of the project fails, or if there are more than
 * SPACE_LISTED combinations. */
enum { SPACE_LISTED = 10000000 };
bool space_list(struct project *project, uint64_t **numbers, uint64_t *count, struct arena *arena, struct error *error);

#endif
