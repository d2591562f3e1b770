/* export_stacks.c - call paths with their own time: folded stacks for flame graphs, and speedscope. */
#include "report/export/stacks.h"
#include "report/quote.h"

#include <inttypes.h>

static void put_path(const struct export *export, const struct stack *stack)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[STACK_DEEPEST], count = stacks_path(export, stack->node, path);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            putc(';', export->stream);
        quote_replace(export->stream, profile->regions[profile->nodes[path[i]].region].name, ";", ':');
    }
    if (stack->deeper)
        fputs(";" STACK_DEEPER, export->stream);
}

bool export_folded(const struct export *export)
{
    uint32_t count;
    const struct stack *stacks = stacks_make(export, &count);
    for (uint32_t i = 0; stacks && i < count; i++) {
        if (!stacks[i].ns)
            continue;
        put_path(export, &stacks[i]);
        fprintf(export->stream, " %" PRIu64 "\n", stacks[i].ns);
    }
    return stacks != NULL;
}

/* The frames of a stack from the root, as indices of regions; behind the last one of these is "(deeper)". */
static void put_frames(const struct export *export, const struct stack *stack)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[STACK_DEEPEST], count = stacks_path(export, stack->node, path);
    putc('[', export->stream);
    if (path[0])
        fprintf(export->stream, "%" PRIu32 ",", profile->nodes[0].region);
    for (uint32_t i = 0; i < count; i++)
        fprintf(export->stream, "%s%" PRIu32, i ? "," : "", profile->nodes[path[i]].region);
    if (stack->deeper)
        fprintf(export->stream, ",%" PRIu32, profile->region_count);
    putc(']', export->stream);
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
          "\"unit\": \"nanoseconds\", \"startValue\": 0,\n  \"samples\": [",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i ? ",\n   " : "\n   ", stream);
        put_frames(export, &stacks[i]);
    }
    fputs("],\n  \"weights\": [", stream);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, "%s%" PRIu64, i ? ", " : "", stacks[i].ns);
        total += stacks[i].ns;
    }
    fprintf(stream, "],\n  \"endValue\": %" PRIu64 "}]}\n", total);
    return true;
}
