/* show.c - a verdict for people and for scripts, see show.h. */
#include "report/compare/show.h"

#include "report/compare/baseline.h"
#include "report/compare/changes.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <string.h>

enum { SHOWN_CAUSES = 10, SHOWN_FINDINGS = 7 };

/* Returns "14,112", or "12 ms" for a time. */
static const char *amount_text(double amount, bool time, struct arena *arena)
{
    return time ? text_seconds_known(arena, seconds(fabs(amount)), 2, "") : text_count(arena, (uint64_t)fabs(amount));
}

static const char *signed_amount(double difference, bool time, struct arena *arena)
{
    return arena_printf(arena, "%s%s", difference < 0 ? "-" : "+", amount_text(difference, time, arena));
}

/* Returns the calls, or "-" for a missing function. */
static const char *range_text(const struct counts_function *function, struct counts_range range, struct arena *arena)
{
    const char *least = text_count(arena, range.least), *most = text_count(arena, range.most);
    return !function ? "-" : range.least == range.most ? most : arena_printf(arena, "%s..%s", least, most);
}

/* "124 +-3 ms, 5 runs". */
static const char *time_text(struct mean time, struct arena *arena)
{
    return time.runs ? times_text(time, arena) : "little";
}

/* "hash.c:12". */
static const char *place_text(const struct counts_function *function, struct arena *arena)
{
    uint32_t line = counts_line(function);
    return line ? arena_printf(arena, "%s:%u", function->file, line) : function->file;
}

/* "hash_grow (hash.c:12)". */
static const char *named_text(const struct counts_function *function, struct arena *arena)
{
    return arena_printf(arena, "%s (%s)", function->name, place_text(function, arena));
}

static bool is_of_time(const struct verdict_cause *cause)
{
    return cause->metric && !strcmp(cause->metric, "time");
}

const char *gate_sentence(const struct verdict_cause *cause, struct arena *arena)
{
    static const char *const called[] = {"called as often as before",
                                         "called more often, too",
                                         "called less often, too",
                                         "which is new",
                                         "which is gone",
                                         "which only one of the runs measured"};
    bool time = is_of_time(cause);
    const char *count = amount_text(cause->difference, time, arena);
    if (cause->metric)
        return time ? arena_printf(arena, "%s, %s, takes %s %s", named_text(cause->callee, arena), called[cause->state],
                                   count, cause->difference > 0 ? "more" : "less")
                    : arena_printf(arena, "%s, %s, has %s %s %s", named_text(cause->callee, arena),
                                   called[cause->state], count, cause->difference > 0 ? "more" : "less", cause->metric);
    bool several = fabs(cause->difference) > 1;
    const char *more = arena_printf(arena, "%s %s", count, cause->difference > 0 ? "more" : "fewer");
    const char *times = arena_printf(arena, "%s %s", more, several ? "times" : "time");
    const char *calls = arena_printf(arena, "makes %s %s of", more, several ? "calls" : "call");
    if (cause->instead)
        return arena_printf(arena,
                            cause->change == VERDICT_NEW ? "%s is split off %s, which did the same itself"
                                                         : "%s is gone: %s does the same itself",
                            named_text(cause->callee, arena), cause->instead->name);
    if (!cause->caller)
        return arena_printf(arena, "%s is called %s, %s", named_text(cause->callee, arena), times,
                            cause->callee->spread ? "by unknown callers: for short calls they are not counted"
                                                  : "by functions that are not measured");
    if (cause->caller == cause->callee)
        return arena_printf(arena, "%s %s itself", named_text(cause->callee, arena), calls);
    if (counts_turns(cause->callee) && cause->change != VERDICT_NEW && cause->change != VERDICT_GONE)
        return arena_printf(arena, "%s, %s, iterates %s", named_text(cause->caller, arena), called[cause->state],
                            times);
    return arena_printf(arena, "%s%s, %s, %s %s%s", cause->spread ? "probably " : "", named_text(cause->caller, arena),
                        called[cause->state], calls, cause->callee->name,
                        cause->change == VERDICT_NEW    ? ", which is new"
                        : cause->change == VERDICT_GONE ? ", which is gone"
                                                        : "");
}

uint32_t gate_function_count(const struct gate *gate)
{
    uint32_t count = gate->before.function_count;
    for (uint32_t i = 0; i < gate->verdict.failed; i++)
        count += !gate->verdict.findings[i].before;
    return count;
}

/* Returns "calls", or the key of a metric. */
static const char *what_of(const struct gate *gate, const struct verdict_finding *finding)
{
    return finding->metric == COUNTS_NONE ? "calls" : counts_key(&gate->before, finding->metric);
}

static const char *before_text(const struct verdict_finding *finding, struct arena *arena)
{
    return finding->metric == COUNTS_TIME ? time_text(finding->before->time, arena)
                                          : range_text(finding->before, finding->before_range, arena);
}

static const char *now_text(const struct verdict_finding *finding, struct arena *arena)
{
    return finding->metric == COUNTS_TIME ? time_text(finding->now->time, arena)
                                          : range_text(finding->now, finding->now_range, arena);
}

const char *gate_change(const struct gate *gate, const struct verdict_finding *finding, struct arena *arena)
{
    bool time = finding->metric == COUNTS_TIME;
    return arena_printf(arena, "%s: %s%s%s, %s before", verdict_state_text(finding), now_text(finding, arena),
                        time ? "" : " ", time ? "" : what_of(gate, finding), before_text(finding, arena));
}

/* Returns the remark behind a function. */
static const char *note_of(const struct verdict_finding *finding, struct arena *arena)
{
    const struct counts_function *before = finding->before, *function = verdict_function(finding);
    const char *place = place_text(function, arena);
    if (finding->state == VERDICT_LEFT_ALONE)
        return arena_printf(arena, "%s, not instrumented %s", place, finding->now ? "before" : "any more");
    if (!before || !finding->now || counts_same(before, finding->now))
        return place;
    return strcmp(before->name, function->name) ? arena_printf(arena, "%s, was %s", place, before->name)
                                                : arena_printf(arena, "%s, was in %s", place, before->file);
}

static const char *relative_text(const struct verdict_finding *finding, struct arena *arena)
{
    bool time = finding->metric == COUNTS_TIME;
    double before = time ? finding->before->time.of : (double)finding->before_range.most, more = finding->difference;
    if (finding->state == VERDICT_NEW || finding->state == VERDICT_GONE)
        return verdict_state_text(finding);
    if (!(before > 0) || !finding->now || finding->state == VERDICT_SAME)
        return "";
    if (more > 9 * before)
        return arena_printf(arena, "%.3g times", (before + more) / before);
    return fabs(more) < 1e-4 * before ? "below 0.01%" : arena_printf(arena, "%+.3g%%", 100 * more / before);
}

#define FINDINGS(X)                                                                                                    \
    X(NULL, "change", 0, cell,                                                                                         \
      finding->state == VERDICT_SAME ? "" : signed_amount(finding->difference, finding->metric == COUNTS_TIME, arena)) \
    X(NULL, "relative", 2, cell, relative_text(finding, arena))                                                        \
    X(NULL, "before", 1, cell, before_text(finding, arena))                                                            \
    X(NULL, "now", 1, cell, now_text(finding, arena))
static const struct row_column finding_columns[] = {FINDINGS(ROW_COLUMN)};

static void add_row(struct rows *rows, const struct gate *gate, const struct verdict_finding *finding)
{
    struct arena *arena = rows->arena;
    const char *name = verdict_function(finding)->name;
    rows_add(rows, finding->metric == COUNTS_NONE ? name : arena_printf(arena, "%s: %s", name, what_of(gate, finding)));
    rows->row->note = note_of(finding, arena);
    rows->row->style = finding->fails ? STYLE_HOT : STYLE_PLAIN;
    FINDINGS(ROW_PUT)
}

/* Prints the findings from `first` on, up to the limit of a screen. */
static void print_findings(struct screen *screen, const struct gate *gate, uint32_t first, uint32_t count,
                           struct arena *arena)
{
    struct rows rows;
    uint32_t shown = count > SHOWN_FINDINGS ? SHOWN_FINDINGS : count;
    ROWS_BEGIN(&rows, FORM_TEXT, finding_columns, arena);
    rows.table.text_title = "function";
    for (uint32_t i = first; i < first + shown; i++)
        add_row(&rows, gate, &gate->verdict.findings[i]);
    table_print(&rows.table, screen);
    if (count > shown)
        screen_print(screen, STYLE_DIM, "(%u more; --json has all)", count - shown);
}

void gate_causes(struct screen *screen, const struct gate *gate, struct arena *arena)
{
    const struct verdict *verdict = &gate->verdict;
    for (uint32_t i = 0; i < verdict->cause_count && i < SHOWN_CAUSES; i++) {
        const struct verdict_cause *cause = &verdict->causes[i];
        screen_say(screen, STYLE_PLAIN, "\n");
        screen_line(screen, STYLE_BOLD, gate_sentence(cause, arena));
        if (*cause->path)
            screen_print(screen, STYLE_DIM, "on %s", cause->path);
        print_findings(screen, gate, cause->first, cause->count, arena);
    }
    if (verdict->cause_count > SHOWN_CAUSES)
        screen_print(screen, STYLE_DIM, "\n(%u more causes; --json has all)", verdict->cause_count - SHOWN_CAUSES);
}

/* Returns everything that is compared: "calls,heap-calls,heap-bytes,time". */
static const char *compared_text(const struct gate *gate, struct arena *arena)
{
    const char *metrics = baseline_metrics(&gate->before, arena);
    return arena_printf(arena, "calls%s%s%s", *metrics ? "," : "", metrics, gate->before.time_runs ? ",time" : "");
}

static void print_verdict(struct screen *screen, const struct gate *gate, struct arena *arena)
{
    const char *all = text_count(arena, gate_function_count(gate)), *compared = compared_text(gate, arena);
    uint32_t failed = gate->verdict.failed_functions;
    if (failed)
        screen_print(screen, STYLE_HOT, "failed: %s of %s functions differ%s by more than %s allows (compared: %s)",
                     text_count(arena, failed), all, failed == 1 ? "s" : "", gate->baseline, compared);
    else
        screen_print(screen, STYLE_BOLD, "passed: %s functions match %s (compared: %s)", all, gate->baseline, compared);
}

/* Returns the command line behind the baseline: the runs, or the program that was run. */
static const char *runs_named(const struct options *options, struct arena *arena)
{
    const char *text = options->command ? " --" : "";
    for (int i = 1; !options->command && i < options->file_count; i++)
        text = arena_printf(arena, "%s %s", text, text_shell(arena, options->files[i]));
    for (char *const *word = options->command; word && *word; word++)
        text = arena_printf(arena, "%s %s", text, text_shell(arena, *word));
    return text;
}

static void print_hints(struct screen *screen, const struct gate *gate, const struct options *options,
                        struct arena *arena)
{
    const char *runs = runs_named(options, arena), *baseline = text_shell(arena, gate->baseline);
    const struct profile_region *region = gate->verdict.causes[0].callee->region;
    bool spread = false;
    for (uint32_t i = 0; i < gate->verdict.cause_count; i++)
        spread |= gate->verdict.causes[i].spread;
    screen_say(screen, STYLE_PLAIN, "\n");
    if (spread)
        screen_line(screen, STYLE_DIM, "to count the callers of short functions build with --instr-paths=all");
    if (region && !options->command)
        screen_command(screen, "its callers: ", "tree --callers=%s%s", text_shell(arena, region->name), runs);
    if (!gate->commit)
        screen_command(screen, "to accept this change: ", "gate --accept%s %s%s", options->times ? " --times" : "",
                       baseline, runs);
}

static void print_titled(struct screen *screen, const struct gate *gate, const char *title, uint32_t first,
                         uint32_t count, struct arena *arena)
{
    if (!count)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_PLAIN, title);
    print_findings(screen, gate, first, count, arena);
}

void gate_print(struct screen *screen, const struct gate *gate, const struct options *options, struct arena *arena)
{
    const struct verdict *verdict = &gate->verdict;
    uint32_t rest = verdict->finding_count - verdict->failed, times = 0;
    while (times < rest && verdict->findings[verdict->finding_count - 1 - times].metric == COUNTS_TIME)
        times++;
    print_verdict(screen, gate, arena);
    gate_causes(screen, gate, arena);
    print_titled(screen, gate, "allowed:", verdict->failed, rest - times, arena);
    print_titled(screen, gate, options->times ? "times, within the limit:" : "times, checked only with --times:",
                 verdict->finding_count - times, times, arena);
    if (verdict_assumes(&gate->before, &gate->now)) {
        screen_say(screen, STYLE_PLAIN, "\n");
        screen_line(screen, STYLE_DIM,
                    CHANGES_ASSUMED ", so no time fails; name several runs, here and with --record --times");
    }
    if (verdict->failed)
        print_hints(screen, gate, options, arena);
}

static void rows_amount(struct rows *rows, bool time, uint64_t amount)
{
    if (time)
        rows_seconds(rows, (double)amount, "");
    else
        rows_count(rows, amount);
}

#define COLUMNS(X)                                                                                                     \
    X("change", NULL, 0, text, verdict_state_text(finding))                                                            \
    X("name", NULL, 0, text, function->name)                                                                           \
    X("file", NULL, 0, text, function->file)                                                                           \
    X("line", NULL, 0, count, counts_line(function))                                                                   \
    X("now_least", NULL, 0, amount, time, finding->now_range.least)                                                    \
    X("now_most", NULL, 0, amount, time, finding->now_range.most)                                                      \
    X("before_least", NULL, 0, amount, time, finding->before_range.least)                                              \
    X("before_most", NULL, 0, amount, time, finding->before_range.most)                                                \
    X("difference", NULL, 0, number, time ? seconds(finding->difference) : finding->difference)                        \
    X("fails", NULL, 0, count, finding->fails)                                                                         \
    X("name_before", NULL, 0, text, before ? before->name : "")                                                        \
    X("file_before", NULL, 0, text, before ? before->file : "")                                                        \
    X("cause", NULL, 0, number, finding->fails ? 1.0 + finding->cause : NAN)                                           \
    X("cause_caller", NULL, 0, text, cause->caller ? cause->caller->name : "")                                         \
    X("cause_callee", NULL, 0, text, cause->callee ? cause->callee->name : "")                                         \
    X("cause_difference", NULL, 0, number, is_of_time(cause) ? seconds(cause->difference) : cause->difference)         \
    X("cause_path", NULL, 0, text, cause->path)                                                                        \
    X("cause_estimated", NULL, 0, count, cause->spread)                                                                \
    X("metric", NULL, 0, text, what_of(gate, finding))
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_gate = ROW_FORM("gate", columns);

void gate_records(struct screen *screen, const struct gate *gate, enum output_form form)
{
    static const struct verdict_cause none = {.path = "", .difference = NAN};
    struct rows all, *rows = &all;
    rows_begin(rows, form, &form_gate, NULL);
    rows_open(rows, screen->stream, &gate->runs[0].profile);
    for (uint32_t i = 0; i < gate->verdict.finding_count; i++) {
        const struct verdict_finding *finding = &gate->verdict.findings[i];
        const struct counts_function *function = verdict_function(finding), *before = finding->before;
        const struct verdict_cause *cause = finding->fails ? &gate->verdict.causes[finding->cause] : &none;
        bool time = finding->metric == COUNTS_TIME;
        COLUMNS(ROW_PUT)
    }
    rows_close(rows);
}
