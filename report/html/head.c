/* head.c - see head.h. */
#include "report/html/head.h"

#include "common/needed.h"
#include "report/derive/findings_words.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/derive/traffic.h"
#include "report/derive/waiting.h"
#include "report/html/columns.h"
#include "report/show/number.h"
#include "report/show/quote.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_key(FILE *stream, const char *key, const char *text)
{
    fprintf(stream, "\"%s\":", key);
    quote_json_shown(stream, text);
    putc(',', stream);
}

static void put_run(FILE *stream, const struct source *source, struct arena *arena)
{
    const struct profile *profile = source->view->profile;
    put_key(stream, "name", source->name);
    put_key(stream, "title", runs_title(profile, arena));
    put_key(stream, "runs", runs_text(profile, arena));
    put_key(stream, "member", runs_member(profile));
    put_key(stream, "members", runs_members(profile));
    fprintf(stream, "\"several\":%s,\"ran\":%s,\"allMembers\":%s,\"total\":", runs_several(profile) ? "true" : "false",
            coverage_has_run(source->view) ? "true" : "false", source->members.all ? "true" : "false");
    number_put(stream, source->view->total);
    fputs(",\"overhead\":", stream);
    number_put(stream, source->view->overhead);
    fputs(",\"meta\":{", stream);
    for (uint32_t i = 0; i < profile->meta_count; i++) {
        fputs(i ? "," : "", stream);
        quote_json_shown(stream, profile->meta[i].key);
        putc(':', stream);
        quote_json_shown(stream, profile->meta[i].value);
    }
    fputs("},\"tallies\":{", stream);
    for (uint32_t i = 0, any = 0; i < profile->tally_count; i++) {
        if (!profile->tallies[i].value)
            continue;
        fputs(any++ ? "," : "", stream);
        quote_json_shown(stream, profile->tallies[i].name);
        fprintf(stream, ":%" PRIu64, profile->tallies[i].value);
    }
    fputs("},\n", stream);
}

/* Writes an entry of a list of lists of texts. */
static void put_texts(FILE *stream, uint32_t place, const char *const *texts, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        fputs(k ? "," : place ? ",\n[" : "\n[", stream);
        quote_json_shown(stream, texts[k]);
    }
    putc(']', stream);
}

/* Writes key, name and unit of each metric; the values are columns. */
static void put_metrics(FILE *stream, const struct metrics_shown *metrics)
{
    fputs("\"metrics\":[", stream);
    for (unsigned i = 0; i < metrics->count; i++) {
        const struct profile_metric *what = metrics->of[i].what;
        put_texts(stream, i, (const char *[]){what->key, what->name, what->unit}, 3);
    }
    fputs("],\n", stream);
}

static void put_words(FILE *stream, const struct source *source, const struct finding *finding,
                      const struct finding_words *words)
{
    uint32_t place = finding->node == PROFILE_NONE ? PROFILE_NONE : source->choice.place[finding->node];
    fputs("{\"gain\":", stream);
    number_put(stream, finding->gain);
    fputs(",\"more\":[", stream);
    for (unsigned i = 0; i < FINDING_MORE && words->more[i]; i++) {
        fputs(i ? "," : "", stream);
        quote_json_shown(stream, words->more[i]);
    }
    fputs("],", stream);
    put_key(stream, "kind", words->kind);
    put_key(stream, "says", words->says);
    put_key(stream, "attempt", words->attempt);
    put_key(stream, "view", words->view);
    fprintf(stream, "\"region\":%" PRId64 ",\"path\":%" PRId64 ",\"rank\":%" PRId64 "}",
            finding->region == PROFILE_NONE ? -1 : (int64_t)finding->region,
            place == PROFILE_NONE ? -1 : (int64_t)place, finding->rank == PROFILE_NONE ? -1 : (int64_t)finding->rank);
}

static void put_verdict(FILE *stream, const struct source *source, struct arena *arena)
{
    const struct findings *findings = &source->findings;
    struct summary_note notes[SUMMARY_NOTES];
    unsigned count = summary_notes(notes, source->view, NULL, arena);
    const char *const texts[] = {summary_duration(source->view, arena), findings_lost(findings, arena),
                                 findings_busy(findings, arena), findings_fine(findings, arena)};
    static const char *const keys[] = {"run", "lost", "busy", "fine"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        put_key(stream, keys[i], texts[i] ? texts[i] : "");
    fputs("\"runTime\":", stream);
    number_put(stream, findings->run);
    fputs(",\"findings\":[", stream);
    for (unsigned i = 0; i < findings->count; i++) {
        struct finding_words words;
        fputs(i ? ",\n" : "", stream);
        findings_words(&words, findings, &findings->of[i], arena);
        put_words(stream, source, &findings->of[i], &words);
    }
    fputs("],\"notes\":[", stream);
    for (unsigned i = 0; i < count; i++) {
        fprintf(stream, "%s{\"warn\":%s,\"text\":", i ? "," : "", notes[i].style == STYLE_WARM ? "true" : "false");
        quote_json_shown(stream, notes[i].text);
        putc('}', stream);
    }
    fputs("],\n", stream);
}

static void put_parts(FILE *stream, const struct division *division)
{
    fputs("\"parts\":[", stream);
    for (int i = 0; i < TIME_PARTS; i++) {
        fprintf(stream, "%s[\"%s\",\"%s\",", i ? "," : "", time_part_key((enum time_part)i),
                time_part_text(division, (enum time_part)i));
        number_put(stream, division->part[i]);
        putc(']', stream);
    }
    fputs("],", stream);
}

static void put_findings(FILE *stream, const struct source *source, struct arena *arena)
{
    struct coverage coverage = {0};
    put_parts(stream, &source->division);
    put_verdict(stream, source, arena);
    fprintf(stream, "\"waitingKnown\":%s,", source->balance.waiting.known ? "true" : "false");
    for (uint32_t i = 0; i < source->view->profile->region_count; i++)
        coverage_add(&coverage, source->view, i);
    fprintf(stream,
            "\"coverage\":{\"functions\":%" PRIu32 ",\"instrumented\":%" PRIu32 ",\"called\":%" PRIu32
            ",\"libraries\":%" PRIu32 "},",
            coverage.functions, coverage.instrumented, coverage.called, coverage.libraries);
    fprintf(stream,
            "\"leftOut\":{\"paths\":%" PRIu32 ",\"own\":", source->view->profile->node_count - source->choice.count);
    number_put(stream, source->choice.own);
    fputs("},\n", stream);
}

/* Returns the status that `coverage` shows; "" if the region is none of its entries. */
static const char *coverage_of(const struct view *view, uint32_t i)
{
    if (view->profile->regions[i].kind != REGION_FUNCTION || coverage_repeats(view, i))
        return "";
    return coverage_of_library(view, i) ? "of-a-library" : coverage_status(view, i);
}

static void put_regions(FILE *stream, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    fputs("\"kinds\":[", stream);
    for (unsigned i = 0; i < REGION_KINDS; i++)
        fprintf(stream, "%s\"%s\"", i ? "," : "", region_kind_name(i));
    fputs("],\"regions\":[", stream);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const struct profile_region *region = &profile->regions[i];
        fprintf(stream, "%s[%u,%" PRIu32 ",", i ? ",\n" : "\n", region->kind, region->line);
        put_texts(stream, 0,
                  (const char *[]){region->name, view_location(view, region, arena), region->file, coverage_of(view, i),
                                   coverage_reason(view, i), region->origin},
                  6);
        putc(']', stream);
    }
    fputs("],\n", stream);
}

/* Writes name, place, ranks and contexts of each communicator. */
static void put_communicators(FILE *stream, const struct profile *profile, struct arena *arena)
{
    fputs("\"communicators\":[", stream);
    for (uint32_t i = 0; i < profile->communicator_count; i++) {
        const struct profile_communicator *one = &profile->communicators[i];
        put_texts(stream, i, (const char *[]){one->name, one->place, one->ranks, traffic_contexts(profile, i, arena)},
                  4);
    }
    fputs("],\n", stream);
}

/* Writes the texts that belong to the columns of `site` and `kept`. */
static void put_waiting(FILE *stream, const struct source *source, struct arena *arena)
{
    const struct profile *profile = source->view->profile;
    fputs("\"sites\":[", stream);
    for (uint32_t i = 0; i < profile->call_site_count; i++)
        put_texts(stream, i, (const char *[]){waiting_site(source->view, &profile->call_sites[i], arena)}, 1);
    fputs("],\"keptBy\":[", stream);
    for (uint32_t i = 0; i < source->division.kept_count; i++)
        put_texts(stream, i, &source->division.kept[i].by, 1);
    fputs("],\n", stream);
}

/* Writes each location of rows: rank or process, its number, thread, host. */
static void put_locations(FILE *stream, const struct members *members)
{
    fputs("\"locations\":[", stream);
    for (uint32_t i = 0; i < members->profile->location_count; i++) {
        fprintf(stream, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", i ? ",\n" : "\n", members->of_location[i],
                members_number(members, members->of_location[i]), members->profile->locations[i].thread);
        quote_json_shown(stream, members->profile->locations[i].host);
        putc(']', stream);
    }
    fputs("],\n", stream);
}

static void put_json(FILE *stream, const struct source *source, struct arena *arena)
{
    fputs("{\"version\":4,", stream);
    put_run(stream, source, arena);
    put_metrics(stream, &source->metrics);
    put_findings(stream, source, arena);
    put_regions(stream, source->view, arena);
    put_communicators(stream, source->view->profile, arena);
    put_waiting(stream, source, arena);
    put_locations(stream, &source->members);
    if (source->compared) {
        fputs("\"changes\":", stream);
        compared_put(stream, source->compared, arena);
        fputs(",\n", stream);
    }
    if (source->slices) {
        fputs("\"timeline\":", stream);
        page_slices_put(stream, source->slices);
        fputs(",\n", stream);
    }
    fputs("\"columns\":", stream);
    columns_list(stream, source);
    fputs("}\n", stream);
}

void head_put(FILE *stream, const struct source *source, struct arena *arena)
{
    char *text;
    size_t size;
    struct pack pack;
    FILE *head = needed_stream(&text, &size);
    put_json(head, source, arena);
    needed_stream_end(head);
    unsigned char length[4] = {(unsigned char)size, (unsigned char)(size >> 8), (unsigned char)(size >> 16),
                               (unsigned char)(size >> 24)};
    pack_begin(&pack, stream);
    pack_put(&pack, length, sizeof length);
    pack_put(&pack, text, size);
    columns_put(&pack, source);
    pack_end(&pack);
    free(text);
}
