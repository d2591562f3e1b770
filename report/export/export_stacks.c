/* export_stacks.c - call paths with their own time: folded stacks for flame graphs, and speedscope. */
#include "profile/rows.h"
#include "report/derive/members.h"
#include "report/derive/runs.h"
#include "report/export/stacks.h"
#include "report/show/number.h"
#include "report/show/quote.h"

#include <inttypes.h>
#include <string.h>

static void put_path(const struct export *export, const struct stack *stack, const char *const *names)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[STACK_DEEPEST], count = stacks_path(export, stack->node, path);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            putc_unlocked(';', export->stream);
        fputs_unlocked(names[profile->nodes[path[i]].region], export->stream);
    }
    if (stack->deeper)
        fputs(";" STACK_DEEPER, export->stream);
}

void export_folded(const struct export *export)
{
    uint32_t count;
    const struct profile *profile = export->view->profile;
    const struct stack *stacks = stacks_make(export, &count);
    const char **names = arena_array(export->arena, profile->region_count, sizeof(const char *));
    for (uint32_t i = 0; i < profile->region_count; i++)
        names[i] = quote_replaced(profile->regions[i].name, ";", ':', export->arena);
    for (uint32_t i = 0; i < count; i++) {
        if (!stacks[i].weight)
            continue;
        put_path(export, &stacks[i], names);
        putc_unlocked(' ', export->stream);
        number_put_count(export->stream, stacks[i].weight);
        putc_unlocked('\n', export->stream);
    }
}

/* Writes the frames of a stack from the root, as indices of regions; the index behind the last region is "(deeper)". */
static void put_frames(const struct export *export, const struct stack *stack)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[STACK_DEEPEST], count = stacks_path(export, stack->node, path);
    putc_unlocked('[', export->stream);
    if (path[0]) {
        number_put_count(export->stream, profile->nodes[0].region);
        putc_unlocked(',', export->stream);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            putc_unlocked(',', export->stream);
        number_put_count(export->stream, profile->nodes[path[i]].region);
    }
    if (stack->deeper)
        fprintf(export->stream, ",%" PRIu32, profile->region_count);
    putc_unlocked(']', export->stream);
}

/* As speedscope names them. */
static const char *unit_of(const struct export *export)
{
    const char *unit = export->weight ? export->weight->what->unit : "ns";
    return !strcmp(unit, "ns") ? "nanoseconds" : !strcmp(unit, "B") ? "bytes" : "none";
}

/* Writes stacks with a weight, or `all` stacks, as one profile. */
static void put_sampled(const struct export *export, const char *name, const struct stack *stacks, uint32_t count,
                        bool all)
{
    FILE *stream = export->stream;
    uint64_t total = 0;
    bool any = false;
    fputs("{\"type\": \"sampled\", \"name\": ", stream);
    quote_json(stream, name);
    fprintf(stream, ", \"unit\": \"%s\", \"startValue\": 0,\n  \"samples\": [", unit_of(export));
    for (uint32_t i = 0; i < count; i++)
        if (all || stacks[i].weight) {
            fputs(any ? ",\n   " : "\n   ", stream);
            put_frames(export, &stacks[i]);
            any = true;
        }
    fputs("],\n  \"weights\": [", stream);
    any = false;
    for (uint32_t i = 0; i < count; i++)
        if (all || stacks[i].weight) {
            fprintf(stream, "%s%" PRIu64, any ? ", " : "", stacks[i].weight);
            total += stacks[i].weight;
            any = true;
        }
    fprintf(stream, "],\n  \"endValue\": %" PRIu64 "}", total);
}

/* Fills the weights with the times of one thread of one rank, from its `rows`. Stacks are in the order of nodes. */
static void weigh(struct stack *stacks, uint32_t count, const struct members *members, const uint32_t *rows,
                  uint32_t row_count)
{
    for (uint32_t i = 0; i < count; i++)
        stacks[i].weight = 0;
    for (uint32_t i = 0, k = 0; i < row_count; i++) {
        uint32_t node = members->profile->rows[rows[i]].node;
        while (k + 1 < count && stacks[k + 1].node + stacks[k + 1].deeper <= node)
            k++;
        stacks[k].weight += export_nanoseconds(members->own[rows[i]]);
    }
}

/* Writes a profile for each thread beside the total; for very many threads only the total. */
static void put_threads(const struct export *export, struct stack *stacks, uint32_t count)
{
    enum { MANY = 256 };
    struct members members;
    uint32_t *order, *first;
    if (export->weight)
        return; /* what single threads have of a metric is not known */
    members_make(&members, export->view, export->arena);
    const struct profile *profile = members.profile;
    if (profile->location_count < 2 || profile->location_count > MANY)
        return;
    rows_by_location(profile, &order, &first, export->arena);
    for (uint32_t l = 0; l < profile->location_count; l++) {
        const struct profile_location *at = &profile->locations[l];
        const char *name = arena_printf(export->arena, "%s %" PRIu64 " thread %" PRIu32, runs_member(profile),
                                        runs_several(profile) ? at->pid : at->rank, at->thread);
        weigh(stacks, count, &members, order + first[l], first[l + 1] - first[l]);
        fputs(",\n  ", export->stream);
        put_sampled(export, name, stacks, count, false);
    }
}

void export_speedscope(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    uint32_t count;
    struct stack *stacks = stacks_make(export, &count);
    bool deeper = false;
    fputs("{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"exporter\": \"instr\", "
          "\"name\": ",
          stream);
    quote_json(stream, profile_meta(profile, "program", "?"));
    fputs(", \"activeProfileIndex\": 0,\n \"shared\": {\"frames\": [", stream);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", stream);
        quote_json(stream, profile->regions[i].name);
        if (*profile->regions[i].file) {
            fputs(", \"file\": ", stream);
            quote_json(stream, profile->regions[i].file);
            fprintf(stream, ", \"line\": %" PRIu32, profile->regions[i].line);
        }
        putc('}', stream);
    }
    for (uint32_t i = 0; i < count; i++)
        deeper |= stacks[i].deeper;
    if (deeper)
        fputs(",\n  {\"name\": \"" STACK_DEEPER "\"}", stream);
    fputs("]},\n \"profiles\": [", stream);
    put_sampled(export, "all ranks and threads", stacks, count, true);
    put_threads(export, stacks, count);
    fputs("]}\n", stream);
}
