/*
 * e3sm.c - see e3sm.h. The form is described where its readers are: PACE's parseModelTiming.py and CIME's get_timing.py.
 */
#include "profile/e3sm.h"

#include "common/character.h"
#include "common/name.h"
#include "common/sort.h"
#include "common/writer.h"
#include "profile/e3sm_thread.h"
#include "profile/rows.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = 1000000 }; /* calls that are written in full */

struct files {
    const struct profile *profile;
    const char **names; /* of each region, as the files have it; no two equal */
    uint32_t *nodes;    /* in order of first call */
    double cost;        /* s: of a timed call's probe */
    struct arena *arena;
};

/* Removes quotes, line ends and invalid UTF-8, because the readers need none of them. */
static void make_plain(char *name)
{
    for (char *next = name; *name; name = next) {
        uint32_t character = character_take((const char **)&next);
        if (character == '"')
            *name = '\'';
        else if (character_is_control(character) || character == CHARACTER_BAD)
            memset(name, '_', (size_t)(next - name));
    }
}

/* Returns the width in characters, because readers parse by position in decoded text. */
static int width(const char *name)
{
    int count = 0;
    for (; *name; name++)
        count += (*name & 0xc0) != 0x80;
    return count;
}

static void print_name(FILE *file, const char *name, int longest)
{
    fprintf(file, "\"%s\"%*s", name, longest - width(name), "");
}

static int compare_names(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_region *regions = table;
    bool x = e3sm_is_timer(&regions[a]), y = e3sm_is_timer(&regions[b]);
    int order = x == y ? strcmp(regions[a].name, regions[b].name) : x - y;
    return order ? order : (a > b) - (a < b);
}

static bool same_name(const struct profile *profile, uint32_t a, uint32_t b)
{
    const struct profile_region *x = &profile->regions[a], *y = &profile->regions[b];
    return e3sm_is_timer(x) && e3sm_is_timer(y) && !strcmp(x->name, y->name);
}

/* Makes the names. Regions that share a name get their place appended. */
static bool make_names(struct files *files)
{
    const struct profile *profile = files->profile;
    uint32_t count = profile->region_count;
    uint32_t *order = arena_array(files->arena, count, sizeof *order);
    files->names = arena_array(files->arena, count, sizeof *files->names);
    if (!order || !files->names || !sort_positions(order, count, compare_names, profile->regions, files->arena))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *region = &profile->regions[order[i]];
        bool shared = (i > 0 && same_name(profile, order[i - 1], order[i])) ||
                      (i + 1 < count && same_name(profile, order[i], order[i + 1]));
        char *name = shared ? arena_printf(files->arena, "%s@%s:%u", region->name, name_given(region->file),
                                           (unsigned)region->line)
                            : arena_printf(files->arena, "%s", region->name);
        if (!name)
            return false;
        make_plain(name);
        files->names[order[i]] = name;
    }
    return true;
}

static int compare_first(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_node *nodes = table;
    int order = profile_compare_first(&nodes[a], &nodes[b]);
    return order ? order : (a > b) - (a < b);
}

static bool order_nodes(struct files *files)
{
    const struct profile *profile = files->profile;
    files->nodes = arena_array(files->arena, profile->node_count, sizeof *files->nodes);
    return files->nodes &&
           sort_positions(files->nodes, profile->node_count, compare_first, profile->nodes, files->arena);
}

static uint32_t rank_count(const struct profile *profile)
{
    uint32_t count = profile->nodes[0].ranks.in_context;
    for (uint32_t i = 0; i < profile->location_count; i++)
        if (profile->locations[i].rank >= count)
            count = profile->locations[i].rank + 1;
    return count;
}

static const char identification[] = "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $\n";

static void print_stats_row(FILE *file, const struct files *files, const struct profile_extremes *region, bool open,
                            uint64_t calls, int longest)
{
    const struct stat_threads *threads = &region->threads;
    print_name(file, files->names[region->region], longest);
    fprintf(file, "  %c   %8u %8u %12.6e   %12.6e %9.3f (%6u %6u) %9.3f (%6u %6u)\n", open ? 'y' : '-',
            region->total.called, threads->count, (double)calls, region->total.mean * region->total.called * 1e-12,
            (double)threads->max * 1e-12, threads->max_rank, threads->max_thread, (double)threads->min * 1e-12,
            threads->min_rank, threads->min_thread);
}

/* Prints all regions in the order of first calls. */
static bool print_stats(FILE *file, const struct files *files)
{
    const struct profile *profile = files->profile;
    uint32_t count;
    const struct profile_extremes *extremes = profile_extremes(profile, &count, files->arena);
    uint32_t *place = arena_array(files->arena, profile->region_count, sizeof *place); /* 1 + that of the extremes */
    uint64_t *calls = arena_array(files->arena, profile->region_count, sizeof *calls);
    bool *open = arena_array(files->arena, profile->region_count, sizeof *open);
    int longest = 4;
    if (!extremes || !place || !calls || !open)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        calls[profile->nodes[i].region] += profile->nodes[i].calls.calls;
        open[profile->nodes[i].region] |= (profile->nodes[i].flags & NODE_OPEN) != 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t region = extremes[i].region;
        if (!e3sm_is_timer(&profile->regions[region]))
            continue;
        place[region] = i + 1;
        longest = width(files->names[region]) > longest ? width(files->names[region]) : longest;
    }
    fprintf(file, "\n***** GLOBAL STATISTICS (%6u MPI TASKS) *****\n\n%s", rank_count(profile), identification);
    fprintf(
        file,
        "'count' is cumulative. All other stats are max/min\n"
        "'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.\n\n"
        "%-*s on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )\n",
        longest + 2, "name");
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t region = profile->nodes[files->nodes[i]].region;
        if (place[region])
            print_stats_row(file, files, &extremes[place[region] - 1], open[region], calls[region], longest);
        place[region] = 0;
    }
    fputc('\n', file);
    return true;
}

/* Prints one line. `quoted` is the width of names without quotes; `deepest` levels of indentation get room. */
static void print_row(FILE *file, const struct files *files, const struct e3sm_timer *timer, int longest,
                      uint32_t deepest, bool indent)
{
    if (indent)
        fprintf(file, "%s%*s", timer->caller_count > 1 ? "* " : "  ", 2 * (int)timer->depth, "");
    print_name(file, files->names[timer->region], longest);
    fprintf(file, "%*s  %c", indent ? 2 * (int)(deepest - timer->depth) : 0, "", timer->open ? 'y' : '-');
    fprintf(file, timer->calls < EXACT ? "%8.0f" : "%8.1e", (double)timer->calls);
    if (timer->recursive)
        fprintf(file, timer->calls < EXACT ? " %6.0f " : " %6.0e ", (double)timer->recursive);
    else
        fputs("    -   ", file);
    fprintf(file, "%12.6f %12.6f %12.6f %16.6f \n", timer->seconds, timer->max, timer->min < 0 ? 0 : timer->min,
            (double)timer->calls * files->cost);
}

static const char titles[] = " On  Called Recurse   Wallclock          max          min     UTR Overhead \n";

static int longest_name(const struct files *files, const struct e3sm_thread *thread)
{
    int longest = 0;
    for (uint32_t i = 0; i < thread->count; i++) {
        int length = width(files->names[thread->timers[i].region]);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void print_below(FILE *file, const struct files *files, const struct e3sm_thread *thread, int longest)
{
    for (uint32_t i = thread->first; i != PROFILE_NONE;) {
        const struct e3sm_timer *timer = &thread->timers[i];
        print_row(file, files, timer, longest, thread->deepest, true);
        if (timer->first_below != PROFILE_NONE) {
            i = timer->first_below;
            continue;
        }
        while (i != PROFILE_NONE && thread->timers[i].next == PROFILE_NONE)
            i = thread->timers[i].above;
        if (i != PROFILE_NONE)
            i = thread->timers[i].next;
    }
}

static double calls_of(const struct e3sm_thread *thread)
{
    double calls = 0;
    for (uint32_t i = 0; i < thread->count; i++)
        calls += (double)thread->timers[i].calls;
    return calls;
}

static void print_thread(FILE *file, const struct files *files, const struct e3sm_thread *thread, uint32_t number)
{
    int longest = longest_name(files, thread);
    double calls = calls_of(thread);
    if (number > 0)
        fputc('\n', file);
    fprintf(file, "Stats for thread %u:\n%*s%s", number, 2 * ((int)thread->deepest + 1) + longest + 2, "", titles);
    print_below(file, files, thread, longest);
    fprintf(file, "\nOverhead sum = %9.3g wallclock seconds\n", calls * files->cost);
    fprintf(file, calls < EXACT ? "Total calls  = %.0f\n" : "Total calls  = %9.3e\n", calls);
}

static const struct e3sm_timer *find(const struct e3sm_thread *thread, uint32_t region)
{
    for (uint32_t i = 0; i < thread->count; i++)
        if (thread->timers[i].region == region)
            return &thread->timers[i];
    return NULL;
}

static void print_by_timer(FILE *file, const struct files *files, const struct e3sm_thread *threads, uint32_t count)
{
    int longest = longest_name(files, &threads[0]);
    double all = 0;
    fprintf(file, "\nSame stats sorted by timer for threaded regions (for timers active on thread 0):\nThd %*s%s",
            longest, "", titles);
    for (uint32_t i = 0; i < threads[0].count; i++) {
        struct e3sm_timer sum = threads[0].timers[i];
        bool shared = false;
        for (uint32_t t = 1; t < count; t++) {
            const struct e3sm_timer *timer = find(&threads[t], sum.region);
            if (!timer)
                continue;
            if (!shared) {
                fputs("000 ", file);
                print_row(file, files, &threads[0].timers[i], longest, 0, false);
            }
            shared = true;
            fprintf(file, "%3.3u ", t);
            print_row(file, files, timer, longest, 0, false);
            sum.calls += timer->calls;
            sum.seconds += timer->seconds;
        }
        if (shared) {
            fputs("SUM ", file);
            print_row(file, files, &sum, longest, 0, false);
            fputc('\n', file);
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        fprintf(file, "OVERHEAD.%3.3u (wallclock seconds) = %9.3g\n", t, calls_of(&threads[t]) * files->cost);
        all += calls_of(&threads[t]) * files->cost;
    }
    fprintf(file, "OVERHEAD.SUM (wallclock seconds) = %9.3g\n", all);
}

static void print_calls(FILE *file, uint64_t calls)
{
    fprintf(file, calls < EXACT ? "%8.0f" : "%8.1e", (double)calls);
}

static void print_callers(FILE *file, const struct files *files, const struct e3sm_thread *thread, uint32_t number)
{
    bool begun = false;
    for (uint32_t i = 0; i < thread->count; i++) {
        const struct e3sm_timer *timer = &thread->timers[i];
        if (timer->caller_count < 2)
            continue;
        if (!begun)
            fprintf(file, "\nMultiple parent info for thread %u:\n", number);
        if (!begun && number == 0)
            fputs("Columns are count and name for the listed child\n"
                  "Rows are each parent, with their common child being the last entry, which is indented.\n"
                  "Count next to each parent is the number of times it called the child.\n"
                  "Count next to child is total number of times it was called by the listed parents.\n\n",
                  file);
        begun = true;
        for (const struct e3sm_caller *caller = timer->callers; caller; caller = caller->next) {
            print_calls(file, caller->calls);
            fprintf(file, " %-32s\n",
                    caller->timer == PROFILE_NONE ? "GPTL_ROOT" : files->names[thread->timers[caller->timer].region]);
        }
        print_calls(file, timer->calls);
        fprintf(file, "   %-32s\n\n", files->names[timer->region]);
    }
}

/* Prints the threads of one rank in order. */
static void print_rank(FILE *file, const struct files *files, const struct e3sm_thread *threads, uint32_t count)
{
    uint32_t rank = threads[0].rank;
    fprintf(file, "\n************ PROCESS %6u (%6u) ************\n\n%s", rank, rank, identification);
    fprintf(file, "GPTL was built %s\n", count > 1 ? "with THREADED_OMP" : "without threading");
    fputs(rank_count(files->profile) > 1 ? "HAVE_MPI was true\n  HAVE_COMM_F2C was true\n  ENABLE_PMPI was false\n"
                                         : "HAVE_MPI was false\n",
          file);
    fprintf(file, "HAVE_PAPI was false\nUnderlying timing routine was %s.\n",
            profile_meta(files->profile, "clock", "unknown"));
    fprintf(file, "Per-call utr overhead est: %g sec.\n", files->cost / 2);
    fputs("If overhead stats are printed, roughly half the estimated number is\n"
          "embedded in the wallclock stats for each timer.\n"
          "Print method was most_frequent.\n"
          "If a '%_of' field is present, it is w.r.t. the first timer for thread 0.\n"
          "If a 'e6_per_sec' field is present, it is in millions of PAPI counts per sec.\n\n"
          "A '*' in column 1 below means the timer had multiple parents, though the\n"
          "values printed are for all calls.\n"
          "Further down the listing may be more detailed information about multiple\n"
          "parents. Look for 'Multiple parent info'\n\n",
          file);
    for (uint32_t t = 0; t < count; t++)
        print_thread(file, files, &threads[t], t);
    if (count > 1)
        print_by_timer(file, files, threads, count);
    for (uint32_t t = 0; t < count; t++)
        print_callers(file, files, &threads[t], t);
}

static bool no_memory(struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "out of memory");
}

static bool put(struct writer_page *page, const char *path, struct error *error)
{
    const char *why;
    return writer_put_page(page, path ? path : "", 0666, &why) ||
           error_set(error, ERROR_INTERNAL, "%s can't be written: %s", path ? path : "a file of timers", why);
}

static bool write_stats(const struct files *files, const char *prefix, struct error *error)
{
    const char *path = arena_printf(files->arena, "%s_stats", prefix);
    struct writer_page page;
    writer_print(&page);
    bool made = (page.stream && print_stats(page.stream, files)) || no_memory(error);
    return put(&page, path, error) && made;
}

/* Returns PREFIX.RANK with as many digits as the largest rank needs. */
static const char *path_of(const struct files *files, const char *prefix, uint32_t rank)
{
    int digits = 1;
    for (uint32_t most = rank_count(files->profile) - 1; most >= 10 && digits < 6; most /= 10)
        digits++;
    return arena_printf(files->arena, "%s.%0*u", prefix, digits, rank);
}

static bool write_rank(const struct files *files, const char *prefix, const struct e3sm_thread *threads, uint32_t count,
                       struct error *error)
{
    const char *path = path_of(files, prefix, threads[0].rank);
    struct writer_page page;
    writer_print(&page);
    if (page.stream)
        print_rank(page.stream, files, threads, count);
    return put(&page, path, error);
}

static bool write_ranks(const struct files *files, const char *prefix, struct error *error)
{
    const struct profile *profile = files->profile;
    struct e3sm_thread *threads = arena_array(files->arena, profile->location_count, sizeof *threads);
    struct arena scratch = {0}; /* of one rank */
    struct e3sm_space space;
    uint32_t *rows, *first, count = 0;
    bool done = (threads && rows_by_location(profile, &rows, &first, files->arena) &&
                 e3sm_space_make(&space, profile, files->nodes, files->arena)) ||
                no_memory(error);
    for (uint32_t l = 0; done && l < profile->location_count; l++) {
        done = e3sm_thread_make(&threads[count++], &space, l, rows + first[l], first[l + 1] - first[l], &scratch) ||
               no_memory(error);
        if (!done || (l + 1 < profile->location_count && rows_same_process(profile, l, l + 1)))
            continue;
        done = write_rank(files, prefix, threads, count, error);
        arena_free(&scratch);
        count = 0;
    }
    arena_free(&scratch);
    return done;
}

static bool write_files(const struct profile *profile, const char *prefix, struct arena *arena, struct error *error)
{
    struct profile rowed;
    struct files files = {.arena = arena};
    if (!rows_of_one(profile, &rowed, arena, error))
        return false;
    files.profile = &rowed;
    files.cost = strtod(profile_meta(profile, "cost_timed_ps", "0"), NULL) * 1e-12;
    if (!make_names(&files) || !order_nodes(&files))
        return no_memory(error);
    return write_stats(&files, prefix, error) && write_ranks(&files, prefix, error);
}

bool e3sm_write(const struct profile *profile, const char *prefix, struct arena *arena, struct error *error)
{
    /* The program's language may have a comma in numbers. */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = uselocale(plain);
    bool done = write_files(profile, prefix, arena, error);
    uselocale(before);
    if (plain)
        freelocale(plain);
    return done;
}
