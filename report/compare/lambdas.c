/* lambdas.c - see lambdas.h. */
#include "report/compare/lambdas.h"

#include "base/name.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

struct lambda {
    struct profile_region *region;
    size_t scope;     /* how much of the recorded name stands in front of it */
    unsigned of_line; /* which one of its line */
};

/* "lambda at a.cpp:12" or "lambda 2 at a.cpp:12", at the end of a name. */
static bool recognize(struct profile_region *region, struct lambda *lambda)
{
    static const char word[] = "lambda ";
    const char *name = region_recorded(region), *at = name, *last = NULL;
    while ((at = strstr(at, word)))
        last = at++;
    if (!last)
        return false;
    char *end = (char *)(uintptr_t)(last + sizeof word - 1);
    *lambda = (struct lambda){region, (size_t)(last - name), 1};
    if (*end >= '0' && *end <= '9') {
        lambda->of_line = (unsigned)strtoul(end, &end, 10);
        end++;
    }
    const char *colon = strrchr(end, ':');
    return name_starts(end, "at ") && colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];
}

/* By what encloses them. */
static int compare_scopes(const struct lambda *a, const struct lambda *b)
{
    int order = (a->scope > b->scope) - (a->scope < b->scope);
    if (!order)
        order = strncmp(region_recorded(a->region), region_recorded(b->region), a->scope);
    return order ? order : strcmp(a->region->file, b->region->file);
}

static int compare(const void *table, uint32_t left, uint32_t right)
{
    const struct lambda *all = table, *a = &all[left], *b = &all[right];
    int order = compare_scopes(a, b);
    if (!order)
        order = (a->region->line > b->region->line) - (a->region->line < b->region->line);
    return order ? order : (a->of_line > b->of_line) - (a->of_line < b->of_line);
}

/* What stands in front of " at a.cpp:12" has its number in place of that of its line. */
static const char *numbered(const char *name, unsigned number, struct arena *arena)
{
    const char *at = name, *last = name;
    while ((at = strstr(at, "lambda ")))
        last = at++;
    return arena_printf(arena, "%.*slambda %u", (int)(last - name), name, number);
}

static bool number_all(struct profile *profile, struct arena *arena, struct arena *scratch)
{
    struct lambda *all = arena_array(scratch, profile->region_count, sizeof *all);
    uint32_t count = 0, *order = arena_array(scratch, profile->region_count, sizeof *order);
    if (!all || !order)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        count += recognize(&profile->regions[i], &all[count]);
    if (!sort_positions(order, count, compare, all, scratch))
        return false;
    unsigned *numbers = arena_array(scratch, count, sizeof *numbers);
    for (uint32_t i = 0; numbers && i < count; i++)
        numbers[i] = !i || compare_scopes(&all[order[i - 1]], &all[order[i]])
                         ? 1
                         : numbers[i - 1] + (compare(all, order[i - 1], order[i]) != 0);
    for (uint32_t i = 0; numbers && i < count; i++) {
        struct profile_region *region = all[order[i]].region;
        const char *full = region->full ? numbered(region->full, numbers[i], arena) : NULL;
        if ((region->full && !full) || !(region->name = numbered(region->name, numbers[i], arena)))
            return false;
        region->full = full;
    }
    return numbers;
}

bool lambdas_number(struct profile *profile, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    bool done = number_all(profile, arena, &scratch);
    arena_free(&scratch);
    return done || error_set(error, ERROR_INTERNAL, "out of memory");
}
