/*
 * export_ranks.c - formats with a figure for each rank: Caliper's json-split, which hatchet reads, and the two lists of the
 * thesis that this tool comes from (Kravchuk). Of a job whose profile has rows of a sample of its ranks only those are in.
 */
#include "report/export/export.h"
#include "report/members.h"
#include "report/quote.h"

#include <inttypes.h>
#include <math.h>

static bool open_members(struct members *members, const struct export *export)
{
    return members_make(members, export->view, export->arena, NULL);
}

/* What each member did itself in a node, and how often it was called there. */
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

struct figures {
    double *own, *inclusive;
    uint64_t *calls;
};

static bool make_figures(struct figures *figures, const struct members *members, struct arena *arena)
{
    figures->own = arena_array(arena, members->count, sizeof *figures->own);
    figures->inclusive = arena_array(arena, members->count, sizeof *figures->inclusive);
    figures->calls = arena_array(arena, members->count, sizeof *figures->calls);
    return figures->own && figures->inclusive && figures->calls;
}

bool export_caliper(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct members members;
    struct figures figures;
    FILE *stream = export->stream;
    bool any = false;
    if (!open_members(&members, export) || !make_figures(&figures, &members, export->arena))
        return false;
    fputs("{\n \"data\": [", stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        own_of_node(&members, i, figures.own, figures.inclusive, figures.calls);
        for (uint32_t k = 0; k < members.count; k++) {
            if (!figures.calls[k] && figures.inclusive[k] <= 0)
                continue;
            fprintf(stream, "%s[%" PRIu32 ", %" PRIu32 ", %.15g, %.15g, %" PRIu64 "]", any ? ",\n  " : "\n  ", i,
                    members_number(&members, k), seconds(fmax(figures.own[k], 0)), seconds(figures.inclusive[k]),
                    figures.calls[k]);
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
    fputs("\n ]\n}\n", stream);
    return true;
}

/* NAME;TOTAL;MEAN; in milliseconds: a line for each function and rank, the mean being of one call. */
bool export_timers(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct members members;
    uint64_t *calls;
    if (!open_members(&members, export))
        return false;
    calls = arena_array(export->arena, (size_t)members.count + 1, sizeof *calls);
    for (uint32_t i = 0; calls && i < profile->region_count; i++) {
        if (profile->regions[i].kind == REGION_ROOT || members.first_node[i] == members.first_node[i + 1])
            continue;
        for (uint32_t k = 0; k < members.count; k++)
            calls[k] = 0;
        for (uint32_t at = members.first_node[i]; at < members.first_node[i + 1]; at++) {
            uint32_t node = members.by_region[at];
            for (uint32_t row = members.first_row[node]; row < members.first_row[node + 1]; row++)
                calls[members.of_location[members.profile->rows[row].location]] += members.profile->rows[row].calls;
        }
        members_region(&members, i, members.times);
        for (uint32_t k = 0; k < members.count; k++) {
            double ms = members.times[k] / 1e9;
            quote_replace(export->stream, profile->regions[i].name, ";", ':');
            fprintf(export->stream, ";%.9g;%.9g;\n", ms, calls[k] ? ms / (double)calls[k] : 0);
        }
    }
    return calls != NULL;
}

/* INDENT;NAME;TIME; in milliseconds: a line for each call path and rank, in the order of the tree. */
bool export_callstack(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct members members;
    if (!open_members(&members, export))
        return false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        members_node(&members, i, members.times);
        for (uint32_t k = 0; k < members.count; k++) {
            fprintf(export->stream, "%" PRIu32 ";", export->view->nodes[i].depth);
            quote_replace(export->stream, profile->regions[profile->nodes[i].region].name, ";", ':');
            fprintf(export->stream, ";%.9g;\n", members.times[k] / 1e9);
        }
    }
    return true;
}
