/*
 * trace_firefox.c - the Firefox Profiler's format of a trace: a thread for each lane, and a sample for each stretch of time in which
 * nothing begins or ends, at its moment and weighed by its length. So its stack chart shows the calls, and its call tree
 * their times.
 */
#include "report/export/firefox.h"
#include "report/export/trace_export.h"
#include "report/trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>

struct stack {
    uint32_t region, above; /* 1 + the stack above; 0: none */
};

struct sample {
    uint64_t begin, ns;
    uint32_t stack; /* 1 + the stack; 0: no call is open */
};

struct open_call {
    int64_t end;
    uint32_t stack;
};

/* The stacks of a lane, each once, and its samples. */
struct builder {
    struct arena arena;
    struct stack *stacks;
    struct sample *samples;
    struct open_call *open;
    uint32_t *places; /* of stacks, by hash; 1 + the stack */
    size_t stack_count, stack_room, sample_count, sample_room, depth, open_room, place_count;
    int64_t now;
};

static uint64_t hash_of(const struct stack *stack)
{
    uint64_t hash = ((uint64_t)stack->above << 32 | stack->region) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 31;
}

static void grow_places(struct builder *builder)
{
    builder->place_count = builder->place_count ? builder->place_count * 4 : 1024;
    builder->places = arena_array(&builder->arena, builder->place_count, sizeof *builder->places);
    for (size_t i = 0; i < builder->stack_count; i++) {
        size_t at = hash_of(&builder->stacks[i]) & (builder->place_count - 1);
        while (builder->places[at])
            at = (at + 1) & (builder->place_count - 1);
        builder->places[at] = (uint32_t)i + 1;
    }
}

/* 1 + the place of a stack. */
static uint32_t stack_of(struct builder *builder, struct stack wanted)
{
    if (builder->stack_count * 2 >= builder->place_count)
        grow_places(builder);
    size_t at = hash_of(&wanted) & (builder->place_count - 1);
    for (; builder->places[at]; at = (at + 1) & (builder->place_count - 1)) {
        const struct stack *stack = &builder->stacks[builder->places[at] - 1];
        if (stack->region == wanted.region && stack->above == wanted.above)
            return builder->places[at];
    }
    builder->stacks = arena_room(&builder->arena, builder->stacks, builder->stack_count, &builder->stack_room,
                                 sizeof *builder->stacks);
    builder->stacks[builder->stack_count++] = wanted;
    return builder->places[at] = (uint32_t)builder->stack_count;
}

/* Charges the time up to `moment` to the innermost open call. */
static void pass(struct builder *builder, int64_t moment)
{
    if (moment <= builder->now)
        return;
    builder->samples = arena_room(&builder->arena, builder->samples, builder->sample_count, &builder->sample_room,
                                  sizeof *builder->samples);
    builder->samples[builder->sample_count++] =
        (struct sample){(uint64_t)builder->now, (uint64_t)(moment - builder->now),
                        builder->depth ? builder->open[builder->depth - 1].stack : 0};
    builder->now = moment;
}

static void end_one(struct builder *builder)
{
    pass(builder, builder->open[builder->depth - 1].end);
    builder->depth--;
}

static void take_slice(struct builder *builder, const struct slice *slice)
{
    while (builder->depth > slice->depth)
        end_one(builder);
    pass(builder, slice->begin);
    builder->open =
        arena_room(&builder->arena, builder->open, builder->depth, &builder->open_room, sizeof *builder->open);
    uint32_t above = builder->depth ? builder->open[builder->depth - 1].stack : 0;
    builder->open[builder->depth++] =
        (struct open_call){slice->end, stack_of(builder, (struct stack){slice->region, above})};
}

static void put_stacks(FILE *stream, const struct builder *builder)
{
    uint32_t count = (uint32_t)builder->stack_count;
    fprintf(stream, ",\n\"stackTable\":{\"length\":%" PRIu32, count);
    firefox_column(stream, "category", "0", count);
    firefox_column(stream, "subcategory", "0", count);
    fputs(",\"frame\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", builder->stacks[i].region);
    fputs("],\"prefix\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        if (builder->stacks[i].above)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", builder->stacks[i].above - 1);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("]}", stream);
}

static void put_samples(FILE *stream, const struct builder *builder)
{
    fputs(",\n\"samples\":{\"weightType\":\"tracing-ms\",\"stack\":[", stream);
    for (size_t i = 0; i < builder->sample_count; i++)
        if (builder->samples[i].stack)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", builder->samples[i].stack - 1);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("],\"time\":[", stream);
    for (size_t i = 0; i < builder->sample_count; i++) {
        fputs(i ? "," : "", stream);
        firefox_ms(stream, builder->samples[i].begin);
    }
    fputs("],\"weight\":[", stream);
    for (size_t i = 0; i < builder->sample_count; i++) {
        fputs(i ? "," : "", stream);
        firefox_ms(stream, builder->samples[i].ns);
    }
    fprintf(stream, "],\"length\":%zu}", builder->sample_count);
}

static void put_lane(const struct trace_export *export, uint32_t lane, const struct firefox_function *functions)
{
    const struct slices *slices = &export->slices[lane];
    const struct trace_lane *of = &export->trace->lanes[lane];
    const struct trace_process *process = &export->trace->processes[of->process];
    struct builder builder = {.now = 0};
    for (size_t i = 0; i < slices->count; i++)
        take_slice(&builder, &slices->all[i]);
    while (builder.depth)
        end_one(&builder);
    firefox_thread(export->stream, arena_printf(export->arena, "thread %" PRIu32, of->thread), process->head.program,
                   lane_process_id(process), of->thread);
    firefox_functions(export->stream, functions, export->trace->region_count);
    put_stacks(export->stream, &builder);
    put_samples(export->stream, &builder);
    fputs("}", export->stream);
    arena_free(&builder.arena);
}

void export_firefox_trace(const struct trace_export *export)
{
    const struct trace *trace = export->trace;
    struct firefox_function *functions = arena_array(export->arena, trace->region_count, sizeof *functions);
    for (uint32_t i = 0; i < trace->region_count; i++)
        functions[i] =
            (struct firefox_function){trace->regions[i].name, trace->regions[i].file, trace->regions[i].line};
    firefox_begin(export->stream, trace->process_count ? trace->processes[0].head.program : "");
    for (uint32_t i = 0; i < trace->lane_count; i++) {
        fputs(i ? ",\n" : "", export->stream);
        put_lane(export, i, functions);
    }
    fputs("]}\n", export->stream);
}
