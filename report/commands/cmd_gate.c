/*
 * cmd_gate.c - compares a run with a baseline of exact call counts: functions called more or less often, and the caller to blame.
 */
#include "report/commands/command.h"

#include "common/character.h"
#include "common/name.h"
#include "report/compare/baseline.h"
#include "report/compare/change_lines.h"
#include "report/compare/change_origins.h"
#include "report/compare/changes.h"
#include "report/compare/history.h"
#include "report/compare/measured.h"
#include "report/compare/publish.h"
#include "report/compare/verdict.h"
#include "report/read/folder.h"
#include "report/read/launch.h"
#include "report/read/report.h"
#include "report/show/progress.h"
#include "report/show/text.h"

#include <string.h>

/* How often a program runs to be recorded, or again after one run failed, so that counts that vary are noticed. */
enum { SEVERAL_RUNS = 3 };

struct runs {
    struct compare_run *list;
    uint32_t count;
};

static bool load_named(struct runs *runs, char *const *files, int named, const char *metrics,
                       const struct options *options, struct arena *arena, struct error *error)
{
    runs->count = named > 0 ? (uint32_t)named : 1;
    runs->list = arena_array(arena, runs->count, sizeof *runs->list);
    for (uint32_t k = 0; k < runs->count; k++) {
        progress_show("reading profiles", k, runs->count);
        if (!measured_load(&runs->list[k], files + k, named > 0, &metrics, options, arena, error))
            return false;
    }
    return true;
}

/* Loads the runs: of the program behind --, which runs now so many times; or files[first] and following; or the newest profile here. */
static bool load_runs(struct runs *runs, const struct options *options, int first, int count, const char *metrics,
                      struct arena *arena, struct error *error)
{
    if (!options->command)
        return load_named(runs, options->files + first, options->file_count - first, metrics, options, arena, error);
    if (options->file_count > first)
        return error_set(error, ERROR_USAGE, "gate: name runs, or a program to run behind --, not both");
    if (metrics)
        measured_ask(metrics, arena);
    struct launch launch;
    bool done = launch_runs(&launch, options->command, count, arena, error) &&
                load_named(runs, launch.runs, count, metrics, options, arena, error);
    launch_end(&launch);
    return done;
}

/* Returns how often to run the program: as requested, as times need, or the default. */
static int count_runs(const struct options *options, int without_times)
{
    return options->runs ? options->runs : options->times ? TIMES_RUNS : without_times;
}

static uint32_t count_varying(const struct counts *counts)
{
    uint32_t varying = 0;
    for (uint32_t i = 0; i < counts->function_count; i++) {
        const struct counts_function *function = &counts->functions[i];
        bool varies = function->calls.least != function->calls.most;
        for (uint32_t m = 0; m < counts->metric_count; m++)
            varies |= function->metrics[m].least != function->metrics[m].most;
        varying += varies;
    }
    return varying;
}

/* Reports what was recorded. After a single run it is unknown which counts vary. */
static void say_recorded(const struct counts *counts, const char *output, struct arena *arena)
{
    uint32_t varying = count_varying(counts);
    const char *all = text_count(arena, counts->function_count), *some = text_count(arena, varying);
    character_put(stderr, output ? output : "baseline");
    fprintf(stderr, ": %s functions of %u run%s", all, counts->run_count, counts->run_count == 1 ? "" : "s");
    if (counts->run_count == 1)
        fputs("; variation between runs is unknown: name two or more runs\n", stderr);
    else if (varying)
        fprintf(stderr, "; %s of them vary from run to run, and are written as ranges\n", some);
    else
        fputs("; all runs are equal\n", stderr);
}

static bool record(const struct options *options, struct arena *arena, struct error *error)
{
    struct runs runs;
    struct counts counts;
    if (!load_runs(&runs, options, 0, count_runs(options, SEVERAL_RUNS), options->metrics, arena, error))
        return false;
    counts_make(&counts, runs.list, runs.count, NULL, arena);
    const char *rules = options->allow < 0 ? BASELINE_RULES : arena_printf(arena, "allow %g%%\n", options->allow);
    counts.time_runs = options->times ? runs.count : 0;
    counts.head = baseline_head(&counts, rules, arena);
    if (!baseline_save(&counts, options->output, arena, error))
        return false;
    say_recorded(&counts, options->output, arena);
    return true;
}

/* Accepts the run. With --output it writes another file, and the baseline stays. */
static bool accept(const struct gate *gate, const struct options *options, struct arena *arena, struct error *error)
{
    const char *output = options->output ? options->output : gate->baseline;
    struct counts accepted;
    accept_make(&accepted, &gate->before, &gate->now, &gate->verdict, arena);
    if (!baseline_save(&accepted, output, arena, error))
        return false;
    character_say(stderr, "%s: accepted the changes of %u function%s", output, gate->verdict.failed_functions,
                  gate->verdict.failed_functions == 1 ? "" : "s");
    return true;
}

typedef void publish(FILE *stream, const struct gate *gate, struct arena *arena);

/* Writes into a file, if one is named. */
static bool write_file(publish *write, const char *output, const struct gate *gate, struct arena *arena,
                       struct error *error)
{
    if (!output)
        return true;
    struct options options = {.output = output};
    struct screen screen;
    if (!screen_open(&screen, &options, error))
        return false;
    write(screen.stream, gate, arena);
    return screen_close(&screen, error);
}

static bool show(const struct gate *gate, const struct options *options, struct arena *arena, struct error *error)
{
    struct screen screen;
    if (!screen_open(&screen, options, error))
        return false;
    if (options->form == FORM_TEXT)
        gate_print(&screen, gate, options, arena);
    else
        gate_records(&screen, gate, options->form);
    if (options->github && options->form == FORM_TEXT)
        publish_annotations(screen.stream, gate, arena);
    return screen_close(&screen, error) && write_file(publish_junit, options->junit, gate, arena, error) &&
           write_file(change_lines_markdown, options->markdown, gate, arena, error);
}

/* Finds the current runs and the baseline of a history to compare them with; without one gate->baseline is NULL. */
static bool find_before(struct gate *gate, const struct options *options, struct arena *arena, struct error *error)
{
    const struct commit *commit = gate->commit;
    struct history history;
    gate->now.of = (struct counts_of){commit->id, *commit->time ? commit->time : history_time(arena), commit->subject,
                                      profile_meta(&gate->runs[0].profile, "tag", "")};
    if (!history_read(&history, options->files, 1, arena, error))
        return false;
    gate->baseline = history_before(&history, &gate->now.of, commit->changed, arena);
    if (gate->baseline && !baseline_read(&gate->before, gate->baseline, arena, error))
        return false;
    gate->now.time_runs = options->times ? gate->now.run_count : 0;
    gate->before.time_runs = 0; /* of times the history itself tells, by many commits */
    counts_share_metrics(&gate->before, &gate->now);
    return true;
}

static bool judge(struct gate *gate, const struct options *options, int count, struct arena *arena, struct error *error)
{
    struct runs runs;
    const char *metrics = gate->commit ? options->metrics : baseline_metrics(&gate->before, arena);
    const char *root = gate->commit && *gate->commit->root ? gate->commit->root : NULL;
    if (!load_runs(&runs, options, 1, count, metrics, arena, error))
        return false;
    counts_make(&gate->now, runs.list, runs.count, root, arena);
    gate->runs = runs.list;
    if (gate->commit && !find_before(gate, options, arena, error))
        return false;
    if (!gate->baseline)
        return true;
    const struct verdict_rules rules = {options->allow, options->times};
    verdict_make(&gate->verdict, &gate->before, &gate->now, rules, arena);
    change_origins_find(&gate->verdict, &gate->before, &gate->now, &runs.list[0], arena);
    return true;
}

static bool has_times(const struct gate *gate, const struct options *options, struct error *error)
{
    return !options->times || gate->before.time_runs ||
           error_set(error, ERROR_USAGE, "%s has no times: 'instr-report gate --record --times' writes them",
                     gate->baseline);
}

/* Stores the run in a history's folder, unless its commit is uncertain. */
static bool store(struct gate *gate, const char *folder, struct arena *arena, struct error *error)
{
    const char *doubt = history_doubt(&gate->runs[0].profile, gate->commit, arena), *path;
    if (!gate->baseline)
        character_say(stderr, "%s has no baseline of an earlier commit", folder);
    if (doubt) {
        character_say(stderr, "not stored: %s", doubt);
        return true;
    }
    const struct counts *before = gate->baseline ? &gate->before : NULL;
    if (!history_store(&gate->now, before, &gate->verdict.match, folder, &path, arena, error))
        return false;
    character_say(stderr, "stored: %s", path);
    return true;
}

static bool run_gate(const struct options *options, struct arena *arena, struct error *error)
{
    if (options->record)
        return record(options, arena, error);
    if (!options->file_count)
        return error_set(error, ERROR_USAGE,
                         "gate: name a baseline; 'instr-report gate --record -o perf.baseline -- ./app' makes one");
    const char *named = options->files[0];
    struct commit commit;
    struct gate gate = {.baseline = named};
    if (name_ends(named, "/") || folder_is(named)) {
        gate.commit = &commit;
        git_commit(&commit, arena);
    }
    bool done = gate.commit ? history_folder(named, error)
                            : baseline_read(&gate.before, named, arena, error) && has_times(&gate, options, error);
    if (!done || !judge(&gate, options, count_runs(options, gate.commit ? SEVERAL_RUNS : 1), arena, error))
        return false;
    bool again = gate.verdict.failed && options->command && !options->runs;
    if (again && !judge(&gate, options, count_runs(options, SEVERAL_RUNS), arena, error))
        return false;
    if (options->accept)
        return accept(&gate, options, arena, error);
    if ((gate.baseline && !show(&gate, options, arena, error)) || (gate.commit && !store(&gate, named, arena, error)))
        return false;
    uint32_t failed = gate.verdict.failed_functions;
    return !failed || error_set(error, ERROR_CHANGED, "gate: %u function%s from %s", failed,
                                failed == 1 ? " differs" : "s differ", gate.baseline);
}

const struct command cmd_gate = {{"gate",
                                  "--record [OPTION...] RUN... -o BASELINE\n"
                                  "       instr-report gate [OPTION...] BASELINE [RUN...]\n"
                                  "       instr-report gate [OPTION...] HISTORY/ [RUN...]\n"
                                  "       instr-report gate --accept BASELINE [RUN...]\n"
                                  "in place of RUN...: -- PROGRAM [ARGUMENT...]",
                                  "a verdict for CI: exact call counts against a baseline",
                                  OPTION_RECORDS | OPTION_OUTPUT | OPTION_PART | OPTION_GATE | TAKES_COMMAND,
                                  "instr-report gate --record -o perf.baseline -- ./app bench.txt"},
                                 SORT_NAME,
                                 .run = run_gate,
                                 .forms = {&form_gate}};
