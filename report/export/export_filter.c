/*
 * export_filter.c - proposes which functions not to instrument, in the syntax of Score-P's filter files, which
 * instr-cc and Score-P both read.
 *
 * It proposes functions with many short calls. The probes of such a function are a large part of the measured time, and they keep the compiler
 * from inlining or vectorising it. Each name has its figures beside it, so that a person can decide.
 */
#include "report/export/export.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_PS = 1000000 }; /* a call of less than a microsecond, all that it calls included */

struct order {
    const struct view *view;
};

static int compare_calls(const void *left, const void *right, void *state)
{
    const struct order *order = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint64_t x = order->view->regions[a].calls.calls, y = order->view->regions[b].calls.calls;
    return x > y ? -1 : x < y ? 1 : (a > b) - (a < b);
}

static bool proposed(const struct view *view, uint32_t region, double least_calls)
{
    const struct view_region *shown = &view->regions[region];
    double calls = (double)shown->calls.calls;
    bool often_and_short = calls >= least_calls && shown->inclusive < SHORT_PS * calls;
    return view->profile->regions[region].kind == REGION_FUNCTION && calls > 0 && often_and_short;
}

/* Writes a name. Score-P reads *, ?, [ and \ as patterns and # as a comment, so they are escaped. */
static void put_name(FILE *stream, const char *name)
{
    for (; *name; name++) {
        if (strchr("*?[]\\#", *name))
            putc('\\', stream);
        putc((unsigned char)*name <= ' ' ? '?' : *name, stream);
    }
}

static void put_time_comment(const struct view *view, const struct view_region *region, FILE *stream,
                             struct arena *arena)
{
    if (region->unseen)
        fputs("too short to be seen, ", stream);
    else
        fprintf(stream, "%s each, %s of the time, ",
                view_per_call(arena, &region->calls, region->inclusive, view_mark(region->estimated)),
                text_percent(arena, region->exclusive, view->total));
}

static void put_filter(const struct view *view, const uint32_t *chosen, uint32_t count, double all_calls, FILE *stream,
                       struct arena *arena)
{
    double calls = 0, own = 0;
    for (uint32_t i = 0; i < count; i++) {
        calls += (double)view->regions[chosen[i]].calls.calls;
        own += view->regions[chosen[i]].exclusive;
    }
    fputs("# Proposed by instr-report: functions called often, for less than a microsecond.\n", stream);
    fprintf(stream, "# Functions: %" PRIu32 "; of all calls: %s; of the time: %s.\n", count,
            text_percent(arena, calls, all_calls), text_percent(arena, own, view->total));
    fputs("SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE\n", stream);
    for (uint32_t i = 0; i < count; i++) {
        const struct view_region *region = &view->regions[chosen[i]];
        const struct profile_region *what = &view->profile->regions[chosen[i]];
        fprintf(stream, "    # %s calls, ", text_count(arena, region->calls.calls));
        put_time_comment(view, region, stream, arena);
        character_put(stream, what->file);
        fprintf(stream, ":%" PRIu32 "\n    ", what->line);
        put_name(stream, region_recorded(what));
        putc('\n', stream);
    }
    fputs("SCOREP_REGION_NAMES_END\n", stream);
}

void export_filter(const struct export *export)
{
    const struct view *view = export->view;
    uint32_t *chosen = arena_array(export->arena, view->profile->region_count, sizeof *chosen), count = 0;
    double all_calls = 0;
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        if (view->profile->regions[i].kind != REGION_ROOT)
            all_calls += (double)view->regions[i].calls.calls;
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        if (proposed(view, i, all_calls * export->minimum / 100))
            chosen[count++] = i;
    struct order order = {view};
    qsort_r(chosen, count, sizeof *chosen, compare_calls, &order);
    put_filter(view, chosen, count, all_calls, export->stream, export->arena);
}
