/*
 * trace_evented.c - speedscope's form for a trace: an evented profile for each lane, times in microseconds. Each opening has
 * its closing, and moments never go back: https://www.speedscope.app/file-format-schema.json
 */
#include "common/needed.h"
#include "report/export/trace_export.h"
#include "report/show/quote.h"
#include "report/trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_event(FILE *stream, bool *first, char type, uint32_t region, int64_t ns)
{
    fprintf(stream, "%s{\"type\":\"%c\",\"frame\":%" PRIu32 ",\"at\":%" PRId64 ".%03d}", *first ? "" : ",\n", type,
            region, ns / 1000, (int)(ns % 1000));
    *first = false;
}

static void put_events(FILE *stream, const struct slices *slices)
{
    const struct slice **open = NULL;
    size_t depth = 0, room = 0;
    bool first = true;
    for (size_t i = 0; i < slices->count; i++) {
        const struct slice *slice = &slices->all[i];
        while (depth && open[depth - 1]->depth >= slice->depth) {
            depth--;
            put_event(stream, &first, 'C', open[depth]->region, open[depth]->end);
        }
        if (depth == room) {
            room = room ? room * 2 : 256;
            open = needed_room(open, room * sizeof *open);
        }
        open[depth++] = slice;
        put_event(stream, &first, 'O', slice->region, slice->begin);
    }
    while (depth--)
        put_event(stream, &first, 'C', open[depth]->region, open[depth]->end);
    free(open);
}

static void put_frames(FILE *stream, const struct trace *trace)
{
    for (uint32_t i = 0; i < trace->region_count; i++) {
        const struct trace_region *region = &trace->regions[i];
        fputs(i ? ",\n{\"name\":" : "{\"name\":", stream);
        quote_json(stream, region->name);
        if (*region->file) {
            fputs(",\"file\":", stream);
            quote_json(stream, region->file);
            fprintf(stream, ",\"line\":%" PRIu32, region->line);
        }
        fputs("}", stream);
    }
}

static void put_name(FILE *stream, const struct trace *trace, const struct trace_lane *lane, struct arena *arena)
{
    char *name = lane_process_text(&trace->processes[lane->process]);
    quote_json(stream, arena_printf(arena, "%s, thread %" PRIu32, name, lane->thread));
    free(name);
}

void export_evented(const struct trace_export *export)
{
    const struct trace *trace = export->trace;
    FILE *stream = export->stream;
    fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"instr-report\",\n"
          "\"activeProfileIndex\":0,\"shared\":{\"frames\":[\n",
          stream);
    put_frames(stream, trace);
    fputs("]},\n\"profiles\":[", stream);
    for (uint32_t i = 0; i < trace->lane_count; i++) {
        const struct slices *slices = &export->slices[i];
        int64_t end = 0;
        for (size_t k = 0; k < slices->count; k++)
            end = slices->all[k].end > end ? slices->all[k].end : end;
        fputs(i ? ",\n{\"type\":\"evented\",\"name\":" : "\n{\"type\":\"evented\",\"name\":", stream);
        put_name(stream, trace, &trace->lanes[i], export->arena);
        fprintf(stream,
                ",\"unit\":\"microseconds\",\"startValue\":%" PRId64 ".%03d,\"endValue\":%" PRId64
                ".%03d,\"events\":[\n",
                slices->count ? slices->all[0].begin / 1000 : 0, (int)(slices->count ? slices->all[0].begin % 1000 : 0),
                end / 1000, (int)(end % 1000));
        put_events(stream, slices);
        fputs("]}", stream);
    }
    fputs("]}\n", stream);
}
