/*
 * sections.c - see sections.h.
 *
 * Reading checks all that profile.h promises of a canonical profile, so no later code has to. Nodes and regions by which entries are
 * sorted are stored as differences from the entry before.
 */
#include "profile/sections.h"

#include "profile/communicator.h"

#include <string.h>

static void region_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_region *region = entry;
    uint32_t kind = region->kind, level = region->level;
    (void)before;
    codec_text(codec, &region->name);
    codec_text(codec, &region->file);
    codec_text(codec, &region->origin);
    codec_text(codec, &region->groups);
    codec_text(codec, &region->reason);
    codec_word(codec, &region->line);
    codec_word(codec, &region->flags);
    codec_bounded(codec, &kind, UINT8_MAX);
    codec_bounded(codec, &level, UINT8_MAX);
    region->kind = (uint8_t)kind;
    region->level = (uint8_t)level;
}

static void meta_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_meta *meta = entry;
    (void)before;
    codec_text(codec, &meta->key);
    codec_text(codec, &meta->value);
}

static void tally_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_tally *tally = entry;
    (void)before;
    codec_text(codec, &tally->name);
    codec_number(codec, &tally->value);
}

static void location_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_location *location = entry;
    (void)before;
    codec_word(codec, &location->rank);
    codec_word(codec, &location->thread);
    codec_number(codec, &location->pid);
    codec_text(codec, &location->host);
}

static void communicator_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_communicator *communicator = entry;
    uint64_t ranks = 0;
    (void)before;
    codec_text(codec, &communicator->name);
    codec_text(codec, &communicator->place);
    codec_text(codec, &communicator->ranks);
    codec_word(codec, &communicator->size);
    if (!codec_reads(codec))
        return;
    codec_require(codec, ranks_count(communicator->ranks, &ranks) && (!ranks || ranks == communicator->size));
}

static void metric_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_metric *metric = entry;
    (void)before;
    codec_text(codec, &metric->key);
    codec_text(codec, &metric->name);
    codec_text(codec, &metric->unit);
    codec_bounded(codec, &metric->rule, METRIC_RULES - 1);
}

static bool same_double(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static uint64_t sum_in_64(const struct stat_calls *calls)
{
    return calls->sum.high ? UINT64_MAX : calls->sum.low;
}

/* Which parts of a node are written. The others follow from them. */
enum {
    NODE_HAS_FLAGS = 1,
    NODE_HAS_SAMPLES = 2,    /* timed and error2; else all calls were timed */
    NODE_HAS_SPREAD = 4,     /* max, mean, m2; else all timed calls took the same time */
    NODE_HAS_ITERATIONS = 8, /* min_iteration, max_iteration */
    NODE_HAS_RANKS = 16,     /* statistics over several ranks; else one rank with the node's sum */
    NODE_HAS_PROBES = 32,    /* what probes took; else nothing */
    NODE_HAS_BITS = 63
};

static uint32_t node_shape(const struct profile_node *node)
{
    const struct stat_calls *calls = &node->calls;
    const struct stat_ranks *ranks = &node->ranks;
    uint64_t sum = sum_in_64(calls);
    uint32_t shape = node->flags ? NODE_HAS_FLAGS : 0;
    if (calls->timed != calls->calls || !same_double(calls->error2, 0))
        shape |= NODE_HAS_SAMPLES;
    if (calls->timed &&
        (calls->min != calls->max || !same_double(calls->mean, (double)calls->min) || !same_double(calls->m2, 0)))
        shape |= NODE_HAS_SPREAD;
    if (calls->min_iteration || calls->max_iteration)
        shape |= NODE_HAS_ITERATIONS;
    if (calls->probes.low || calls->probes.high)
        shape |= NODE_HAS_PROBES;
    if (ranks->called != 1 || ranks->min != sum || ranks->max != sum || ranks->min_rank != ranks->max_rank ||
        !same_double(ranks->mean, (double)sum) || !same_double(ranks->m2, 0))
        shape |= NODE_HAS_RANKS;
    return shape;
}

static void calls_of_node(struct codec *codec, struct stat_calls *calls, uint32_t shape)
{
    if (codec_reads(codec))
        stat_calls_init(calls);
    codec_number(codec, &calls->calls);
    codec_u128(codec, &calls->sum);
    if (shape & NODE_HAS_SAMPLES) {
        codec_number(codec, &calls->timed);
        codec_double(codec, &calls->error2);
    } else if (codec_reads(codec)) {
        calls->timed = calls->calls;
    }
    codec_require(codec, calls->timed <= calls->calls && (calls->timed || !(shape & NODE_HAS_SPREAD)));
    if (calls->timed)
        codec_number(codec, &calls->min);
    if (shape & NODE_HAS_SPREAD) {
        codec_above(codec, &calls->max, calls->min);
        codec_double(codec, &calls->mean);
        codec_double(codec, &calls->m2);
    } else if (codec_reads(codec) && calls->timed) {
        calls->max = calls->min;
        calls->mean = (double)calls->min;
    }
    if (shape & NODE_HAS_ITERATIONS) {
        codec_number(codec, &calls->min_iteration);
        codec_number(codec, &calls->max_iteration);
    }
    if (shape & NODE_HAS_PROBES)
        codec_u128(codec, &calls->probes);
}

static void extent(struct codec *codec, struct stat_ranks *ranks)
{
    codec_number(codec, &ranks->min);
    codec_above(codec, &ranks->max, ranks->min);
    codec_word(codec, &ranks->min_rank);
    codec_word(codec, &ranks->max_rank);
}

static void ranks_of_node(struct codec *codec, struct stat_ranks *ranks, const struct stat_calls *calls, uint32_t shape)
{
    uint32_t rank = ranks->min_rank;
    if (!(shape & NODE_HAS_RANKS))
        codec_word(codec, &rank);
    if (codec_reads(codec))
        stat_ranks_init(ranks, rank, sum_in_64(calls), !(shape & NODE_HAS_RANKS));
    if (!(shape & NODE_HAS_RANKS))
        return;
    codec_word(codec, &ranks->called);
    if (!ranks->called)
        return;
    extent(codec, ranks);
    codec_double(codec, &ranks->mean);
    codec_double(codec, &ranks->m2);
}

/* Codes how many levels the parent is above the preceding node, because nodes are in preorder. When reading, returns the parent's preceding
 * child, or PROFILE_NONE. */
static uint32_t parent_of_node(struct codec *codec, struct profile_node *node)
{
    const struct profile_node *nodes = codec->profile->nodes;
    uint32_t at = (uint32_t)(node - nodes) - 1, child = PROFILE_NONE;
    uint64_t up = 0;
    for (uint32_t i = at; !codec_reads(codec) && i != node->parent; i = nodes[i].parent)
        up++;
    codec_number(codec, &up);
    if (!codec_reads(codec))
        return PROFILE_NONE;
    for (; up && at != PROFILE_NONE; up--) {
        child = at;
        at = nodes[at].parent;
    }
    codec_require(codec, at != PROFILE_NONE);
    node->parent = codec->in->failed ? 0 : at;
    return child;
}

static void node_fields(struct codec *codec, void *entry, const void *before)
{
    const struct profile *profile = codec->profile;
    struct profile_node *node = entry;
    uint32_t shape = codec_reads(codec) ? 0 : node_shape(node), sibling = PROFILE_NONE;
    if (before)
        sibling = parent_of_node(codec, node);
    else if (codec_reads(codec))
        node->parent = PROFILE_NONE;
    codec_bounded(codec, &shape, NODE_HAS_BITS);
    codec_bounded(codec, &node->region, profile->region_count - 1);
    if (shape & NODE_HAS_FLAGS)
        codec_word(codec, &node->flags);
    calls_of_node(codec, &node->calls, shape);
    ranks_of_node(codec, &node->ranks, &node->calls, shape);
    codec_require(codec, (profile->regions[node->region].kind == REGION_ROOT) == !before);
    codec_require(codec, sibling == PROFILE_NONE || profile->nodes[sibling].region < node->region);
}

static uint32_t order_told(const struct profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (profile->nodes[i].first)
            return profile->node_count;
    return 0;
}

/* Codes the rank only if it differs from that of the preceding node. */
static void order_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_node *node = entry;
    (void)before;
    uint64_t word = (uint64_t)node->first << 1 | (node->first && node->first_rank != codec->rank);
    codec_number(codec, &word);
    codec_require(codec, word >> 1 <= UINT32_MAX && (word >> 1 || !word));
    if (!codec_reads(codec))
        codec->rank = node->first ? node->first_rank : codec->rank;
    if (word & 1)
        codec_word(codec, &codec->rank);
    node->first = (uint32_t)(word >> 1);
    node->first_rank = node->first ? codec->rank : node->first_rank;
}

static void ranks_of(struct codec *codec, struct stat_ranks *ranks, uint32_t called)
{
    if (codec_reads(codec))
        stat_ranks_init(ranks, 0, 0, 1);
    extent(codec, ranks);
    if (codec_reads(codec)) {
        ranks->called = called;
        ranks->mean = (double)ranks->min;
    }
    if (ranks->max == ranks->min)
        return;
    codec_double(codec, &ranks->mean);
    codec_double(codec, &ranks->m2);
}

static void value_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_value *value = entry;
    const struct profile_value *last = before;
    uint32_t called = value->ranks.called;
    codec_step(codec, &value->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_word(codec, &value->metric);
    codec_u128(codec, &value->own);
    codec_word(codec, &called);
    ranks_of(codec, &value->ranks, called);
    codec_require(codec, called && value->metric < codec->profile->metric_count);
}

static void region_value_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_region_value *value = entry;
    const struct profile_region_value *last = before;
    uint32_t called = value->total.called;
    codec_step(codec, &value->region, last ? last->region : 0, codec->profile->region_count - 1);
    codec_word(codec, &value->metric);
    codec_word(codec, &called);
    ranks_of(codec, &value->total, called);
    ranks_of(codec, &value->own, called);
    codec_require(codec, called && value->metric < codec->profile->metric_count);
}

static void threads_of(struct codec *codec, struct stat_threads *threads)
{
    codec_number(codec, &threads->min);
    codec_above(codec, &threads->max, threads->min);
    codec_word(codec, &threads->min_rank);
    codec_word(codec, &threads->min_thread);
    codec_word(codec, &threads->max_rank);
    codec_word(codec, &threads->max_thread);
    codec_double(codec, &threads->mean);
    codec_double(codec, &threads->m2);
}

/* If each rank had only its first thread, the figures of threads equal those of ranks. */
static void extremes_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_extremes *extremes = entry;
    const struct profile_extremes *last = before;
    const struct stat_ranks *total = &extremes->total;
    uint32_t called = total->called, threads = extremes->threads.count;
    if (threads == called && !extremes->threads.min_thread && !extremes->threads.max_thread)
        threads = 0;
    codec_step(codec, &extremes->region, last ? last->region : 0, codec->profile->region_count - 1);
    codec_word(codec, &called);
    codec_word(codec, &threads);
    ranks_of(codec, &extremes->calls, called);
    ranks_of(codec, &extremes->total, called);
    ranks_of(codec, &extremes->own, called);
    if (codec_reads(codec))
        extremes->threads = (struct stat_threads){.count = threads ? threads : called,
                                                  .min = total->min,
                                                  .max = total->max,
                                                  .min_rank = total->min_rank,
                                                  .max_rank = total->max_rank,
                                                  .mean = total->mean,
                                                  .m2 = total->m2};
    if (threads)
        threads_of(codec, &extremes->threads);
    codec_require(codec, called);
}

static void row_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_row *row = entry;
    const struct profile_row *last = before;
    codec_step(codec, &row->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_word(codec, &row->location);
    codec_number(codec, &row->calls);
    codec_number(codec, &row->inclusive);
    codec_require(codec, row->location < codec->profile->location_count);
}

static uint32_t calls_told(const struct profile *profile)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->row_count; i++)
        count += profile->rows[i].calls > 1;
    return count;
}

static void call_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_row *row = entry;
    (void)before;
    if (row->calls < 2)
        return;
    codec_number(codec, &row->min);
    codec_above(codec, &row->max, row->min);
}

static void bin_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_bin *bin = entry;
    const struct profile_bin *last = before;
    codec_step(codec, &bin->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_bounded(codec, &bin->bin, STAT_BINS - 1);
    codec_word(codec, &bin->ranks);
    codec_require(codec, bin->ranks);
}

/* Codes only sizes that occur, as number of bits and count. */
static void sizes_of_traffic(struct codec *codec, uint64_t sizes[TRAFFIC_SIZES])
{
    uint32_t used = 0;
    for (int k = 0; k < TRAFFIC_SIZES; k++)
        used += sizes[k] > 0;
    codec_bounded(codec, &used, TRAFFIC_SIZES);
    for (uint32_t bits = 0; used; used--, bits++) {
        uint32_t least = bits;
        while (!codec_reads(codec) && !sizes[bits])
            bits++;
        codec_bounded(codec, &bits, TRAFFIC_SIZES - 1);
        codec_number(codec, &sizes[bits]);
        codec_require(codec, bits >= least);
    }
}

static void traffic_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_traffic *traffic = entry;
    const struct profile_traffic *last = before;
    uint32_t communicator = traffic->communicator + 1u; /* 0: none */
    codec_step(codec, &traffic->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_bounded(codec, &communicator, codec->profile->communicator_count);
    traffic->communicator = communicator - 1u;
    codec_number(codec, &traffic->calls);
    codec_number(codec, &traffic->messages);
    codec_number(codec, &traffic->bytes);
    sizes_of_traffic(codec, traffic->sizes);
}

static void wait_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_wait *wait = entry;
    const struct profile_wait *last = before;
    codec_step(codec, &wait->rank, last ? last->rank : 0, UINT32_MAX);
    codec_word(codec, &wait->late);
    codec_number(codec, &wait->ns);
}

static void site_time(struct codec *codec, struct profile_site_time *time)
{
    codec_number(codec, &time->all);
    codec_number(codec, &time->most);
    codec_word(codec, &time->rank);
    codec_require(codec, time->most <= time->all);
}

static void call_site_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_call_site *site = entry;
    const struct profile_call_site *last = before;
    codec_step(codec, &site->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_text(codec, &site->site);
    site_time(codec, &site->waiting);
    site_time(codec, &site->delay);
}

static void stay_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_stay *stay = entry;
    const struct profile_stay *last = before;
    codec_step(codec, &stay->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_word(codec, &stay->rank);
    codec_word(codec, &stay->thread);
    codec_word(codec, &stay->what);
    uint32_t holder = stay->holder + 1u; /* 0: none */
    codec_bounded(codec, &holder, codec->profile->node_count);
    stay->holder = holder - 1u;
    codec_number(codec, &stay->times);
    codec_number(codec, &stay->most);
    codec_above(codec, &stay->sum, stay->most);
}

static void log_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_operations_log *log = entry;
    (void)before;
    codec_number(codec, &log->job);
    codec_number(codec, &log->machine);
    codec_word(codec, &log->rank);
    codec_word(codec, &log->ranks);
    codec_bounded(codec, &log->calls_level, LOG_LEVELS);
    codec_bounded(codec, &log->messages_level, LOG_LEVELS);
    codec_number(codec, &log->unknown);
}

static void stand_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_stand *stand = entry;
    const struct profile_stand *last = before;
    codec_step(codec, &stand->node, last ? last->node : 0, codec->profile->node_count - 1);
    codec_text(codec, &stand->site);
}

/* 0: none. */
static void place_of_stand(struct codec *codec, uint32_t *stand)
{
    uint32_t place = *stand + 1u;
    codec_bounded(codec, &place, codec->profile->stand_count);
    *stand = place - 1u;
}

/* Codes fields as differences where they are mostly equal to, or slightly above, those of the preceding entry. */
static void operation_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_operation *meeting = entry;
    const struct profile_operation none = {.stream = 0}, *last = before ? before : &none;
    uint32_t other = meeting->stream != last->stream;
    uint64_t took = meeting->end ? meeting->end - meeting->enter + 1 : 0;
    codec_step(codec, &meeting->log, last->log, UINT32_MAX);
    codec_above(codec, &meeting->posted, meeting->log == last->log ? last->posted : 0);
    codec_above(codec, &meeting->enter, meeting->posted);
    codec_number(codec, &took);
    codec_bounded(codec, &other, 1);
    if (codec_reads(codec)) {
        meeting->end = took ? meeting->enter + took - 1 : 0;
        meeting->stream = last->stream;
    }
    if (other)
        codec_number(codec, &meeting->stream);
    codec_bounded(codec, &meeting->kind, LOG_KINDS);
    codec_word(codec, &meeting->number);
    codec_word(codec, &meeting->size);
    codec_word(codec, &meeting->position);
    codec_word(codec, &meeting->peer);
    codec_word(codec, &meeting->tag);
    codec_bounded(codec, &meeting->root, 1);
    codec_bounded(codec, &meeting->blocks, 1);
    codec_bounded(codec, &meeting->thread, LOG_THREADS - 1);
    place_of_stand(codec, &meeting->poster);
    place_of_stand(codec, &meeting->stand);
    codec_require(codec, meeting->log < codec->profile->log_count);
}

static void stretch_fields(struct codec *codec, void *entry, const void *before)
{
    struct profile_stretch *stretch = entry;
    const struct profile_stretch none = {.log = 0}, *last = before ? before : &none;
    codec_step(codec, &stretch->log, last->log, UINT32_MAX);
    codec_above(codec, &stretch->to, stretch->log == last->log ? last->to : 0);
    codec_number(codec, &stretch->length);
    codec_word(codec, &stretch->stand);
    codec_bounded(codec, &stretch->share, STRETCH_WHOLE);
    codec_bounded(codec, &stretch->thread, LOG_THREADS - 1);
    codec_require(codec, stretch->log < codec->profile->log_count && stretch->stand < codec->profile->stand_count);
}

// clang-format off
const struct section sections[] = {
    /* tag, flags,                    texts, least, table,             told,        fields */
    {"STRG", SECTION_NEEDED,              0,  0, TABLES,               NULL,        NULL},
    {"REGN", SECTION_NEEDED,              5,  9, TABLE_REGIONS,        NULL,        region_fields},
    {"META", 0,                           2,  2, TABLE_META,           NULL,        meta_fields},
    {"CNTR", 0,                           1,  2, TABLE_TALLIES,        NULL,        tally_fields},
    {"locn", SECTION_BY_RANK,             1,  4, TABLE_LOCATIONS,      NULL,        location_fields},
    {"comm", 0,                           3,  4, TABLE_COMMUNICATORS,  NULL,        communicator_fields},
    {"mtrc", 0,                           3,  4, TABLE_METRICS,        NULL,        metric_fields},
    {"NODE", SECTION_NEEDED,              0,  6, TABLE_NODES,          NULL,        node_fields},
    {"ordr", SECTION_MORE,                0,  1, TABLE_NODES,          order_told,  order_fields},
    {"mval", 0,                           0,  9, TABLE_VALUES,         NULL,        value_fields},
    {"mreg", 0,                           0, 11, TABLE_REGION_VALUES,  NULL,        region_value_fields},
    {"exts", 0,                           0, 15, TABLE_EXTREMES,       NULL,        extremes_fields},
    {"rows", SECTION_BY_RANK,             0,  4, TABLE_ROWS,           NULL,        row_fields},
    {"call", SECTION_BY_RANK | SECTION_MORE, 0, 2, TABLE_ROWS,         calls_told,  call_fields},
    {"hist", 0,                           0,  3, TABLE_BINS,           NULL,        bin_fields},
    {"trfc", 0,                           0,  6, TABLE_TRAFFIC,        NULL,        traffic_fields},
    {"wait", 0,                           0,  3, TABLE_WAITS,          NULL,        wait_fields},
    {"site", 0,                           1,  8, TABLE_CALL_SITES,     NULL,        call_site_fields},
    {"stay", 0,                           0,  8, TABLE_STAYS,          NULL,        stay_fields},
    {"mlog", 0,                           0,  7, TABLE_LOGS,           NULL,        log_fields},
    {"mstd", 0,                           1,  2, TABLE_STANDS,         NULL,        stand_fields},
    {"meet", 0,                           0, 16, TABLE_OPERATIONS,       NULL,        operation_fields},
    {"strc", 0,                           0,  6, TABLE_STRETCHES,      NULL,        stretch_fields},
    {"rank", 0,                           0,  5, TABLES,               NULL,        NULL},
    {"rnkc", 0,                           0,  5, TABLES,               NULL,        NULL},
};
// clang-format on
const unsigned sections_count = sizeof sections / sizeof *sections;

uint32_t section_told(const struct section *section, const struct profile *profile)
{
    return section->told ? section->told(profile) : table_count(section->table, profile);
}

void section_visit(const struct section *section, struct codec *codec)
{
    const struct table *table = &tables[section->table];
    uint32_t count = table_count(section->table, codec->profile);
    char *entry = table_entries(section->table, codec->profile), *before = NULL;
    codec->rank = 0;
    for (uint32_t i = 0; i < count && !(codec_reads(codec) && codec->in->failed); i++, entry += table->size) {
        section->fields(codec, entry, before);
        if (codec_reads(codec) && before && table->compare && !(section->flags & SECTION_MORE))
            codec_require(codec, table->compare(before, entry) < 0);
        before = entry;
    }
}
