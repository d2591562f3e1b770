/*
 * cxx_standard.h - which C++ a unit is written in, and what of it the probes may use.
 */
#ifndef INSTR_CXX_STANDARD_H
#define INSTR_CXX_STANDARD_H

#include "base/arena.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

struct cxx_standard {
    const char *const
        *flags;     /* for libclang: those of the command, and the standard where they name none; ends with null */
    unsigned year;  /* in two digits */
    bool constants; /* a constexpr function can have a probe */
    bool lambdas;   /* lambdas are constexpr where they can be */
    bool coroutines;
};

/* False: no memory. */
bool cxx_standard_find(struct cxx_standard *standard, const char *const *flags, const char *text, size_t size,
                       const struct unit_lines *lines, struct arena *arena);

#endif
