/* names.c - see names.h. */
#include "report/shape/names.h"

#include "base/short_name.h"
#include "report/nearest.h"

#include <fnmatch.h>
#include <string.h>

/* `name` of `length` bytes is a pattern. */
static bool is_like(const char *text, const char *name, size_t length)
{
    char pattern[256];
    if (strlen(text) == length && !memcmp(text, name, length))
        return true;
    if (length >= sizeof pattern)
        return false;
    memcpy(pattern, name, length);
    pattern[length] = '\0';
    return strpbrk(pattern, "*?[") && !fnmatch(pattern, text, 0);
}

/* Of functions in C++ the short name will do. */
static bool matches(const char *text, const char *name, size_t length)
{
    char shorter[512];
    return is_like(text, name, length) || (short_name(shorter, sizeof shorter, text) && is_like(shorter, name, length));
}

static const char *name_of(const struct profile *profile, uint32_t node)
{
    return profile->regions[profile->nodes[node].region].name;
}

/* From its end, as a name may have a slash itself. */
static bool is_meant(const struct profile *profile, uint32_t node, const char *name, size_t length)
{
    while (node) {
        if (matches(name_of(profile, node), name, length))
            return true;
        const char *slash = memrchr(name, '/', length);
        size_t head = slash ? (size_t)(slash - name) : 0;
        if (!slash || !matches(name_of(profile, node), slash + 1, length - head - 1))
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
        nearest_offer(&nearest, name_of(profile, i));
    const char *like = nearest_end(&nearest);
    return like ? error_set(error, ERROR_USAGE, "'%s' was not called; did you mean '%s'?", name, like)
                : error_set(error, ERROR_USAGE, "'%s' was not called; 'instr-report flat' lists what was", name);
}
