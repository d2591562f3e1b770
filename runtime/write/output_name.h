/*
 * output_name.h - makes the name of a process's profile, from the data in its store.
 */
#ifndef INSTR_OUTPUT_NAME_H
#define INSTR_OUTPUT_NAME_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct store_header;

/* Returns the absolute path for a template: see output.h. `job` is for the profile of the whole job; if there is one, a process's own gets
 * "-after". NULL if there is no memory. */
const char *output_name(const struct store_header *from, const char *template, bool job, struct arena *arena);

/* Returns the path of the process's own profile. Ranks of a job that would share a name get their numbers appended. */
const char *output_name_own(const struct store_header *from, struct arena *arena);

/* Returns the same for the store of a process that is gone. */
const char *output_name_left(const struct store_header *from, struct arena *arena);

/* Returns `path` with -MARK before its ending. */
const char *output_name_marked(const char *path, const char *mark, struct arena *arena);

/* Returns the value of %x. */
const char *output_name_program(const struct store_header *from);

/* Returns whether the job's profile covers a process that ends at `now` (as clock_pair.ns) well enough: it was written when the program was
 * nearly done. */
bool output_in_job(const struct store_header *from, uint64_t now);

/* Returns the path of a process's trace. */
const char *output_name_trace(const struct store_header *from, struct arena *arena);

#endif
