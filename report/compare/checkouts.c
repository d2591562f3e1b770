/* checkouts.c - see checkouts.h. */
#include "report/compare/checkouts.h"

#include "common/sort.h"

#include <string.h>

/* A folder of the first run, and the folder that a later run has instead. Both end with a slash, or are empty. */
struct place {
    const char *before, *now;
    size_t before_length, now_length;
    uint32_t votes;
};

enum { PLACES = 64 }; /* more of them are no place that a tree was moved to */

struct places {
    struct place of[PLACES];
    uint32_t count;
};

/* Returns how many bytes two names share at their ends. */
static size_t shared_end(const char *a, const char *b)
{
    size_t left = strlen(a), right = strlen(b), shared = 0;
    while (shared < left && shared < right && a[left - shared - 1] == b[right - shared - 1])
        shared++;
    return shared;
}

static int compare_ends(const char *a, const char *b)
{
    size_t left = strlen(a), right = strlen(b), shared = shared_end(a, b);
    int x = shared < left ? (unsigned char)a[left - shared - 1] : -1;
    int y = shared < right ? (unsigned char)b[right - shared - 1] : -1;
    return (x > y) - (x < y);
}

static int compare_files(const void *table, uint32_t a, uint32_t b)
{
    const char *const *files = table;
    return compare_ends(files[a], files[b]);
}

void checkouts_begin(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena)
{
    uint32_t *order = arena_array(arena, count, sizeof *order);
    *checkouts = (struct checkouts){.first = arena_array(arena, count, sizeof *checkouts->first),
                                    .found = arena_array(arena, count, sizeof *checkouts->found)};
    sort_positions(order, count, compare_files, files, arena);
    for (uint32_t i = 0; i < count; i++)
        if (!i || strcmp(files[order[i - 1]], files[order[i]]) != 0)
            checkouts->first[checkouts->count++] = files[order[i]];
}

/* Returns the first file that is not sorted before `file`. */
static uint32_t lower_bound(const struct checkouts *checkouts, const char *file)
{
    uint32_t low = 0, high = checkouts->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_ends(checkouts->first[middle], file) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct checkouts *checkouts, uint32_t at, const char *file)
{
    return at < checkouts->count && !strcmp(checkouts->first[at], file);
}

/* Returns how many whole names of folders, and of the file, two paths share at their ends. */
static size_t shared_names(const char *a, const char *b)
{
    size_t shared = shared_end(a, b), left = strlen(a) - shared, right = strlen(b) - shared;
    while (shared && ((left && a[left - 1] != '/') || (right && b[right - 1] != '/')))
        left++, right++, shared--;
    return shared;
}

static void vote(struct places *places, const char *before, const char *now)
{
    size_t shared = shared_names(before, now);
    struct place place = {before, now, strlen(before) - shared, strlen(now) - shared, 1};
    for (uint32_t i = 0; i < places->count; i++) {
        struct place *known = &places->of[i];
        if (known->before_length == place.before_length && known->now_length == place.now_length &&
            !strncmp(known->before, before, place.before_length) && !strncmp(known->now, now, place.now_length)) {
            known->votes++;
            return;
        }
    }
    if (shared && places->count < PLACES)
        places->of[places->count++] = place;
}

/* Votes for the folder of the missing file whose name shares the longest end with `file`. */
static void vote_for(struct places *places, const struct checkouts *checkouts, const char *file)
{
    uint32_t next = lower_bound(checkouts, file), last = next;
    if (is_at(checkouts, next, file))
        return;
    while (next < checkouts->count && checkouts->found[next])
        next++;
    while (last && checkouts->found[last - 1])
        last--;
    const char *behind = next < checkouts->count ? checkouts->first[next] : NULL;
    const char *before = last ? checkouts->first[last - 1] : behind;
    if (before && behind && shared_names(behind, file) > shared_names(before, file))
        before = behind;
    if (before)
        vote(places, before, file);
}

static void rename_all(const struct checkouts *checkouts, const struct place *place, const char **files, uint32_t count,
                       struct arena *arena)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strncmp(files[i], place->now, place->now_length) != 0 ||
            is_at(checkouts, lower_bound(checkouts, files[i]), files[i]))
            continue;
        const char *name =
            arena_printf(arena, "%.*s%s", (int)place->before_length, place->before, files[i] + place->now_length);
        if (is_at(checkouts, lower_bound(checkouts, name), name))
            files[i] = name;
    }
}

void checkouts_follow(struct checkouts *checkouts, const char **files, uint32_t count, struct arena *arena)
{
    struct places places = {.count = 0};
    bool all = true;
    memset(checkouts->found, 0, checkouts->count * sizeof *checkouts->found);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = lower_bound(checkouts, files[i]);
        bool found = is_at(checkouts, at, files[i]);
        all &= found;
        if (found)
            checkouts->found[at] = true;
    }
    if (all)
        return;
    for (uint32_t i = 0; i < count; i++)
        vote_for(&places, checkouts, files[i]);
    const struct place *best = places.of;
    for (uint32_t i = 1; i < places.count; i++)
        best = places.of[i].votes > best->votes ? &places.of[i] : best;
    if (places.count)
        rename_all(checkouts, best, files, count, arena);
}
