/* export_stacks.c - call paths with their own time: folded stacks for flame graphs, and speedscope. */
#include "report/export/export.h"
#include "report/quote.h"

#include <inttypes.h>

uint64_t export_nanoseconds(double picoseconds)
{
    return (uint64_t)(picoseconds / 1000 + 0.5);
}

/* Stacks have one length for each frame, so a deep tree would fill a disk with the frames above: what lies below this
 * level stands in one stack. */
enum { DEEPEST = 512 };
static const char deeper_name[] = "(deeper)";

/* What one stack stands for: a node's own time, or all that is below it. */
struct stack {
    uint32_t node;
    bool deeper;
    uint64_t ns;
};

/* Those of all nodes in their order; null when there is no memory. */
static struct stack *make_stacks(const struct export *export, uint32_t *count)
{
    const struct view *view = export->view;
    uint32_t total = view->profile->node_count;
    struct stack *stacks = arena_array(export->arena, (size_t)total + 1, sizeof *stacks);
    *count = 0;
    for (uint32_t i = 0, end; stacks && i < total; i = end) {
        double below = 0;
        end = i + 1;
        stacks[(*count)++] = (struct stack){i, false, export_nanoseconds(view->nodes[i].exclusive)};
        if (view->nodes[i].depth < DEEPEST)
            continue;
        for (; end < total && view->nodes[end].depth > view->nodes[i].depth; end++)
            below += view->nodes[end].exclusive;
        if (end > i + 1)
            stacks[(*count)++] = (struct stack){i, true, export_nanoseconds(below)};
    }
    return stacks;
}

/* The nodes from the root's child, or for the root itself from it, to `node`. Returns how many. */
static uint32_t find_path(const struct export *export, uint32_t node, uint32_t path[DEEPEST])
{
    uint32_t depth = export->view->nodes[node].depth, count = depth ? depth : 1;
    for (uint32_t i = count; i-- > 0; node = export->view->profile->nodes[node].parent)
        path[i] = node;
    return count;
}

static void put_path(const struct export *export, const struct stack *stack)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[DEEPEST], count = find_path(export, stack->node, path);
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            putc(';', export->stream);
        quote_replace(export->stream, profile->regions[profile->nodes[path[i]].region].name, ";", ':');
    }
    if (stack->deeper)
        fprintf(export->stream, ";%s", deeper_name);
}

bool export_folded(const struct export *export)
{
    uint32_t count;
    const struct stack *stacks = make_stacks(export, &count);
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
    uint32_t path[DEEPEST], count = find_path(export, stack->node, path);
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
    const struct stack *stacks = make_stacks(export, &count);
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
        fprintf(stream, ",\n  {\"name\": \"%s\"}", deeper_name);
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
