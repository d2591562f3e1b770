/* replay.c - see search.h. */
#include "tune/search/search.h"

#include "common/needed.h"
#include "tune/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double look_up(const struct replay_table *table, const uint16_t *genes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < table->space.width; i++)
        number = number * table->space.counts[i] + genes[i];
    return table->costs[number];
}

static bool is_known(void *state, const uint16_t *genes)
{
    return look_up(state, genes) >= 0;
}

static bool take_costs(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    const struct replay_table *table = state;
    (void)error;
    for (unsigned i = 0; i < count; i++)
        costs[i] = look_up(table, genes + (size_t)i * table->space.width);
    return true;
}

/* Notes a repeat's best. A repeat that ended early, with nothing left to try, keeps its best. */
static void note(struct replay *replay, unsigned repeat, const struct trials *trials, double near, double best)
{
    double least = HUGE_VAL, *curve = replay->curves + (size_t)repeat * replay->unique;
    replay->needed[repeat] = 0;
    for (unsigned i = 0; i < replay->unique; i++) {
        if (i < trials->count && trials->costs[i] < least)
            least = trials->costs[i];
        curve[i] = least / best;
        if (!replay->needed[repeat] && curve[i] <= near)
            replay->needed[repeat] = i + 1;
    }
    replay->reached += replay->needed[repeat] != 0;
}

bool replay_run(struct replay *replay, struct replay_table *table, const struct search_settings *settings, double near,
                uint64_t seed, struct arena *arena, struct error *error)
{
    struct search_settings own = *settings;
    own.unique = replay->unique;
    own.one_point = replay->one_point;
    replay->curves = arena_array(arena, (size_t)replay->repeats * replay->unique, sizeof *replay->curves);
    replay->needed = arena_array(arena, replay->repeats, sizeof *replay->needed);
    table->space.allowed = is_known;
    table->space.state = table;
    for (unsigned i = 0; i < replay->repeats; i++) {
        struct search search;
        bool done = search_go(&search, replay->method, &table->space, &own, seed + i, take_costs, table, error);
        if (done)
            note(replay, i, &search.trials, near, table->best);
        search_free(&search);
        if (!done)
            return false;
    }
    return true;
}

/* Returns the place of this quantile among `count` sorted values. */
static unsigned place(double quantile, unsigned count)
{
    double at = ceil(quantile * count) - 1;
    return at < 0 ? 0 : (unsigned)at;
}

double replay_quantile(const struct replay *replay, unsigned unique, double quantile)
{
    double *column = needed_room(NULL, replay->repeats * sizeof *column);
    for (unsigned i = 0; i < replay->repeats; i++)
        column[i] = replay->curves[(size_t)i * replay->unique + unique - 1];
    numbers_sort(column, replay->repeats);
    double result = column[place(quantile, replay->repeats)];
    free(column);
    return result;
}

double replay_mean(const struct replay *replay, unsigned unique)
{
    double sum = 0;
    for (unsigned i = 0; i < replay->repeats; i++)
        sum += replay->curves[(size_t)i * replay->unique + unique - 1];
    return sum / replay->repeats;
}

unsigned replay_needed(const struct replay *replay, double quantile)
{
    unsigned low = 1, high = replay->unique + 1;
    while (low < high) {
        unsigned middle = (low + high) / 2, count = 0;
        for (unsigned i = 0; i < replay->repeats; i++)
            count += replay->needed[i] && replay->needed[i] <= middle;
        if (count >= quantile * replay->repeats)
            high = middle;
        else
            low = middle + 1;
    }
    return low > replay->unique ? 0 : low;
}
