/* communicator.c - see communicator.h. */
#include "profile/communicator.h"

#include <stdio.h>
#include <string.h>

/* Ranks from `first` to `last` in steps of `step`. */
struct run {
    uint64_t first, last, step;
};

/* Returns the length of the longest run at ranks[0]. A step other than 1 saves text from three ranks on. */
static uint32_t run_length(const uint32_t *ranks, uint32_t count)
{
    uint32_t length = count < 2 ? count : 2;
    while (length >= 2 && length < count && ranks[length] - ranks[length - 1] == ranks[1] - ranks[0])
        length++;
    return length == 2 && ranks[1] - ranks[0] > 1 ? 1 : length;
}

void ranks_text(const uint32_t *ranks, uint32_t count, char text[RANKS_TEXT])
{
    size_t used = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t length = run_length(ranks + i, count - i), step = length > 1 ? ranks[i + 1] - ranks[i] : 0;
        char word[48];
        int written = snprintf(word, sizeof word, "%s%u", i ? "," : "", ranks[i]);
        if (length > 1)
            written += snprintf(word + written, sizeof word - (size_t)written, "-%u", ranks[i + length - 1]);
        if (step > 1)
            written += snprintf(word + written, sizeof word - (size_t)written, ":%u", step);
        if (used + (size_t)written >= RANKS_TEXT) {
            text[0] = 0;
            return;
        }
        memcpy(text + used, word, (size_t)written + 1);
        used += (size_t)written;
        i += length;
    }
}

static bool read_number(const char **at, uint64_t *number)
{
    const char *digit = *at;
    for (*number = 0; *digit >= '0' && *digit <= '9' && *number < RANKS_MOST; digit++)
        *number = *number * 10 + (uint64_t)(*digit - '0');
    bool ok = digit > *at && *number < RANKS_MOST;
    *at = digit;
    return ok;
}

/* Reads the run at *at and moves behind its comma. Returns false at the end, where *at is NULL, or for invalid text. */
static bool next_run(const char **at, struct run *run)
{
    const char *text = *at;
    if (!text || !*text) {
        *at = NULL;
        return false;
    }
    if (!read_number(&text, &run->first))
        return false;
    run->last = run->first;
    run->step = 1;
    if (*text == '-' && (text++, !read_number(&text, &run->last)))
        return false;
    if (*text == ':' && (text++, !read_number(&text, &run->step)))
        return false;
    if (run->last < run->first || !run->step || (*text && (*text != ',' || !text[1])))
        return false;
    *at = *text ? text + 1 : text;
    return true;
}

bool ranks_count(const char *text, uint64_t *count)
{
    struct run run;
    uint64_t least = 0;
    *count = 0;
    while (next_run(&text, &run)) {
        if (run.first < least)
            return false;
        *count += (run.last - run.first) / run.step + 1;
        least = run.last + 1;
    }
    return !text;
}

int communicator_compare(const struct profile_communicator *a, const struct profile_communicator *b)
{
    bool other_a = strcmp(a->name, COMMUNICATORS_OTHER) == 0, other_b = strcmp(b->name, COMMUNICATORS_OTHER) == 0;
    if (other_a != other_b)
        return other_a - other_b;
    int order = strcmp(a->name, b->name);
    if (!order)
        order = strcmp(a->place, b->place);
    if (!order && !*a->ranks != !*b->ranks)
        return !*a->ranks - !*b->ranks;
    return order ? order : strcmp(a->ranks, b->ranks);
}

void communicator_merge(struct profile_communicator *communicator, const struct profile_communicator *other)
{
    if (other->size > communicator->size)
        communicator->size = other->size;
}

static bool same_name(const struct profile_communicator *a, const struct profile_communicator *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->place, b->place) == 0;
}

uint32_t communicators_bound(struct profile_communicator *table, uint32_t count, uint32_t *map)
{
    uint32_t kept = 0, of_name = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct profile_communicator next = table[i];
        of_name = kept && same_name(&table[kept - 1], &next) ? of_name + 1 : 0;
        if (of_name >= COMMUNICATORS_OF_NAME)
            next.ranks = "";
        if (kept + 1 >= COMMUNICATORS_MAX)
            next = (struct profile_communicator){COMMUNICATORS_OTHER, "", "", next.size};
        if (kept && communicator_compare(&table[kept - 1], &next) == 0)
            communicator_merge(&table[kept - 1], &next);
        else
            table[kept++] = next;
        map[i] = kept - 1;
    }
    return kept;
}

/* A set of ranks below `ranks`, one bit each. */
struct set {
    uint64_t *bits;
    uint64_t ranks;
};

static uint32_t set_add(struct set *set, const char *text)
{
    uint32_t added = 0;
    struct run run;
    while (next_run(&text, &run))
        for (uint64_t rank = run.first; rank <= run.last && rank < set->ranks; rank += run.step) {
            uint64_t *word = &set->bits[rank / 64], bit = (uint64_t)1 << rank % 64;
            added += !(*word & bit);
            *word |= bit;
        }
    return added;
}

static uint64_t highest_rank(const char *text)
{
    uint64_t highest = 0;
    struct run run;
    while (next_run(&text, &run))
        highest = run.last;
    return highest;
}

uint32_t communicators_members(const struct profile *profile, uint32_t first, uint32_t node)
{
    uint32_t largest = 0, members = 0, end = first;
    uint64_t highest = 0;
    for (; end < profile->traffic_count && profile->traffic[end].node == node; end++) {
        if (profile->traffic[end].communicator == PROFILE_NONE)
            continue;
        const struct profile_communicator *one = &profile->communicators[profile->traffic[end].communicator];
        uint64_t rank = highest_rank(one->ranks);
        highest = rank > highest ? rank : highest;
        largest = one->size > largest ? one->size : largest;
    }
    if (end - first < 2)
        return largest;
    struct arena arena = {0};
    struct set set = {arena_array(&arena, highest / 64 + 1, sizeof(uint64_t)), highest + 1};
    for (uint32_t i = first; set.bits && i < end; i++)
        if (profile->traffic[i].communicator != PROFILE_NONE)
            members += set_add(&set, profile->communicators[profile->traffic[i].communicator].ranks);
    arena_free(&arena);
    return members > largest ? members : largest;
}
