/*
 * cmd_html.c - one file with all that a browser needs to look at the profile, from file:// and without a
 * network. The data is JSON; what is shown is viewer/viewer.js over it.
 */
#include "report/commands/command.h"
#include "report/members.h"
#include "report/number.h"
#include "report/page.h"
#include "report/quote.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/text.h"
#include "report/viewer/viewer.h"

#include <inttypes.h>
#include <unistd.h>

/* Seconds with all their digits, as JSON. */
static void put_seconds(FILE *stream, double picoseconds)
{
    putc_unlocked(',', stream);
    number_put(stream, seconds(picoseconds));
}

static void put_count(FILE *stream, uint64_t count)
{
    putc_unlocked(',', stream);
    number_put_count(stream, count);
}

static void put_about(FILE *stream, const struct profile *profile, const char *name, struct arena *arena)
{
    fputs("{\"version\":2,\"name\":", stream);
    quote_json_shown(stream, name);
    fputs(",\n\"title\":", stream);
    quote_json_shown(stream, runs_title(profile, arena));
    fputs(",\"members\":", stream);
    quote_json_shown(stream, runs_text(profile, arena));
    fprintf(stream, ",\"member\":\"%s\",\"several\":%d", runs_member(profile), runs_several(profile));
    fputs(",\n\"meta\":{", stream);
    for (uint32_t i = 0; i < profile->meta_count; i++) {
        fputs(i ? "," : "", stream);
        quote_json_shown(stream, profile->meta[i].key);
        putc(':', stream);
        quote_json_shown(stream, profile->meta[i].value);
    }
    fputs("},\n\"tallies\":{", stream);
    for (uint32_t i = 0, any = 0; i < profile->tally_count; i++) {
        if (!profile->tallies[i].value)
            continue;
        fputs(any++ ? "," : "", stream);
        quote_json_shown(stream, profile->tallies[i].name);
        fprintf(stream, ":%" PRIu64, profile->tallies[i].value);
    }
    fputs("},\n\"kinds\":[", stream);
    for (unsigned i = 0; i < REGION_KINDS; i++)
        fprintf(stream, "%s\"%s\"", i ? "," : "", region_kind_name(i));
    fputs("],\n", stream);
}

static void put_notes(FILE *stream, const struct view *view, struct arena *arena)
{
    struct summary_note notes[SUMMARY_NOTES];
    unsigned count = summary_notes(notes, view, arena);
    fputs("\"notes\":[", stream);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? ",\n" : "\n", stream);
        quote_json_shown(stream, notes[i].text);
    }
    fputs("],\n", stream);
}

/* What is an estimate, in bits: 1 the inclusive time, 2 the exclusive one. */
static unsigned estimates(bool inclusive, bool exclusive)
{
    return (inclusive ? 1 : 0) | (exclusive ? 2 : 0);
}

static void put_regions(FILE *stream, const struct view *view)
{
    const struct profile *profile = view->profile;
    fputs("\"regions\":[", stream);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const struct profile_region *region = &profile->regions[i];
        fputs(i ? ",\n[" : "\n[", stream);
        quote_json_shown(stream, region->name);
        putc(',', stream);
        quote_json_shown(stream, region->file);
        fprintf(stream, ",%" PRIu32 ",%u,", region->line, region->kind);
        quote_json_shown(stream, region->reason);
        putc(',', stream);
        quote_json_shown(stream, region->origin);
        fprintf(stream, ",%" PRIu64, view->regions[i].calls.calls);
        put_seconds(stream, view->regions[i].inclusive);
        put_seconds(stream, view->regions[i].exclusive);
        fprintf(stream, ",%u]", estimates(view->regions[i].estimated, view->regions[i].own_estimated));
    }
    fputs("],\n", stream);
}

static void put_nodes(FILE *stream, const struct view *view, const struct members *members)
{
    const struct profile *profile = view->profile;
    static const double quantiles[] = {0.05, 0.5, 0.95}; /* of the ranks; of more than one */
    enum { QUANTILES = sizeof quantiles / sizeof *quantiles };
    double values[QUANTILES];
    fputs("\"nodes\":[", stream);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        const struct stat_calls *calls = &node->calls;
        fputs_unlocked(i ? ",\n[" : "\n[", stream);
        number_put_count(stream, node->region);
        if (i)
            put_count(stream, node->parent);
        else
            fputs(",-1", stream);
        put_count(stream, node->flags);
        put_count(stream, calls->calls);
        put_count(stream, calls->timed);
        put_seconds(stream, view->nodes[i].inclusive);
        put_seconds(stream, view->nodes[i].exclusive);
        put_count(stream, estimates(view->nodes[i].estimated, view->nodes[i].own_estimated));
        put_seconds(stream, calls_known(calls) ? (double)calls->min : 0);
        put_seconds(stream, calls_known(calls) ? (double)calls->max : 0);
        put_seconds(stream, calls_deviation(calls) * 1e12);
        put_count(stream, node->ranks.called);
        put_count(stream, node->ranks.in_context);
        put_seconds(stream, (double)stat_ranks_min(&node->ranks));
        put_seconds(stream, stat_ranks_mean(&node->ranks));
        put_seconds(stream, (double)node->ranks.max);
        fprintf(stream, ",%" PRId64, node->ranks.called ? (int64_t)node->ranks.max_rank : -1);
        if (profile->nodes[0].ranks.called > 1) {
            members_percentiles(members, i, quantiles, QUANTILES, values);
            for (size_t k = 0; k < QUANTILES; k++)
                put_seconds(stream, values[k]);
        }
        putc(']', stream);
    }
    fputs("],\n", stream);
}

static void put_traffic(FILE *stream, const struct profile *profile)
{
    fputs("\"communicators\":[", stream);
    for (uint32_t i = 0; i < profile->communicator_count; i++) {
        const struct profile_communicator *one = &profile->communicators[i];
        fputs(i ? ",\n[" : "\n[", stream);
        quote_json_shown(stream, one->name);
        putc(',', stream);
        quote_json_shown(stream, one->place);
        putc(',', stream);
        quote_json_shown(stream, one->ranks);
        fprintf(stream, ",%" PRIu32 "]", one->size);
    }
    fputs("],\n\"traffic\":[", stream);
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        const struct profile_traffic *traffic = &profile->traffic[i];
        int64_t communicator = traffic->communicator == PROFILE_NONE ? -1 : (int64_t)traffic->communicator;
        fprintf(stream, "%s%" PRIu32 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",[", i ? ",\n[" : "\n[",
                traffic->node, communicator, traffic->calls, traffic->messages, traffic->bytes);
        for (unsigned k = 0, any = 0; k < TRAFFIC_SIZES; k++)
            if (traffic->sizes[k])
                fprintf(stream, "%s%u,%" PRIu64, any++ ? "," : "", k, traffic->sizes[k]);
        fputs("]]", stream);
    }
    fputs("],\n", stream);
}

static void put_rows(FILE *stream, const struct profile *profile)
{
    fputs("\"locations\":[", stream);
    for (uint32_t i = 0; i < profile->location_count; i++) {
        fprintf(stream, "%s[%" PRIu32 ",%" PRIu32 ",", i ? ",\n" : "\n", profile->locations[i].rank,
                profile->locations[i].thread);
        quote_json_shown(stream, profile->locations[i].host);
        putc(']', stream);
    }
    fputs("],\n\"rows\":[", stream);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        fprintf(stream, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu64, i ? ",\n" : "\n", row->node, row->location, row->calls);
        put_seconds(stream, (double)row->inclusive);
        putc(']', stream);
    }
    fputs("]}\n", stream);
}

static void put_page(const struct report *report, const struct members *members, struct arena *arena)
{
    FILE *stream = report->screen.stream;
    const struct profile *profile = &report->profile;
    page_begin(stream, profile_meta(profile, "program", report->name), "profile");
    put_about(stream, profile, report->name, arena);
    put_notes(stream, &report->view, arena);
    put_regions(stream, &report->view);
    put_nodes(stream, &report->view, members);
    put_traffic(stream, profile);
    put_rows(stream, profile);
    page_end(stream, viewer_js, viewer_js_size);
}

/* For who is about to send it to somebody. */
static void tell_contents(const struct profile *profile, const char *file)
{
    text_put(stderr, file);
    fprintf(stderr, " names the program with its path, hosts, %" PRIu32 " regions with their source files%s%s\n",
            profile->region_count, profile->communicator_count ? ", communicators" : "",
            profile_private(profile) ? ", and has the arguments of the command; only you can read it"
                                     : ", and not the arguments of the command");
}

static bool run_html(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct members members;
    struct options plain = *options;
    plain.pager = false;
    if (!options->output && isatty(STDOUT_FILENO))
        return error_set(error, ERROR_USAGE, "html: say where to write, as in 'instr-report html -o profile.html'");
    if (!report_open(&report, &plain, arena, error))
        return false;
    bool done = members_make(&members, &report.view, arena, error);
    if (done)
        put_page(&report, &members, arena);
    if (!report_close(&report, error) || !done)
        return false;
    if (options->output)
        tell_contents(&report.profile, options->output);
    return true;
}

const struct command cmd_html = {
    "html",  "-o FILE [PROFILE...]", "one page to look at it in a browser", OPTION_OUTPUT | OPTION_PART, SORT_INCLUSIVE,
    run_html};
