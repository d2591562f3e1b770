/*
 * check.h - what is always so, as the comments of structures say it: builds for development hold it, at the price of a trap.
 *
 * Only on slow ways. Nothing is printed, since a probe may print nothing: a debugger shows the line.
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
