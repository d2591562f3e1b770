/*
 * region.h - regions: functions, loops, labels and all else that can be timed, without their times.
 */
#ifndef INSTR_PROFILE_REGION_H
#define INSTR_PROFILE_REGION_H

#include <stdbool.h>
#include <stdint.h>

/* Part of the file format and of instr_abi.h: new kinds go before REGION_KINDS, none is renumbered. */
enum region_kind {
    REGION_ROOT, /* the process: node 0 and nothing else */
    REGION_FUNCTION,
    REGION_BLOCK, /* a stretch of statements named by a pragma or macro */
    REGION_LOOP,
    REGION_BRANCH, /* one arm of an if or switch, at level 3 */
    REGION_CALL,   /* a call into code that is not instrumented, at level 4 */
    REGION_MPI,
    REGION_LABEL,   /* started and stopped by name through instr.h */
    REGION_CONTEXT, /* a communicator in whose ranks the subtree runs */
    REGION_THREAD,  /* the threads started from the node above; name = start function or "omp" */
    REGION_OTHER,   /* "(other paths)": what had no room in the tree */
    REGION_DEVICE,  /* what a device did, as a kernel; the device itself is of kind thread */
    REGION_WAIT,    /* what threads of an OpenMP team wait for, by construct */
    REGION_PART,    /* what the parts of such a team took: in the runtime's trees alone, see struct profile_stay */
    REGION_KINDS
};

/* Something measured, with a static identity. Strings are never NULL, except where noted; "" means absent. They point into the profile's
 * arena. */
struct profile_region {
    const char *name;
    const char *full; /* null, or what was recorded where a report has a shorter name for it */
    const char *file;
    const char *origin; /* "MACRO file:line" for a function made by a macro */
    const char *groups; /* names separated by commas */
    const char *reason; /* "" = instrumented, else why not */
    uint32_t line;
    uint32_t flags; /* __INSTR_* of instr_abi.h */
    uint8_t kind;   /* enum region_kind */
    uint8_t level;
    const char *path; /* null, or where the file was when it was compiled: what a report knows beside its name */
};

/* Order of regions: name, file, line, kind, reason; those are a region's identity. The reason is part
 * of it because one header function may be instrumented in one unit and left alone in another, and
 * neither fact may hide the other. Like strcmp. */
int region_compare(const struct profile_region *a, const struct profile_region *b);

/* Returns the name that is part of its identity. */
const char *region_recorded(const struct profile_region *region);

/* Merges the rest of `other`, which has the same identity: flags are united, the lower level is kept, and missing origin and groups are filled
 * in. The order does not matter. */
void region_merge(struct profile_region *region, const struct profile_region *other);

/* Returns whether it starts or ends MPI, which is no time of the program. */
bool region_is_startup(unsigned kind, const char *name);

/* Returns whether its own time is work: not MPI, not waiting, and not reported elsewhere. */
static inline bool region_is_work(unsigned kind)
{
    return kind != REGION_MPI && kind != REGION_WAIT && kind != REGION_PART;
}

/* Returns whether it is the function with which the program begins. */
bool region_is_main(unsigned kind, const char *name);

/* Returns whether its own time is outside the 100% (see total_time.h): for the root if `main` was measured right below it, for others if they
 * start or end MPI. */
bool region_is_outside(unsigned kind, const char *name, bool main);

/* Returns "function", "block", ..., or "?" for an unknown kind. */
const char *region_kind_name(unsigned kind);

#endif
