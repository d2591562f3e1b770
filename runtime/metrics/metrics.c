/* metrics.c - see metrics.h. */
#include "runtime/metrics/metrics.h"

#include "profile/profile.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/machine/tallies.h"
#include "runtime/metrics/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES_MOST = sizeof((struct metrics_thread *)0)->of_source / sizeof(void *) };

enum { MOST_ROWS = METRIC_KINDS + METRICS_MOST };

/* The table's rows, and behind them rows that sources offered for other words. */
static struct row {
    const char *key, *name, *unit, *groups;
    uint32_t rule, way;
    const struct metric_source *source;
    unsigned field;
} rows[MOST_ROWS] = {
#define METRIC_ROW(id, key, name, unit, rule, way, groups, source, field)                                              \
    {key, name, unit, groups, METRIC_##rule, METRIC_##way, source, field},
    METRIC_ROWS(METRIC_ROW)
#undef METRIC_ROW
};
static unsigned row_count = METRIC_KINDS;
static char offered[METRICS_MOST][2][METRIC_TEXT];

static int places[MOST_ROWS]; /* 1 + the place among those that are on */

/* The sources that are read, and the places of their fields. */
static struct {
    const struct metric_source *source;
    uint32_t fields;
    uint32_t count;
    struct {
        uint8_t field, place;
    } takes[METRICS_MOST];
} sources[SOURCES_MOST];
static unsigned source_count;

static bool has_word(const char *words, const char *word, size_t length)
{
    for (; *words; words += strcspn(words, ","), words += *words == ',')
        if (strcspn(words, ",") == length && !strncmp(words, word, length))
            return true;
    return false;
}

/* Adds a row for a word that is not in the table, if a source knows it. */
static bool offer(const char *word, size_t length, bool wanted[MOST_ROWS])
{
    static const struct metric_source *const offering[] = {&source_perf, &source_papi};
    char(*texts)[METRIC_TEXT] = offered[row_count - METRIC_KINDS];
    for (size_t i = 0; row_count < MOST_ROWS && i < sizeof offering / sizeof *offering; i++) {
        int field = length < METRIC_TEXT ? offering[i]->offer(word, (unsigned)length, texts[1], METRIC_TEXT) : -1;
        if (field < 0)
            continue;
        memcpy(texts[0], word, length);
        rows[row_count] =
            (struct row){texts[0], texts[1], "", "", METRIC_SUM, METRIC_DIFFERENCE, offering[i], (unsigned)field};
        return wanted[row_count++] = true;
    }
    return false;
}

/* Marks the metrics that a word of INSTR_METRICS means; returns false if it means none. */
static bool want(const char *word, size_t length, bool wanted[MOST_ROWS])
{
    bool any = false;
    for (unsigned i = 0; i < row_count; i++)
        if (rows[i].source && (has_word(rows[i].key, word, length) || has_word(rows[i].groups, word, length)))
            any = wanted[i] = true;
    return any || offer(word, length, wanted);
}

static void reject_word(const char *word, size_t length)
{
    static bool said;
    char name[METRIC_TEXT], why[1200] = " is no metric";
    size_t used = strlen(why);
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), word);
    for (unsigned i = 0; i < METRIC_KINDS && !said; i++)
        if (rows[i].source && used < sizeof why)
            used += (size_t)snprintf(why + used, sizeof why - used, "%s %s", i ? "," : ": there are", rows[i].key);
    said = true;
    settings_reject("INSTR_METRICS", name, why);
}

static unsigned source_number(const struct metric_source *source)
{
    unsigned i = 0;
    while (i < source_count && sources[i].source != source)
        i++;
    if (i == source_count && i < SOURCES_MOST)
        sources[source_count++].source = source;
    return i;
}

/* Reports, at the program's start and in each report, that a metric is impossible. */
static bool refuse(const char *key, const char *why)
{
    char text[232], tally[TALLY_NAME];
    snprintf(text, sizeof text, " is not available: %s", why);
    settings_remark("INSTR_METRICS", key, text);
    snprintf(tally, sizeof tally, "INSTR_METRICS=%.30s%.74s", key, text);
    tally_add_named(tally, 1);
    return false;
}

/* Starts the sources of wanted metrics, and removes metrics that they can't read. Metrics that were not requested are removed silently. */
static void start_sources(bool wanted[MOST_ROWS], const bool asked[MOST_ROWS])
{
    char why[200];
    for (unsigned i = 0; i < row_count; i++) {
        unsigned number = wanted[i] ? source_number(rows[i].source) : SOURCES_MOST;
        wanted[i] = number < SOURCES_MOST;
        if (wanted[i])
            sources[number].fields |= 1u << rows[i].field;
    }
    for (unsigned s = 0; s < source_count; s++) {
        why[0] = '\0';
        sources[s].fields = sources[s].source->start(sources[s].fields, why, sizeof why);
        for (unsigned i = 0; i < row_count; i++)
            if (wanted[i] && rows[i].source == sources[s].source && !(sources[s].fields & 1u << rows[i].field))
                wanted[i] = asked[i] && refuse(rows[i].key, why);
    }
}

static void turn_on(struct metrics_on *on, unsigned i)
{
    if (on->count == METRICS_MOST) {
        settings_reject("INSTR_METRICS", rows[i].key, " is ignored: too many metrics");
        return;
    }
    struct metric_on *metric = &on->on[on->count];
    snprintf(metric->key, sizeof metric->key, "%s", rows[i].key);
    snprintf(metric->name, sizeof metric->name, "%s", rows[i].name);
    snprintf(metric->unit, sizeof metric->unit, "%s", rows[i].unit);
    metric->rule = rows[i].rule;
    metric->way = rows[i].way;
    if (rows[i].source && rows[i].source->read) {
        unsigned number = source_number(rows[i].source);
        sources[number].takes[sources[number].count].field = (uint8_t)rows[i].field;
        sources[number].takes[sources[number].count++].place = (uint8_t)on->count;
    }
    places[i] = (int)++on->count;
}

void metrics_start(struct metrics_on *on, bool coroutines)
{
    const char *text = getenv("INSTR_METRICS");
    bool asked[MOST_ROWS] = {false}, wanted[MOST_ROWS];
    on->count = 0;
    for (; settings.level && text && *text; text += *text == ',') {
        size_t length = strcspn(text, ",");
        if (length && !want(text, length, asked))
            reject_word(text, length);
        text += length;
    }
    memcpy(wanted, asked, sizeof wanted);
    wanted[METRIC_SUSPENDED] |= coroutines;
    wanted[METRIC_SUSPENSIONS] |= coroutines;
    start_sources(wanted, asked);
    for (unsigned i = 0; i < row_count; i++)
        if (wanted[i])
            turn_on(on, i);
    if (metrics_are_read())
        turn_on(on, METRIC_READS);
}

bool metrics_are_read(void)
{
    bool any = false;
    for (unsigned s = 0; s < source_count; s++)
        any |= sources[s].count > 0;
    return any;
}

void metrics_restart(void)
{
    char why[200];
    for (unsigned s = 0; s < source_count; s++)
        sources[s].source->start(sources[s].fields, why, sizeof why);
}

int metrics_place(enum metric metric)
{
    return places[metric] - 1;
}

void metrics_open(struct metrics_thread *thread)
{
    for (unsigned s = 0; s < source_count; s++)
        thread->of_source[s] = sources[s].source->open ? sources[s].source->open() : NULL;
}

void metrics_close(struct metrics_thread *thread)
{
    for (unsigned s = 0; s < source_count; s++)
        if (sources[s].source->close)
            sources[s].source->close(thread->of_source[s]);
}

void metrics_read(const struct metrics_thread *thread, uint64_t values[METRICS_MOST])
{
    for (unsigned s = 0; s < source_count; s++) {
        uint64_t fields[SOURCE_FIELDS];
        if (!sources[s].count)
            continue;
        sources[s].source->read(thread->of_source[s], fields);
        for (uint32_t i = 0; i < sources[s].count; i++)
            values[sources[s].takes[i].place] = fields[sources[s].takes[i].field];
    }
}
