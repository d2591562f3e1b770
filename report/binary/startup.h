/* startup.h - recognises functions that the compiler, its libraries, the C library or instr put into a program. */
#ifndef INSTR_REPORT_STARTUP_H
#define INSTR_REPORT_STARTUP_H

#include "report/binary/image.h"

#include <stdbool.h>

/* Returns whether the function comes from the compiler, its own library, the C library's start files or instr. */
bool startup_function(const struct image_symbol *symbol);

/* Returns whether the symbol shows that a library of the compiler is in the file, as with -static-libgcc. */
bool startup_brought(const struct image_symbol *symbol);

/* Returns whether the symbol comes from an object stripped of its source's name before linking, as those libraries are. */
bool startup_stripped(const struct image_symbol *symbol);

/* Returns whether it belongs to the libraries for --coverage, -pg and the compilers' own profiles. */
bool startup_profiler(const struct image_symbol *symbol);

/* Sets theirs[i] for each symbol that clang's sanitizers add to a program. The symbols are sorted by address; `known` symbols have a record. */
void startup_sanitizers(const struct image_symbol *symbols, const bool *known, size_t count, bool *theirs,
                        struct arena *arena);

/* Recognise parts of a clang block (-fblocks): its body, which is in the source; and the rest, which is not. */
bool startup_block_body(const struct image_symbol *symbol);

#endif
