/*
 * space.h - all combinations of a project's parameters, numbered: the last parameter changes fastest.
 */
#ifndef INSTR_TUNE_SPACE_H
#define INSTR_TUNE_SPACE_H

#include "tune/project/project.h"

/* How many there are, allowed or not; UINT64_MAX for more than can be counted. */
uint64_t space_size(const struct project *project);

void space_genes(const struct project *project, uint64_t number, uint16_t *genes);
uint64_t space_number(const struct project *project, const uint16_t *genes);

/* The numbers of all that are allowed, in order. False when a function of the project fails, or where there are more
 * than SPACE_LISTED combinations to ask for. */
enum { SPACE_LISTED = 10000000 };
bool space_list(struct project *project, uint64_t **numbers, uint64_t *count, struct arena *arena, struct error *error);

#endif
