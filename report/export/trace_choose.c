/* trace_choose.c - selects a part of a trace for all formats: --focus, --depth, --min-depth and --window. */
#include "common/needed.h"
#include "report/export/trace_export.h"

#include <stdlib.h>

/* The calls of a lane chosen so far. */
struct chosen {
    size_t count;
    bool inside;       /* a call of what --focus names, ... */
    uint32_t at, base; /* ... at this depth; the least depth of what is wanted now */
};

static bool is_focus(const struct trace *trace, const struct slice *slice, uint64_t id, const char *focus)
{
    return trace_is_named(&trace->regions[slice->region], focus) ||
           (*focus == '#' && strtoull(focus + 1, NULL, 10) == id);
}

static bool is_wanted(struct chosen *chosen, const struct trace *trace, const struct options *options,
                      const struct slice *slice, uint64_t id)
{
    const char *focus = options->shape.focus;
    if (chosen->inside && slice->depth <= chosen->at)
        chosen->inside = false;
    if (focus && !chosen->inside && is_focus(trace, slice, id, focus)) {
        chosen->inside = true;
        chosen->at = slice->depth;
    }
    chosen->base = options->least_depth ? options->least_depth - 1 : 0;
    if (chosen->inside && chosen->at > chosen->base)
        chosen->base = chosen->at;
    return (!focus || chosen->inside) && slice->depth >= chosen->base && slice->depth < options->depth &&
           (double)slice->end >= options->from * 1e9 && (double)slice->begin <= options->to * 1e9;
}

bool trace_choose(struct slices *slices, const struct trace *trace, const struct options *options, bool drop)
{
    struct chosen *chosen = needed_zeros(trace->lane_count, sizeof *chosen);
    struct slices_walk walk;
    const struct slice *slice;
    uint32_t lane;
    uint64_t id = 0, wanted = 0;
    slices_walk_begin(&walk, slices, trace);
    while (slices_walk_next(&walk, &lane, &slice)) {
        struct slice *into = drop ? &slices[lane].all[chosen[lane].count] : &slices[lane].all[walk.next[lane] - 1];
        *into = *slice; /* which may be the same */
        into->out = !is_wanted(&chosen[lane], trace, options, into, ++id);
        wanted += !into->out;
        chosen[lane].count += !into->out;
        if (drop && !into->out)
            into->depth = (into->depth - chosen[lane].base) & 0x1fffffff;
    }
    slices_walk_end(&walk);
    for (uint32_t i = 0; drop && i < trace->lane_count; i++)
        slices[i].count = chosen[i].count;
    free(chosen);
    return wanted || (!id && options->shape.rank < 0 && options->shape.thread < 0);
}
