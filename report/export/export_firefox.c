/*
 * export_firefox.c - the Firefox Profiler's "processed" format, for profiler.firefox.com: one thread that holds all ranks,
 * with a sample for each call path that has time of its own, weighed by it.
 *
 * Described in docs-developer/processed-profile-format.md of github.com/firefox-devtools/profiler; what is written is its
 * version 46, which later ones read. Stacks are a tree there, so depth costs nothing.
 */
#include "report/export/export.h"
#include "report/quote.h"

#include <inttypes.h>

/* `count` times the same. */
static void put_column(FILE *stream, const char *name, const char *value, uint32_t count)
{
    fprintf(stream, ",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%s%s", i ? "," : "", value);
    putc(']', stream);
}

static void put_numbers(FILE *stream, const char *name, uint32_t count)
{
    fprintf(stream, ",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", i);
    putc(']', stream);
}

/* Names are the strings 0, 2, 4 ..., their files 1, 3, 5 ... */
static void put_strings(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    fputs(",\n\"stringArray\":[", export->stream);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        fputs(i ? ",\n" : "\n", export->stream);
        quote_json(export->stream, profile->regions[i].name);
        putc(',', export->stream);
        quote_json(export->stream, profile->regions[i].file);
    }
    putc(']', export->stream);
}

static void put_functions(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    uint32_t count = profile->region_count;
    fprintf(stream, ",\n\"frameTable\":{\"length\":%" PRIu32, count);
    put_numbers(stream, "func", count);
    put_column(stream, "address", "-1", count);
    put_column(stream, "inlineDepth", "0", count);
    put_column(stream, "category", "0", count);
    put_column(stream, "subcategory", "0", count);
    static const char *const absent[] = {"nativeSymbol", "innerWindowID", "implementation", "line", "column"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        put_column(stream, absent[i], "null", count);
    fprintf(stream, "},\n\"funcTable\":{\"length\":%" PRIu32, count);
    put_column(stream, "isJS", "false", count);
    put_column(stream, "relevantForJS", "false", count);
    put_column(stream, "resource", "-1", count);
    put_column(stream, "columnNumber", "null", count);
    fputs(",\"name\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", 2 * i);
    fputs("],\"fileName\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        if (*profile->regions[i].file)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", 2 * i + 1);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("],\"lineNumber\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        if (profile->regions[i].line)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", profile->regions[i].line);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("]}", stream);
}

static void put_stacks(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    FILE *stream = export->stream;
    fprintf(stream, ",\n\"stackTable\":{\"length\":%" PRIu32, profile->node_count);
    put_column(stream, "category", "0", profile->node_count);
    put_column(stream, "subcategory", "0", profile->node_count);
    fputs(",\"frame\":[", stream);
    for (uint32_t i = 0; i < profile->node_count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", profile->nodes[i].region);
    fputs("],\"prefix\":[null", stream);
    for (uint32_t i = 1; i < profile->node_count; i++)
        fprintf(stream, ",%" PRIu32, profile->nodes[i].parent);
    fputs("]}", stream);
}

/* Milliseconds, exact to the nanosecond. */
static void put_ms(FILE *stream, uint64_t ns)
{
    fprintf(stream, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

/* One after the other, each as long as it weighs. */
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
        put_ms(stream, at);
        at += ns;
    }
    fputs("],\"weight\":[", stream);
    for (uint32_t i = 0, any = 0; i < view->profile->node_count; i++) {
        uint64_t ns = export_nanoseconds(view->nodes[i].exclusive);
        if (!ns)
            continue;
        fputs(any++ ? "," : "", stream);
        put_ms(stream, ns);
    }
    fprintf(stream, "],\"length\":%" PRIu32 "}", count);
}

bool export_firefox(const struct export *export)
{
    FILE *stream = export->stream;
    const char *program = profile_meta(export->view->profile, "program", "?");
    fputs(
        "{\"meta\":{\"version\":27,\"preprocessedProfileVersion\":46,\"interval\":1,\"startTime\":0,\"processType\":0,"
        "\"stackwalk\":0,\"debug\":false,\"symbolicated\":true,\"markerSchema\":[],\"product\":",
        stream);
    quote_json(stream, program);
    fputs(",\"importedFrom\":\"instr\",\"usesOnlyOneStackType\":true,\"doesNotUseFrameImplementation\":true,"
          "\"sourceCodeIsNotOnSearchfox\":true,\n\"categories\":[{\"name\":\"Other\",\"color\":\"grey\","
          "\"subcategories\":[\"Other\"]}]},\n\"libs\":[],\"pages\":[],\"counters\":[],\n\"threads\":[{\"name\":\"all "
          "ranks and "
          "threads\",\"processType\":\"default\",\"processName\":",
          stream);
    quote_json(stream, program);
    fputs(",\"isMainThread\":true,\"pid\":\"0\",\"tid\":0,\"processStartupTime\":0,\"processShutdownTime\":null,"
          "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\n"
          "\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[],"
          "\"length\":0},\n"
          "\"resourceTable\":{\"lib\":[],\"name\":[],\"host\":[],\"type\":[],\"length\":0},\n"
          "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0}",
          stream);
    put_strings(export);
    put_functions(export);
    put_stacks(export);
    put_samples(export);
    fputs("}]}\n", stream);
    return true;
}
