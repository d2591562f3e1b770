/* waits_left.c - see waits_left.h. */
#include "runtime/job/waits_left.h"

#include "common/arena.h"
#include "profile/waits.h"
#include "runtime/job/waits_state.h"
#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/store/wait_sums.h"

#include <stdlib.h>
#include <string.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* A rank. */
struct member {
    struct waits waits; /* the first, so that who has it has the member */
    struct profile *profile;
    struct stand *stands;   /* as those of the profile */
    struct parcel *parcels; /* for others, just now */
    size_t parcel_count;
};

/* A scan, in the order in which ranks wait for each other. */
struct scan_of {
    struct scan *scan;
    const struct waits *waits;
    size_t late; /* the place of the one that is last up to this one */
};

/* The ranks of one job. */
struct left {
    struct waits_party party; /* the first, so that who has it has all */
    struct member *members;   /* sorted by rank */
    uint32_t count;
    struct scan_of *scans;
    size_t scan_count;
    struct arena arena;
};

static struct stand *stand_at(const struct waits *waits, uint32_t number)
{
    const struct member *member = (const struct member *)(const void *)waits;
    return number ? &member->stands[number - 1] : NULL;
}

static struct operation operation_of(const struct profile_operation *from)
{
    struct meeting meeting = {.stream = from->stream,
                              .number = from->number,
                              .size = from->size,
                              .position = from->position,
                              .kind = (uint8_t)from->kind,
                              .root = from->root & 1,
                              .blocks = from->blocks & 1,
                              .thread = from->thread % LOG_THREADS,
                              .numbered = 1,
                              .taken = 1};
    meeting.peer = (int32_t)from->peer;
    meeting.tag = (int32_t)from->tag;
    return (struct operation){meeting, from->poster + 1u, from->stand + 1u, from->posted, from->enter, from->end};
}

/* What all logs have, where one had to be thinned. */
static bool open_log(struct member *member, const uint8_t levels[LEVELS])
{
    struct waits *waits = &member->waits;
    const struct profile *profile = member->profile;
    waits->log = arena_array(&waits->arena, profile->operation_count, sizeof *waits->log);
    struct operation **places = arena_array(&waits->arena, profile->operation_count, sizeof *places);
    member->stands = arena_array(&waits->arena, profile->stand_count, sizeof *member->stands);
    if (!waits->log || !places || !member->stands)
        return false;
    for (uint32_t i = 0; i < profile->operation_count; i++) {
        waits->log[i] = operation_of(&profile->operations[i]);
        places[i] = &waits->log[i];
    }
    if (levels[LEVEL_OF_MESSAGES])
        calls_count(places, profile->operation_count);
    for (uint32_t i = 0; i < profile->operation_count; i++)
        if (operations_are_kept(&waits->log[i], levels))
            waits->log[waits->logged++] = waits->log[i];
    return waits_open(waits);
}

static bool open_stretches(struct member *member)
{
    struct waits *waits = &member->waits;
    const struct profile *profile = member->profile;
    waits->stretch_count = profile->stretch_count;
    waits->stretches = arena_array(&waits->arena, waits->stretch_count, sizeof *waits->stretches);
    for (uint32_t i = 0; waits->stretches && i < waits->stretch_count; i++) {
        const struct profile_stretch *from = &profile->stretches[i];
        waits->stretches[i] = (struct stretch){.to = from->to,
                                               .length = from->length,
                                               .stand = from->stand + 1u,
                                               .share = (uint16_t)from->share,
                                               .thread = from->thread % LOG_THREADS};
    }
    return waits->stretches;
}

static bool open_member(struct member *member, uint32_t ranks, const uint8_t levels[LEVELS])
{
    const struct profile_operations_log *log = &member->profile->logs[0];
    member->waits = (struct waits){
        .rank = log->rank, .ranks = ranks, .stand_at = stand_at, .clock = {.tick_ns = 1}, .unknown = log->unknown};
    for (int kind = 0; kind < LEVELS; kind++)
        member->waits.scale[kind] = 1u << levels[kind];
    member->waits.healthy = open_stretches(member) && open_log(member, levels);
    return member->waits.healthy;
}

/* --- messages --- */

static int compare_ranks(const void *rank, const void *member)
{
    uint32_t x = *(const uint32_t *)rank, y = ((const struct member *)member)->waits.rank;
    return (x > y) - (x < y);
}

static struct member *find_member(const struct left *left, uint32_t rank)
{
    return bsearch(&rank, left->members, left->count, sizeof *left->members, compare_ranks);
}

static struct left *left_of(struct waits_party *party)
{
    return (struct left *)(void *)party;
}

/* Passes parcels of each rank to those ranks whose logs are there. */
static bool exchange(struct waits_party *party, struct parcel *(*make)(struct waits *waits, size_t *count),
                     bool (*take)(void *waits, int from, const void *bytes, size_t size))
{
    const struct left *left = left_of(party);
    for (uint32_t i = 0; i < left->count; i++)
        left->members[i].parcels = make(&left->members[i].waits, &left->members[i].parcel_count);
    for (uint32_t i = 0; i < left->count; i++) {
        const struct member *from = &left->members[i];
        for (size_t k = 0; k < from->parcel_count; k++) {
            struct member *to = find_member(left, (uint32_t)from->parcels[k].to);
            if (to)
                take(&to->waits, (int)from->waits.rank, from->parcels[k].bytes, from->parcels[k].size);
        }
    }
    return true;
}

/* --- collective calls --- */

/* Joins the matches of all ranks, for all ranks. Returns false if there is no memory. */
static bool gather(struct waits_party *party)
{
    struct left *left = left_of(party);
    struct matches *all = arena_array(&left->arena, left->count, sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 0; i < left->count; i++)
        all[i] = left->members[i].waits.matches;
    for (uint32_t step = 1; step < left->count; step *= 2)
        for (uint32_t i = 0; i + step < left->count; i += 2 * step)
            if (!waits_collective_join(&all[i], &all[i + step], &left->arena))
                return false;
    for (uint32_t i = 0; i < left->count; i++)
        waits_collective_learn(&left->members[i].waits.matches, &all[0]);
    return true;
}

/* --- scans --- */

static int compare_streams(const struct scan_of *a, const struct scan_of *b)
{
    const struct meeting *x = &a->scan->operation->meeting, *y = &b->scan->operation->meeting;
    int order = (x->stream > y->stream) - (x->stream < y->stream);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int compare_scans(const void *a, const void *b)
{
    const struct scan_of *x = a, *y = b;
    uint32_t mine = x->scan->operation->meeting.position, other = y->scan->operation->meeting.position;
    int order = compare_streams(x, y);
    return order ? order : (mine > other) - (mine < other);
}

/* False: no memory. */
static bool list_scans(struct left *left)
{
    size_t all = 0;
    for (uint32_t i = 0; i < left->count; i++)
        all += left->members[i].waits.scan_count;
    struct scan_of *scans = left->scans = arena_array(&left->arena, all, sizeof *scans);
    for (uint32_t i = 0; scans && i < left->count; i++)
        for (uint32_t k = 0; k < left->members[i].waits.scan_count; k++)
            scans[left->scan_count++] =
                (struct scan_of){.scan = &left->members[i].waits.scans[k], .waits = &left->members[i].waits};
    if (left->scan_count)
        qsort(scans, left->scan_count, sizeof *scans, compare_scans);
    return scans;
}

/* The logs do not say which ranks a communicator has, but the place of each in it. */
static bool match_scans(struct waits_party *party)
{
    struct left *left = left_of(party);
    if (!list_scans(left))
        return false;
    struct scan_of *scans = left->scans;
    for (size_t i = 0; i < left->scan_count; i++) {
        struct scan *scan = scans[i].scan;
        scans[i].late = i;
        if (!i || compare_streams(&scans[i - 1], &scans[i]) != 0)
            continue;
        const struct scan *below = scans[i - 1].scan;
        scan->seen += below->seen;
        if (below->when <= scan->when)
            continue;
        scan->when = below->when;
        scan->rank = below->rank;
        scans[i].late = scans[i - 1].late;
    }
    return true;
}

/* Tells the last rank of each scan how long others waited. */
static bool tell_scans(struct waits_party *party)
{
    const struct left *left = left_of(party);
    const struct scan_of *scans = left->scans;
    for (size_t i = 0; i < left->scan_count; i++) {
        struct scan *late = scans[scans[i].late].scan;
        int64_t waited = waits_of(scans[i].waits, scans[i].scan->operation);
        late->waited += waited;
        late->longest = waited > late->longest ? waited : late->longest;
    }
    return true;
}

/* --- all --- */

static void forget_log(struct profile *profile)
{
    profile->log_count = profile->stand_count = profile->operation_count = profile->stretch_count = 0;
}

/* Adds the number of calls with unknown waits to the profile. */
static bool add_unknown(struct profile *profile, uint64_t unknown, struct arena *arena)
{
    size_t count = profile->tally_count;
    if (!unknown)
        return true;
    profile->tallies =
        arena_grow(arena, profile->tallies, count * sizeof *profile->tallies, (count + 1) * sizeof *profile->tallies);
    if (!profile->tallies)
        return false;
    profile->tallies[profile->tally_count++] = (struct profile_tally){OPERATIONS_UNKNOWN, unknown};
    return true;
}

static bool add_waits(struct member *member, struct arena *arena)
{
    struct profile *profile = member->profile;
    uint32_t count;
    struct profile_wait *waits = waits_by_rank(&member->waits, &count);
    profile->waits = arena_array(arena, count, sizeof *profile->waits);
    if (!waits || !profile->waits)
        return false;
    memcpy(profile->waits, waits, count * sizeof *waits);
    profile->wait_count = count;
    return true;
}

/* As its process would have told it. */
static bool fill(struct member *member, struct arena *arena, struct error *error)
{
    struct profile *profile = member->profile;
    unsigned known = ((1u << WAITS_METRICS) - 1u) & ~(1u << WAITS_ERROR);
    struct waits_found *found = arena_array(arena, profile->stand_count, sizeof *found);
    for (uint32_t i = 0; found && i < profile->stand_count; i++) {
        found[i] = wait_sums_figures(&member->stands[i]);
        found[i].node = profile->stands[i].node;
        found[i].site = profile->stands[i].site;
    }
    uint32_t stands = profile->stand_count;
    forget_log(profile);
    if (waits_are_estimate(&member->waits))
        known |= 1u << WAITS_ERROR;
    return found && add_unknown(profile, member->waits.unknown, arena) && add_waits(member, arena) &&
           waits_found_fill(profile, found, stands, known, member->waits.rank, arena) &&
           profile_normalize(profile, arena, error) && profile_set_values(profile, member->waits.rank, arena, error);
}

/* False: no memory. */
static bool open_party(struct left *left)
{
    struct waits **of = arena_array(&left->arena, left->count, sizeof *of);
    for (uint32_t i = 0; of && i < left->count; i++)
        of[i] = &left->members[i].waits;
    left->party = (struct waits_party){of, left->count, exchange, gather, match_scans, tell_scans};
    return of;
}

static bool find(struct left *left, struct arena *arena, struct error *error)
{
    uint8_t levels[LEVELS] = {0};
    uint32_t ranks = 0;
    bool done = open_party(left);
    for (uint32_t i = 0; i < left->count; i++) {
        const struct profile_operations_log *log = left->members[i].profile->logs;
        levels[LEVEL_OF_CALLS] = (uint8_t)larger(levels[LEVEL_OF_CALLS], log->calls_level);
        levels[LEVEL_OF_MESSAGES] = (uint8_t)larger(levels[LEVEL_OF_MESSAGES], log->messages_level);
        ranks = larger(ranks, log->ranks);
    }
    for (uint32_t i = 0; i < left->count && done; i++)
        done = open_member(&left->members[i], ranks, levels);
    done = done && waits_find_in(&left->party);
    for (uint32_t i = 0; i < left->count && done; i++)
        done = left->members[i].waits.healthy && fill(&left->members[i], arena, error);
    for (uint32_t i = 0; i < left->count; i++)
        arena_free(&left->members[i].waits.arena);
    arena_free(&left->arena);
    return done;
}

static int compare_members(const void *a, const void *b)
{
    return waits_compare_logs(((const struct member *)a)->profile->logs, ((const struct member *)b)->profile->logs);
}

static bool are_together(const struct member *a, const struct member *b)
{
    const struct profile_operations_log *x = a->profile->logs, *y = b->profile->logs;
    return x->job == y->job && x->machine == y->machine && x->job && x->machine && x->rank != y->rank;
}

bool waits_left_find(struct profile *profiles, uint32_t count, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    struct member *members = arena_array(&scratch, count, sizeof *members);
    uint32_t found = 0;
    bool done = members;
    for (uint32_t i = 0; members && i < count; i++)
        if (profiles[i].log_count == 1)
            members[found++].profile = &profiles[i];
    if (found)
        qsort(members, found, sizeof *members, compare_members);
    for (uint32_t i = 0, first = 0; i < found && done; i++)
        if (i + 1 == found || !are_together(&members[i], &members[i + 1])) {
            done = find(&(struct left){.members = members + first, .count = i + 1 - first}, arena, error);
            first = i + 1;
        }
    for (uint32_t i = 0; i < count; i++)
        forget_log(&profiles[i]);
    arena_free(&scratch);
    return done || error_set(error, ERROR_INTERNAL, "no memory to find wait times");
}
