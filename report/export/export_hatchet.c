/* export_hatchet.c - hatchet's literal form: the call tree as nested JSON. */
#include "report/export/export.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <inttypes.h>

static void put_node(const struct export *export, uint32_t i)
{
    const struct profile *profile = export->view->profile;
    const struct profile_node *node = &profile->nodes[i];
    const struct profile_region *region = &profile->regions[node->region];
    FILE *stream = export->stream;
    fputs("{\"frame\": {\"name\": ", stream);
    quote_json(stream, region->name);
    fprintf(stream, ", \"type\": \"%s\"", region_kind_name(region->kind));
    if (*region->file) {
        fputs(", \"file\": ", stream);
        quote_json(stream, region->file);
        fprintf(stream, ", \"line\": %" PRIu32, region->line);
    }
    fprintf(stream, "}, \"metrics\": {\"time\": %.15g, \"time (inc)\": %.15g, \"calls\": %" PRIu64 "}",
            seconds(export->view->nodes[i].exclusive), seconds(export->view->nodes[i].inclusive), node->calls.calls);
}

bool export_hatchet(const struct export *export)
{
    const struct view_node *nodes = export->view->nodes;
    FILE *stream = export->stream;
    uint32_t open = 0; /* nodes whose list of children is not closed */
    fputs("[\n", stream);
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        uint32_t next = view_next(export->view, i, true);
        put_node(export, i);
        if (nodes[i].first_child != PROFILE_NONE) {
            fputs(", \"children\": [\n", stream);
            open++;
        } else {
            putc('}', stream);
            uint32_t depth = next == PROFILE_NONE ? 0 : nodes[next].depth;
            for (; open > depth; open--)
                fputs("]}", stream);
            if (next != PROFILE_NONE)
                fputs(",\n", stream);
        }
        i = next;
    }
    fputs("\n]\n", stream);
    return true;
}
