/*
 * cmd_top.c - shows the functions that took most time in a running program since the last sample, and the call tree so far.
 *
 * The program is not involved: all is read from the store that it writes anyway (living.h). A share of "now" is exclusive time between
 * two samples, waiting included.
 */
#include "report/commands/command.h"
#include "report/derive/summary.h"
#include "report/read/living.h"
#include "report/read/report.h"
#include "report/read/short_cxx_names.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Numbers of functions and tree rows without a terminal, or on a large one. */
enum { FUNCTIONS = 10, PATHS = 20, LEAST = 3, AROUND = 7 /* lines that are neither */ };

/* One sample. */
struct look {
    struct arena arena;
    struct profile profile;
    struct view view;
    const char *name;
    struct timespec time;
};

/* A region's calls and time between two samples. */
struct recent {
    uint32_t region;
    double own, calls; /* ps */
};

static bool look(struct look *look, const struct options *options, struct error *error)
{
    const char *whom = options->file_count ? options->files[0] : NULL;
    clock_gettime(CLOCK_MONOTONIC, &look->time);
    if (!living_read(whom, options->raw, &look->profile, &look->name, &look->arena, error))
        return false;
    if (!options->full_names)
        short_cxx_names(&look->profile, &look->arena);
    view_make(&look->view, &look->profile, SORT_INCLUSIVE, options->raw, &look->arena);
    return true;
}

static double seconds_between(const struct look *before, const struct look *now)
{
    return (double)(now->time.tv_sec - before->time.tv_sec) + (double)(now->time.tv_nsec - before->time.tv_nsec) * 1e-9;
}

static int compare_recent(const void *left, const void *right)
{
    const struct recent *a = left, *b = right;
    if (a->own < b->own || a->own > b->own)
        return a->own < b->own ? 1 : -1;
    if (a->calls < b->calls || a->calls > b->calls)
        return a->calls < b->calls ? 1 : -1;
    return (a->region > b->region) - (a->region < b->region);
}

/* Returns all regions ever called with their changes since the last sample, most time first. *total is the sum of their own times. An estimate
 * may shrink; its change then counts as 0. */
static struct recent *find_recent(const struct look *before, const struct look *now, uint32_t *count, double *total,
                                  struct arena *arena)
{
    const struct profile *old = &before->profile, *new = &now->profile;
    struct recent *recent = arena_array(arena, new->region_count, sizeof *recent);
    *count = 0;
    *total = 0;
    for (uint32_t i = 0, k = 0; i < new->region_count; i++) {
        while (k < old->region_count && region_compare(&old->regions[k], &new->regions[i]) < 0)
            k++;
        const struct view_region *is = &now->view.regions[i], *was = &before->view.regions[k];
        bool known = k < old->region_count && region_compare(&old->regions[k], &new->regions[i]) == 0;
        if (new->regions[i].kind == REGION_ROOT || (!is->calls.calls && is->exclusive <= 0))
            continue;
        double own = is->exclusive - (known ? was->exclusive : 0);
        double calls = (double)is->calls.calls - (known ? (double)was->calls.calls : 0);
        recent[*count] = (struct recent){i, own > 0 ? own : 0, calls > 0 ? calls : 0};
        *total += recent[(*count)++].own;
    }
    qsort(recent, *count, sizeof *recent, compare_recent);
    return recent;
}

#define COLUMNS(X)                                                                                                     \
    ROW_REGION(X, what)                                                                                                \
    X(NULL, "now", 0, cell, text_percent(arena, view_shown(recent->own, sums->own_unseen), total))                     \
    X("now", NULL, 0, number, total > 0 ? view_shown(recent->own / total, sums->own_unseen) : NAN)                     \
    X(NULL, "total", 1, cell, text_percent(arena, own, now->view.total))                                               \
    X("exclusive_s", "exclusive", 2, seconds, own, view_own_mark(sums->own_estimated, own, sums->probes))              \
    X("calls_per_s", NULL, 0, number, recent->calls / passed)                                                          \
    X(NULL, "calls/s", 1, count, u64_from_double(recent->calls / passed))                                              \
    X("calls", "calls", 2, count, sums->calls.calls)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_top = ROW_FORM("top", columns);

/* Prints the first `most` functions. */
static void put_functions(struct rows *rows, const struct look *before, const struct look *now, uint32_t most)
{
    struct arena *arena = rows->arena;
    uint32_t count;
    double total, passed = seconds_between(before, now);
    const struct recent *all = find_recent(before, now, &count, &total, arena);
    for (uint32_t i = 0; i < count && i < most; i++) {
        const struct recent *recent = &all[i];
        const struct view_region *sums = &now->view.regions[recent->region];
        const struct profile_region *what = &now->profile.regions[recent->region];
        double own = view_shown(sums->exclusive, sums->own_unseen);
        rows_add(rows, what->name);
        if (rows->form == FORM_TEXT) {
            rows->row->style = style_of_share(recent->own, total);
            rows->row->note = view_location(&now->view, what, arena);
        }
        COLUMNS(ROW_PUT)
    }
}

static void print_functions(struct screen *screen, const struct look *before, const struct look *now, uint32_t most,
                            struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    rows.table.text_title = "function";
    put_functions(&rows, before, now, most);
    table_print(&rows.table, screen);
}

#define PATHS_SO_FAR(X)                                                                                                \
    X(NULL, "total", 0, cell, text_percent(arena, inclusive, view->total))                                             \
    X(NULL, "inclusive", 0, seconds, inclusive, view_mark(node->estimated))                                            \
    X(NULL, "exclusive", 2, seconds, own, view_own_mark(node->own_estimated, own, node->probes))                       \
    X(NULL, "calls", 1, cell, i ? text_calls(arena, what->calls.calls, node->calls_estimated) : NULL)
static const struct row_column path_columns[] = {PATHS_SO_FAR(ROW_COLUMN)};

/* Prints the paths with the most time so far, down to the depth that fits. */
static void print_tree(struct screen *screen, const struct look *now, const struct options *options, uint32_t most,
                       struct arena *arena)
{
    const struct view *view = &now->view;
    struct rows all, *rows = &all;
    ROWS_BEGIN(rows, FORM_TEXT, path_columns, arena);
    rows->table.text_title = "call path so far";
    for (uint32_t i = 0; i != PROFILE_NONE && rows->table.row_count < most;) {
        const struct view_node *node = &view->nodes[i];
        const struct profile_node *what = &now->profile.nodes[i];
        bool deeper = node->inclusive * 100 >= options->minimum * view->total && node->depth <= options->depth;
        double inclusive = view_shown(node->inclusive, node->unseen), own = view_shown(node->exclusive, node->unseen);
        if (deeper) {
            rows_add(rows, i ? now->profile.regions[what->region].name : "(process)");
            rows->row->level = node->depth;
            rows->row->style = style_of_share(node->inclusive, view->total);
            rows->row->note = what->flags & NODE_OPEN && i ? "(open)" : NULL;
            PATHS_SO_FAR(ROW_PUT)
        }
        i = view_next(view, i, deeper);
    }
    table_print(&rows->table, screen);
}

/* Divides the terminal's rows between functions and tree. */
static void share_rows(bool terminal, uint32_t *functions, uint32_t *paths)
{
    struct winsize size;
    *functions = FUNCTIONS;
    *paths = PATHS;
    if (!terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0)
        return;
    uint32_t room = size.ws_row > AROUND + 2 * LEAST ? size.ws_row - AROUND : 2 * LEAST;
    *functions = room / 3 < FUNCTIONS ? room / 3 : FUNCTIONS;
    *paths = room - *functions;
}

static bool show(const struct look *before, struct look *now, const struct options *options, struct error *error)
{
    struct screen screen;
    bool live = !options->once && isatty(STDOUT_FILENO);
    uint32_t functions, paths;
    if (!screen_open(&screen, options, error))
        return false;
    share_rows(live, &functions, &paths);
    if (live)
        screen_say(&screen, STYLE_PLAIN, "\033[H\033[2J");
    summary_heading(&screen, &now->view, now->name, &now->arena);
    print_functions(&screen, before, now, functions, &now->arena);
    screen_say(&screen, STYLE_PLAIN, "\n");
    print_tree(&screen, now, options, paths, &now->arena);
    if (!live && !options->once)
        screen_say(&screen, STYLE_PLAIN, "\n");
    return screen_close(&screen, error);
}

static bool print_records(const struct look *before, struct look *now, const struct options *options,
                          struct error *error)
{
    struct screen screen;
    struct rows rows;
    if (!screen_open(&screen, options, error))
        return false;
    rows_begin(&rows, options->form, &form_top, &now->arena);
    rows_open(&rows, screen.stream, &now->profile);
    put_functions(&rows, before, now, UINT32_MAX);
    rows_close(&rows);
    return screen_close(&screen, error);
}

static void wait_for_next(double every)
{
    struct timespec pause = {(time_t)every, (long)((every - (double)(time_t)every) * 1e9)};
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR)
        continue;
}

static bool run_top(const struct options *options, struct arena *arena, struct error *error)
{
    struct options quiet = *options;
    struct look looks[2] = {{.name = NULL}, {.name = NULL}};
    bool once = options->once || options->form != FORM_TEXT, done, shown = false;
    (void)arena;
    quiet.no_pager = true;
    quiet.once = once;
    if (options->file_count > 1)
        return error_set(error, ERROR_USAGE, "top: one process, job or program");
    done = look(&looks[0], &quiet, error);
    for (unsigned i = 1; done; i++) {
        struct look *now = &looks[i % 2], *before = &looks[(i + 1) % 2];
        wait_for_next(options->every);
        arena_free(&now->arena);
        *now = (struct look){.name = NULL};
        if (!look(now, &quiet, error)) {
            done = shown; /* that it ends is how it ends */
            break;
        }
        done =
            options->form == FORM_TEXT ? show(before, now, &quiet, error) : print_records(before, now, &quiet, error);
        shown = true;
        if (once)
            break;
    }
    arena_free(&looks[0].arena);
    arena_free(&looks[1].arena);
    if (done && !once)
        puts("the program has ended; 'instr-report' shows its profile");
    return done;
}

const struct command cmd_top = {{"top", "[OPTION...] [PID|JOB|PROGRAM]", "the hottest functions of a running program",
                                 OPTION_LIVE | OPTION_DEPTH | OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW,
                                 "instr-report top app"},
                                SORT_INCLUSIVE,
                                .run = run_top,
                                .forms = {&form_top}};
