/*
 * unit_tail.c - see unit_tail.h.
 *
 * The tail calls by name are the edges of a graph of functions. Functions that no edge enters, or none
 * leaves, are on no cycle; taking them away, again and again, leaves the cycles (and what lies between two of
 * them, which then has the tail form without need).
 */
#include "instrumenter/front/unit_tail.h"

#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_names.h"

#include <stdint.h>
#include <string.h>

struct edge {
    size_t from, to; /* functions */
    size_t call;
};

struct graph {
    struct edge *edges;
    size_t count;
};

/* An edge for each tail call to an instrumented function of the unit. */
static void build(struct graph *graph, const struct unit *unit, struct arena *arena)
{
    struct unit_names names;
    graph->edges = arena_array(arena, unit->call_count + 1, sizeof *graph->edges);
    unit_names_make(&names, unit, arena);
    for (size_t i = 0; i < unit->call_count; i++) {
        const struct unit_call *call = &unit->calls[i];
        if (call->kind != UNIT_CALL_TAIL || !call->name)
            continue;
        size_t callee = unit_names_find(&names, call->name, strlen(call->name));
        if (callee != SIZE_MAX)
            graph->edges[graph->count++] = (struct edge){call->function, callee, i};
    }
}

/* Keeps the edges that can lie on a cycle. */
static void prune(struct graph *graph, size_t functions, struct arena *arena)
{
    enum { ENTERED = 1, LEFT = 2 };
    unsigned char *seen = arena_alloc(arena, functions + 1);
    for (size_t before = graph->count + 1; graph->count < before;) {
        before = graph->count;
        memset(seen, 0, functions);
        for (size_t i = 0; i < graph->count; i++) {
            seen[graph->edges[i].from] |= LEFT;
            seen[graph->edges[i].to] |= ENTERED;
        }
        graph->count = 0;
        for (size_t i = 0; i < before; i++)
            if ((seen[graph->edges[i].from] & ENTERED) && (seen[graph->edges[i].to] & LEFT))
                graph->edges[graph->count++] = graph->edges[i];
    }
}

void unit_tail(struct unit *unit, const struct unit_options *options, struct arena *arena)
{
    bool *needed = arena_array(arena, unit->call_count + 1, sizeof *needed);
    struct graph graph = {0};
    if (!options->unoptimized) {
        build(&graph, unit, arena);
        prune(&graph, unit->function_count, arena);
        for (size_t i = 0; i < graph.count; i++)
            needed[graph.edges[i].call] = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < unit->call_count; i++) {
        struct unit_call call = unit->calls[i];
        bool tail = call.kind == UNIT_CALL_TAIL;
        if (tail && !options->unoptimized && !call.name)
            needed[i] = true;
        if (tail && !needed[i])
            continue;
        if (tail)
            unit->functions[call.function].flags |= __INSTR_TAIL;
        unit->calls[kept++] = call;
    }
    unit->call_count = kept;
}
