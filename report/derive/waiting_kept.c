/* waiting_kept.c - see waiting_kept.h. */
#include "report/derive/waiting_kept.h"

#include <stdlib.h>

/* As enum kept of the runtime. */
static const char *by_name(uint32_t by)
{
    static const char *const names[] = {"processor", "lock",  "file",    "pipe", "network",
                                        "poll",      "sleep", "process", "page", "other"};
    return by < sizeof names / sizeof *names ? names[by] : "other";
}

static int compare(const void *left, const void *right)
{
    const struct kept_path *a = left, *b = right;
    return a->time != b->time ? (a->time < b->time) - (a->time > b->time) : (a->node > b->node) - (a->node < b->node);
}

/* The entry of what keeps threads in the same path, among those of its node. */
static struct kept_path *entry_of(struct kept_path *paths, uint32_t *count, const struct profile_stay *stay)
{
    const char *by = by_name(stay->what - STAY_KEPT);
    uint32_t at = *count;
    while (at && paths[at - 1].node == stay->node)
        if (paths[--at].by == by && paths[at].holder == stay->holder)
            return &paths[at];
    paths[*count] = (struct kept_path){.node = stay->node, .holder = stay->holder, .by = by};
    return &paths[(*count)++];
}

const struct kept_path *waiting_kept(const struct profile *profile, uint32_t *count, struct arena *arena)
{
    struct kept_path *paths = arena_array(arena, profile->stay_count, sizeof *paths);
    *count = 0;
    for (uint32_t i = 0; paths && i < profile->stay_count; i++) {
        const struct profile_stay *stay = &profile->stays[i];
        if (stay->what < STAY_KEPT)
            continue;
        struct kept_path *path = entry_of(paths, count, stay);
        path->looks += stay->times;
        path->time += (double)stay->sum;
        if ((double)stay->sum > path->most) {
            path->most = (double)stay->sum;
            path->rank = stay->rank;
            path->thread = stay->thread;
        }
    }
    if (paths)
        qsort(paths, *count, sizeof *paths, compare);
    return paths;
}
