/*
 * cmd_diff.c - what became slower or faster between two runs: each region once, by its change.
 *
 * A region is the same in both when name, file and kind are: lines move when a program is edited. Several
 * regions of one file that share a name (made by a macro, say) are added up.
 */
#include "report/commands/command.h"
#include "report/load.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/table.h"
#include "report/text.h"

#include "base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"change", 0}, {"of total", 2}, {"before", 0}, {"after", 0}, {"calls before", 1}, {"calls after", 1},
};
enum { C_CHANGE, C_SHARE, C_BEFORE, C_AFTER, C_CALLS_BEFORE, C_CALLS_AFTER, COLUMNS };

/* One region in both runs; [0] is before, [1] after. Times in ps. */
struct pair {
    const struct profile_region *region;
    double inclusive[2], exclusive[2];
    uint64_t calls[2];
    bool estimated[2]; /* the exclusive time is */
};

struct pairs {
    struct pair *list;
    uint32_t count;
};

static int compare_identity(const void *table, uint32_t a, uint32_t b)
{
    const struct pair *list = table;
    return view_compare_regions(list[a].region, list[b].region);
}

static uint32_t add_side(struct pair *list, uint32_t count, const struct view *view, int side)
{
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        if (!view->regions[i].calls.calls || view->profile->regions[i].kind == REGION_ROOT)
            continue;
        struct pair *pair = &list[count++];
        pair->region = &view->profile->regions[i];
        pair->inclusive[side] = view->regions[i].inclusive;
        pair->exclusive[side] = view->regions[i].exclusive;
        pair->calls[side] = view->regions[i].calls.calls;
        pair->estimated[side] = view->regions[i].own_estimated;
    }
    return count;
}

/* The regions of both runs, each once. Null list when there is no memory. */
static struct pairs match(const struct view *before, const struct view *after, struct arena *arena)
{
    uint32_t room = before->profile->region_count + after->profile->region_count;
    struct pair *all = arena_array(arena, room, sizeof *all);
    struct pair *merged = arena_array(arena, room, sizeof *merged);
    uint32_t *order = arena_array(arena, room, sizeof *order);
    struct pairs result = {0};
    if (!all || !merged || !order)
        return result;
    uint32_t total = add_side(all, add_side(all, 0, before, 0), after, 1);
    if (!sort_positions(order, total, compare_identity, all, arena))
        return result;
    for (uint32_t i = 0; i < total; i++) {
        const struct pair *pair = &all[order[i]];
        if (!i || compare_identity(all, order[i - 1], order[i])) {
            merged[result.count++] = *pair;
            continue;
        }
        for (int side = 0; side < 2; side++) {
            merged[result.count - 1].inclusive[side] += pair->inclusive[side];
            merged[result.count - 1].exclusive[side] += pair->exclusive[side];
            merged[result.count - 1].calls[side] += pair->calls[side];
            merged[result.count - 1].estimated[side] |= pair->estimated[side];
        }
    }
    result.list = merged;
    return result;
}

static double change(const struct pair *pair)
{
    return pair->exclusive[1] - pair->exclusive[0];
}

static int compare_change(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    double x = fabs(change(a)), y = fabs(change(b));
    if (x > y || x < y)
        return x > y ? -1 : 1;
    int order = strcmp(a->region->name, b->region->name);
    return order ? order : strcmp(a->region->file, b->region->file);
}

static const char *signed_seconds(struct arena *arena, double picoseconds, bool estimated)
{
    if (picoseconds < 0)
        return text_seconds(arena, seconds(-picoseconds), estimated ? "~-" : "-");
    return text_seconds(arena, seconds(picoseconds), estimated ? "~+" : "+");
}

static const char *side_seconds(struct arena *arena, const struct pair *pair, int side)
{
    if (!pair->calls[side])
        return "-";
    return text_seconds(arena, seconds(pair->exclusive[side]), view_mark(pair->estimated[side]));
}

static bool add_row(struct table *table, const struct pair *pair, double total, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = pair->region->name;
    row->note = pair->region->file;
    row->style = change(pair) > 0.01 * total ? STYLE_HOT : STYLE_PLAIN;
    row->cells[C_CHANGE] = signed_seconds(arena, change(pair), pair->estimated[0] || pair->estimated[1]);
    row->cells[C_SHARE] = total > 0 ? arena_printf(arena, "%+.1f%%", 100 * change(pair) / total) : "";
    row->cells[C_BEFORE] = side_seconds(arena, pair, 0);
    row->cells[C_AFTER] = side_seconds(arena, pair, 1);
    row->cells[C_CALLS_BEFORE] = text_count(arena, pair->calls[0]);
    row->cells[C_CALLS_AFTER] = text_count(arena, pair->calls[1]);
    return true;
}

static bool print_text(struct screen *screen, const struct pairs *pairs, const struct view *views,
                       const struct options *options, struct arena *arena, struct error *error)
{
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "region"};
    double total = views[0].total;
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->list[i];
        bool shown = fabs(change(pair)) * 100 >= options->minimum * total || pair->calls[0] != pair->calls[1];
        if (shown && !add_row(&table, pair, total, arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
        hidden += !shown;
    }
    for (int side = 0; side < 2; side++) {
        const struct profile_node *root = &views[side].profile->nodes[0];
        const char *members = runs_text(views[side].profile, arena);
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "%s: %s%s%s", options->files[side],
                                 text_seconds(arena, seconds((double)root->ranks.max), ""), *members ? ", " : "",
                                 members));
    }
    screen_say(screen, STYLE_PLAIN, "exclusive times, summed over all ranks and processes\n\n");
    table_print(&table, screen);
    if (hidden)
        screen_say(screen, STYLE_DIM,
                   arena_printf(arena, "(%s more regions changed less: see --min)\n", text_count(arena, hidden)));
    return true;
}

static void print_records(struct screen *screen, const struct pairs *pairs, const struct profile *profile,
                          enum output_form form)
{
    static const char *const names[] = {"name",
                                        "file",
                                        "kind",
                                        "calls_before",
                                        "calls_after",
                                        "inclusive_before_s",
                                        "inclusive_after_s",
                                        "exclusive_before_s",
                                        "exclusive_after_s",
                                        NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-diff", names, profile);
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct pair *pair = &pairs->list[i];
        records_text(&records, pair->region->name);
        records_text(&records, pair->region->file);
        records_text(&records, region_kind_name(pair->region->kind));
        records_count(&records, pair->calls[0]);
        records_count(&records, pair->calls[1]);
        records_number(&records, seconds(pair->inclusive[0]));
        records_number(&records, seconds(pair->inclusive[1]));
        records_number(&records, seconds(pair->exclusive[0]));
        records_number(&records, seconds(pair->exclusive[1]));
    }
    records_end(&records);
}

static bool run_diff(const struct options *options, struct arena *arena, struct error *error)
{
    struct profile profiles[2];
    struct view views[2];
    struct screen screen;
    const char *name;
    if (options->file_count != 2)
        return error_set(error, ERROR_USAGE, "diff: name two profiles, the one before and the one after");
    for (int side = 0; side < 2; side++)
        if (!load_profile(options->files + side, 1, false, &profiles[side], &name, arena, error) ||
            !view_make(&views[side], &profiles[side], options->sort, options->raw, arena, error))
            return false;
    struct pairs pairs = match(&views[0], &views[1], arena);
    if (!pairs.list)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    qsort(pairs.list, pairs.count, sizeof *pairs.list, compare_change);
    if (!screen_open(&screen, options, error))
        return false;
    bool done = true;
    if (options->form == FORM_TEXT)
        done = print_text(&screen, &pairs, views, options, arena, error);
    else
        print_records(&screen, &pairs, &profiles[1], options->form);
    return screen_close(&screen, error) && done;
}

const struct command cmd_diff = {"diff",
                                 "[OPTION...] BEFORE AFTER",
                                 "what became slower or faster between two runs",
                                 OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW,
                                 SORT_EXCLUSIVE,
                                 run_diff};
