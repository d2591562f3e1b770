/* unit_names.c - see unit_names.h. */
#include "instrumenter/unit/unit_names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *left, const void *right)
{
    const struct unit_function *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

void unit_names_make(struct unit_names *names, const struct unit *unit, struct arena *arena)
{
    *names = (struct unit_names){unit, arena_array(arena, unit->function_count + 1, sizeof *names->sorted)};
    for (size_t i = 0; i < unit->function_count; i++)
        names->sorted[i] = &unit->functions[i];
    qsort(names->sorted, unit->function_count, sizeof *names->sorted, compare_names);
}

struct wanted {
    const char *name;
    size_t size;
};

static int compare_wanted(const void *key, const void *entry)
{
    const struct wanted *wanted = key;
    const char *name = (*(const struct unit_function *const *)entry)->name;
    int order = strncmp(wanted->name, name, wanted->size);
    return order ? order : -(name[wanted->size] != '\0');
}

size_t unit_names_find(const struct unit_names *names, const char *name, size_t size)
{
    struct wanted wanted = {name, size};
    const struct unit_function **found =
        bsearch(&wanted, names->sorted, names->unit->function_count, sizeof *names->sorted, compare_wanted);
    return found ? (size_t)(*found - names->unit->functions) : SIZE_MAX;
}
