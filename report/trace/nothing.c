/* nothing.c - see nothing.h. */
#include "report/trace/nothing.h"

#include "report/trace/lane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_call_of(const struct trace *trace, const char *name)
{
    for (uint32_t i = 0; i < trace->region_count; i++)
        if (trace_is_named(&trace->regions[i], name))
            return true;
    return false;
}

static const char *reason(const struct trace *trace, const struct options *options, struct arena *arena)
{
    const char *focus = options->shape.focus;
    if (!trace->lane_count && (options->shape.rank >= 0 || options->shape.thread >= 0))
        return "the trace has no call of such a rank or thread";
    if (!trace->region_count || !trace->lane_count)
        return "the trace has no call";
    if (focus && !has_call_of(trace, focus))
        return arena_printf(arena, "the trace has no call of %s", focus);
    if (options->from > 0 || !isinf(options->to))
        return "the trace has no such call in the window";
    return "the trace has no such call on these levels";
}

bool nothing_there(const char *name, const struct trace *trace, const struct options *options, struct arena *arena,
                   struct error *error)
{
    char *left = NULL;
    size_t size;
    FILE *stream = open_memstream(&left, &size);
    if (stream) {
        lane_put_left(stream, trace, "; left out, since ", ": ", " calls");
        fclose(stream);
    }
    error_set(error, ERROR_PROFILE,
              "%s: %s%s; trivial functions are counted and in no trace: build with --instr-paths=all, and they are",
              name, reason(trace, options, arena), left ? left : "");
    free(left);
    return false;
}
