/* paths.c - see paths.h. */
#include "paths.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *name_of(const struct profile *profile, uint32_t node)
{
    return profile->regions[profile->nodes[node].region].name;
}

const struct profile_node *path_find(const struct profile *profile, const char *path)
{
    uint32_t at = 0;
    while (*path) {
        size_t length = strcspn(path, "/");
        uint32_t next = PROFILE_NONE;
        for (uint32_t i = at + 1; i < profile->node_count; i++)
            if (profile->nodes[i].parent == at && strlen(name_of(profile, i)) == length &&
                strncmp(name_of(profile, i), path, length) == 0)
                next = i;
        if (next == PROFILE_NONE)
            return NULL;
        at = next;
        path += length + (path[length] == '/');
    }
    return &profile->nodes[at];
}

uint64_t path_calls(const struct profile *profile, const char *name)
{
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(name_of(profile, i), name) == 0)
            calls += profile->nodes[i].calls.calls;
    return calls;
}

uint64_t path_tally(const struct profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (strcmp(profile->tallies[i].name, name) == 0)
            return profile->tallies[i].value;
    return 0;
}

void path_check(const struct profile *profile)
{
    struct u128 *below = calloc(profile->node_count, sizeof *below);
    assert_non_null(below);
    for (uint32_t i = profile->node_count; i-- > 0;) {
        const struct profile_node *node = &profile->nodes[i];
        if (u128_compare(node->calls.sum, below[i]) < 0)
            fail_msg("%s takes less time than what it calls", name_of(profile, i));
        assert_true(node->calls.timed <= node->calls.calls);
        if (i && profile->regions[node->region].kind != REGION_THREAD)
            below[node->parent] = u128_add(below[node->parent], node->calls.sum);
    }
    free(below);
}
