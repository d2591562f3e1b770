/*
 * export_coverage.c - writes which functions ran: lcov's tracefile for genhtml and editors, Cobertura for CI services. Only instrumented
 * functions are included; for others it is unknown.
 */
#include "report/derive/summary.h"
#include "report/export/export.h"
#include "report/show/quote.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Returns the length of a path up to its last slash. */
static size_t folder_length(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? (size_t)(slash - file) : 0;
}

/* Sorts by folder, file and line, so that the groups of both formats are contiguous. */
static int compare_places(const void *left, const void *right, void *state)
{
    const struct profile_region *regions = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const char *x = regions[a].file, *y = regions[b].file;
    size_t x_length = folder_length(x), y_length = folder_length(y);
    int order = strncmp(x, y, x_length < y_length ? x_length : y_length);
    if (!order)
        order = (x_length > y_length) - (x_length < y_length);
    if (!order)
        order = strcmp(x, y);
    if (!order)
        order = (regions[a].line > regions[b].line) - (regions[a].line < regions[b].line);
    return order ? order : (a > b) - (a < b);
}

/* Returns the functions to export, in that order. */
static uint32_t *functions(const struct export *export, uint32_t *count)
{
    const struct profile *profile = export->view->profile;
    uint32_t *sorted = arena_array(export->arena, profile->region_count, sizeof *sorted);
    *count = 0;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_FUNCTION && !*profile->regions[i].reason && *profile->regions[i].file)
            sorted[(*count)++] = i;
    qsort_r(sorted, *count, sizeof *sorted, compare_places, profile->regions);
    return sorted;
}

/* Returns the index behind the last function of the same file, or of the same folder. */
static uint32_t same_file(const struct export *export, const uint32_t *sorted, uint32_t count, uint32_t from)
{
    const struct profile_region *regions = export->view->profile->regions;
    uint32_t end = from;
    while (end < count && !strcmp(regions[sorted[end]].file, regions[sorted[from]].file))
        end++;
    return end;
}

static uint32_t same_folder(const struct export *export, const uint32_t *sorted, uint32_t count, uint32_t from)
{
    const struct profile_region *regions = export->view->profile->regions;
    const char *folder = regions[sorted[from]].file;
    size_t length = folder_length(folder);
    uint32_t end = from;
    while (end < count && folder_length(regions[sorted[end]].file) == length &&
           !strncmp(regions[sorted[end]].file, folder, length))
        end++;
    return end;
}

static uint64_t calls_of(const struct export *export, uint32_t region)
{
    return export->view->regions[region].calls.calls;
}

static uint32_t count_called(const struct export *export, const uint32_t *sorted, uint32_t from, uint32_t end)
{
    uint32_t called = 0;
    for (uint32_t i = from; i < end; i++)
        called += calls_of(export, sorted[i]) > 0;
    return called;
}

/* Adds up the calls of functions that one macro made on one line, and returns the index behind the last. */
static uint64_t calls_of_line(const struct export *export, const uint32_t *sorted, uint32_t end, uint32_t *at)
{
    const struct profile_region *regions = export->view->profile->regions;
    uint32_t line = regions[sorted[*at]].line;
    uint64_t calls = 0;
    for (; *at < end && regions[sorted[*at]].line == line; ++*at)
        calls += calls_of(export, sorted[*at]);
    return calls;
}

static bool same_name(const struct profile *profile, uint32_t a, uint32_t b)
{
    return b < profile->region_count && !strcmp(profile->regions[a].name, profile->regions[b].name) &&
           !strcmp(profile->regions[a].file, profile->regions[b].file) && !*profile->regions[b].reason;
}

/* Writes a unique name: lcov distinguishes functions of a file by name only. Regions of one name are neighbours. */
static void put_name(const struct export *export, uint32_t region)
{
    const struct profile *profile = export->view->profile;
    quote_replace(export->stream, profile->regions[region].name, "", '?');
    if (same_name(profile, region, region + 1) || (region && same_name(profile, region, region - 1)))
        fprintf(export->stream, ":%" PRIu32, profile->regions[region].line);
    putc('\n', export->stream);
}

/* Writes the absolute path, as far as it is known. */
static void put_file(FILE *stream, const struct profile_region *region)
{
    char *there = region->path ? realpath(region->path, NULL) : NULL,
         *whole = there ? there : realpath(region->file, NULL);
    quote_replace(stream, whole ? whole : region->file, "", '?');
    putc('\n', stream);
    free(whole);
}

void export_lcov(const struct export *export)
{
    const struct profile_region *regions = export->view->profile->regions;
    FILE *stream = export->stream;
    uint32_t count, end;
    const uint32_t *sorted = functions(export, &count);
    for (uint32_t from = 0; from < count; from = end) {
        uint32_t lines = 0, hit = 0;
        end = same_file(export, sorted, count, from);
        fputs("TN:instr\nSF:", stream);
        put_file(stream, &regions[sorted[from]]);
        for (uint32_t i = from; i < end; i++) {
            fprintf(stream, "FN:%" PRIu32 ",", regions[sorted[i]].line);
            put_name(export, sorted[i]);
        }
        for (uint32_t i = from; i < end; i++) {
            fprintf(stream, "FNDA:%" PRIu64 ",", calls_of(export, sorted[i]));
            put_name(export, sorted[i]);
        }
        fprintf(stream, "FNF:%" PRIu32 "\nFNH:%" PRIu32 "\n", end - from, count_called(export, sorted, from, end));
        for (uint32_t i = from; i < end;) {
            uint32_t line = regions[sorted[i]].line;
            uint64_t calls = calls_of_line(export, sorted, end, &i);
            fprintf(stream, "DA:%" PRIu32 ",%" PRIu64 "\n", line, calls);
            lines++;
            hit += calls > 0;
        }
        fprintf(stream, "LF:%" PRIu32 "\nLH:%" PRIu32 "\nend_of_record\n", lines, hit);
    }
}

static double rate(uint32_t some, uint32_t whole)
{
    return whole ? (double)some / whole : 1;
}

static void put_line(const struct export *export, uint32_t line, uint64_t hits)
{
    fprintf(export->stream, "<line number=\"%" PRIu32 "\" hits=\"%" PRIu64 "\" branch=\"false\"/>", line, hits);
}

/* Writes one <class>: the functions of one file. */
static void put_class(const struct export *export, const uint32_t *sorted, uint32_t from, uint32_t end)
{
    const struct profile_region *regions = export->view->profile->regions;
    const char *file = regions[sorted[from]].file;
    size_t folder = folder_length(file);
    FILE *stream = export->stream;
    fputs("   <class name=\"", stream);
    quote_xml(stream, file + folder + (file[folder] == '/'));
    fputs("\" filename=\"", stream);
    quote_xml(stream, file);
    fprintf(stream, "\" line-rate=\"%.4g\" branch-rate=\"0\" complexity=\"0\">\n    <methods>\n",
            rate(count_called(export, sorted, from, end), end - from));
    for (uint32_t i = from; i < end; i++) {
        fputs("     <method name=\"", stream);
        quote_xml(stream, regions[sorted[i]].name);
        fprintf(stream, "\" signature=\"\" line-rate=\"%d\" branch-rate=\"0\" complexity=\"0\"><lines>",
                calls_of(export, sorted[i]) > 0);
        put_line(export, regions[sorted[i]].line, calls_of(export, sorted[i]));
        fputs("</lines></method>\n", stream);
    }
    fputs("    </methods>\n    <lines>", stream);
    for (uint32_t i = from; i < end;) {
        uint32_t line = regions[sorted[i]].line;
        uint64_t calls = calls_of_line(export, sorted, end, &i);
        put_line(export, line, calls);
    }
    fputs("</lines>\n   </class>\n", stream);
}

void export_cobertura(const struct export *export)
{
    const struct profile_region *regions = export->view->profile->regions;
    FILE *stream = export->stream;
    uint32_t count, package_end, end;
    const uint32_t *sorted = functions(export, &count);
    uint32_t called = count_called(export, sorted, 0, count);
    fprintf(stream,
            "<?xml version=\"1.0\" ?>\n"
            "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
            "<coverage line-rate=\"%.4g\" branch-rate=\"0\" lines-covered=\"%" PRIu32 "\" lines-valid=\"%" PRIu32
            "\" branches-covered=\"0\" branches-valid=\"0\" complexity=\"0\" version=\"instr\" timestamp=\"0\">\n"
            " <sources><source>.</source></sources>\n <packages>\n",
            rate(called, count), called, count);
    for (uint32_t from = 0; from < count; from = package_end) {
        const char *file = regions[sorted[from]].file;
        package_end = same_folder(export, sorted, count, from);
        fputs("  <package name=\"", stream);
        char *folder = arena_copy(export->arena, file, folder_length(file));
        quote_xml(stream, *folder ? folder : ".");
        fprintf(stream, "\" line-rate=\"%.4g\" branch-rate=\"0\" complexity=\"0\"><classes>\n",
                rate(count_called(export, sorted, from, package_end), package_end - from));
        for (uint32_t i = from; i < package_end; i = end) {
            end = same_file(export, sorted, package_end, i);
            put_class(export, sorted, i, end);
        }
        fputs("  </classes></package>\n", stream);
    }
    fputs(" </packages>\n</coverage>\n", stream);
}
