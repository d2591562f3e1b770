/* names.c - see names.h. */
#include "report/derive/names.h"

#include "base/nearest.h"
#include "base/short_name.h"

#include <string.h>

static const struct profile_region *region_of(const struct profile *profile, uint32_t node)
{
    return &profile->regions[profile->nodes[node].region];
}

/* `name` of `length` bytes is a pattern. */
static bool matches(const struct profile_region *region, const char *name, size_t length)
{
    char pattern[512];
    if (length >= sizeof pattern)
        return strlen(region->name) == length && !memcmp(region->name, name, length);
    memcpy(pattern, name, length);
    pattern[length] = '\0';
    return short_name_meant(pattern, region_recorded(region));
}

/* From its end, as a name may have a slash itself. */
static bool is_meant(const struct profile *profile, uint32_t node, const char *name, size_t length)
{
    while (node) {
        if (matches(region_of(profile, node), name, length))
            return true;
        const char *slash = memrchr(name, '/', length);
        size_t head = slash ? (size_t)(slash - name) : 0;
        if (!slash || !matches(region_of(profile, node), slash + 1, length - head - 1))
            return false;
        if (!head)
            return profile->nodes[node].parent == 0;
        length = head;
        node = profile->nodes[node].parent;
    }
    return false;
}

bool names_find(const struct profile *profile, const char *name, bool *found, struct error *error)
{
    bool any = false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        found[i] = is_meant(profile, i, name, strlen(name));
        any |= found[i];
    }
    if (any)
        return true;
    struct nearest nearest = nearest_begin(name);
    for (uint32_t i = 1; i < profile->node_count; i++)
        nearest_offer(&nearest, region_of(profile, i)->name);
    const char *like = nearest_end(&nearest);
    return like ? error_set(error, ERROR_USAGE, "'%s' was not called; did you mean '%s'?", name, like)
                : error_set(error, ERROR_USAGE, "'%s' was not called; 'instr-report flat' lists what was", name);
}
