/*
 * cmd_history.c - what changed at which commit: how often functions are called and by whom, which are new or gone, which moved; and
 * where times were stored, which take longer or shorter from there on.
 *
 * Two baselines are in memory at a time. What changed is kept as text.
 */
#include "report/commands/command.h"
#include "report/commands/history_page.h"
#include "report/compare/baseline.h"
#include "report/compare/causes.h"
#include "report/compare/history.h"
#include "report/compare/news.h"
#include "report/compare/pace.h"
#include "report/compare/reduce.h"
#include "report/show/progress.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <string.h>

/* A baseline that was read. */
struct loaded {
    const struct version *version; /* null: none */
    char *text;
    struct arena arena;
};

static bool load(struct loaded *loaded, const struct version *version, struct error *error)
{
    if (loaded->version == version)
        return true;
    arena_clear(&loaded->arena);
    loaded->version = version;
    loaded->text = baseline_text(version->path, &loaded->arena, error);
    return loaded->text;
}

static char *copy_of(const struct loaded *loaded, struct arena *scratch)
{
    return arena_copy(scratch, loaded->text, strlen(loaded->text));
}

/* What one changed. The baselines of most commits are those of the one before. */
static bool compare(struct told *told, const struct loaded *before, const struct loaded *now, struct arena *scratch,
                    struct arena *arena, struct error *error)
{
    static const struct verdict_rules rules = {.allow = -1};
    char *const texts[] = {copy_of(before, scratch), copy_of(now, scratch)};
    struct gate gate = {0};
    if (!reduce(texts, scratch))
        return true;
    if (!baseline_take(&gate.before, before->version->path, texts[0], scratch, error) ||
        !baseline_take(&gate.now, now->version->path, texts[1], scratch, error))
        return false;
    gate.before.time_runs = 0;
    counts_share_metrics(&gate.before, &gate.now);
    verdict_make(&gate.verdict, &gate.before, &gate.now, rules, scratch);
    causes_find(&gate.verdict, &gate.before, &gate.now, NULL, scratch);
    news_make(&told->list, &gate, arena);
    return true;
}

static void take_times(struct told *told, const struct loaded *loaded, struct pace *pace, uint32_t version,
                       struct arena *arena)
{
    if (!told->read)
        pace_take(pace, version, loaded->text, arena);
    told->read = true;
}

static void find_times(struct told *told, struct pace *pace, const struct history *history, struct arena *arena)
{
    uint32_t next;
    pace_find(pace, history, arena);
    for (uint32_t i = 0; i < pace->change_count; i = next) {
        uint32_t version = pace->changes[i].version;
        for (next = i + 1; next < pace->change_count && pace->changes[next].version == version;)
            next++;
        news_add_times(&told[version].list, pace->changes + i, next - i, arena);
    }
}

static bool compare_all(struct told *told, const struct history *history, struct arena *arena, struct error *error)
{
    struct loaded loaded[2] = {0};
    struct pace pace = {0};
    struct arena scratch = {0}, times = {0};
    bool done = true;
    for (uint32_t i = 0; done && i < history->count; i++) {
        const struct version *version = &history->list[i];
        told[i].version = version;
        progress_show("reading baselines", i, history->count);
        if (version->before == COUNTS_NONE)
            continue;
        const struct version *held = &history->list[version->before];
        struct loaded *before = &loaded[loaded[1].version == held], *now = &loaded[before == &loaded[0]];
        done = load(before, held, error) && load(now, version, error) &&
               compare(&told[i], before, now, &scratch, arena, error);
        if (done) {
            take_times(&told[version->before], before, &pace, version->before, &times);
            take_times(&told[i], now, &pace, i, &times);
        }
        arena_clear(&scratch);
    }
    if (done)
        find_times(told, &pace, history, arena);
    for (int k = 0; k < 2; k++)
        arena_free(&loaded[k].arena);
    arena_free(&scratch);
    arena_free(&times);
    return done;
}

static const char *range_text(const struct news *news, struct counts_range range, struct arena *arena)
{
    if (!strcmp(news->metric, "time"))
        return text_seconds(arena, seconds((double)range.least), "");
    const char *least = text_count(arena, range.least);
    return range.least == range.most ? least : arena_printf(arena, "%s..%s", least, text_count(arena, range.most));
}

#define COLUMNS(X)                                                                                                     \
    X("commit", NULL, 0, text, of->commit)                                                                             \
    X(NULL, "commit", 0, cell, history_name(of, arena))                                                                \
    X("time", NULL, 0, text, of->time)                                                                                 \
    X(NULL, "date", 2, cell, arena_printf(arena, "%.10s", of->time))                                                   \
    X("subject", NULL, 0, text, of->subject)                                                                           \
    X("tag", NULL, 0, text, of->tag)                                                                                   \
    X("change", "change", 1, text, news->kind)                                                                         \
    X(NULL, "before", 4, cell, range_text(news, news->before, arena))                                                  \
    X(NULL, "now", 3, cell, range_text(news, news->now, arena))                                                        \
    X("text", NULL, 0, text, news->text)                                                                               \
    X("name", NULL, 0, text, news->name)                                                                               \
    X("file", NULL, 0, text, news->file)                                                                               \
    X("name_before", NULL, 0, text, news->name_before)                                                                 \
    X("file_before", NULL, 0, text, news->file_before)                                                                 \
    X("metric", NULL, 0, text, news->metric)                                                                           \
    X("before_least", NULL, 0, count, news->before.least)                                                              \
    X("before_most", NULL, 0, count, news->before.most)                                                                \
    X("now_least", NULL, 0, count, news->now.least)                                                                    \
    X("now_most", NULL, 0, count, news->now.most)                                                                      \
    X("cause_caller", NULL, 0, text, news->caller)                                                                     \
    X("cause_difference", NULL, 0, number, news->difference)                                                           \
    X("cause_estimated", NULL, 0, count, news->estimated)                                                              \
    X("follow", NULL, 0, count, news->follows)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_history = ROW_FORM("history", columns);

static void put_row(struct rows *rows, const struct counts_of *of, const struct news *news)
{
    struct arena *arena = rows->arena;
    rows_add(rows, *of->tag ? arena_printf(arena, "%s (%s)", news->text, of->tag) : news->text);
    COLUMNS(ROW_PUT)
}

/* The newest first, as git's log. */
static void put_all(struct screen *screen, const struct told *told, uint32_t count, enum output_form form,
                    struct arena *arena)
{
    static const struct profile none = {0};
    uint32_t changes = 0, commits = 0;
    struct rows rows;
    rows_begin(&rows, form, &form_history, arena);
    rows.table.text_title = "what changed";
    rows_open(&rows, screen->stream, &none);
    for (uint32_t i = count; i-- > 0;) {
        changes += told[i].list.count;
        commits += told[i].list.count > 0;
        for (uint32_t k = 0; k < told[i].list.count; k++)
            put_row(&rows, &told[i].version->of, &told[i].list.of[k]);
    }
    rows_close(&rows);
    if (form != FORM_TEXT)
        return;
    if (changes) {
        table_print(&rows.table, screen);
        screen_say(screen, STYLE_PLAIN, "\n");
    }
    screen_print(screen, STYLE_PLAIN, "%u commit%s from %.10s to %.10s: %u change%s in %u of them", count,
                 count == 1 ? "" : "s", told[0].version->of.time, told[count - 1].version->of.time, changes,
                 changes == 1 ? "" : "s", commits);
}

static bool write_page(const struct options *options, const struct history *history, const struct told *told,
                       struct arena *arena, struct error *error)
{
    struct options page = {.output = options->html};
    struct screen screen;
    if (!options->html)
        return true;
    if (!screen_open(&screen, &page, error))
        return false;
    bool done = history_page(screen.stream, history, told, arena, error);
    return screen_close(&screen, error) && done;
}

static bool run_history(const struct options *options, struct arena *arena, struct error *error)
{
    struct history history;
    if (!options->file_count)
        return error_set(error, ERROR_USAGE,
                         "history: name a folder; 'instr-report gate FOLDER/ -- ./app' stores into it");
    if (!history_read(&history, options->files, options->file_count, arena, error))
        return false;
    struct told *told = arena_array(arena, history.count, sizeof *told);
    struct screen screen;
    if (!history.count)
        return error_set(error, ERROR_USAGE, "history: nothing in %s; 'instr-report gate %s/ -- ./app' stores into it",
                         options->files[0], options->files[0]);
    if (!compare_all(told, &history, arena, error) || !screen_open(&screen, options, error))
        return false;
    put_all(&screen, told, history.count, options->form, arena);
    return screen_close(&screen, error) && write_page(options, &history, told, arena, error);
}

const struct command cmd_history = {
    {"history", "[OPTION...] FOLDER...",
     "at which commit what is called more or less often, new, gone, moved, slower or faster",
     OPTION_RECORDS | OPTION_HISTORY},
    SORT_NAME,
    .run = run_history,
    .forms = {&form_history}};
