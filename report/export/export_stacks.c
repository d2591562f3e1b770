/* export_stacks.c - call paths with their own time: folded stacks for flame graphs, and speedscope. */
#include "report/export/stacks.h"
#include "report/number.h"
#include "report/quote.h"

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

bool export_folded(const struct export *export)
{
    uint32_t count;
    const struct profile *profile = export->view->profile;
    const struct stack *stacks = stacks_make(export, &count);
    const char **names = arena_array(export->arena, profile->region_count, sizeof(const char *));
    if (!stacks || !names)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (!(names[i] = quote_replaced(profile->regions[i].name, ";", ':', export->arena)))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!stacks[i].weight)
            continue;
        put_path(export, &stacks[i], names);
        putc_unlocked(' ', export->stream);
        number_put_count(export->stream, stacks[i].weight);
        putc_unlocked('\n', export->stream);
    }
    return true;
}

/* The frames of a stack from the root, as indices of regions; behind the last one of these is "(deeper)". */
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
    putc(']', export->stream);
}

/* As speedscope names them. */
static const char *unit_of(const struct export *export)
{
    const char *unit = export->weight ? export->weight->what->unit : "ns";
    return !strcmp(unit, "ns") ? "nanoseconds" : !strcmp(unit, "B") ? "bytes" : "none";
}

bool export_speedscope(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    uint32_t count;
    const struct stack *stacks = stacks_make(export, &count);
    uint64_t total = 0;
    bool deeper = false;
    if (!stacks)
        return false;
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
    fputs("]},\n \"profiles\": [{\"type\": \"sampled\", \"name\": \"all ranks and threads\", "
          "\"unit\": \"",
          stream);
    fputs(unit_of(export), stream);
    fputs("\", \"startValue\": 0,\n  \"samples\": [", stream);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i ? ",\n   " : "\n   ", stream);
        put_frames(export, &stacks[i]);
    }
    fputs("],\n  \"weights\": [", stream);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, "%s%" PRIu64, i ? ", " : "", stacks[i].weight);
        total += stacks[i].weight;
    }
    fprintf(stream, "],\n  \"endValue\": %" PRIu64 "}]}\n", total);
    return true;
}
