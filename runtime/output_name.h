/*
 * output_name.h - the name of a process's profile, from what its store says.
 */
#ifndef INSTR_OUTPUT_NAME_H
#define INSTR_OUTPUT_NAME_H

#include "base/arena.h"

#include <stdbool.h>

struct store_header;

/* The absolute path that a template makes: see output.h for what it may hold. `job` is for the profile
 * of the whole job. Null: no memory. */
const char *output_name(const struct store_header *from, const char *template, bool job, struct arena *arena);

#endif
