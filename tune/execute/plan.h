/*
 * plan.h - what is to be done for a variant, and the keys that builds and executions have in the library.
 */
#ifndef INSTR_TUNE_PLAN_H
#define INSTR_TUNE_PLAN_H

#include "tune/project/variant.h"

enum { KEY_SIZE = 33 };

struct plan {
    struct recipe recipe;
    const char *parameters; /* the variant's key */
    char build[KEY_SIZE];   /* of all that the build is told, and the sources */
    char execution[KEY_SIZE];
};

/* A hash of the contents of all files that the project names as sources; "" for none. */
bool plan_sources(const struct project *project, char digest[KEY_SIZE], struct error *error);

bool plan_make(struct project *project, const char *sources, const uint16_t *genes, struct plan *plan,
               struct arena *arena, struct error *error);

#endif
