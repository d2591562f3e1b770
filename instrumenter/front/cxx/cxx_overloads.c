/* cxx_overloads.c - see cxx_overloads.h. */
#include "instrumenter/front/cxx/cxx_overloads.h"

#include "instrumenter/front/parse.h"

#include <stdlib.h>
#include <string.h>

static struct cxx_declared describe(const struct cxx_overloads *overloads, const char *name, CXCursor cursor)
{
    size_t first = parse_offset(libclang.getCursorLocation(libclang.getCanonicalCursor(cursor)));
    return (struct cxx_declared){name, unit_lines_file(overloads->lines, first), first};
}

/* By what two functions have to share to be mixed up. */
static int compare_names(const void *left, const void *right)
{
    const struct cxx_declared *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : strcmp(a->file, b->file);
}

static int compare(const void *left, const void *right)
{
    const struct cxx_declared *a = left, *b = right;
    int order = compare_names(a, b);
    return order ? order : (a->first > b->first) - (a->first < b->first);
}

bool cxx_overloads_add(struct cxx_overloads *overloads, const char *name, CXCursor cursor, struct arena *arena)
{
    struct cxx_declared declared = describe(overloads, name, cursor);
    overloads->declared =
        arena_room(arena, overloads->declared, overloads->count, &overloads->capacity, sizeof declared);
    if (overloads->declared)
        overloads->declared[overloads->count++] = declared;
    return overloads->declared;
}

/* Of each function one entry stays, and of names that only one has none. */
void cxx_overloads_sort(struct cxx_overloads *overloads)
{
    struct cxx_declared *all = overloads->declared;
    size_t kept = 0;
    if (overloads->count)
        qsort(all, overloads->count, sizeof *all, compare);
    for (size_t i = 0, end; i < overloads->count; i = end) {
        bool several = false;
        for (end = i + 1; end < overloads->count && compare_names(&all[i], &all[end]) == 0; end++)
            several |= all[end].first != all[i].first;
        if (several)
            all[kept++] = all[i];
    }
    overloads->count = kept;
}

bool cxx_overloads_ambiguous(const struct cxx_overloads *overloads, const char *name, CXCursor cursor)
{
    struct cxx_declared wanted = describe(overloads, name, cursor);
    return overloads->count && bsearch(&wanted, overloads->declared, overloads->count, sizeof wanted, compare_names);
}
