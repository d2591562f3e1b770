/* measure.c - see measure.h. */
#include "tune/execute/measure.h"

#include "profile/profile.h"
#include "report/derive/members.h"
#include "report/read/folder.h"
#include "report/read/load.h"
#include "report/show/text.h"
#include "tune/numbers.h"
#include "tune/project/variant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the time or calls of a region in a profile, by rank, and one number of these --- */

/* The nodes of the region. */
struct wanted {
    const struct view *view;
    const struct measure *measure;
};

static bool is_region(const struct profile *profile, uint32_t node, const char *name)
{
    return !strcmp(profile->regions[profile->nodes[node].region].name, name);
}

static bool counts(const struct wanted *wanted, uint32_t node)
{
    if (!wanted->measure->region)
        return node == 0;
    return is_region(wanted->view->profile, node, wanted->measure->region) &&
           (wanted->measure->metric != METRIC_INCLUSIVE || wanted->view->nodes[node].outermost);
}

static bool complain(const struct wanted *wanted, struct arena *arena, struct error *error)
{
    const struct profile *profile = wanted->view->profile;
    const char *known = "";
    unsigned count = 0;
    for (uint32_t i = 1; i < profile->node_count && count < 6; i++)
        if (profile->nodes[i].parent == 0 || profile->nodes[profile->nodes[i].parent].parent == 0) {
            known = arena_printf(arena, "%s%s%s", known, count ? ", " : "",
                                 profile->regions[profile->nodes[i].region].name);
            count++;
        }
    return error_set(error, ERROR_PROFILE, "the region '%s' is not in the run's profile%s%s", wanted->measure->region,
                     count ? "; there are " : "", known);
}

/* Fills sums[rank] from its threads. A time is that of the slowest thread, unless the measure asks for the sum, or the mean over the threads
 * that came there. */
static void add_rows(const struct wanted *wanted, const struct members *members, double *sums, struct arena *arena)
{
    const struct profile *profile = members->profile;
    const struct measure *measure = wanted->measure;
    bool calls = measure->metric == METRIC_CALLS;
    double *threads = arena_array(arena, profile->location_count, sizeof *threads);
    unsigned *came = arena_array(arena, members->count, sizeof *came);
    bool *there = arena_array(arena, profile->location_count, sizeof *there);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!counts(wanted, row->node))
            continue;
        there[row->location] = true;
        threads[row->location] += calls                                 ? (double)row->calls
                                  : measure->metric == METRIC_EXCLUSIVE ? members->own[i]
                                                                        : (double)row->inclusive;
    }
    for (uint32_t i = 0; i < profile->location_count; i++) {
        double *sum = &sums[members->of_location[i]],
               time = fmax(threads[i], 0); /* estimates can leave less than nothing */
        came[members->of_location[i]] += there[i];
        *sum = calls || measure->threads != THREADS_MAX ? *sum + time : fmax(*sum, time);
    }
    for (uint32_t i = 0; i < members->count && !calls && measure->threads == THREADS_MEAN; i++)
        sums[i] /= came[i] ? came[i] : 1;
}

/* Returns seconds, or calls. A rank that never came there counts as 0. In a recursion the outermost call counts. Returns false with a reason
 * in `error`. */
static bool over_ranks(const struct profile *profile, const struct measure *measure, double *number,
                       struct arena *arena, struct error *error)
{
    struct view view;
    struct members members;
    struct wanted wanted = {&view, measure};
    bool any = false;
    view_make(&view, profile, SORT_INCLUSIVE, false, arena);
    members_make(&members, &view, arena);
    for (uint32_t i = 0; i < profile->node_count && !any; i++)
        any = counts(&wanted, i);
    if (!any)
        return complain(&wanted, arena, error);
    if (!members.all)
        return error_set(error, ERROR_PROFILE, "its profile has figures of only %u of %u ranks; set INSTR_RANKS=all",
                         members.count, profile->nodes[0].ranks.called);
    double *sums = arena_array(arena, members.count, sizeof *sums);
    add_rows(&wanted, &members, sums, arena);
    struct member_stat stat = members_stat(&members, sums);
    double value = measure->ranks == RANKS_MIN   ? stat.min
                   : measure->ranks == RANKS_MAX ? stat.max
                   : measure->ranks == RANKS_SUM ? stat.mean * members.count
                                                 : stat.mean;
    *number = measure->metric == METRIC_CALLS ? value : seconds(value);
    return true;
}

bool measure_is_kept(const struct measure *measure)
{
    return measure->metric <= METRIC_CALLS;
}

/* Reads all profiles in the folder, as a sum. */
static bool read_profiles(const char *path, struct profile *profile, struct arena *arena, struct error *error)
{
    struct folder folder;
    const char *name;
    char *named = arena_printf(arena, "%s", path);
    if (!folder_read(&folder, path, arena, error))
        return false;
    if (!folder.count)
        return error_set(error, ERROR_PROFILE, "it left no profile; is the program built with instr-cc?");
    return load_profile(&named, 1, &(struct options){.accepts = 0}, profile, &name, arena, error);
}

static bool measure_one(struct project *project, const struct measure *measure, const struct run_result *run,
                        const struct profile *profile, double *number, struct arena *arena, struct error *error)
{
    switch (measure->metric) {
    case METRIC_WALL:
        *number = run->seconds;
        return true;
    case METRIC_PROCESSOR:
        *number = run->processor;
        return true;
    case METRIC_MEMORY:
        *number = run->memory;
        return true;
    case METRIC_OUTPUT:
        return variant_match(project, measure, run->output, run->output_size, number, error);
    default:
        return over_ranks(profile, measure, number, arena, error);
    }
}

bool measure_run(struct project *project, const struct run_result *run, struct sample_value *values,
                 struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    struct profile profile = {0};
    struct error unreadable = {0};
    bool read = false;
    for (unsigned i = 0; i < project->measure_count; i++) {
        const struct measure *measure = &project->measures[i];
        struct error why = {0};
        values[i] = (struct sample_value){.measure = measure->text};
        if (measure_is_kept(measure) && !read) {
            if (!read_profiles(run->profiles, &profile, &scratch, &unreadable))
                error_said(&unreadable);
            read = true;
        }
        bool done = (!measure_is_kept(measure) || !unreadable.code) &&
                    measure_one(project, measure, run, &profile, &values[i].value, &scratch, &why);
        if (!done)
            values[i].reason =
                arena_printf(arena, "%s", why.code || !unreadable.code ? error_said(&why) : unreadable.text);
        else if (!isfinite(values[i].value) || values[i].value < 0)
            values[i].reason = arena_printf(arena, "its %s is %g", measure->name, values[i].value);
    }
    arena_free(&scratch);
    return !(error && error->code);
}

/* --- several runs --- */

enum { SORTED_MOST = 10000 };

double measure_over_repeats(const struct measure *measure, const double *values, unsigned count)
{
    double sorted[SORTED_MOST], sum = 0;
    count = count < SORTED_MOST ? count : SORTED_MOST;
    for (unsigned i = 0; i < count; i++) {
        sorted[i] = values[i];
        sum += values[i];
    }
    if (measure->repeats == REPEATS_MEAN)
        return sum / count;
    double middle = numbers_median(sorted, count);
    return measure->repeats == REPEATS_MEDIAN ? middle : sorted[measure->maximise ? count - 1 : 0];
}
