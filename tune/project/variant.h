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

/* What is done for a variant. Commands are null where there is nothing to do. */
struct recipe {
    const char *commands[STEP_CORES];
    struct written_file *files; /* what `generate` writes by itself, into the folder of the build */
    unsigned file_count;
    unsigned cores; /* 0: the run wants the machine for itself */
};

/* `*broken` is the first restriction that does not hold, null if all do. False when a function fails. */
bool variant_allowed(struct project *project, const uint16_t *genes, const struct restriction **broken,
                     struct error *error);

bool variant_recipe(struct project *project, const uint16_t *genes, struct recipe *recipe, struct arena *arena,
                    struct error *error);

/* Its parameters as JSON, sorted by name: its key in the library. */
const char *variant_key(struct project *project, const uint16_t *genes, struct arena *arena);

/* Back from the key. False for a variant that the project no longer has. */
bool variant_from_key(struct project *project, const char *key, uint16_t *genes);

/* The same for a person: "pre=2 smoother=jacobi". */
const char *variant_text(const struct project *project, const uint16_t *genes, struct arena *arena);

/* The value of a gene. */
const struct value *variant_value(const struct project *project, const uint16_t *genes, unsigned parameter);

/* The number that a measure's pattern finds in an output. False with what is wrong in `error`. */
bool variant_match(struct project *project, const struct measure *measure, const char *output, size_t size,
                   double *number, struct error *error);

/* --- all combinations of a project's parameters, numbered: the last parameter changes fastest. --- */

/* How many there are, allowed or not; UINT64_MAX for more than can be counted. */
uint64_t space_size(const struct project *project);

void space_genes(const struct project *project, uint64_t number, uint16_t *genes);
uint64_t space_number(const struct project *project, const uint16_t *genes);

/* The numbers of all that are allowed, in order. False when a function of the project fails, or where there are more
 * than SPACE_LISTED combinations to ask for. */
enum { SPACE_LISTED = 10000000 };
bool space_list(struct project *project, uint64_t **numbers, uint64_t *count, struct arena *arena, struct error *error);

#endif
