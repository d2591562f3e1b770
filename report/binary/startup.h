/* startup.h - functions that no source of the user's has, though they are in the file. */
#ifndef INSTR_REPORT_STARTUP_H
#define INSTR_REPORT_STARTUP_H

#include "report/binary/image.h"

#include <stdbool.h>

/* Whether the compiler, its own library, the start files of the C library or instr put the function there. */
bool startup_function(const struct image_symbol *symbol);

/* Of the libraries that compilers link in for --coverage, -pg and profiles of their own. */
bool startup_profiler(const struct image_symbol *symbol);

/* Of what clang's sanitizers bring into a program: their names are reserved for the compiler. */
bool startup_sanitizer(const struct image_symbol *symbol);

#endif
