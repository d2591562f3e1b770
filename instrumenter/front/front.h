/*
 * front.h - the first step: a flat text becomes a unit. What reads one language stands behind a seam.
 *
 *     flat text ──> front_parse ──> struct unit ──> unit_edit ──> edited text
 *                     │
 *                     │ struct front: a language
 *                     ├─ read      its functions, the calls that the edit changes, calls into other code
 *                     ├─ body      the statements of one function, and where its jumps go
 *                     └─ small     which functions call nothing or are trivial
 *
 * A front says what is where and why something is left alone; it puts nothing into the text. What holds for every
 * language is done here and in the other files of this folder: the reasons that options and pragmas have, the function that
 * a call stands in, regions of pragmas and levels, which functions need the tail form.
 */
#ifndef INSTR_FRONT_H
#define INSTR_FRONT_H

#include "instrumenter/unit/unit.h"

/* See reading.h. There is one of each language. */
struct front;

/* False: no libclang. */
bool front_parse(const struct front *front, const char *text, size_t size, const struct unit_options *options,
                 struct unit *unit, struct arena *arena, struct error *error);

/* Comes before the process becomes another one in the midst of that: gives it its standard error back. */
void front_abandon(void);

/* --- front_c.c: the front for C. Its grammar can be told from the tokens; libclang is asked for what needs types. --- */

extern const struct front front_c;

/* --- front_cxx.c: the front for C++. Its grammar can't be told from tokens: what is where is known by libclang. --- */

extern const struct front front_cxx;

#endif
