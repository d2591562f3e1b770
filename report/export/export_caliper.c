/*
 * export_caliper.c - Caliper's json-split, which hatchet reads, with figures for each rank. If the profile has rows of a sample of the ranks
 * only, the output has only these ranks.
 */
#include "report/derive/members.h"
#include "report/export/export.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Fills in each member's own time in a node, and its calls there. */
static void own_of_node(const struct members *members, uint32_t node, double *own, double *inclusive, uint64_t *calls)
{
    for (uint32_t i = 0; i < members->count; i++) {
        own[i] = inclusive[i] = 0;
        calls[i] = 0;
    }
    for (uint32_t row = members->first_row[node]; row < members->first_row[node + 1]; row++) {
        uint32_t member = members->of_location[members->profile->rows[row].location];
        own[member] += members->own[row];
        inclusive[member] += (double)members->profile->rows[row].inclusive;
        calls[member] += members->profile->rows[row].calls;
    }
}

/* Writes the parts of the tag as run metadata, like Adiak. Names that the format itself uses get a prefix. */
static void put_tag(const struct export *export)
{
    static const char own[] = " data columns column_metadata nodes ";
    const char *tag = profile_meta(export->view->profile, "tag", "");
    char *rest, *parts = arena_copy(export->arena, tag, strlen(tag));
    for (char *part = strtok_r(parts, ", ", &rest); part; part = strtok_r(NULL, ", ", &rest)) {
        size_t length = strcspn(part, "=");
        char *word = arena_printf(export->arena, " %.*s ", (int)length, part);
        const char *before = strstr(own, word) ? "note." : "";
        fputs(",\n ", export->stream);
        quote_json(export->stream, arena_printf(export->arena, "%s%.*s", before, (int)length, part));
        fputs(": ", export->stream);
        quote_json(export->stream, part[length] ? part + length + 1 : "");
    }
}

void export_caliper(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct members members;
    FILE *stream = export->stream;
    bool any = false;
    members_make(&members, export->view, export->arena);
    double *own = arena_array(export->arena, members.count, sizeof *own);
    double *inclusive = arena_array(export->arena, members.count, sizeof *inclusive);
    uint64_t *calls = arena_array(export->arena, members.count, sizeof *calls);
    fputs("{\n \"data\": [", stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        own_of_node(&members, i, own, inclusive, calls);
        for (uint32_t k = 0; k < members.count; k++) {
            if (!calls[k] && inclusive[k] <= 0)
                continue;
            fprintf(stream, "%s[%" PRIu32 ", %" PRIu32 ", %.15g, %.15g, %" PRIu64 "]", any ? ",\n  " : "\n  ", i,
                    members_number(&members, k), seconds(fmax(own[k], 0)), seconds(inclusive[k]), calls[k]);
            any = true;
        }
    }
    fputs("\n ],\n \"columns\": [\"path\", \"rank\", \"time\", \"time (inc)\", \"calls\"],\n"
          " \"column_metadata\": [{\"is_value\": false}, {\"is_value\": true}, {\"is_value\": true}, {\"is_value\": "
          "true}, "
          "{\"is_value\": true}],\n \"nodes\": [",
          stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        fputs(i ? ",\n  {\"label\": " : "\n  {\"label\": ", stream);
        quote_json(stream, profile->regions[profile->nodes[i].region].name);
        fputs(", \"column\": \"path\"", stream);
        if (i)
            fprintf(stream, ", \"parent\": %" PRIu32, profile->nodes[i].parent);
        putc('}', stream);
    }
    fputs("\n ]", stream);
    put_tag(export);
    fputs("\n}\n", stream);
}
