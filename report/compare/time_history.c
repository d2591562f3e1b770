/* time_history.c - see time_history.h. */
#include "report/compare/time_history.h"

#include "common/sort.h"
#include "report/compare/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANCE 0.05 /* that any function of a history without a step has one */

void time_history_take(struct pace *pace, uint32_t version, const char *text, struct arena *arena)
{
    static const char word[] = "\ttime ";
    for (const char *at = text; (at = strstr(at, word)); at++) {
        const char *line = at, *end = strchr(at, '\n');
        while (line > text && line[-1] != '\n')
            line--;
        const char *name = memchr(line, '\t', (size_t)(at - line));
        const char *behind = name ? strpbrk(name + 1, "\t\n") : NULL;
        const char *value = at + strlen(word), *rest = strpbrk(value, "\t\n");
        struct mean time;
        char *copy = arena_copy(arena, value, rest ? (size_t)(rest - value) : strlen(value));
        if (!end || !behind || behind > at || *line == '#' || !times_read(copy, &time))
            continue;
        pace->times = arena_room(arena, pace->times, pace->time_count, &pace->room, sizeof *pace->times);
        const char *function = arena_copy(arena, line, (size_t)(behind - line));
        pace->times[pace->time_count++] = (struct time_history_time){function, version, time.of};
    }
}

struct order {
    const struct time_history_time *times;
    const struct history *history;
};

static int compare_series(const struct order *table, uint32_t a, uint32_t b)
{
    int order = strcmp(table->times[a].function, table->times[b].function);
    return order ? order
                 : strcmp(table->history->list[table->times[a].version].of.tag,
                          table->history->list[table->times[b].version].of.tag);
}

static int compare_times(const void *data, uint32_t a, uint32_t b)
{
    const struct order *table = data;
    uint32_t x = table->times[a].version, y = table->times[b].version;
    int order = compare_series(table, a, b);
    return order ? order : (x > y) - (x < y);
}

/* The times of each function along the commits, as one series after the other. */
struct series {
    const struct time_history_time **times;
    double *values;
    uint32_t *ends, count; /* behind each series */
};

static void make_series(struct series *series, const struct pace *pace, const struct history *history,
                        struct arena *scratch)
{
    struct order table = {pace->times, history};
    uint32_t *order = arena_array(scratch, pace->time_count, sizeof *order), last = COUNTS_NONE, used = 0;
    bool *chain = history_chain(history, scratch);
    *series = (struct series){.times = arena_array(scratch, pace->time_count, sizeof(struct time_history_time *)),
                              .values = arena_array(scratch, pace->time_count, sizeof *series->values),
                              .ends = arena_array(scratch, pace->time_count, sizeof *series->ends)};
    sort_positions(order, pace->time_count, compare_times, &table, scratch);
    for (uint32_t i = 0; i < pace->time_count; i++) {
        const struct time_history_time *time = &pace->times[order[i]];
        if (!chain[time->version])
            continue;
        series->count += last == COUNTS_NONE || compare_series(&table, last, order[i]) != 0;
        last = order[i];
        series->times[used] = time;
        series->values[used] = time->ps;
        series->ends[series->count - 1] = ++used;
    }
}

static void add_change(struct pace *pace, size_t *room, const struct time_history_time *time, const struct step *step,
                       struct arena *arena)
{
    pace->changes = arena_room(arena, pace->changes, pace->change_count, room, sizeof *pace->changes);
    pace->changes[pace->change_count++] = (struct time_history_change){time->version, time->function, *step, 1};
}

static double difference(const struct time_history_change *change)
{
    return change->step.now - change->step.before;
}

/* Sorts by version, then slower before faster, then by the size of the difference. */
static int compare_changes(const void *left, const void *right)
{
    const struct time_history_change *a = left, *b = right;
    double x = difference(a), y = difference(b);
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if ((x > 0) != (y > 0))
        return x > 0 ? -1 : 1;
    return fabs(x) > fabs(y) ? -1 : fabs(x) < fabs(y) ? 1 : strcmp(a->function, b->function);
}

/* Joins steps of most of `tested` functions at once into one change, since another machine has that effect. */
static void join_changes(struct pace *pace, uint32_t tested)
{
    enum { SEVERAL = 3 };
    struct time_history_change *all = pace->changes;
    uint32_t kept = 0, next;
    if (pace->change_count)
        qsort(all, pace->change_count, sizeof *all, compare_changes);
    for (uint32_t i = 0; i < pace->change_count; i = next) {
        for (next = i + 1; next < pace->change_count && all[next].version == all[i].version &&
                           (difference(&all[next]) > 0) == (difference(&all[i]) > 0);)
            next++;
        bool most = next - i >= SEVERAL && 2 * (next - i) > tested;
        for (uint32_t k = i; k < (most ? i + 1 : next); k++) {
            all[kept] = all[k];
            all[kept++].together = most ? next - i : 1;
        }
    }
    pace->change_count = kept;
}

void time_history_find(struct pace *pace, const struct history *history, struct arena *arena)
{
    struct arena scratch = {0};
    struct series series;
    size_t room = 0;
    uint32_t tested = 0;
    make_series(&series, pace, history, &scratch);
    for (uint32_t i = 0; i < series.count; i++)
        tested += series.ends[i] - (i ? series.ends[i - 1] : 0) >= 2 * CHANGE_POINTS_LEAST;
    for (uint32_t i = 0; i < series.count; i++) {
        uint32_t from = i ? series.ends[i - 1] : 0;
        struct steps steps;
        change_points_find(&steps, series.values + from, series.ends[i] - from, CHANCE / (tested ? tested : 1),
                           &scratch);
        for (uint32_t k = 0; k < steps.count; k++)
            add_change(pace, &room, series.times[from + steps.list[k].at], &steps.list[k], arena);
    }
    join_changes(pace, tested);
    arena_free(&scratch);
}
