/*
 * summary_records.c - `summary --json`, for scripts: each statement of the first screen as a sentence, the numbers behind it, and the
 * command that shows more.
 */
#include "report/commands/tables.h"
#include "report/derive/findings_words.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <string.h>

/* One record. Missing numbers are NaN, missing texts "". */
struct statement {
    const char *about, *says;
    const char *name, *path, *file; /* of what it is about */
    uint32_t line;
    double calls, own, share;
    struct own_time time;
    bool estimated;
    const char *more;
    double gain, rank;
};

struct explanation {
    struct rows rows;
    const struct view *view;
    const char *files; /* for commands to type */
    struct arena *arena;
};

static const struct statement nothing = {.says = "",
                                         .name = "",
                                         .path = "",
                                         .file = "",
                                         .calls = NAN,
                                         .own = NAN,
                                         .share = NAN,
                                         .time = {NAN, NAN, NAN},
                                         .more = "",
                                         .gain = NAN,
                                         .rank = NAN};

#define COLUMNS(X)                                                                                                     \
    X("about", NULL, 0, text, statement->about)                                                                        \
    X("says", NULL, 0, text, statement->says)                                                                          \
    X("name", NULL, 0, text, statement->name)                                                                          \
    X("path", NULL, 0, text, statement->path)                                                                          \
    X("file", NULL, 0, text, statement->file)                                                                          \
    X("line", NULL, 0, count, statement->line)                                                                         \
    X("calls", NULL, 0, number, statement->calls)                                                                      \
    X("exclusive_s", NULL, 0, seconds, statement->own, "")                                                             \
    X("share", NULL, 0, number, statement->share)                                                                      \
    X("estimated", NULL, 0, count, statement->estimated)                                                               \
    X("more", NULL, 0, text, statement->more)                                                                          \
    X("gain_s", NULL, 0, seconds, statement->gain, "")                                                                 \
    X("rank", NULL, 0, number, statement->rank)                                                                        \
    X("computing_s", NULL, 0, seconds, statement->time.computing, "")                                                  \
    X("blocked_s", NULL, 0, seconds, statement->time.blocked, "")                                                      \
    X("no_processor_s", NULL, 0, seconds, statement->time.no_processor, "")
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_summary = ROW_FORM("summary", columns);

static void put(struct explanation *explanation, const struct statement *statement)
{
    struct rows *rows = &explanation->rows;
    COLUMNS(ROW_PUT)
}

static void put_sentence(struct explanation *explanation, const char *about, const char *says, const char *command)
{
    struct statement statement = nothing;
    statement.about = about;
    statement.says = says;
    statement.more = *command ? arena_printf(explanation->arena, "instr-report %s%s", command, explanation->files) : "";
    if (says)
        put(explanation, &statement);
}

/* Makes a record from the numbers of a function or path; `says` begins its sentence. */
static struct statement statement_of(const struct explanation *explanation, const char *about,
                                     const struct profile_region *region, const struct own_time *time, const char *mark)
{
    struct arena *arena = explanation->arena;
    struct statement statement = nothing;
    statement.about = about;
    statement.says = arena_printf(arena, "%s computes %s, %s of the time", region->name,
                                  text_seconds(arena, seconds(time->computing), mark),
                                  text_percent(arena, time->computing, explanation->view->total));
    statement.name = region->name;
    statement.file = region->file;
    statement.line = region->line;
    statement.own = time->computing + time->blocked + time->no_processor;
    statement.share = time->computing / explanation->view->total;
    statement.time = *time;
    statement.estimated = *mark == '~';
    return statement;
}

static const char *add_kept(const struct explanation *explanation, const char *says, const char *what, double time)
{
    return time > 0 ? arena_printf(explanation->arena, "%s; %s for %s", says, what,
                                   text_seconds(explanation->arena, seconds(time), "~"))
                    : says;
}

static void put_function(struct explanation *explanation, const struct findings *findings, uint32_t function)
{
    struct arena *arena = explanation->arena;
    const struct profile_region *region = &explanation->view->profile->regions[function];
    const struct view_region *sums = &explanation->view->regions[function];
    const struct own_time *time = &findings->division->regions[function];
    uint32_t paths = findings->paths_of[function];
    struct statement statement = statement_of(explanation, "hot-function", region, time,
                                              view_own_mark(sums->own_estimated, sums->exclusive, sums->probes));
    statement.says =
        arena_printf(arena, "%s, in %s call%s on %s path%s", statement.says, text_count(arena, sums->calls.calls),
                     sums->calls.calls == 1 ? "" : "s", text_count(arena, paths), paths == 1 ? "" : "s");
    statement.says = add_kept(explanation, statement.says, "it was blocked", time->blocked);
    statement.says = add_kept(explanation, statement.says, "it had no processor", time->no_processor);
    statement.calls = (double)sums->calls.calls;
    statement.more =
        arena_printf(arena, "instr-report tree --callers=%s%s", text_shell(arena, region->name), explanation->files);
    put(explanation, &statement);
}

static void put_path(struct explanation *explanation, const struct findings *findings, uint32_t node)
{
    struct arena *arena = explanation->arena;
    const struct profile *profile = explanation->view->profile;
    const struct profile_region *region = &profile->regions[profile->nodes[node].region];
    const struct view_node *shown = &explanation->view->nodes[node];
    struct statement statement = statement_of(explanation, "hot-path", region, &findings->division->nodes[node],
                                              view_own_mark(shown->own_estimated, shown->exclusive, shown->probes));
    statement.path = view_path(explanation->view, node, arena);
    statement.says = arena_printf(arena, "%s, on the path %s", statement.says, statement.path);
    statement.calls = (double)profile->nodes[node].calls.calls;
    statement.more =
        arena_printf(arena, "instr-report tree --focus=%s%s", text_shell(arena, region->name), explanation->files);
    put(explanation, &statement);
}

/* Writes a record for a part of the time. */
static void put_part(struct explanation *explanation, const struct division *division, enum time_part part)
{
    struct statement statement = nothing;
    statement.about = "part";
    statement.name = time_part_key(part);
    statement.share = division->part[part] / division->all;
    statement.own = division->part[part];
    statement.says = arena_printf(explanation->arena, "%s %s", time_part_text(division, part),
                                  text_percent(explanation->arena, division->part[part], division->all));
    put(explanation, &statement);
}

/* Puts all words of a finding as one sentence. */
static void put_finding(struct explanation *explanation, const struct findings *findings, const struct finding *finding)
{
    struct arena *arena = explanation->arena;
    const struct profile *profile = explanation->view->profile;
    struct statement statement = nothing;
    struct finding_words words;
    findings_words(&words, findings, finding, arena);
    statement.about = words.kind;
    statement.says = words.says;
    for (unsigned i = 0; i < FINDING_MORE && words.more[i]; i++)
        statement.says = arena_printf(arena, "%s; %s", statement.says, words.more[i]);
    if (*words.attempt)
        statement.says = arena_printf(arena, "%s; try %s", statement.says, words.attempt);
    if (finding->region != PROFILE_NONE) {
        statement.name = profile->regions[finding->region].name;
        statement.file = profile->regions[finding->region].file;
        statement.line = profile->regions[finding->region].line;
    }
    statement.path = finding->node == PROFILE_NONE ? "" : view_path(explanation->view, finding->node, arena);
    statement.gain = finding->gain;
    statement.share = finding->gain / findings->run;
    statement.rank = finding->rank == PROFILE_NONE ? NAN : (double)finding->rank;
    statement.more = *words.command ? arena_printf(arena, "instr-report %s%s", words.command, explanation->files) : "";
    put(explanation, &statement);
}

static void put_all(struct explanation *explanation, const struct findings *findings)
{
    struct coverage coverage;
    struct summary_note notes[SUMMARY_NOTES];
    put_sentence(explanation, "run", summary_run(explanation->view, explanation->arena), "tree");
    for (int i = 0; i < TIME_PARTS; i++)
        if (findings->division->part[i] > 0)
            put_part(explanation, findings->division, (enum time_part)i);
    if (findings->busy > 0)
        put_sentence(explanation, "busy", findings_busy(findings, explanation->arena), "");
    for (unsigned i = 0; i < findings->count; i++)
        put_finding(explanation, findings, &findings->of[i]);
    put_sentence(explanation, "ok", findings_fine(findings, explanation->arena), "");
    for (uint32_t i = 0; i < findings->function_count; i++)
        put_function(explanation, findings, findings->functions[i]);
    for (uint32_t i = 0; i < findings->path_count; i++)
        put_path(explanation, findings, findings->paths[i]);
    put_sentence(explanation, "coverage", summary_covered(explanation->view, &coverage, explanation->arena),
                 "coverage");
    unsigned count = summary_notes(notes, explanation->view, NULL, explanation->arena);
    for (unsigned i = 0; i < count; i++)
        put_sentence(explanation, "note", notes[i].text, "");
}

void summary_records(struct report *report, const struct options *options, struct arena *arena)
{
    struct gains gains;
    struct explanation explanation = {.view = &report->view, .files = report_files(options, arena), .arena = arena};
    gains_make(&gains, &report->view, arena);
    rows_begin(&explanation.rows, options->form, &form_summary, arena);
    rows_open(&explanation.rows, report->screen.stream, &report->profile);
    put_all(&explanation, &gains.findings);
    rows_close(&explanation.rows);
}
