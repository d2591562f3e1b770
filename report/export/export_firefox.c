/*
 * export_firefox.c - the Firefox Profiler's format of a profile: one thread that holds all ranks, with a sample for each call path
 * that has time of its own, weighed by it.
 */
#include "report/export/export.h"
#include "report/export/firefox.h"

#include <inttypes.h>

static void put_stacks(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    fprintf(stream, ",\n\"stackTable\":{\"length\":%" PRIu32, profile->node_count);
    firefox_column(stream, "category", "0", profile->node_count);
    firefox_column(stream, "subcategory", "0", profile->node_count);
    fputs(",\"frame\":[", stream);
    for (uint32_t i = 0; i < profile->node_count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", profile->nodes[i].region);
    fputs("],\"prefix\":[null", stream);
    for (uint32_t i = 1; i < profile->node_count; i++)
        fprintf(stream, ",%" PRIu32, profile->nodes[i].parent);
    fputs("]}", stream);
}

/* Writes the samples one after the other, each as long as its weight. */
static void put_samples(const struct export *export)
{
    const struct view *view = export->view;
    FILE *stream = export->stream;
    uint32_t count = 0;
    uint64_t at = 0;
    fputs(",\n\"samples\":{\"weightType\":\"tracing-ms\",\"stack\":[", stream);
    for (uint32_t i = 0; i < view->profile->node_count; i++)
        if (export_nanoseconds(view->nodes[i].exclusive))
            fprintf(stream, "%s%" PRIu32, count++ ? "," : "", i);
    fputs("],\"time\":[", stream);
    for (uint32_t i = 0, any = 0; i < view->profile->node_count; i++) {
        uint64_t ns = export_nanoseconds(view->nodes[i].exclusive);
        if (!ns)
            continue;
        fputs(any++ ? "," : "", stream);
        firefox_ms(stream, at);
        at += ns;
    }
    fputs("],\"weight\":[", stream);
    for (uint32_t i = 0, any = 0; i < view->profile->node_count; i++) {
        uint64_t ns = export_nanoseconds(view->nodes[i].exclusive);
        if (!ns)
            continue;
        fputs(any++ ? "," : "", stream);
        firefox_ms(stream, ns);
    }
    fprintf(stream, "],\"length\":%" PRIu32 "}", count);
}

void export_firefox(const struct export *export)
{
    FILE *stream = export->stream;
    const struct profile *profile = export->view->profile;
    const char *program = profile_meta(profile, "program", "?");
    struct firefox_function *functions = arena_array(export->arena, profile->region_count, sizeof *functions);
    for (uint32_t i = 0; i < profile->region_count; i++)
        functions[i] =
            (struct firefox_function){profile->regions[i].name, profile->regions[i].file, profile->regions[i].line};
    firefox_begin(stream, program);
    firefox_thread(stream, "all ranks and threads", program, 0, 0);
    firefox_functions(stream, functions, profile->region_count);
    put_stacks(export);
    put_samples(export);
    fputs("}]}\n", stream);
}
