/*
 * short_cxx_names.c - see short_cxx_names.h.
 *
 * A name is its base and its parameters. Functions of one base are overloads of each other, and show their parameters up to
 * the first that none of the others has there too. Where such names are the same after all, both stay as they were recorded.
 */
#include "report/read/short_cxx_names.h"

#include "common/short_name.h"
#include "common/sort.h"

#include <string.h>

enum {
    LONG_ARGUMENTS = 20,  /* of a template, brackets included: longer ones are left out */
    LONG_PARAMETERS = 32, /* shorter lists of parameters are not worth a cut */
    MOST_PARAMETERS = 16  /* that are compared */
};

struct overload {
    const char *full, *base;
    const char *parameters[MOST_PARAMETERS];
    unsigned count;
    bool more;          /* parameters than those */
    const char *behind; /* null: it has no parameters; else what stands behind them, as " const" */
    const char *shown;
};

struct names {
    struct overload *all;
    uint32_t *order; /* by base */
    struct arena *arena;
};

/* Returns [from, to) without long template arguments. */
static const char *cut_arguments(const char *from, const char *to, struct arena *arena)
{
    static const char dots[] = "<...>";
    char *name = arena_copy(arena, from, (size_t)(to - from)), *end = name;
    const char *at = name, *next = name;
    for (enum short_name_part part; (part = short_name_take(name, &next)) != SHORT_NAME_END; at = next) {
        bool cut = part == SHORT_NAME_ARGUMENTS && next - at > LONG_ARGUMENTS;
        size_t length = cut ? sizeof dots - 1 : (size_t)(next - at);
        memmove(end, cut ? dots : at, length);
        end += length;
    }
    *end = '\0';
    return name;
}

/* Returns the end of the parameter that begins at `at`. */
static const char *end_of_parameter(const char *at)
{
    while (*at && *at != ',' && *at != ')')
        at = strchr("(<[{", *at) ? short_name_behind_bracket(at) : at + 1;
    return at;
}

static void split(struct overload *overload, const char *full, struct arena *arena)
{
    overload->full = overload->base = full;
    if (!strpbrk(full, "(<"))
        return;
    const char *open = full + short_name_length(full), *at = open + 1;
    overload->base = cut_arguments(full, open, arena);
    if (!*open)
        return;
    for (const char *end; *at && *at != ')'; at = end + (*end == ',')) {
        at += strspn(at, " ");
        end = end_of_parameter(at);
        overload->more = overload->count == MOST_PARAMETERS;
        if (!overload->more)
            overload->parameters[overload->count++] = cut_arguments(at, end, arena);
    }
    overload->behind = *at == ')' ? at + 1 : NULL;
}

static int compare_bases(const void *table, uint32_t a, uint32_t b)
{
    const struct overload *all = table;
    int order = strcmp(all[a].base, all[b].base);
    return order ? order : strcmp(all[a].full, all[b].full);
}

static int compare_shown(const void *table, uint32_t a, uint32_t b)
{
    const struct overload *all = table;
    return strcmp(all[a].shown, all[b].shown);
}

/* Returns how many leading parameters both have in common. */
static unsigned count_same(const struct overload *a, const struct overload *b)
{
    unsigned same = 0;
    while (same < a->count && same < b->count && strcmp(a->parameters[same], b->parameters[same]) == 0)
        same++;
    return same;
}

/* Returns the base with the first parameters. */
static const char *with_parameters(const struct overload *overload, unsigned count, struct arena *arena)
{
    const char *text = "";
    for (unsigned i = 0; i < count; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "", overload->parameters[i]);
    return arena_printf(arena, "%s(%s%s)%s", overload->base, text,
                        count < overload->count || overload->more ? ", ..." : "", overload->behind);
}

static size_t length_of_parameters(const struct overload *overload)
{
    size_t length = 0;
    for (unsigned i = 0; i < overload->count; i++)
        length += strlen(overload->parameters[i]) + 2;
    return length;
}

/* Returns the end of the functions with the base of the first, and whether there are several. */
static uint32_t end_of_base(const struct names *names, uint32_t first, uint32_t count, bool *several)
{
    const struct overload *all = names->all, *one = &all[names->order[first]];
    uint32_t end = first + 1;
    for (*several = false; end < count && strcmp(all[names->order[end]].base, one->base) == 0; end++)
        *several |= strcmp(all[names->order[end]].full, one->full) != 0;
    return end;
}

static void show_overload(struct names *names, uint32_t first, uint32_t end, struct overload *overload)
{
    unsigned needed = 1;
    for (uint32_t i = first; i < end; i++) {
        const struct overload *other = &names->all[names->order[i]];
        unsigned same = strcmp(other->full, overload->full) == 0 ? 0 : count_same(overload, other);
        needed = same + 1 > needed ? same + 1 : needed;
    }
    if (needed > overload->count || length_of_parameters(overload) <= LONG_PARAMETERS)
        needed = overload->count;
    overload->shown = overload->behind ? with_parameters(overload, needed, names->arena) : overload->full;
}

static void show_overloads(struct names *names, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        show_overload(names, first, end, &names->all[names->order[i]]);
}

/* Replaces equal short names by the recorded names. */
static void keep_apart(struct names *names, uint32_t count, struct arena *scratch)
{
    struct overload *all = names->all;
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    sort_positions(order, count, compare_shown, all, scratch);
    for (uint32_t i = 0, end; i < count; i = end) {
        bool several = false;
        for (end = i + 1; end < count && compare_shown(all, order[i], order[end]) == 0; end++)
            several |= strcmp(all[order[i]].full, all[order[end]].full) != 0;
        for (uint32_t k = i; several && k < end; k++)
            all[order[k]].shown = all[order[k]].full;
    }
}

static void show(struct names *names, uint32_t count, struct arena *scratch)
{
    names->order = arena_array(scratch, count, sizeof *names->order);
    sort_positions(names->order, count, compare_bases, names->all, scratch);
    for (uint32_t i = 0, end; i < count; i = end) {
        bool several;
        end = end_of_base(names, i, count, &several);
        for (uint32_t k = i; !several && k < end; k++)
            names->all[names->order[k]].shown = names->all[names->order[k]].base;
        if (several)
            show_overloads(names, i, end);
    }
    keep_apart(names, count, scratch);
}

static bool is_function(const struct profile_region *region)
{
    return region->kind == REGION_FUNCTION;
}

static void show_functions(struct profile *profile, struct arena *arena, struct arena *scratch)
{
    struct names names = {.all = arena_array(scratch, profile->region_count, sizeof *names.all), .arena = arena};
    uint32_t count = 0;
    bool any = false; /* has parameters */
    for (uint32_t i = 0; i < profile->region_count; i++) {
        struct overload *overload = &names.all[count];
        if (!is_function(&profile->regions[i]))
            continue;
        split(overload, profile->regions[i].name, arena);
        any |= overload->behind != NULL;
        count++;
    }
    if (!any)
        return;
    show(&names, count, scratch);
    for (uint32_t i = 0, next = 0; i < profile->region_count; i++)
        if (is_function(&profile->regions[i])) {
            profile->regions[i].full = names.all[next].full;
            profile->regions[i].name = names.all[next++].shown;
        }
}

void short_cxx_names(struct profile *profile, struct arena *arena)
{
    struct arena scratch = {0};
    show_functions(profile, arena, &scratch);
    arena_free(&scratch);
}
