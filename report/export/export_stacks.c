/* export_stacks.c - call paths with their own time: folded stacks for flame graphs, and speedscope. */
#include "report/export/export.h"
#include "report/quote.h"

#include <inttypes.h>

uint64_t export_nanoseconds(double picoseconds)
{
    return (uint64_t)(picoseconds / 1000 + 0.5);
}

/* Names from the root's children down to `node`, with semicolons between. */
static bool put_path(const struct export *export, uint32_t node)
{
    const struct profile *profile = export->view->profile;
    uint32_t depth = export->view->nodes[node].depth;
    struct arena scratch = {0};
    uint32_t *path = arena_array(&scratch, (size_t)depth + 1, sizeof *path);
    if (path) {
        for (uint32_t i = depth; node != PROFILE_NONE; i--) {
            path[i] = node;
            node = profile->nodes[node].parent;
        }
        for (uint32_t i = depth ? 1 : 0; i <= depth; i++) {
            if (i > 1)
                putc(';', export->stream);
            quote_replace(export->stream, profile->regions[profile->nodes[path[i]].region].name, ";", ':');
        }
    }
    arena_free(&scratch);
    return path != NULL;
}

bool export_folded(const struct export *export)
{
    for (uint32_t i = 0; i < export->view->profile->node_count; i++) {
        uint64_t own = export_nanoseconds(export->view->nodes[i].exclusive);
        if (!own)
            continue;
        if (!put_path(export, i))
            return false;
        fprintf(export->stream, " %" PRIu64 "\n", own);
    }
    return true;
}

/* The frames of a node's path, as indices of regions. */
static void put_frames(const struct export *export, uint32_t node, uint32_t *path)
{
    uint32_t count = 0;
    for (; node != PROFILE_NONE; node = export->view->profile->nodes[node].parent)
        path[count++] = export->view->profile->nodes[node].region;
    putc('[', export->stream);
    while (count--)
        fprintf(export->stream, "%" PRIu32 "%s", path[count], count ? "," : "");
    putc(']', export->stream);
}

bool export_speedscope(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    uint32_t *path = arena_array(export->arena, profile->node_count, sizeof *path);
    uint64_t total = 0;
    if (!path)
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
    fputs("]},\n \"profiles\": [{\"type\": \"sampled\", \"name\": \"all ranks and threads\", "
          "\"unit\": \"nanoseconds\", \"startValue\": 0,\n  \"samples\": [",
          stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        fputs(i ? ",\n   " : "\n   ", stream);
        put_frames(export, i, path);
    }
    fputs("],\n  \"weights\": [", stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint64_t own = export_nanoseconds(export->view->nodes[i].exclusive);
        fprintf(stream, "%s%" PRIu64, i ? ", " : "", own);
        total += own;
    }
    fprintf(stream, "],\n  \"endValue\": %" PRIu64 "}]}\n", total);
    return true;
}
