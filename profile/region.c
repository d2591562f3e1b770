/* region.c - see region.h. */
#include "profile/region.h"

#include <string.h>

/* Compares two texts, which are often the same pointer within a profile. */
static int compare_text(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

const char *region_recorded(const struct profile_region *region)
{
    return region->full ? region->full : region->name;
}

int region_compare(const struct profile_region *a, const struct profile_region *b)
{
    int order = compare_text(region_recorded(a), region_recorded(b));
    if (!order)
        order = compare_text(a->file, b->file);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    if (!order)
        order = (a->kind > b->kind) - (a->kind < b->kind);
    return order ? order : compare_text(a->reason, b->reason);
}

/* Returns the text that is not "", or of two texts the alphabetically first. */
static const char *choose(const char *a, const char *b)
{
    if (!*a || !*b)
        return *a ? a : b;
    return compare_text(a, b) <= 0 ? a : b;
}

void region_merge(struct profile_region *region, const struct profile_region *other)
{
    region->origin = choose(region->origin, other->origin);
    region->groups = choose(region->groups, other->groups);
    region->flags |= other->flags;
    if (other->level < region->level)
        region->level = other->level;
}

bool region_is_startup(unsigned kind, const char *name)
{
    static const char *const names[] = {"MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_Session_init",
                                        "MPI_Session_finalize"};
    for (size_t i = 0; kind == REGION_MPI && i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool region_is_main(unsigned kind, const char *name)
{
    return kind == REGION_FUNCTION && strcmp(name, "main") == 0;
}

bool region_is_outside(unsigned kind, const char *name, bool main)
{
    return kind == REGION_ROOT ? main : region_is_startup(kind, name);
}

const char *region_kind_name(unsigned kind)
{
    static const char *const names[REGION_KINDS] = {
        [REGION_ROOT] = "root",     [REGION_FUNCTION] = "function", [REGION_BLOCK] = "block",
        [REGION_LOOP] = "loop",     [REGION_BRANCH] = "branch",     [REGION_CALL] = "call",
        [REGION_MPI] = "mpi",       [REGION_LABEL] = "label",       [REGION_CONTEXT] = "context",
        [REGION_THREAD] = "thread", [REGION_OTHER] = "other",       [REGION_DEVICE] = "device",
        [REGION_WAIT] = "wait",     [REGION_PART] = "part",
    };
    return kind < REGION_KINDS ? names[kind] : "?";
}
