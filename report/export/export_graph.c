/* export_graph.c - who calls whom: callgrind's format for KCachegrind, and DOT for Graphviz. */
#include "report/derive/metric.h"
#include "report/export/export.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include "common/sort.h"

#include <inttypes.h>
#include <math.h>

/* The calls of one region by another, over all paths. */
struct edge {
    uint32_t from, to; /* regions */
    uint64_t calls;
    double inclusive; /* ps; none for a recursive call, whose time is in the outer one's */
    bool estimated;   /* the calls are */
};

static int compare_edges(const void *table, uint32_t a, uint32_t b)
{
    const struct edge *edges = table;
    if (edges[a].from != edges[b].from)
        return edges[a].from < edges[b].from ? -1 : 1;
    return (edges[a].to > edges[b].to) - (edges[a].to < edges[b].to);
}

/* Returns all edges, sorted by from and to. */
static struct edge *all_edges(const struct export *export, uint32_t *count)
{
    const struct profile *profile = export->view->profile;
    uint32_t total = profile->node_count - 1;
    struct edge *all = arena_array(export->arena, total, sizeof *all);
    struct edge *edges = arena_array(export->arena, total, sizeof *edges);
    uint32_t *order = arena_array(export->arena, total, sizeof *order);
    *count = 0;
    for (uint32_t i = 1; i <= total; i++) {
        const struct profile_node *node = &profile->nodes[i];
        double inclusive = export->view->nodes[i].outermost ? export->view->nodes[i].inclusive : 0;
        all[i - 1] = (struct edge){profile->nodes[node->parent].region, node->region, node->calls.calls, inclusive,
                                   export->view->nodes[i].calls_estimated};
    }
    sort_positions(order, total, compare_edges, all, export->arena);
    for (uint32_t i = 0; i < total; i++) {
        const struct edge *edge = &all[order[i]];
        if (i && !compare_edges(all, order[i - 1], order[i])) {
            edges[*count - 1].calls += edge->calls;
            edges[*count - 1].inclusive += edge->inclusive;
            edges[*count - 1].estimated |= edge->estimated;
        } else {
            edges[(*count)++] = *edge;
        }
    }
    return edges;
}

static void put_function(const struct export *export, const char *prefix, const struct profile_region *region)
{
    fprintf(export->stream, "%sfl=", prefix);
    quote_replace(export->stream, *region->file ? region->file : "???", "", ' ');
    fprintf(export->stream, "\n%sfn=", prefix);
    quote_replace(export->stream, region->name, "", ' ');
    putc('\n', export->stream);
}

/* Writes the called file and function, which callgrind's format marks with `cfi=` and `cfn=`. */
static void put_callee(const struct export *export, const struct profile_region *region)
{
    fputs("cfi=", export->stream);
    quote_replace(export->stream, *region->file ? region->file : "???", "", ' ');
    fputs("\ncfn=", export->stream);
    quote_replace(export->stream, region->name, "", ' ');
    putc('\n', export->stream);
}

/* Returns the inclusive value of each metric for each edge, edge by edge. */
static double *edge_metrics(const struct export *export, const struct metrics_shown *metrics, const struct edge *edges,
                            uint32_t count)
{
    const struct profile *profile = export->view->profile;
    double *sums = arena_array(export->arena, (size_t)count * metrics->count, sizeof *sums);
    for (uint32_t i = 1; metrics->count && i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        uint32_t from = profile->nodes[node->parent].region, low = 0, high = count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            const struct edge *edge = &edges[middle];
            if (edge->from < from || (edge->from == from && edge->to < node->region))
                low = middle + 1;
            else
                high = middle;
        }
        for (unsigned k = 0; export->view->nodes[i].outermost && k < metrics->count; k++)
            sums[(size_t)low * metrics->count + k] += metrics->of[k].inclusive[i];
    }
    return sums;
}

/* Writes the names of events, in which the format allows no special characters. */
static void put_events(FILE *stream, const struct metrics_shown *metrics)
{
    fputs("\npositions: line\nevents: ns", stream);
    for (unsigned i = 0; i < metrics->count; i++) {
        putc(' ', stream);
        for (const char *at = metrics->of[i].what->key; *at; at++)
            putc((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ? *at : '_',
                 stream);
    }
    putc('\n', stream);
}

void export_callgrind(const struct export *export)
{
    const struct view *view = export->view;
    const struct profile_region *regions = view->profile->regions;
    FILE *stream = export->stream;
    uint32_t count, next = 0;
    uint64_t total = 0;
    const struct edge *edges = all_edges(export, &count);
    struct metrics_shown metrics;
    double totals[METRICS_SHOWN] = {0};
    metrics_sums(&metrics, view, export->arena);
    const double *sums = edge_metrics(export, &metrics, edges, count);
    fputs("# callgrind format\nversion: 1\ncreator: instr\ncmd: ", stream);
    quote_replace(stream, profile_meta(view->profile, "command", profile_meta(view->profile, "program", "?")), "", ' ');
    put_events(stream, &metrics);
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        uint64_t own = export_nanoseconds(view->regions[i].exclusive);
        if (!view->regions[i].calls.calls && !own)
            continue;
        putc('\n', stream);
        put_function(export, "", &regions[i]);
        fprintf(stream, "%" PRIu32 " %" PRIu64, regions[i].line, own);
        for (unsigned k = 0; k < metrics.count; k++) {
            fprintf(stream, " %.0f", metrics.of[k].region_own[i]);
            totals[k] += metrics.of[k].region_own[i];
        }
        putc('\n', stream);
        total += own;
        for (; next < count && edges[next].from == i; next++) {
            put_callee(export, &regions[edges[next].to]);
            fprintf(stream, "calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64, edges[next].calls,
                    regions[edges[next].to].line, regions[i].line, export_nanoseconds(edges[next].inclusive));
            for (unsigned k = 0; k < metrics.count; k++)
                fprintf(stream, " %.0f", sums[(size_t)next * metrics.count + k]);
            putc('\n', stream);
        }
    }
    fprintf(stream, "\ntotals: %" PRIu64, total);
    for (unsigned k = 0; k < metrics.count; k++)
        fprintf(stream, " %.0f", totals[k]);
    putc('\n', stream);
}

/* "1.234 s (12.3%)" */
static const char *text_time(const struct export *export, double time, bool unseen, const char *mark)
{
    const char *share = text_percent(export->arena, time, export->view->total);
    return unseen ? TEXT_NOT_SEEN
                  : arena_printf(export->arena, "%s (%s)", text_seconds(export->arena, seconds(time), mark), share);
}

/* Writes a box whose size and colour show the share of own time: from small and blue to large and red. */
static void put_box(const struct export *export, uint32_t region)
{
    const struct view_region *sums = &export->view->regions[region];
    double share = fmin(sums->exclusive / export->view->total, 1); /* a device may take more than the whole */
    fprintf(export->stream, "  r%" PRIu32 " [label=\"", region);
    quote_escape(export->stream, export->view->profile->regions[region].name);
    fprintf(export->stream, "\\nself %s\\ntotal %s\\n%" PRIu64 " calls\",fontsize=%.0f,fillcolor=\"%.3f 0.6 1.0\"];\n",
            text_time(export, sums->exclusive, sums->own_unseen,
                      view_own_mark(sums->own_estimated, sums->exclusive, sums->probes)),
            text_time(export, sums->inclusive, sums->unseen, view_mark(sums->estimated)), sums->calls.calls,
            10 + 20 * share, 0.66 * (1 - share));
}

void export_dot(const struct export *export)
{
    const struct view *view = export->view;
    uint32_t count;
    const struct edge *edges = all_edges(export, &count);
    bool *shown = arena_array(export->arena, view->profile->region_count, sizeof *shown);
    fputs("digraph calls {\n  node [shape=box,style=filled,fontname=Helvetica];\n", export->stream);
    for (uint32_t i = 0; i < view->profile->region_count; i++) {
        const struct view_region *sums = &view->regions[i];
        shown[i] = sums->calls.calls && view->total > 0 && view->profile->regions[i].kind != REGION_ROOT &&
                   sums->inclusive * 100 >= export->minimum * view->total;
        if (shown[i])
            put_box(export, i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (shown[edges[i].from] && shown[edges[i].to])
            fprintf(export->stream, "  r%" PRIu32 " -> r%" PRIu32 " [label=\"%s%" PRIu64 "x\"];\n", edges[i].from,
                    edges[i].to, view_mark(edges[i].estimated), edges[i].calls);
    fputs("}\n", export->stream);
}
