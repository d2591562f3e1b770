/*
 * output_name.h - the name of a process's profile, from what its store says.
 */
#ifndef INSTR_OUTPUT_NAME_H
#define INSTR_OUTPUT_NAME_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct store_header;

/* The absolute path that a template makes: see output.h for what it may hold. `job` is for the profile
 * of the whole job; where there is one, a process's own has "-after" in its name. Null: no memory. */
const char *output_name(const struct store_header *from, const char *template, bool job, struct arena *arena);

/* Of the process's own profile, where its settings say. Ranks of a job that would all have one name have their numbers behind
 * it. */
const char *output_name_own(const struct store_header *from, struct arena *arena);

/* The same for what is left in the store of a process that is gone. */
const char *output_name_left(const struct store_header *from, struct arena *arena);

/* `path` with -MARK before its ending. */
const char *output_name_marked(const char *path, const char *mark, struct arena *arena);

/* What %x is. */
const char *output_name_program(const struct store_header *from);

/* Whether the job's profile has all that is worth telling of a process that ends at `now` (as clock_pair.ns):
 * it was written when the program was all but done. */
bool output_in_job(const struct store_header *from, uint64_t now);

/* The path of the trace of a process. */
const char *output_name_trace(const struct store_header *from, struct arena *arena);

#endif
