/* firefox.c - see firefox.h. */
#include "report/export/firefox.h"

#include "report/show/quote.h"

#include <inttypes.h>

/* Writes a column with `count` equal values. */
void firefox_column(FILE *stream, const char *name, const char *value, uint32_t count)
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

/* Writes the strings: names at 0, 2, 4 ..., files at 1, 3, 5 ... */
static void put_strings(FILE *stream, const struct firefox_function *functions, uint32_t count)
{
    fputs(",\n\"stringArray\":[", stream);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i ? ",\n" : "\n", stream);
        quote_json(stream, functions[i].name);
        putc(',', stream);
        quote_json(stream, functions[i].file);
    }
    putc(']', stream);
}

void firefox_functions(FILE *stream, const struct firefox_function *functions, uint32_t count)
{
    put_strings(stream, functions, count);
    fprintf(stream, ",\n\"frameTable\":{\"length\":%" PRIu32, count);
    put_numbers(stream, "func", count);
    firefox_column(stream, "address", "-1", count);
    firefox_column(stream, "inlineDepth", "0", count);
    firefox_column(stream, "category", "0", count);
    firefox_column(stream, "subcategory", "0", count);
    static const char *const absent[] = {"nativeSymbol", "innerWindowID", "implementation", "line", "column"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        firefox_column(stream, absent[i], "null", count);
    fprintf(stream, "},\n\"funcTable\":{\"length\":%" PRIu32, count);
    firefox_column(stream, "isJS", "false", count);
    firefox_column(stream, "relevantForJS", "false", count);
    firefox_column(stream, "resource", "-1", count);
    firefox_column(stream, "columnNumber", "null", count);
    fputs(",\"name\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        fprintf(stream, "%s%" PRIu32, i ? "," : "", 2 * i);
    fputs("],\"fileName\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        if (*functions[i].file)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", 2 * i + 1);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("],\"lineNumber\":[", stream);
    for (uint32_t i = 0; i < count; i++)
        if (functions[i].line)
            fprintf(stream, "%s%" PRIu32, i ? "," : "", functions[i].line);
        else
            fputs(i ? ",null" : "null", stream);
    fputs("]}", stream);
}

/* Writes milliseconds, exact to the nanosecond. */
void firefox_ms(FILE *stream, uint64_t ns)
{
    fprintf(stream, "%" PRIu64 ".%06" PRIu64, ns / 1000000, ns % 1000000);
}

void firefox_begin(FILE *stream, const char *program)
{
    fputs(
        "{\"meta\":{\"version\":27,\"preprocessedProfileVersion\":46,\"interval\":1,\"startTime\":0,\"processType\":0,"
        "\"stackwalk\":0,\"debug\":false,\"symbolicated\":true,\"markerSchema\":[],\"product\":",
        stream);
    quote_json(stream, program);
    fputs(",\"importedFrom\":\"instr\",\"usesOnlyOneStackType\":true,\"doesNotUseFrameImplementation\":true,"
          "\"sourceCodeIsNotOnSearchfox\":true,\n\"categories\":[{\"name\":\"Other\",\"color\":\"grey\","
          "\"subcategories\":[\"Other\"]}]},\n\"libs\":[],\"pages\":[],\"counters\":[],\n\"threads\":[",
          stream);
}

void firefox_thread(FILE *stream, const char *name, const char *process, long pid, uint32_t tid)
{
    fputs("{\"name\":", stream);
    quote_json(stream, name);
    fputs(",\"processType\":\"default\",\"processName\":", stream);
    quote_json(stream, process);
    fprintf(stream, ",\"isMainThread\":%s,\"pid\":\"%ld\",\"tid\":%" PRIu32, tid ? "false" : "true", pid, tid);
    fputs(",\"processStartupTime\":0,\"processShutdownTime\":null,"
          "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\n"
          "\"markers\":{\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[],"
          "\"length\":0},\n"
          "\"resourceTable\":{\"lib\":[],\"name\":[],\"host\":[],\"type\":[],\"length\":0},\n"
          "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0}",
          stream);
}
