/* communicators.c - see communicators.h. */
#include "report/derive/communicators.h"

#include "report/show/rows.h"
#include "report/show/text.h"

#include <stdlib.h>
#include <string.h>

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

#define COLUMNS(X)                                                                                                     \
    X(NULL, "ranks", 0, count, one->size)                                                                              \
    X(NULL, "calls", 0, count, sum->calls)                                                                             \
    X(NULL, "messages", 1, cell, sum->messages ? text_count(arena, sum->messages) : NULL)                              \
    X(NULL, "bytes", 0, cell, sum->messages ? text_bytes(arena, (double)sum->bytes) : NULL)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};

static bool add_row(struct rows *rows, const struct profile *profile, uint32_t index, const struct profile_traffic *sum)
{
    const struct profile_communicator *one = &profile->communicators[index];
    struct arena *arena = rows->arena;
    const char *contexts = contexts_of(profile, index, arena);
    if (!rows_add(rows, *one->name ? one->name : "(no name)"))
        return false;
    rows->row->note = arena_printf(arena, "%s%s%s%s%s%s", *one->ranks ? "ranks " : "several, or irregular", one->ranks,
                                   *one->place ? "  " : "", one->place, *contexts ? "  context " : "", contexts);
    COLUMNS(ROW_PUT)
    return rows->row->note != NULL;
}

bool communicators_print(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t count = profile->communicator_count;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows.table.text_title = "communicator";
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
        if (!add_row(&rows, profile, order[i], &sums[order[i]]))
            return false;
    if (count) {
        screen_say(screen, STYLE_PLAIN, "\n");
        table_print(&rows.table, screen);
    }
    return true;
}
