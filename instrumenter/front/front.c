/* front.c - see front.h. */
#include "instrumenter/front/front.h"
#include "include/instr_kinds.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/front/region.h"
#include "instrumenter/unit/deep_recursion.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_names.h"
#include "instrumenter/unit/unit_origin.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---
 * which functions need the tail form.
 *
 * A frame that is left by a cleanup turns a jump back into a call. Where a chain of tail calls can come back
 * to a function, the stack would then grow with every turn: a loop written as recursion, an interpreter
 * whose operations end in `return next(...)`. Such functions get the tail form: they leave before the call.
 * A chain can come back through a pointer, or through calls by name that form a cycle within the unit; a
 * cycle by name across units is out of sight.
 */

struct edge {
    size_t from, to; /* functions */
    size_t call;
};

struct graph {
    struct edge *edges;
    size_t count;
};

/* Adds an edge for each tail call to an instrumented function of the unit. */
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

/* Keeps only the edges that can be on a cycle. */
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

/* Sets __INSTR_TAIL, and keeps only the tail calls through which a chain can come back. */
static void unit_tail(struct unit *unit, const struct unit_options *options, struct arena *arena)
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

/* --- */

static int compare_calls(const void *left, const void *right)
{
    const struct unit_call *a = left, *b = right;
    return (a->start > b->start) - (a->start < b->start);
}

/* Assigns each call to its function; drops calls that would need a frame where there is none. */
static void place_calls(struct reading *reading)
{
    struct unit *unit = reading->unit;
    size_t count = reading->calls.count;
    if (reading->options->no_probes || count == 0)
        return;
    unit->calls = reading->calls.calls;
    qsort(unit->calls, count, sizeof *unit->calls, compare_calls);
    size_t next = 0; /* the first function that opens behind the call */
    for (size_t i = 0; i < count; i++) {
        struct unit_call call = unit->calls[i];
        if (i > 0 && call.kind == unit->calls[i - 1].kind && call.start == unit->calls[i - 1].start)
            continue; /* found in both ways */
        while (next < unit->function_count && unit->functions[next].open <= call.start)
            next++;
        size_t around = next; /* 1 + index; a function nested in another comes later and ends first */
        while (around > 0 && unit->functions[around - 1].close < call.start)
            around--;
        if (around == 0)
            continue;
        call.function = around - 1;
        if (call.kind == UNIT_CALL_BACK)
            unit->functions[call.function].flags |= __INSTR_TWICE;
        if (call.kind == UNIT_CALL_RESOLVE) {
            struct location location = unit_lines_at(&reading->lines, call.start);
            call.file = location.file;
            call.line = location.line;
        }
        /* clang has no address of a builtin. */
        if (call.kind == UNIT_CALL_RESOLVE && reading->options->clang && strncmp(call.name, "__builtin_", 10) == 0)
            continue;
        /* a frame that is constant can't be left before its end */
        if (call.kind == UNIT_CALL_TAIL && unit->functions[call.function].constant)
            continue;
        if (call.kind == UNIT_CALL_RESOLVE || !unit->functions[call.function].reason)
            unit->calls[unit->call_count++] = call;
    }
}

static void begin(struct reading *reading)
{
    struct unit *unit = reading->unit;
    const struct unit_options *options = reading->options;
    reading->blank = arena_copy(reading->arena, unit->text, unit->size);
    unit_lines_init(&reading->lines, unit->text, unit->size, options->name, options->headers, reading->arena);
    struct location top = unit_lines_at(&reading->lines, reading->lines.top);
    unit->top = reading->lines.top;
    unit->top_file = reading->lines.main ? top.file : options->name;
    unit->top_line = top.line;
    reading->finest = options->level >= 4 || memmem(unit->text, unit->size, "#pragma instr level", 19);
}

/* Excludes the program's own allocator, and its callees, from probes. The address sanitizer calls it before it can check anything. Without
 * optimisation a probe has a variable in the frame, and in code for libraries it reads the address of its counters from memory. */
static void leave_allocator(struct reading *reading)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "free"};
    const struct unit *unit = reading->unit;
    bool found = false;
    for (size_t i = 0; i < unit->function_count; i++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            found |= !strcmp(unit_function_shorter(&unit->functions[i]), names[n]);
    for (size_t i = 0; found && i < unit->function_count; i++)
        reading_give_reason(&unit->functions[i], REASON_ALLOCATOR);
}

/* Finishes what needs all functions and calls, in this order, because each step depends on which functions are instrumented. */
static void finish(struct reading *reading, const struct front *front)
{
    struct unit *unit = reading->unit;
    struct regions regions;
    unit_origin(unit, &reading->lines, reading->options->read, reading->arena);
    regions_begin(&regions, front, unit, reading->options, &reading->lines, reading->blank, reading->arena);
    if (reading->options->address &&
        (reading->options->unoptimized || reading->options->library || reading->options->clang))
        leave_allocator(reading);
    place_calls(reading);
    unit_tail(unit, reading->options, reading->arena);
    regions_find(&regions, &reading->outside);
    front->small(reading, &regions.pragmas);
}

struct request {
    const struct front *front;
    struct reading reading;
    struct error *error;
    bool done;
};

static void serve(void *data)
{
    struct request *asked = data;
    begin(&asked->reading);
    asked->done = asked->front->read(&asked->reading, asked->error);
    if (asked->done)
        finish(&asked->reading, asked->front);
}

bool front_parse(const struct front *front, const char *text, size_t size, const struct unit_options *options,
                 struct unit *unit, struct arena *arena, struct error *error)
{
    *unit = (struct unit){
        .text = text, .size = size, .before = "", .behind = "", .folder = options->folder, .maps = options->maps};
    struct request request = {
        .front = front, .reading = {.unit = unit, .options = options, .arena = arena}, .error = error};
    deep_recursion_call(serve, &request, &options->limit);
    return request.done;
}

void front_abandon(void)
{
    parse_abandon();
}
