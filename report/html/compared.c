/* compared.c - see compared.h. */
#include "report/html/compared.h"

#include "report/derive/runs.h"
#include "report/html/choose.h"
#include "report/show/number.h"
#include "report/show/quote.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A function of by_function, whose region has the same address in both comparisons. */
struct place {
    const struct profile_region *region;
    uint32_t place;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->region > b->region) - (a->region < b->region);
}

static struct place *place_functions(const struct compared *compared, struct arena *scratch)
{
    const struct changes *functions = &compared->by_function;
    struct place *places = arena_array(scratch, functions->count, sizeof *places);
    for (uint32_t i = 0; i < functions->count; i++)
        places[i] = (struct place){compared->functions.lines[functions->list[i].line].region, i};
    if (functions->count)
        qsort(places, functions->count, sizeof *places, compare_places);
    return places;
}

static uint32_t place_of(const struct place *places, uint32_t count, const struct profile_region *region)
{
    struct place wanted = {region, 0};
    const struct place *found = bsearch(&wanted, places, count, sizeof *places, compare_places);
    return found ? found->place : 0;
}

/* A line's inclusive time before and after, and its error. */
struct whole {
    double all[2], error2[2];
};

/* Marks the lines with most time, before or after, as shown. */
static void mark_shown(bool *shown, struct whole *whole, const struct compared *compared, const struct change **of_line,
                       struct arena *scratch)
{
    uint32_t count = compared->paths.line_count;
    double *sizes = arena_array(scratch, count, sizeof *sizes);
    uint32_t *parents = arena_array(scratch, count, sizeof *parents);
    for (uint32_t i = count; i-- > 0;) {
        parents[i] = compared->paths.lines[i].above;
        for (unsigned side = 0; side < 2; side++) {
            whole[i].all[side] += of_line[i]->own[side];
            whole[i].error2[side] += of_line[i]->own_error2[side];
            if (parents[i] == PROFILE_NONE)
                continue;
            whole[parents[i]].all[side] += whole[i].all[side];
            whole[parents[i]].error2[side] += whole[i].error2[side];
        }
        sizes[i] = fmax(whole[i].all[0], whole[i].all[1]);
    }
    choose_largest(shown, sizes, parents, count, CHOICE_PATHS, scratch);
}

static void choose_shown(struct compared *compared, struct arena *arena, struct arena *scratch)
{
    uint32_t count = compared->paths.line_count;
    const struct change **of_line = arena_array(scratch, count, sizeof(struct change *));
    uint32_t *place = arena_array(scratch, count, sizeof *place);
    bool *shown = arena_array(scratch, count, sizeof *shown);
    struct whole *whole = arena_array(scratch, count, sizeof *whole);
    struct place *places = place_functions(compared, scratch);
    compared->shown = arena_array(arena, count, sizeof *compared->shown);
    for (uint32_t i = 0; i < compared->by_path.count; i++)
        of_line[compared->by_path.list[i].line] = &compared->by_path.list[i];
    mark_shown(shown, whole, compared, of_line, scratch);
    for (uint32_t i = 0; i < count; i++) {
        const struct compare_line *line = &compared->paths.lines[i];
        if (!shown[i])
            continue;
        compared->shown[compared->shown_count++] =
            (struct compared_path){of_line[i],
                                   place_of(places, compared->by_function.count, line->region),
                                   line->above == PROFILE_NONE ? 0 : place[line->above],
                                   {whole[i].all[0], whole[i].all[1]},
                                   {whole[i].error2[0], whole[i].error2[1]}};
        place[i] = compared->shown_count;
    }
}

bool compared_make(struct compared *compared, const struct options *options, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    const struct sides *sides = &compared->sides;
    *compared = (struct compared){0};
    if (!sides_load(&compared->sides, options, arena, error))
        return false;
    uint32_t runs = sides->count[0] + sides->count[1];
    double *values = arena_array(arena, runs, sizeof *values);
    compare_functions(&compared->functions, sides->runs, runs, arena);
    compare_paths(&compared->paths, sides->runs, runs, arena);
    changes_make(&compared->by_function, &compared->functions, sides, arena);
    changes_make(&compared->by_path, &compared->paths, sides, arena);
    compared->whole = changes_whole(sides, values);
    choose_shown(compared, arena, &scratch);
    arena_free(&scratch);
    return true;
}

/* Writes a side. For several runs the first one gives the names, and numbers are means. */
static void put_side(FILE *stream, const struct compare_run *runs, uint32_t count, struct arena *arena)
{
    const char *more = count > 1 ? arena_printf(arena, " and %" PRIu32 " more, their mean", count - 1) : "";
    quote_json_shown(stream, arena_printf(arena, "%s%s", runs->name, more));
    fputs(",\"members\":", stream);
    quote_json_shown(stream, runs_text(&runs->profile, arena));
}

void compared_put(FILE *stream, const struct compared *compared, struct arena *arena)
{
    const struct sides *sides = &compared->sides;
    uint32_t runs = sides->count[0] + sides->count[1];
    double *waiting = arena_array(arena, runs, sizeof *waiting);
    bool estimated[2] = {false};
    for (uint32_t k = 0; k < runs; k++) {
        waiting[k] = sides->runs[k].waiting;
        estimated[k >= sides->count[0]] |= sides->runs[k].waiting_estimated;
    }
    struct means waits = group_means_compare(waiting, sides->count);
    fprintf(stream, "{\"assumed\":\"%s\",\"runs\":[", sides_assume(sides) ? CHANGES_ASSUMED : "");
    for (unsigned k = 0; k < 2; k++) {
        fprintf(stream, "%s{\"name\":", k ? "," : "");
        put_side(stream, sides->runs + (k ? sides->count[0] : 0), sides->count[k], arena);
        fputs(",\"total\":", stream);
        number_put(stream, compared->whole.own[k]);
        fprintf(stream, ",\"mark\":\"%s\",\"waiting\":", view_mark(estimated[k]));
        number_put(stream, isnan(waits.of[k]) ? -1 : waits.of[k]); /* negative: not known */
        putc('}', stream);
    }
    fputs("],\"noise\":", stream);
    number_put(stream, compared->whole.noise);
    fprintf(stream, ",\"leftOut\":%" PRIu32 ",\"functions\":[", compared->paths.line_count - compared->shown_count);
    for (uint32_t i = 0; i < compared->by_function.count; i++) {
        const struct profile_region *region = compared->functions.lines[compared->by_function.list[i].line].region;
        fputs(i ? ",\n[" : "\n[", stream);
        quote_json_shown(stream, region->name);
        putc(',', stream);
        quote_json_shown(stream, region->file);
        fprintf(stream, ",%u]", region->kind);
    }
    fputs("]}", stream);
}
