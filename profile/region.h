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

/* Something with one static identity. Other strings are never null; "" means absent. They point into the
 * profile's arena. */
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

/* The name that is its identity. */
const char *region_recorded(const struct profile_region *region);

/* Folds what `other` says beside its identity into `region`: flags are united, the lower level wins,
 * origin and groups are taken where they were absent. In whatever order, the result is the same. */
void region_merge(struct profile_region *region, const struct profile_region *other);

/* Whether it starts or ends MPI: what that takes is no time of the program's. */
bool region_is_startup(unsigned kind, const char *name);

/* Whether its own time is work: it is neither MPI nor waiting, nor told elsewhere. */
static inline bool region_is_work(unsigned kind)
{
    return kind != REGION_MPI && kind != REGION_WAIT && kind != REGION_PART;
}

/* The function that the program begins with. */
bool region_is_main(unsigned kind, const char *name);

/* Whether its own time is outside the 100% (see total_time.h): of the root if `main` was measured right below it, of others where it starts or
 * ends MPI. */
bool region_is_outside(unsigned kind, const char *name, bool main);

/* "function", "block", ...; "?" for an unknown kind. */
const char *region_kind_name(unsigned kind);

#endif
