/*
 * hand.h - instrumented code written by hand: probes as the edit inserts them.
 */
#ifndef HAND_H
#define HAND_H

#include "include/instr_abi.h"
#include "profile/region.h"

static inline void hand_close(struct __instr_frame **frame)
{
    __instr_link11.__exit(*frame);
}

#define HAND_LAYOUT(name)                                                                                              \
    {                                                                                                                  \
        __INSTR_MAGIC, sizeof(struct __instr_region), REGION_FUNCTION, 1, __LINE__, 0, name, __FILE__, 0, 0, 0, 0, 0   \
    }

/* A descriptor of this file and line. */
#define HAND_REGION(variable, region_name)                                                                             \
    static struct __instr_region variable __attribute__((__section__("instr_regions"), __aligned__(8), __used__)) =    \
        HAND_LAYOUT(region_name)

/* The first declaration of a function. */
#define HAND_PROBE(region_name)                                                                                        \
    HAND_REGION(hand_region, region_name);                                                                             \
    struct __instr_frame *hand_frame __attribute__((__cleanup__(hand_close), __unused__)) =                            \
        __instr_link11.__enter(&hand_region)

#define HAND_RESOLVE(function) ((__typeof__(&function))__instr_link11.__resolve(#function, (void (*)(void))function))

/* A region that is made at run time, as in a shared object that comes. */
#define HAND_MADE(name_of, file_of, ...)                                                                               \
    (struct __instr_region)                                                                                            \
    {                                                                                                                  \
        .__magic = __INSTR_MAGIC, .__size = sizeof(struct __instr_region), .__kind = REGION_FUNCTION, .__level = 1,    \
        .__name = name_of, .__file = file_of, __VA_ARGS__                                                              \
    }

#endif
