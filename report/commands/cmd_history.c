/*
 * cmd_history.c - lists changes by commit: calls and callers, new, removed and moved functions, and, if times were stored, functions
 * that take longer or shorter from there on.
 *
 * Two baselines are in memory at a time. Changes are kept as text.
 */
#include "report/commands/command.h"
#include "report/compare/baseline.h"
#include "report/compare/change_lines.h"
#include "report/compare/change_origins.h"
#include "report/compare/changes.h"
#include "report/compare/history.h"
#include "report/compare/reduce.h"
#include "report/compare/time_history.h"
#include "report/show/progress.h"
#include "report/show/quote.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---
 * a history as a page: a small picture of each function that changed, over the commits that lead to the newest one, with a
 * mark at each change. It is HTML and SVG alone, without a script.
 */

/* The changes of one version. */
struct told {
    const struct version *version;
    struct change_lines_list list; /* of calls, and behind them of times */
    bool read;                     /* its times are known */
};

enum { TILES = 200, WIDTH = 260, HEIGHT = 60, EDGE = 6 };

/* One tile of a tag's runs: the calls of a function, or its time. */
struct tile {
    const char *function; /* its file, a tab, its name */
    const char *tag;
    bool time;
    double *values; /* at each version; not a number: it is not there, or the version does not lead to the newest one */
};

struct wall {
    const struct history *history;
    const struct told *told;
    const bool *chain;
    struct tile *tiles; /* by function */
    uint32_t count;
    struct arena *arena;
};

/* --- what there is to show --- */

static int compare_tiles(const void *left, const void *right)
{
    const struct tile *a = left, *b = right;
    int order = strcmp(a->function, b->function);
    order = order ? order : strcmp(a->tag, b->tag);
    return order ? order : a->time - b->time;
}

static void make_tile(struct tile *tile, const struct wall *wall, uint32_t version, const struct news *news)
{
    *tile = (struct tile){.function = arena_printf(wall->arena, "%s\t%s", news->file, news->name),
                          .tag = wall->history->list[version].of.tag,
                          .time = !strcmp(news->metric, "time")};
}

static void add_tile(struct wall *wall, uint32_t version, const struct news *news)
{
    struct tile tile;
    uint32_t versions = wall->history->count;
    if (wall->count == TILES || (strcmp(news->metric, "calls") != 0 && strcmp(news->metric, "time") != 0))
        return;
    make_tile(&tile, wall, version, news);
    for (uint32_t i = 0; i < wall->count; i++)
        if (!compare_tiles(&wall->tiles[i], &tile))
            return;
    tile.values = arena_array(wall->arena, versions, sizeof *tile.values);
    for (uint32_t i = 0; i < versions; i++)
        tile.values[i] = NAN;
    wall->tiles[wall->count++] = tile;
}

/* Adds a tile for each function that changed, newest changes first, while there is room. */
static void add_tiles(struct wall *wall)
{
    wall->tiles = arena_array(wall->arena, TILES, sizeof *wall->tiles);
    for (uint32_t i = wall->history->count; i-- > 0;) {
        const struct told *told = &wall->told[i];
        for (uint32_t k = 0; k < told->list.count && wall->chain[i]; k++)
            add_tile(wall, i, &told->list.of[k]);
    }
    if (wall->count)
        qsort(wall->tiles, wall->count, sizeof *wall->tiles, compare_tiles);
}

/* Returns the value in "57..61\tfrom ...\ttime 124 +-3 ms, 5 runs": the calls, or the time. */
static double value_of(const struct tile *tile, const char *text, struct arena *scratch)
{
    struct mean mean = {.of = NAN};
    const char *dots = strstr(text, ".."), *time = strstr(text, "\ttime ");
    if (!tile->time)
        return strtod(dots && dots < text + strcspn(text, "\t") ? dots + 2 : text, NULL);
    char *copy = time ? arena_copy(scratch, time + 6, strcspn(time + 6, "\t")) : NULL;
    return copy && times_read(copy, &mean) ? mean.of : (double)NAN;
}

/* Takes a baseline's line, "FILE\tNAME\tCALLS...", whose end is a zero byte. */
static void take_line(struct wall *wall, uint32_t version, char *line, struct arena *scratch)
{
    char *name = strchr(line, '\t'), *behind = name ? strchr(name + 1, '\t') : NULL;
    uint32_t low = 0, high = wall->count;
    if (!behind)
        return;
    *behind = '\0';
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(wall->tiles[middle].function, line) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < wall->count && !strcmp(wall->tiles[low].function, line); low++)
        if (!strcmp(wall->tiles[low].tag, wall->history->list[version].of.tag))
            wall->tiles[low].values[version] = value_of(&wall->tiles[low], behind + 1, scratch);
}

static bool read_values(struct wall *wall, struct error *error)
{
    struct arena scratch = {0};
    bool done = true;
    for (uint32_t i = 0; done && i < wall->history->count; i++) {
        char *rest, *text = wall->chain[i] ? baseline_text(wall->history->list[i].path, &scratch, error) : NULL;
        done = text || !wall->chain[i];
        for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest))
            take_line(wall, i, line, &scratch);
        arena_clear(&scratch);
    }
    arena_free(&scratch);
    return done;
}

/* --- pictures --- */

struct picture {
    const struct wall *wall;
    const struct tile *tile;
    double least, most;
    uint32_t *versions, count; /* that are shown */
    FILE *stream;
};

static double place_x(const struct picture *picture, uint32_t place)
{
    return EDGE + (picture->count > 1 ? (double)place * (WIDTH - 2 * EDGE) / (picture->count - 1) : 0);
}

/* Returns a value's height in the picture; a missing value is at the bottom. */
static double place_y(const struct picture *picture, double value)
{
    double range = picture->most - picture->least;
    double part = isnan(value) ? 0 : range > 0 ? (value - picture->least) / range : 0.5;
    return HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE);
}

/* Draws the line, level up to the next commit. */
static void put_line(const struct picture *picture)
{
    double last = NAN;
    fputs("<path d=\"", picture->stream);
    for (uint32_t i = 0; i < picture->count; i++) {
        double x = place_x(picture, i), value = picture->tile->values[picture->versions[i]];
        bool open = !isnan(last), same = !(value < last || value > last);
        if (open && (isnan(value) || !same || i + 1 == picture->count))
            fprintf(picture->stream, "H%.1f", x);
        if (!isnan(value) && !(open && same))
            fprintf(picture->stream, open ? "V%.1f" : "M%.1f %.1f", open ? place_y(picture, value) : x,
                    place_y(picture, value));
        last = value;
    }
    fputs("\"/>", picture->stream);
}

static void put_mark(const struct picture *picture, uint32_t place, const struct news *news)
{
    uint32_t version = picture->versions[place];
    const struct counts_of *of = &picture->wall->history->list[version].of;
    const char *name = history_name(of, picture->wall->arena);
    struct tile tile;
    make_tile(&tile, picture->wall, version, news);
    if (compare_tiles(&tile, picture->tile) != 0)
        return;
    fprintf(picture->stream, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>", news->kind,
            place_x(picture, place), place_y(picture, picture->tile->values[version]));
    quote_xml(picture->stream, name);
    fprintf(picture->stream, " %.10s ", of->time);
    quote_xml(picture->stream, of->subject);
    fputs(": ", picture->stream);
    quote_xml(picture->stream, news->text);
    fputs("</title></circle>", picture->stream);
}

static void put_marks(const struct picture *picture)
{
    for (uint32_t i = 0; i < picture->count; i++) {
        const struct told *told = &picture->wall->told[picture->versions[i]];
        for (uint32_t k = 0; k < told->list.count; k++)
            put_mark(picture, i, &told->list.of[k]);
    }
}

static const char *amount(const struct picture *picture, double value)
{
    struct arena *arena = picture->wall->arena;
    return isinf(value)          ? ""
           : picture->tile->time ? text_seconds(arena, seconds(value), "")
                                 : text_count(arena, (uint64_t)value);
}

static void take_values(struct picture *picture)
{
    const struct history *history = picture->wall->history;
    picture->count = 0;
    picture->least = INFINITY;
    picture->most = -INFINITY;
    for (uint32_t i = 0; i < history->count; i++) {
        if (!picture->wall->chain[i] || strcmp(history->list[i].of.tag, picture->tile->tag) != 0)
            continue;
        picture->versions[picture->count++] = i;
        picture->least = fmin(picture->least, picture->tile->values[i]);
        picture->most = fmax(picture->most, picture->tile->values[i]);
    }
}

static void put_tile(struct picture *picture)
{
    const struct tile *tile = picture->tile;
    FILE *stream = picture->stream;
    const char *tab = strchr(tile->function, '\t');
    char *file = arena_copy(picture->wall->arena, tile->function, (size_t)(tab - tile->function));
    take_values(picture);
    fputs("<figure><figcaption><b>", stream);
    quote_xml(stream, tab + 1);
    fputs("</b> ", stream);
    quote_xml(stream, file);
    fputs(*tile->tag ? ", " : "", stream);
    quote_xml(stream, tile->tag);
    fprintf(stream, "</figcaption><svg viewBox=\"0 0 %d %d\">", WIDTH, HEIGHT);
    put_line(picture);
    put_marks(picture);
    fprintf(stream, "</svg><div>%s: %s to %s</div></figure>\n", tile->time ? "time of its own" : "calls",
            amount(picture, picture->least), amount(picture, picture->most));
}

static void put_page(FILE *stream, const struct wall *wall)
{
    static const char begin[] =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>history - instr</title>\n<style>\n"
        ":root{color-scheme:light dark}body{font:14px system-ui,sans-serif;margin:16px}\n"
        "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:16px}figure{margin:0}\n"
        "figcaption{overflow-wrap:anywhere}svg{width:100%;background:#8881}path{fill:none;stroke:currentColor}\n"
        "circle{fill:#27c}.more,.slower{fill:#c33}.less,.faster{fill:#283}\n</style>\n</head>\n<body>\n";
    const struct history *history = wall->history;
    struct picture picture = {
        .wall = wall, .versions = arena_array(wall->arena, history->count, sizeof *picture.versions), .stream = stream};
    fputs(begin, stream);
    fprintf(stream,
            "<p>%u commits from %.10s to %.10s. A dot is a commit that changed a function: red more or slower, green "
            "less or "
            "faster, blue another change. Its text says which.</p>\n<main>\n",
            history->count, history->list[0].of.time, history->list[history->count - 1].of.time);
    for (uint32_t i = 0; i < wall->count; i++) {
        picture.tile = &wall->tiles[i];
        put_tile(&picture);
    }
    fputs("</main>\n</body>\n</html>\n", stream);
}

static bool history_page(FILE *stream, const struct history *history, const struct told *told, struct arena *arena,
                         struct error *error)
{
    struct wall wall = {.history = history, .told = told, .chain = history_chain(history, arena), .arena = arena};
    add_tiles(&wall);
    if (!read_values(&wall, error))
        return false;
    put_page(stream, &wall);
    return true;
}

/* --- */

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

/* Compares one commit with the one before. Most have the same baseline. */
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
    change_origins_find(&gate.verdict, &gate.before, &gate.now, NULL, scratch);
    change_lines_make(&told->list, &gate, arena);
    return true;
}

static void take_times(struct told *told, const struct loaded *loaded, struct pace *pace, uint32_t version,
                       struct arena *arena)
{
    if (!told->read)
        time_history_take(pace, version, loaded->text, arena);
    told->read = true;
}

static void find_times(struct told *told, struct pace *pace, const struct history *history, struct arena *arena)
{
    uint32_t next;
    time_history_find(pace, history, arena);
    for (uint32_t i = 0; i < pace->change_count; i = next) {
        uint32_t version = pace->changes[i].version;
        for (next = i + 1; next < pace->change_count && pace->changes[next].version == version;)
            next++;
        change_lines_add_times(&told[version].list, pace->changes + i, next - i, arena);
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

/* Prints all, newest first, like git log. */
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
    {"history", "[OPTION...] FOLDER...", "commits that changed calls or times of functions",
     OPTION_RECORDS | OPTION_HISTORY, "instr-report history --html=history.html history/"},
    SORT_NAME,
    .run = run_history,
    .forms = {&form_history}};
