/*
 * check.h - assertions, in development builds only. A failed one traps and prints nothing, because a probe may not print: use a
 * debugger. Not for hot paths.
 */
#ifndef INSTR_CHECK_H
#define INSTR_CHECK_H

#ifndef INSTR_CHECKS
#define INSTR_CHECKS 0
#endif

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (INSTR_CHECKS && !(condition))                                                                              \
            __builtin_trap();                                                                                          \
    } while (0)

#endif
