/*
 * fuzz_trace.c - any bytes as a trace: what is accepted can be shown and exported, and its slices nest.
 */
#include "fuzz.h"

#include "report/export/trace_export.h"
#include "report/trace/timeline.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void check_slices(const struct slices *slices, const struct trace *trace)
{
    for (size_t i = 0; i < slices->count; i++) {
        const struct slice *slice = &slices->all[i];
        require(slice->region < trace->region_count && slice->end >= slice->begin);
        require(!i || slice->depth <= slices->all[i - 1].depth + 1);
    }
}

static void use(const struct trace *trace, struct arena *arena)
{
    struct error error = {0};
    struct timeline timeline;
    struct timeline_options options = {.to = trace->end > 0 ? trace->end : 1, .columns = 40, .depth = 20};
    timeline_read(&timeline, trace, &options, arena);
    struct slices *slices = slices_read_all(trace, &error);
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    require(slices && stream);
    for (uint32_t i = 0; i < trace->lane_count; i++)
        check_slices(&slices[i], trace);
    struct options asked = {.depth = ~0u, .to = INFINITY};
    struct trace_export export = {stream, trace, slices, &asked, arena};
    export_chrome(&export);
    export_evented(&export);
    export_timelog(&export);
    fclose(stream);
    free(text);
    slices_free_all(slices, trace);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct trace trace;
    char path[40], *files[] = {path};
    int file = memfd_create("trace", 0);
    require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (trace_open(&trace, files, 1, false, &arena, &error)) {
        use(&trace, &arena);
        trace_close(&trace);
    } else {
        require(error.code != ERROR_NONE && error.text[0]);
    }
    close(file);
    arena_free(&arena);
    return 0;
}
