/*
 * trace_chrome.c - the Trace Event Format of chrome://tracing, which Perfetto reads too: complete events ("X"), in the order
 * of their beginnings, times in microseconds. A rank is a process there, or each process by its own number.
 *
 * The format is described in "Trace Event Format" by the Chromium project (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
 */
#include "report/export/trace_export.h"
#include "report/show/quote.h"
#include "report/trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_us(FILE *stream, int64_t ns)
{
    fprintf(stream, "%" PRId64, ns / 1000);
    if (ns % 1000)
        fprintf(stream, ".%03d", (int)(ns % 1000));
}

static void put_text(FILE *stream, const char *kind, long process, uint32_t thread, const char *text)
{
    fprintf(stream, "{\"ph\":\"M\",\"pid\":%ld,\"tid\":%" PRIu32 ",\"name\":\"%s\",\"args\":{\"name\":", process,
            thread, kind);
    quote_json(stream, text);
    fputs("}},\n", stream);
}

/* Writes the names of the lanes. */
static void put_lanes(const struct trace_export *export)
{
    const struct trace *trace = export->trace;
    for (uint32_t i = 0; i < trace->lane_count; i++) {
        const struct trace_lane *lane = &trace->lanes[i];
        const struct trace_process *process = &trace->processes[lane->process];
        char *name = lane_process_text(process);
        if (!i || trace->lanes[i - 1].process != lane->process)
            put_text(export->stream, "process_name", lane_process_id(process), lane->thread, name);
        free(name);
        put_text(export->stream, "thread_name", lane_process_id(process), lane->thread,
                 arena_printf(export->arena, "thread %" PRIu32, lane->thread));
    }
}

static const char *category_of(const struct trace_region *region)
{
    static const char *const kinds[] = {"root", "function", "block",   "loop",   "branch", "call",
                                        "mpi",  "label",    "context", "thread", "other"};
    return region->kind < sizeof kinds / sizeof *kinds ? kinds[region->kind] : "other";
}

static void put_slice(FILE *stream, const struct trace *trace, const struct trace_lane *lane, const struct slice *slice,
                      const char *name)
{
    const struct trace_region *region = &trace->regions[slice->region];
    fprintf(stream, "{\"ph\":\"X\",\"pid\":%ld,\"tid\":%" PRIu32 ",\"name\":\"%s\",\"cat\":\"%s\",\"ts\":",
            lane_process_id(&trace->processes[lane->process]), lane->thread, name, category_of(region));
    put_us(stream, slice->begin);
    fputs(",\"dur\":", stream);
    put_us(stream, slice->end - slice->begin);
    if (slice->open || slice->again)
        fprintf(stream, ",\"args\":{%s%s%s}", slice->again ? "\"goes on\":true" : "",
                slice->open && slice->again ? "," : "", slice->open ? "\"open\":true" : "");
    fputs("}", stream);
}

void export_chrome(const struct trace_export *export)
{
    const struct trace *trace = export->trace;
    struct slices_walk walk;
    const struct slice *slice;
    uint32_t lane;
    const char **names = arena_array(export->arena, trace->region_count, sizeof *names);
    for (uint32_t i = 0; i < trace->region_count; i++) /* as JSON, once and not with each call */
        names[i] = quote_json_part(trace->regions[i].name, export->arena);
    slices_walk_begin(&walk, export->slices, trace);
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"exporter\":\"instr-report\"", export->stream);
    lane_put_left(export->stream, trace, ",\"calls left out, since ", "\":\"", "\"");
    fputs("},\n\"traceEvents\":[\n", export->stream);
    put_lanes(export);
    for (bool first = true; slices_walk_next(&walk, &lane, &slice); first = false) {
        if (!first)
            fputs(",\n", export->stream);
        put_slice(export->stream, trace, &trace->lanes[lane], slice, names[slice->region]);
    }
    fputs("\n]}\n", export->stream);
    slices_walk_end(&walk);
}
