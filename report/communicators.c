/* communicators.c - see communicators.h. */
#include "report/communicators.h"

#include "report/table.h"
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {{"ranks", 0}, {"calls", 0}, {"messages", 1}, {"bytes", 0}};
enum { C_RANKS, C_CALLS, C_MESSAGES, C_BYTES, COLUMNS };

static int compare_calls(const void *left, const void *right, void *state)
{
    const struct profile_traffic *sums = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (sums[a].calls != sums[b].calls)
        return sums[a].calls > sums[b].calls ? -1 : 1;
    return (a > b) - (a < b);
}

/* The names of the contexts that ran on communicator `index`, separated by commas; "" for none. */
static const char *contexts_of(const struct profile *profile, uint32_t index, struct arena *arena)
{
    const char *names = "", *last = "";
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        const struct profile_region *region = &profile->regions[profile->nodes[profile->traffic[i].node].region];
        if (profile->traffic[i].communicator != index || region->kind != REGION_CONTEXT || !strcmp(last, region->name))
            continue;
        names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", region->name);
        last = region->name;
        if (!names)
            return "";
    }
    return names;
}

static bool add_row(struct table *table, const struct profile *profile, uint32_t index,
                    const struct profile_traffic *sum, struct arena *arena)
{
    const struct profile_communicator *one = &profile->communicators[index];
    const char *contexts = contexts_of(profile, index, arena);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = *one->name ? one->name : "(no name)";
    row->note = arena_printf(arena, "%s%s%s%s%s%s", *one->ranks ? "ranks " : "several, or irregular", one->ranks,
                             *one->place ? "  " : "", one->place, *contexts ? "  context " : "", contexts);
    row->cells[C_RANKS] = text_count(arena, one->size);
    row->cells[C_CALLS] = text_count(arena, sum->calls);
    if (sum->messages) {
        row->cells[C_MESSAGES] = text_count(arena, sum->messages);
        row->cells[C_BYTES] = text_bytes(arena, (double)sum->bytes);
    }
    return row->note != NULL;
}

bool communicators_print(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t count = profile->communicator_count;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "communicator"};
    struct profile_traffic *sums = arena_array(arena, count, sizeof *sums);
    uint32_t *order = arena_array(arena, count, sizeof *order);
    if (!sums || !order)
        return false;
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        if (profile->traffic[i].communicator != PROFILE_NONE)
            profile_traffic_merge(&sums[profile->traffic[i].communicator], &profile->traffic[i]);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, compare_calls, sums);
    for (uint32_t i = 0; i < count; i++)
        if (!add_row(&table, profile, order[i], &sums[order[i]], arena))
            return false;
    if (count) {
        screen_say(screen, STYLE_PLAIN, "\n");
        table_print(&table, screen);
    }
    return true;
}
