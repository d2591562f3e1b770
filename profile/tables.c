/* tables.c - see tables.h. */
#include "profile/tables.h"

#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/rows.h"
#include "profile/waits.h"

#include "common/check.h"
#include "common/sort.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compares two pairs of numbers. */
static int compare_pairs(uint32_t a, uint32_t b, uint32_t a_behind, uint32_t b_behind)
{
    return a != b ? compare_numbers(a, b) : compare_numbers(a_behind, b_behind);
}

static int compare_regions(const void *a, const void *b)
{
    return region_compare(a, b);
}

static bool add_region(void *entry, const void *other, const struct table_work *work)
{
    (void)work;
    region_merge(entry, other);
    return true;
}

static int compare_meta(const void *a, const void *b)
{
    return strcmp(((const struct profile_meta *)a)->key, ((const struct profile_meta *)b)->key);
}

/* Compares two numbers given as text, or as texts if they are no numbers. */
static int compare_texts(const char *a, const char *b)
{
    char *end_a, *end_b;
    double x = strtod(a, &end_a), y = strtod(b, &end_b);
    if (!*end_a && !*end_b && end_a != a && end_b != b && (x < y || x > y))
        return x < y ? -1 : 1;
    return strcmp(a, b);
}

static const char *merge_texts(struct arena *arena, const char *key, const char *a, const char *b)
{
    static const char *const sums[] = {"counting_ns", "ending_count", "ending_ns", "looks",   "processes", "processors",
                                       "ran_count",   "ran_ns",       "ready_ns",  "samples", "threads"};
    static const char *const largest[] = {"end", "machine_processors", "unseen_s", "wall_s"};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!strcmp(key, sums[i]))
            return arena_printf(arena, "%llu", strtoull(a, NULL, 10) + strtoull(b, NULL, 10));
    for (size_t i = 0; i < sizeof largest / sizeof *largest; i++)
        if (!strcmp(key, largest[i]))
            return compare_texts(a, b) >= 0 ? a : b;
    if (!strcmp(key, "start") || !strcmp(key, "tick_ps") || !strcmp(key, "ranks_kept") ||
        !strcmp(key, "ran_least_ns") || !strcmp(key, "ending_least_ns") || !strncmp(key, "cost_", 5))
        return compare_texts(a, b) <= 0 ? a : b;
    return strcmp(a, b) ? "(several)" : a;
}

/* Merges two values of a key. Equal values stay. Otherwise numbers of threads, processes and samples are added up; "wall_s", "unseen_s", "end"
 * and "machine_processors" take the larger; "start" and "ranks_kept" the smaller, and calibrated values (cost_*, tick_ps) too, because
 * disturbances lengthen them. Any other becomes "(several)". Within one profile the first stays. */
static bool add_meta(void *entry, const void *other, const struct table_work *work)
{
    struct profile_meta *meta = entry;
    const struct profile_meta *b = other;
    if (work->merges)
        meta->value = merge_texts(work->arena, meta->key, meta->value, b->value);
    return meta->value;
}

static int compare_tallies(const void *a, const void *b)
{
    return strcmp(((const struct profile_tally *)a)->name, ((const struct profile_tally *)b)->name);
}

static bool add_tally(void *entry, const void *other, const struct table_work *work)
{
    struct profile_tally *tally = entry;
    (void)work;
    tally->value = saturating_add(tally->value, ((const struct profile_tally *)other)->value);
    return true;
}

static int compare_locations(const void *a, const void *b)
{
    return location_compare(a, b);
}

static int compare_communicators(const void *a, const void *b)
{
    return communicator_compare(a, b);
}

static bool add_communicator(void *entry, const void *other, const struct table_work *work)
{
    (void)work;
    communicator_merge(entry, other);
    return true;
}

static uint32_t bound_communicators(void *entries, uint32_t count, uint32_t *map)
{
    return communicators_bound(entries, count, map);
}

static int compare_metrics(const void *a, const void *b)
{
    const struct profile_metric *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    if (!order)
        order = strcmp(x->unit, y->unit);
    return order ? order : compare_numbers(x->rule, y->rule);
}

static bool add_metric(void *entry, const void *other, const struct table_work *work)
{
    struct profile_metric *metric = entry;
    const struct profile_metric *b = other;
    if (work->merges && strcmp(b->name, metric->name) < 0)
        metric->name = b->name;
    return true;
}

static int compare_values(const void *a, const void *b)
{
    const struct profile_value *x = a, *y = b;
    return compare_pairs(x->node, y->node, x->metric, y->metric);
}

static bool add_value(void *entry, const void *other, const struct table_work *work)
{
    struct profile_value *value = entry;
    value_merge(value, other, work->out->metrics[value->metric].rule);
    return true;
}

static int compare_region_values(const void *a, const void *b)
{
    const struct profile_region_value *x = a, *y = b;
    return compare_pairs(x->region, y->region, x->metric, y->metric);
}

static bool add_region_value(void *entry, const void *other, const struct table_work *work)
{
    struct profile_region_value *value = entry;
    const struct profile_region_value *b = other;
    (void)work;
    stat_ranks_merge(&value->total, &b->total);
    stat_ranks_merge(&value->own, &b->own);
    return true;
}

static int compare_extremes(const void *a, const void *b)
{
    return compare_numbers(((const struct profile_extremes *)a)->region, ((const struct profile_extremes *)b)->region);
}

static bool add_extremes(void *entry, const void *other, const struct table_work *work)
{
    struct profile_extremes *extremes = entry;
    const struct profile_extremes *b = other;
    (void)work;
    stat_threads_merge(&extremes->threads, extremes->total.called, &b->threads, b->total.called);
    stat_ranks_merge(&extremes->calls, &b->calls);
    stat_ranks_merge(&extremes->total, &b->total);
    stat_ranks_merge(&extremes->own, &b->own);
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    const struct profile_row *x = a, *y = b;
    return compare_pairs(x->node, y->node, x->location, y->location);
}

static bool add_row(void *entry, const void *other, const struct table_work *work)
{
    (void)work;
    row_merge(entry, other);
    return true;
}

static int compare_bins(const void *a, const void *b)
{
    const struct profile_bin *x = a, *y = b;
    return compare_pairs(x->node, y->node, x->bin, y->bin);
}

static bool add_bin(void *entry, const void *other, const struct table_work *work)
{
    struct profile_bin *bin = entry;
    uint64_t ranks = (uint64_t)bin->ranks + ((const struct profile_bin *)other)->ranks;
    (void)work;
    bin->ranks = ranks > UINT32_MAX ? UINT32_MAX : (uint32_t)ranks;
    return true;
}

static int compare_traffic(const void *a, const void *b)
{
    const struct profile_traffic *x = a, *y = b;
    return compare_pairs(x->node, y->node, x->communicator, y->communicator);
}

static bool add_traffic(void *entry, const void *other, const struct table_work *work)
{
    (void)work;
    profile_traffic_merge(entry, other);
    return true;
}

static int compare_waits(const void *a, const void *b)
{
    return waits_compare(a, b);
}

static bool add_wait(void *entry, const void *other, const struct table_work *work)
{
    struct profile_wait *wait = entry;
    (void)work;
    wait->ns = saturating_add(wait->ns, ((const struct profile_wait *)other)->ns);
    return true;
}

static int compare_call_sites(const void *a, const void *b)
{
    return call_site_compare(a, b);
}

static bool add_call_site(void *entry, const void *other, const struct table_work *work)
{
    (void)work;
    call_site_merge(entry, other);
    return true;
}

static int compare_stays(const void *a, const void *b)
{
    const struct profile_stay *x = a, *y = b;
    int order = compare_pairs(x->node, y->node, x->rank, y->rank);
    if (!order)
        order = compare_pairs(x->thread, y->thread, x->what, y->what);
    return order ? order : compare_numbers(x->holder, y->holder);
}

static bool add_stay(void *entry, const void *other, const struct table_work *work)
{
    struct profile_stay *stay = entry;
    const struct profile_stay *b = other;
    (void)work;
    stay->times = saturating_add(stay->times, b->times);
    stay->sum = saturating_add(stay->sum, b->sum);
    stay->most = stay->most > b->most ? stay->most : b->most;
    return true;
}

static int compare_logs(const void *a, const void *b)
{
    return waits_compare_logs(a, b);
}

static int compare_stands(const void *a, const void *b)
{
    const struct profile_stand *x = a, *y = b;
    return x->node != y->node ? compare_numbers(x->node, y->node) : strcmp(x->site, y->site);
}

static int compare_operations(const void *a, const void *b)
{
    const struct profile_operation *x = a, *y = b;
    int order = compare_numbers(x->log, y->log);
    if (!order)
        order = compare_numbers(x->posted, y->posted);
    if (!order)
        order = compare_numbers(x->enter, y->enter);
    if (!order)
        order = compare_numbers(x->stream, y->stream);
    if (!order)
        order = compare_pairs(x->kind, y->kind, x->number, y->number);
    return order ? order : compare_pairs(x->peer, y->peer, x->tag, y->tag);
}

static int compare_stretches(const void *a, const void *b)
{
    const struct profile_stretch *x = a, *y = b;
    int order = compare_numbers(x->log, y->log);
    if (!order)
        order = compare_numbers(x->to, y->to);
    if (!order)
        order = compare_pairs(x->thread, y->thread, x->stand, y->stand);
    return order ? order : compare_numbers(x->length, y->length);
}

/* A table profile->ENTRIES, whose number of entries is profile->NUMBER. */
#define TABLE(entries_of, number)                                                                                      \
    .name = #entries_of, .size = sizeof *((struct profile *)0)->entries_of,                                            \
    .entries = offsetof(struct profile, entries_of), .count = offsetof(struct profile, number)
#define REFERENCE(type, member, table)                                                                                 \
    {                                                                                                                  \
        offsetof(struct type, member), table, false                                                                    \
    }

const struct table tables[TABLES] = {
    [TABLE_REGIONS] = {TABLE(regions, region_count), compare_regions, add_region, .referred = true, .by_text = true},
    [TABLE_META] = {TABLE(meta, meta_count), compare_meta, add_meta},
    [TABLE_TALLIES] = {TABLE(tallies, tally_count), compare_tallies, add_tally},
    [TABLE_LOCATIONS] = {TABLE(locations, location_count), compare_locations, .referred = true},
    [TABLE_COMMUNICATORS] = {TABLE(communicators, communicator_count), compare_communicators, add_communicator,
                             bound_communicators, .referred = true},
    [TABLE_METRICS] = {TABLE(metrics, metric_count), compare_metrics, add_metric, .referred = true},
    [TABLE_NODES] = {TABLE(nodes, node_count), .referred = true},
    [TABLE_VALUES] = {TABLE(values, value_count), compare_values, add_value, .reference_count = 2,
                      .references = {REFERENCE(profile_value, node, TABLE_NODES),
                                     REFERENCE(profile_value, metric, TABLE_METRICS)}},
    [TABLE_REGION_VALUES] = {TABLE(region_values, region_value_count), compare_region_values, add_region_value,
                             .reference_count = 2,
                             .references = {REFERENCE(profile_region_value, region, TABLE_REGIONS),
                                            REFERENCE(profile_region_value, metric, TABLE_METRICS)}},
    [TABLE_EXTREMES] = {TABLE(extremes, extremes_count), compare_extremes, add_extremes, .reference_count = 1,
                        .references = {REFERENCE(profile_extremes, region, TABLE_REGIONS)}},
    [TABLE_ROWS] = {TABLE(rows, row_count), compare_rows, add_row, .reference_count = 2,
                    .references = {REFERENCE(profile_row, node, TABLE_NODES),
                                   REFERENCE(profile_row, location, TABLE_LOCATIONS)}},
    [TABLE_BINS] = {TABLE(bins, bin_count), compare_bins, add_bin, .reference_count = 1,
                    .references = {REFERENCE(profile_bin, node, TABLE_NODES)}},
    [TABLE_TRAFFIC] = {TABLE(traffic, traffic_count), compare_traffic, add_traffic, .reference_count = 2,
                       .references = {REFERENCE(profile_traffic, node, TABLE_NODES),
                                      {offsetof(struct profile_traffic, communicator), TABLE_COMMUNICATORS, true}}},
    [TABLE_WAITS] = {TABLE(waits, wait_count), compare_waits, add_wait},
    [TABLE_CALL_SITES] = {TABLE(call_sites, call_site_count), compare_call_sites, add_call_site, .reference_count = 1,
                          .references = {REFERENCE(profile_call_site, node, TABLE_NODES)}},
    [TABLE_STAYS] = {TABLE(stays, stay_count), compare_stays, add_stay, .reference_count = 2,
                     .references = {REFERENCE(profile_stay, node, TABLE_NODES),
                                    {offsetof(struct profile_stay, holder), TABLE_NODES, true}}},
    [TABLE_LOGS] = {TABLE(logs, log_count), compare_logs, .referred = true},
    [TABLE_STANDS] = {TABLE(stands, stand_count), compare_stands, .reference_count = 1,
                      .references = {REFERENCE(profile_stand, node, TABLE_NODES)}, .referred = true},
    [TABLE_OPERATIONS] = {TABLE(operations, operation_count), compare_operations, .reference_count = 3,
                          .references = {REFERENCE(profile_operation, log, TABLE_LOGS),
                                         {offsetof(struct profile_operation, poster), TABLE_STANDS, true},
                                         {offsetof(struct profile_operation, stand), TABLE_STANDS, true}}},
    [TABLE_STRETCHES] = {TABLE(stretches, stretch_count), compare_stretches, .reference_count = 2,
                         .references = {REFERENCE(profile_stretch, log, TABLE_LOGS),
                                        REFERENCE(profile_stretch, stand, TABLE_STANDS)}},
};

uint32_t table_count(unsigned table, const struct profile *profile)
{
    uint32_t count;
    memcpy(&count, (const char *)profile + tables[table].count, sizeof count);
    return count;
}

void *table_entries(unsigned table, const struct profile *profile)
{
    void *entries;
    memcpy(&entries, (const char *)profile + tables[table].entries, sizeof entries);
    return entries;
}

void table_set(unsigned table, struct profile *profile, void *entries, uint32_t count)
{
    memcpy((char *)profile + tables[table].entries, &entries, sizeof entries);
    memcpy((char *)profile + tables[table].count, &count, sizeof count);
}

bool maps_make(struct maps *maps, const struct profile *profile, struct arena *scratch)
{
    for (unsigned i = 0; i < TABLES; i++) {
        maps->count[i] = table_count(i, profile);
        maps->of[i] = tables[i].referred ? arena_array(scratch, maps->count[i], sizeof(uint32_t)) : NULL;
        if (tables[i].referred && !maps->of[i])
            return false;
    }
    return true;
}

/* Updates the references of an entry. Returns false if one refers to no entry. */
static bool follow(const struct table *table, char *entry, const struct maps *maps)
{
    for (unsigned i = 0; i < table->reference_count; i++) {
        const struct reference *reference = &table->references[i];
        uint32_t number;
        memcpy(&number, entry + reference->offset, sizeof number);
        if (number == PROFILE_NONE && reference->none)
            continue;
        if (number >= maps->count[reference->to])
            return false;
        memcpy(entry + reference->offset, &maps->of[reference->to][number], sizeof number);
    }
    return true;
}

/* Entries of a table of work->out, in order, growing at the end. */
struct sorted {
    const struct table *table;
    char *entries;
    uint32_t count;
};

/* Returns the place of the entry. Returns false if there is no memory. */
static bool append(struct sorted *sorted, const char *entry, uint32_t *place, const struct table_work *work)
{
    const struct table *table = sorted->table;
    char *last = sorted->count ? sorted->entries + (sorted->count - 1) * table->size : NULL;
    CHECK(!last || table->compare(last, entry) <= 0);
    if (!last || table->compare(last, entry) != 0) {
        memcpy(sorted->entries + sorted->count * table->size, entry, table->size);
        sorted->count++;
    } else if (table->add && !table->add(last, entry, work)) {
        return profile_no_memory(work->error);
    }
    if (place)
        *place = sorted->count - 1;
    return true;
}

/* Puts the table into work->out. `maps` are those of the one or two inputs. */
static bool finish(const struct sorted *sorted, struct maps *maps, int inputs, const struct table_work *work)
{
    unsigned table = (unsigned)(sorted->table - tables);
    uint32_t count = sorted->count;
    CHECK(table < TABLES);
    if (sorted->table->bound) {
        uint32_t *bound = arena_array(work->scratch, count, sizeof *bound);
        if (!bound)
            return profile_no_memory(work->error);
        count = sorted->table->bound(sorted->entries, count, bound);
        for (int k = 0; k < inputs; k++)
            for (uint32_t i = 0; i < maps[k].count[table]; i++)
                maps[k].of[table][i] = bound[maps[k].of[table][i]];
    }
    table_set(table, work->out, sorted->entries, count);
    return true;
}

static int compare_places(const void *sorted, uint32_t a, uint32_t b)
{
    const struct sorted *in = sorted;
    return in->table->compare(in->entries + a * in->table->size, in->entries + b * in->table->size);
}

/* Sorts by text first: comparing pairs would take most of the time if many texts begin alike. */
static bool sort_entries(const struct sorted *in, uint32_t *order, struct arena *scratch)
{
    const char **texts = in->table->by_text ? arena_array(scratch, in->count, sizeof *texts) : NULL;
    if (!in->table->by_text)
        return sort_positions(order, in->count, compare_places, in, scratch);
    for (uint32_t i = 0; texts && i < in->count; i++)
        memcpy(&texts[i], in->entries + i * in->table->size, sizeof *texts);
    return texts && sort_texts(order, in->count, texts, scratch) &&
           sort_order(order, in->count, compare_places, in, scratch);
}

bool table_sort(unsigned table, struct maps *maps, const struct table_work *work)
{
    size_t size = tables[table].size;
    uint32_t given = table_count(table, work->out), *map = maps->of[table];
    struct sorted in = {&tables[table], table_entries(table, work->out), given};
    struct sorted out = {&tables[table], arena_array(work->arena, given, size), 0};
    uint32_t *order = arena_array(work->scratch, given, sizeof *order);
    char *followed = in.table->reference_count && given ? arena_array(work->scratch, given, size) : in.entries;
    if (!out.entries || !order || (given && !followed))
        return profile_no_memory(work->error);
    if (followed != in.entries)
        in.entries = memcpy(followed, in.entries, given * size);
    for (uint32_t i = 0; i < given; i++)
        if (!follow(in.table, in.entries + i * size, maps))
            return error_set(work->error, ERROR_INTERNAL, "profile to normalize: a number in its %s is out of range",
                             in.table->name);
    if (!sort_entries(&in, order, work->scratch))
        return profile_no_memory(work->error);
    for (uint32_t i = 0; i < given; i++)
        if (!append(&out, in.entries + order[i] * size, map ? &map[order[i]] : NULL, work))
            return false;
    return finish(&out, maps, 1, work);
}

/* The next entry of an input, with updated references. */
struct reader {
    const char *entries;
    uint32_t at, count;
    char *next;
};

static void look(struct reader *reader, const struct table *table, const struct maps *maps)
{
    if (reader->at == reader->count)
        return;
    memcpy(reader->next, reader->entries + reader->at * table->size, table->size);
    follow(table, reader->next, maps);
}

bool table_merge(unsigned table, const struct profile *const in[2], struct maps maps[2], const struct table_work *work)
{
    size_t size = tables[table].size;
    uint64_t most = (uint64_t)table_count(table, in[0]) + table_count(table, in[1]);
    struct sorted out = {&tables[table], most < PROFILE_NONE ? arena_array(work->arena, (size_t)most, size) : NULL, 0};
    struct reader readers[2];
    if (!out.entries)
        return profile_no_memory(work->error);
    for (int k = 0; k < 2; k++) {
        readers[k] = (struct reader){table_entries(table, in[k]), 0, table_count(table, in[k]),
                                     arena_array(work->scratch, 1, size)};
        if (!readers[k].next)
            return profile_no_memory(work->error);
        look(&readers[k], &tables[table], &maps[k]);
    }
    while (readers[0].at < readers[0].count || readers[1].at < readers[1].count) {
        int from = readers[0].at == readers[0].count ||
                   (readers[1].at < readers[1].count && tables[table].compare(readers[1].next, readers[0].next) < 0);
        struct reader *reader = &readers[from];
        uint32_t *map = maps[from].of[table];
        if (!append(&out, reader->next, map ? &map[reader->at] : NULL, work))
            return false;
        reader->at++;
        look(reader, &tables[table], &maps[from]);
    }
    return finish(&out, maps, 2, work);
}
