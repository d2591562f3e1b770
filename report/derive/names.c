/* names.c - see names.h. */
#include "report/derive/names.h"

#include "common/nearest.h"
#include "common/short_name.h"

#include <stdio.h>
#include <string.h>

static const struct profile_region *region_of(const struct profile *profile, uint32_t node)
{
    return &profile->regions[profile->nodes[node].region];
}

/* Compares a region's name with a pattern of `length` bytes. `scoped`: the region's name may have further scopes in front. */
static bool matches(const struct profile_region *region, bool scoped, const char *name, size_t length)
{
    static const char scopes[] = "*::";
    char pattern[512];
    if (sizeof scopes + length >= sizeof pattern)
        return strlen(region->name) == length && !memcmp(region->name, name, length);
    snprintf(pattern, sizeof pattern, "%s%.*s", scopes, (int)length, name);
    return short_name_meant(pattern + sizeof scopes - 1, region_recorded(region)) ||
           (scoped && short_name_meant(pattern, region_recorded(region)));
}

/* Compares a path from its end, because a name may contain a slash. */
static bool is_meant(const struct profile *profile, uint32_t node, bool scoped, const char *name, size_t length)
{
    while (node) {
        if (matches(region_of(profile, node), scoped, name, length))
            return true;
        const char *slash = memrchr(name, '/', length);
        size_t head = slash ? (size_t)(slash - name) : 0;
        if (!slash || !matches(region_of(profile, node), scoped, slash + 1, length - head - 1))
            return false;
        if (!head)
            return profile->nodes[node].parent == 0;
        length = head;
        node = profile->nodes[node].parent;
    }
    return false;
}

/* Returns true if both regions are one function, overloads of it, or instances of one template. */
static bool is_same(const struct profile_region *a, const struct profile_region *b)
{
    char first[512], second[512];
    const char *one = region_recorded(a), *other = region_recorded(b);
    return !strcmp(short_name(first, sizeof first, one) ? first : one,
                   short_name(second, sizeof second, other) ? second : other);
}

static bool find(const struct profile *profile, bool scoped, const char *name, bool *found)
{
    bool any = false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        found[i] = is_meant(profile, i, scoped, name, strlen(name));
        any |= found[i];
    }
    return any;
}

/* Finds a name given without its scopes. Returns false with an error if it exists in several scopes. */
static bool find_in_scopes(const struct profile *profile, const char *name, bool *found, bool *any, struct error *error)
{
    const struct profile_region *first = NULL;
    *any = find(profile, true, name, found);
    for (uint32_t i = 1; *any && i < profile->node_count; i++) {
        const struct profile_region *region = region_of(profile, i);
        if (found[i] && first && !is_same(first, region))
            return error_set(error, ERROR_USAGE, "'%s' is ambiguous: '%s' or '%s'", name, first->name, region->name);
        first = found[i] && !first ? region : first;
    }
    return true;
}

bool names_find(const struct profile *profile, const char *name, bool *found, struct error *error)
{
    bool any = find(profile, false, name, found);
    if (!any && !find_in_scopes(profile, name, found, &any, error))
        return false;
    if (any)
        return true;
    struct nearest nearest = nearest_begin(name);
    for (uint32_t i = 1; i < profile->node_count; i++)
        nearest_offer(&nearest, region_of(profile, i)->name);
    const char *like = nearest_end(&nearest);
    return like ? error_set(error, ERROR_USAGE, "'%s' was not called; did you mean '%s'?", name, like)
                : error_set(error, ERROR_USAGE, "'%s' was not called; 'instr-report flat' lists what was", name);
}
