/*
 * cmd_top.c - what a running program does now, from outside: the functions that took most since the last look, and below
 * them the call tree so far.
 *
 * Nothing is asked of the program: all is read from the store that it writes anyway (living.h). A share of "now" is that of
 * the time that all functions took themselves between two looks; what the program is waiting in counts as well.
 */
#include "report/commands/command.h"
#include "report/living.h"
#include "report/records.h"
#include "report/report.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Without a terminal, or on a large one: functions, and rows of the tree. */
enum { FUNCTIONS = 10, PATHS = 20, LEAST = 3, AROUND = 7 /* lines that are neither */ };

/* One look. */
struct look {
    struct arena arena;
    struct profile profile;
    struct view view;
    const char *name;
    struct timespec time;
};

/* What a region did between two looks. */
struct recent {
    uint32_t region;
    double own, calls; /* ps */
};

static bool look(struct look *look, const struct options *options, struct error *error)
{
    const char *whom = options->file_count ? options->files[0] : NULL;
    clock_gettime(CLOCK_MONOTONIC, &look->time);
    return living_read(whom, options->raw, &look->profile, &look->name, &look->arena, error) &&
           view_make(&look->view, &look->profile, SORT_INCLUSIVE, options->raw, &look->arena, error);
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

/* All regions that were ever called, what they did since the look before; those that took most first. *total is the sum of
 * their own times. Estimates may shrink, and then nothing was done. */
static struct recent *find_recent(const struct look *before, const struct look *now, uint32_t *count, double *total,
                                  struct arena *arena)
{
    const struct profile *old = &before->profile, *new = &now->profile;
    struct recent *recent = arena_array(arena, new->region_count, sizeof *recent);
    *count = 0;
    *total = 0;
    for (uint32_t i = 0, k = 0; recent && i < new->region_count; i++) {
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
    if (recent)
        qsort(recent, *count, sizeof *recent, compare_recent);
    return recent;
}

static const char *text_rate(struct arena *arena, double calls, double seconds_passed)
{
    return text_count(arena, u64_from_double(calls / seconds_passed));
}

static bool print_functions(struct screen *screen, const struct look *before, const struct look *now, uint32_t rows,
                            struct arena *arena)
{
    static const struct table_column columns[] = {
        {"now", 0}, {"total", 1}, {"exclusive", 2}, {"calls/s", 1}, {"calls", 2}};
    struct table table = {.columns = columns, .column_count = 5, .text_title = "function"};
    uint32_t count;
    double total;
    const struct recent *recent = find_recent(before, now, &count, &total, arena);
    for (uint32_t i = 0; recent && i < count && i < rows; i++) {
        const struct view_region *sums = &now->view.regions[recent[i].region];
        const struct profile_region *what = &now->profile.regions[recent[i].region];
        double own = view_shown(sums->exclusive, sums->own_unseen);
        struct table_row *row = table_add(&table, arena);
        if (!row)
            return false;
        row->style = style_of_share(recent[i].own, total);
        row->cells[0] = text_percent(arena, view_shown(recent[i].own, sums->own_unseen), total);
        row->cells[1] = text_percent(arena, own, now->view.total);
        row->cells[2] = text_seconds(arena, seconds(own), view_own_mark(sums->own_estimated, own, sums->probes));
        row->cells[3] = text_rate(arena, recent[i].calls, seconds_between(before, now));
        row->cells[4] = text_count(arena, sums->calls.calls);
        row->text = what->name;
        row->note = view_location(&now->view, what, arena);
    }
    table_print(&table, screen);
    return recent;
}

/* What has most of the time so far, down to the depth that there is room for. */
static bool print_tree(struct screen *screen, const struct look *now, const struct options *options, uint32_t rows,
                       struct arena *arena)
{
    static const struct table_column columns[] = {{"total", 0}, {"inclusive", 0}, {"exclusive", 2}, {"calls", 1}};
    struct table table = {.columns = columns, .column_count = 4, .text_title = "call path so far"};
    const struct view *view = &now->view;
    bool deeper;
    for (uint32_t i = 0, next; i != PROFILE_NONE && table.row_count < rows; i = next) {
        const struct view_node *node = &view->nodes[i];
        const struct profile_node *what = &now->profile.nodes[i];
        deeper = node->inclusive * 100 >= options->minimum * view->total && node->depth <= options->depth;
        struct table_row *row = deeper ? table_add(&table, arena) : NULL;
        if (deeper && !row)
            return false;
        next = view_next(view, i, deeper);
        if (!deeper)
            continue;
        double inclusive = view_shown(node->inclusive, node->unseen), own = view_shown(node->exclusive, node->unseen);
        row->level = node->depth;
        row->style = style_of_share(node->inclusive, view->total);
        row->cells[0] = text_percent(arena, inclusive, view->total);
        row->cells[1] = text_seconds(arena, seconds(inclusive), view_mark(node->estimated));
        row->cells[2] = text_seconds(arena, seconds(own), view_own_mark(node->own_estimated, own, node->probes));
        row->cells[3] = i ? view_calls(what->calls.calls, node->calls_estimated, arena) : NULL;
        row->text = i ? now->profile.regions[what->region].name : "(process)";
        row->note = what->flags & NODE_OPEN && i ? "(open)" : NULL;
    }
    table_print(&table, screen);
    return true;
}

/* Rows for functions and for the tree, so that both fit on the terminal. */
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
    bool done = print_functions(&screen, before, now, functions, &now->arena);
    screen_say(&screen, STYLE_PLAIN, "\n");
    done = done && print_tree(&screen, now, options, paths, &now->arena);
    if (!live && !options->once)
        screen_say(&screen, STYLE_PLAIN, "\n");
    return screen_close(&screen, error) && (done || error_set(error, ERROR_INTERNAL, "out of memory"));
}

static bool print_records(const struct look *before, struct look *now, const struct options *options,
                          struct error *error)
{
    static const char *const names[] = {"name",        "file",        "line",  "kind", "now",
                                        "exclusive_s", "calls_per_s", "calls", NULL};
    struct screen screen;
    struct records records;
    uint32_t count;
    double total;
    const struct recent *recent = find_recent(before, now, &count, &total, &now->arena);
    if (!recent)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (!screen_open(&screen, options, error))
        return false;
    records_begin(&records, screen.stream, options->form, "instr-top", names, &now->profile);
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *what = &now->profile.regions[recent[i].region];
        const struct view_region *sums = &now->view.regions[recent[i].region];
        records_text(&records, what->name);
        records_text(&records, what->file);
        records_count(&records, what->line);
        records_text(&records, region_kind_name(what->kind));
        records_number(&records, total > 0 ? view_shown(recent[i].own / total, sums->own_unseen) : NAN);
        records_number(&records, seconds(view_shown(sums->exclusive, sums->own_unseen)));
        records_number(&records, recent[i].calls / seconds_between(before, now));
        records_count(&records, sums->calls.calls);
    }
    records_end(&records);
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
    quiet.pager = false;
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

const struct command cmd_top = {{"top", "[OPTION...] [PID|JOB|PROGRAM]", "what a running program does now",
                                 OPTION_LIVE | OPTION_DEPTH | OPTION_MINIMUM | OPTION_RECORDS | OPTION_RAW},
                                SORT_INCLUSIVE,
                                run_top};
