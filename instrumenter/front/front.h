/*
 * front.h - the first step: makes a unit of a flat text. Each language has a struct front.
 *
 *     flat text ──> front_parse ──> struct unit ──> unit_edit ──> edited text
 *                     │
 *                     │ struct front: a language
 *                     ├─ read      its functions, the calls that the edit changes, calls into other code
 *                     ├─ body      the statements of one function, and where its jumps go
 *                     └─ small     which functions call nothing or are trivial
 *
 * A front finds places, and reasons to leave some out; it changes no text. The other files of this folder do what is common to all
 * languages: reasons by options and pragmas, the function around a call, regions of pragmas and levels, and functions that need the
 * tail form.
 */
#ifndef INSTR_FRONT_H
#define INSTR_FRONT_H

#include "instrumenter/unit/unit.h"

/* The front of a language, see reading.h. */
struct front;

/* Returns false if there is no libclang. */
bool front_parse(const struct front *front, const char *text, size_t size, const struct unit_options *options,
                 struct unit *unit, struct arena *arena, struct error *error);

/* Restores the process's standard error, before the process is replaced in the middle of reading. */
void front_abandon(void);

/* --- front_c.c: the front for C. Tokens show its grammar; libclang is asked about types. --- */

extern const struct front front_c;

/* --- front_cxx.c: the front for C++. Tokens do not show its grammar; libclang does. --- */

extern const struct front front_cxx;

#endif
