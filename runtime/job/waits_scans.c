/*
 * waits_scans.c - see waits_state.h.
 *
 * In a scan a rank waits for those up to it in the communicator. Who is last of them is found in as many steps as their number has
 * bits. In each a rank tells what it knows to the one so far above it, and so knows twice as many:
 *
 *     position      0     1      2      3      4
 *     step of 1     0     0-1    1-2    2-3    3-4
 *     step of 2     0     0-1    0-2    0-3    1-4
 *     step of 4     0     0-1    0-2    0-3    0-4
 */
#include "runtime/job/waits_state.h"

#include <stdlib.h>
#include <string.h>

/* What goes from rank to rank. */
struct word {
    uint64_t stream;
    uint32_t number;
    uint32_t seen, rank; /* as in a scan; in the second pass nothing */
    uint32_t rest;
    int64_t when; /* in the second pass: how long the sender waited */
};

/* One of them on its way. */
struct outgoing {
    int to;
    struct word word;
};

struct pass {
    struct waits *waits;
    void (*add)(struct scan *scan, const struct word *word); /* what is told of it */
};

static int compare_keys(const struct meeting *a, uint64_t stream, uint32_t number)
{
    int order = (a->stream > stream) - (a->stream < stream);
    return order ? order : (a->number > number) - (a->number < number);
}

static int compare_scans(const void *a, const void *b)
{
    const struct meeting *x = &((const struct scan *)a)->operation->meeting;
    const struct meeting *y = &((const struct scan *)b)->operation->meeting;
    return compare_keys(x, y->stream, y->number);
}

static struct scan *find(const struct waits *waits, const struct word *word)
{
    uint32_t low = 0, high = waits->scan_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_keys(&waits->scans[middle].operation->meeting, word->stream, word->number) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool there =
        low < waits->scan_count && compare_keys(&waits->scans[low].operation->meeting, word->stream, word->number) == 0;
    return there ? &waits->scans[low] : NULL;
}

static bool open_scans(struct waits *waits)
{
    waits->scans = arena_array(&waits->arena, waits->logged, sizeof *waits->scans);
    for (uint32_t i = 0; waits->scans && i < waits->logged; i++) {
        const struct operation *operation = &waits->log[i];
        if (operation->meeting.kind == MEETING_SCAN && operation->end)
            waits->scans[waits->scan_count++] =
                (struct scan){operation, 1, waits->rank, waits_moment(&waits->clock, operation->posted), 0, 0};
    }
    if (waits->scan_count)
        qsort(waits->scans, waits->scan_count, sizeof *waits->scans, compare_scans);
    return waits->scans;
}

static void add_prefix(struct scan *scan, const struct word *word)
{
    scan->seen += word->seen;
    if (word->when > scan->when) {
        scan->when = word->when;
        scan->rank = word->rank;
    }
}

static void add_waited(struct scan *scan, const struct word *word)
{
    scan->waited += word->when;
    scan->longest = word->when > scan->longest ? word->when : scan->longest;
}

static bool hear(void *state, int from, const void *bytes, size_t size)
{
    const struct pass *pass = state;
    (void)from;
    for (size_t at = 0; at + sizeof(struct word) <= size; at += sizeof(struct word)) {
        struct word word;
        memcpy(&word, (const char *)bytes + at, sizeof word);
        struct scan *scan = find(pass->waits, &word);
        if (scan)
            pass->add(scan, &word);
    }
    return true;
}

static int compare_outgoing(const void *a, const void *b)
{
    int x = ((const struct outgoing *)a)->to, y = ((const struct outgoing *)b)->to;
    return (x > y) - (x < y);
}

/* Collective; `all` is null where there is no memory. */
static bool send(struct pass *pass, struct outgoing *all, size_t count)
{
    struct waits *waits = pass->waits;
    struct word *words = arena_array(&waits->arena, count, sizeof *words);
    struct parcel *parcels = arena_array(&waits->arena, count, sizeof *parcels);
    size_t ranks = 0;
    waits->healthy = waits->healthy && all && words && parcels;
    if (count && all)
        qsort(all, count, sizeof *all, compare_outgoing);
    for (size_t i = 0; all && words && parcels && i < count; i++) {
        words[i] = all[i].word;
        if (!ranks || parcels[ranks - 1].to != all[i].to)
            parcels[ranks++] = (struct parcel){.to = all[i].to, .bytes = &words[i]};
        parcels[ranks - 1].size += sizeof *words;
    }
    return waits->transport->exchange(waits->transport, parcels, ranks, hear, pass);
}

static struct outgoing outgoing(const struct scan *scan, int to, int64_t when)
{
    const struct meeting *meeting = &scan->operation->meeting;
    return (struct outgoing){to, {meeting->stream, meeting->number, scan->seen, scan->rank, 0, when}};
}

/* Sends what each rank knows to the rank that is `distance` above it. */
static bool step(struct pass *pass, uint32_t distance)
{
    struct waits *waits = pass->waits;
    struct outgoing *all = arena_array(&waits->arena, waits->scan_count, sizeof *all);
    size_t count = 0;
    for (uint32_t i = 0; all && i < waits->scan_count; i++) {
        const struct meeting *meeting = &waits->scans[i].operation->meeting;
        if (meeting->size - meeting->position > distance)
            all[count++] =
                outgoing(&waits->scans[i], meeting->ranks[meeting->position + distance], waits->scans[i].when);
    }
    return send(pass, all, count);
}

static bool is_known(const struct scan *scan)
{
    return scan->seen == scan->operation->meeting.position + 1;
}

void waits_scans_open(struct waits *waits)
{
    waits->healthy = open_scans(waits) && waits->healthy;
}

void waits_scans_wait(struct waits *waits)
{
    for (uint32_t i = 0; i < waits->scan_count; i++) {
        if (!is_known(&waits->scans[i]))
            waits->unknown += waits->scale[LEVEL_OF_CALLS];
        else
            waits_until(waits, waits->scans[i].operation, waits->scans[i].rank, waits->scans[i].when);
    }
}

void waits_scans_book(struct waits *waits)
{
    for (uint32_t i = 0; i < waits->scan_count; i++)
        if (waits->scans[i].waited)
            waits_delayed(waits, waits->scans[i].operation, (uint64_t)waits->scans[i].longest,
                          (uint64_t)waits->scans[i].waited * waits->scale[LEVEL_OF_CALLS]);
}

bool waits_scans_match(struct waits_party *party)
{
    struct waits *waits = party->of[0];
    struct pass pass = {waits, add_prefix};
    if (!waits->transport->agree(waits->transport, !waits->scan_count, &waits->no_scans))
        return false;
    for (uint32_t distance = 1; !waits->no_scans && distance < waits->ranks; distance *= 2)
        if (!step(&pass, distance))
            return false;
    return true;
}

bool waits_scans_tell(struct waits_party *party)
{
    struct waits *waits = party->of[0];
    struct pass pass = {waits, add_waited};
    struct outgoing *all = arena_array(&waits->arena, waits->scan_count, sizeof *all);
    size_t count = 0;
    for (uint32_t i = 0; all && i < waits->scan_count; i++) {
        int64_t waited = waits_of(waits, waits->scans[i].operation);
        if (waited)
            all[count++] = outgoing(&waits->scans[i], (int)waits->scans[i].rank, waited);
    }
    return waits->no_scans || send(&pass, all, count);
}
