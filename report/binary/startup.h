/* startup.h - recognises functions that the compiler, its libraries, the C library or instr put into a program. */
#ifndef INSTR_REPORT_STARTUP_H
#define INSTR_REPORT_STARTUP_H

#include "report/binary/image.h"

#include <stdbool.h>

/* Whether the compiler, its own library, the start files of the C library or instr put the function there. */
bool startup_function(const struct image_symbol *symbol);

/* Whether it tells that a library of the compiler is in the file, as with -static-libgcc. */
bool startup_brought(const struct image_symbol *symbol);

/* Of an object that had no name of a source any more when it was linked, as those libraries have none. */
bool startup_stripped(const struct image_symbol *symbol);

/* Of the libraries that compilers link in for --coverage, -pg and profiles of their own. */
bool startup_profiler(const struct image_symbol *symbol);

/* Sets theirs[i] for each symbol that clang's sanitizers bring into a program. The symbols are in order of address; those that are
 * `known` have a record. */
void startup_sanitizers(const struct image_symbol *symbols, const bool *known, size_t count, bool *theirs,
                        struct arena *arena);

/* What clang makes of a block (-fblocks): its body, which the source has; the rest of it, which it has not. */
bool startup_block_body(const struct image_symbol *symbol);

#endif
