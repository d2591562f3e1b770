/* summary.c - see summary.h. */
#include "report/derive/summary.h"

#include "common/reasons.h"
#include "include/instr_kinds.h"
#include "profile/exclude_startup.h"
#include "report/derive/runs.h"
#include "report/derive/waiting.h"
#include "report/show/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_early(const struct view *view, uint32_t region)
{
    return view->profile->regions[region].flags & __INSTR_EARLY;
}

const char *coverage_status(const struct view *view, uint32_t region)
{
    if (*view->profile->regions[region].reason)
        return "not-instrumented";
    return view->regions[region].calls.calls ? "called" : is_early(view, region) ? "early" : "never-called";
}

bool coverage_partly_early(const struct view *view, uint32_t region)
{
    return is_early(view, region) && view->regions[region].calls.calls;
}

bool coverage_repeats(const struct view *view, uint32_t region)
{
    if (!region)
        return false;
    const struct profile_region *this = &view->profile->regions[region], *before = this - 1;
    return this->kind == before->kind && this->line == before->line && !strcmp(this->name, before->name) &&
           !strcmp(this->file, before->file);
}

bool coverage_of_library(const struct view *view, uint32_t region)
{
    const char *reason = view->profile->regions[region].reason;
    return !strcmp(reason, reason_word(REASON_LIBRARY)) || !strcmp(reason, reason_word(REASON_IMPLICIT)) ||
           coverage_of_header(view, region);
}

bool coverage_of_header(const struct view *view, uint32_t region)
{
    return !strcmp(view->profile->regions[region].reason, reason_word(REASON_SYSTEM_HEADER));
}

const char *coverage_reason(const struct view *view, uint32_t region)
{
    const struct profile_region *regions = view->profile->regions;
    bool next_repeats = region + 1 < view->profile->region_count && coverage_repeats(view, region + 1);
    return !*regions[region].reason && next_repeats ? regions[region + 1].reason : regions[region].reason;
}

bool coverage_has_run(const struct view *view)
{
    const struct profile *profile = view->profile; /* what --bottom-up and the like make knows nothing of ranks */
    return profile->nodes[0].ranks.called > 0 || !*profile_meta(profile, "binary", "");
}

bool coverage_by_function(const struct profile_region *region)
{
    return region->kind == REGION_FUNCTION && !*region->reason && region->flags & __INSTR_COUNTED;
}

bool coverage_by_hooks(const struct profile_region *region)
{
    return !*region->reason && region->flags & __INSTR_BY_HOOKS;
}

void coverage_add(struct coverage *coverage, const struct view *view, uint32_t region)
{
    if (view->profile->regions[region].kind != REGION_FUNCTION || coverage_repeats(view, region))
        return;
    if (coverage_of_library(view, region)) {
        coverage->headers += coverage_of_header(view, region);
        coverage->libraries++;
        return;
    }
    coverage->functions++;
    coverage->instrumented += !*view->profile->regions[region].reason;
    coverage->called += view->regions[region].calls.calls > 0 || is_early(view, region);
    coverage->by_function += coverage_by_function(&view->profile->regions[region]);
    coverage->by_hooks += coverage_by_hooks(&view->profile->regions[region]);
}

double coverage_percent(const struct coverage *coverage)
{
    return coverage->functions ? 100.0 * coverage->instrumented / coverage->functions : 100.0;
}

const char *summary_duration(const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const char *members = runs_text(profile, arena);
    unsigned long threads = strtoul(profile_meta(profile, "threads", "1"), NULL, 10);
    bool several = runs_several(profile), job = profile->nodes[0].ranks.called > 1;
    bool whole = view->total > view->time.run * 1.005;
    return arena_printf(arena, "%s: %s%s%s%s%s%s%s%s", runs_title(profile, arena), members, *members ? ", " : "",
                        threads > profile->nodes[0].ranks.called ? arena_printf(arena, "%lu threads, ", threads) : "",
                        text_seconds_known(arena, seconds(view->time.run), 3, ""),
                        several ? " in all"
                        : job   ? " each"
                                : "",
                        whole ? " (100% = " : "", whole ? text_seconds_known(arena, seconds(view->total), 3, "") : "",
                        whole ? ")" : "");
}

const char *summary_run(const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const char *members = runs_text(profile, arena), *timing = profile_meta(profile, "timing", "exact");
    uint64_t calls = 0;
    for (uint32_t i = 1; i < profile->node_count; i++)
        calls += profile->nodes[i].calls.calls;
    if (*profile_meta(profile, "shape", "")) /* of how much the run was it says nothing any more */
        return arena_printf(arena, "%s: %s%s%s timing", runs_title(profile, arena), members, *members ? ", " : "",
                            timing);
    return arena_printf(arena, "%s, %s calls, %s paths, %s timing", summary_duration(view, arena),
                        text_count(arena, calls), text_count(arena, profile->node_count - 1), timing);
}

void summary_heading(struct screen *screen, const struct view *view, const char *name, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const char *shape = profile_meta(profile, "shape", "");
    if (!coverage_has_run(view)) {
        screen_put(screen, STYLE_BOLD, profile_meta(profile, "binary", "?"));
        screen_print(screen, STYLE_PLAIN, ": the functions in %s, without a run", name);
        screen_say(screen, STYLE_PLAIN, "\n");
        return;
    }
    screen_print(screen, STYLE_BOLD, "%s  %s", summary_run(view, arena), name);
    if (*shape)
        screen_line(screen, STYLE_BOLD, shape);
    else if (profile->nodes[0].ranks.called > 1)
        screen_print(screen, STYLE_DIM, "inclusive, exclusive: summed over the %s; min, mean, max: per %s",
                     runs_members(profile), runs_member(profile));
    screen_say(screen, STYLE_PLAIN, "\n");
}

const char *summary_covered(const struct view *view, struct coverage *coverage, struct arena *arena)
{
    *coverage = (struct coverage){0};
    if (*profile_meta(view->profile, "shape", "")) /* what is left out was not "never called" */
        return NULL;
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        coverage_add(coverage, view, i);
    if (!coverage->functions)
        return "coverage: no function here was compiled by instr-cc";
    const char *called = coverage_has_run(view)
                             ? arena_printf(arena, ", %s called, %s never called", text_count(arena, coverage->called),
                                            text_count(arena, coverage->instrumented - coverage->called))
                             : "";
    return arena_printf(arena, "coverage: %s of %s functions instrumented (%.1f%%)%s",
                        text_count(arena, coverage->instrumented), text_count(arena, coverage->functions),
                        coverage_percent(coverage), called);
}

void summary_headers(struct screen *screen, uint32_t count, struct arena *arena)
{
    if (count)
        screen_print(screen, STYLE_DIM,
                     "not included: %s functions of system headers; to measure those of a folder build with "
                     "--instr-headers=FOLDER",
                     text_count(arena, count));
}

void summary_coverage(struct screen *screen, const struct view *view, struct arena *arena)
{
    struct coverage coverage;
    const char *covered = summary_covered(view, &coverage, arena);
    if (!covered)
        return;
    screen_line(screen, coverage.instrumented == coverage.functions ? STYLE_PLAIN : STYLE_WARM, covered);
    summary_headers(screen, coverage.headers, arena);
    if (coverage.libraries > coverage.headers)
        screen_print(screen, STYLE_DIM, "not included: %s library functions without source; --csv lists them",
                     text_count(arena, coverage.libraries - coverage.headers));
}

/* Same text as in runtime/machine/tallies.c. */
#define RECOVERED "processes recovered after a crash"
#define NO_MEMORY "calls not measured for lack of memory"
#define COMPILED "milliseconds in which a part for this MPI was compiled, in no time shown"

static uint64_t tally_of(const struct profile *profile, const char *name)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (strcmp(profile->tallies[i].name, name) == 0)
            value += profile->tallies[i].value;
    return value;
}

double summary_compiled(const struct profile *profile)
{
    return (double)tally_of(profile, COMPILED);
}

/* Returns the number of ranks missing from a job that crashed. In other jobs ranks without a profile may be intended. */
static unsigned long missing_ranks(const struct profile *profile)
{
    unsigned long job_ranks = strtoul(profile_meta(profile, "job_ranks", "0"), NULL, 10);
    uint32_t ranks = profile->nodes[0].ranks.called;
    return tally_of(profile, RECOVERED) && !runs_several(profile) && !*profile_meta(profile, "shape", "") &&
                   job_ranks > ranks
               ? job_ranks - ranks
               : 0;
}

static const char *text_time(struct arena *arena, double ps)
{
    return text_seconds(arena, seconds(ps), "");
}

/* Returns "" if nothing is excluded. */
static const char *say_outside(const struct profile *profile, struct arena *arena)
{
    const char *outside = exclude_startup_say_outside(profile, text_time, arena);
    bool ranks = profile->nodes[0].ranks.called > 1 && !runs_several(profile);
    return *outside && ranks ? arena_printf(arena, "%s (sum over ranks)", outside) : outside;
}

/* Returns how many called functions have paths with this flag; 0 if calls may be charged to another function. */
static uint64_t count_flagged(const struct view *view, uint32_t flag, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint64_t functions = 0;
    bool *known = arena_array(arena, profile->region_count + 1, sizeof *known);
    for (uint32_t i = 0; !*profile_meta(profile, "shape", "") && i < profile->node_count; i++) {
        bool *region = &known[profile->nodes[i].region], counted = profile->nodes[i].flags & flag;
        functions += counted && !*region && profile->regions[profile->nodes[i].region].kind == REGION_FUNCTION;
        *region |= counted;
    }
    return functions;
}

/* Returns NULL if no function was trivial. */
static const char *say_trivial(const struct view *view, struct arena *arena)
{
    uint64_t functions = count_flagged(view, NODE_IN_CALLERS, arena);
    bool one = functions == 1;
    return functions ? arena_printf(
                           arena,
                           "%s trivial function%s %s counted but not timed; their callers' times include their time; "
                           "to time all calls build with --instr-paths=all",
                           text_count(arena, functions), one ? "" : "s", one ? "is" : "are")
                     : NULL;
}

/* Returns "" if the cost is unknown, or close to nothing. */
static const char *say_counting(const struct view *view, double total, struct arena *arena)
{
    enum { FEW = 200 };
    return view->counting * FEW > total
               ? arena_printf(arena, "; counting calls took about %s, %s, included in the functions' times",
                              text_seconds(arena, seconds(view->counting), ""),
                              text_percent(arena, view->counting, total))
               : "";
}

static double metric_total(const struct profile *profile, const char *key)
{
    uint32_t metric = profile_metric(profile, key);
    double total = 0;
    for (uint32_t i = 0; i < profile->value_count; i++)
        if (profile->values[i].metric == metric)
            total += u128_double(profile->values[i].own);
    return total;
}

/* Coroutines' suspended time is in no function. Returns NULL if none was suspended. */
static const char *say_suspended(const struct profile *profile, struct arena *arena)
{
    double times = metric_total(profile, "suspensions");
    return times > 0 ? arena_printf(arena,
                                    "coroutines were suspended %s times, for %s in total; no function's time includes "
                                    "this: see --metric=suspended",
                                    text_count(arena, (uint64_t)times),
                                    text_seconds(arena, metric_total(profile, "suspended") * 1e-9, ""))
                     : NULL;
}

/* Returns what to do so that the kernel samples program counters; NULL if it did, or nothing helps. */
static const char *say_refused(const struct profile *profile)
{
    const char *fault = profile_meta(profile, "samples_refused", "");
    return strcmp(fault, "EACCES") == 0
               ? "to sample times with ~ run with INSTR_OBSERVER=signal, or set kernel.perf_event_paranoid=2 or lower"
           : strcmp(fault, "EPERM") == 0
               ? "to sample times with ~ run with INSTR_OBSERVER=signal, or allow perf_event_open: a seccomp profile "
                 "refuses it"
               : NULL;
}

static struct summary_marks all_marks(const struct view *view)
{
    struct summary_marks marks = {.calls = true};
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        marks.doubtful |= view->nodes[i].probes > view->nodes[i].exclusive;
        marks.estimated |= profile_estimated(&view->profile->nodes[i]);
    }
    return marks;
}

unsigned summary_notes(struct summary_note notes[SUMMARY_NOTES], const struct view *view,
                       const struct summary_marks *shown, struct arena *arena)
{
    const struct profile *profile = view->profile;
    const struct summary_marks marks = shown ? *shown : all_marks(view);
    double total = view->total + (view->raw ? 0 : view->overhead);
    bool looks = strcmp(profile_meta(profile, "looks", "0"), "0") != 0;
    const char *samples = profile_meta(profile, "samples", ""); /* older versions sampled by looks */
    unsigned count = 0;
    if (marks.estimated)
        notes[count++] = (struct summary_note){
            STYLE_PLAIN,
            arena_printf(arena, "~ %s; call counts are exact%s",
                         (*samples && strcmp(samples, "0") != 0) || (looks && !*samples)
                             ? (strcmp(profile_meta(profile, "sampler", ""), "signal") == 0
                                    ? "estimated by sampling with signals"
                                    : "estimated by sampling")
                             : "extrapolated from the calls that were timed: the program was not sampled",
                         tally_of(profile, NO_MEMORY) ? " except for calls without memory, see below" : "")};
    const char *refused = marks.estimated ? say_refused(profile) : NULL;
    if (refused)
        notes[count++] = (struct summary_note){STYLE_PLAIN, refused};
    if (marks.calls && count_flagged(view, NODE_SPREAD, arena))
        notes[count++] = (struct summary_note){
            STYLE_PLAIN, "~ calls per path are estimated; for exact paths build with --instr-paths=all, or run with "
                         "INSTR_TIMING=exact"};
    const char *trivial = marks.calls ? say_trivial(view, arena) : NULL;
    if (trivial)
        notes[count++] = (struct summary_note){STYLE_PLAIN, trivial};
    const char *suspended = say_suspended(profile, arena);
    if (suspended && !shown)
        notes[count++] = (struct summary_note){STYLE_PLAIN, suspended};
    double unseen = strtod(profile_meta(profile, "unseen_s", "0"), NULL);
    if (marks.estimated && unseen > 0)
        notes[count++] = (struct summary_note){
            STYLE_WARM, arena_printf(arena,
                                     "sampling was interrupted for %.3g s, because the observer was ended: times with "
                                     "~ are estimated from the rest of the run",
                                     unseen)};
    if (marks.doubtful)
        notes[count++] = (struct summary_note){
            STYLE_PLAIN, "? imprecise: the subtracted probe overhead is larger than the time shown"};
    uint32_t early = 0;
    for (uint32_t i = 0; i < profile->region_count && !*profile_meta(profile, "shape", ""); i++)
        early += coverage_partly_early(view, i);
    if (early)
        notes[count++] = (struct summary_note){
            STYLE_WARM,
            arena_printf(arena,
                         "%s function%s also called before measurement starts, as from .preinit_array; those calls are "
                         "not counted: see 'instr-report coverage'",
                         text_count(arena, early), early == 1 ? " was" : "s were")};
    unsigned long missing = missing_ranks(profile);
    if (missing)
        notes[count++] =
            (struct summary_note){STYLE_WARM, arena_printf(arena,
                                                           "%lu ranks of the job are missing: run 'instr-report "
                                                           "recover' on their machines, then 'instr-report merge'",
                                                           missing)};
    const char *outside =
        shown && exclude_startup_startup(profile) + exclude_startup_around_main(profile) < view->total / 100
            ? ""
            : say_outside(profile, arena);
    if (*outside)
        notes[count++] = (struct summary_note){STYLE_PLAIN, outside};
    /* Of exact timing what a probe takes is calibrated, in caches that hold nothing else. */
    const char *about = strcmp(profile_meta(profile, "timing", ""), "exact") == 0 ? "at least" : "about";
    if (view->overhead > 0 && !shown)
        notes[count++] = (struct summary_note){
            STYLE_PLAIN,
            arena_printf(arena, "probe overhead: %s %s, %s of all measured time; %s%s", about,
                         text_seconds(arena, seconds(view->overhead), ""), text_percent(arena, view->overhead, total),
                         view->raw ? "included in these times" : "excluded from 100%",
                         say_counting(view, total, arena))};
    if ((view->overhead + view->counting) * 2 > total && !shown)
        notes[count++] =
            (struct summary_note){STYLE_WARM, "to reduce it, leave out the most costly functions: instr-report export "
                                              "filter -o FILE, and build again with --instr-filter=FILE"};
    return count;
}

void summary_outside(struct screen *screen, const struct view *view, struct arena *arena)
{
    const char *outside = say_outside(view->profile, arena);
    if (!*outside)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_PLAIN, outside);
}

void summary_events(struct screen *screen, const struct view *view, const struct summary_marks *shown,
                    struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct summary_note notes[SUMMARY_NOTES];
    unsigned count = summary_notes(notes, view, shown, arena);
    for (unsigned i = 0; i < count; i++)
        screen_line(screen, notes[i].style, notes[i].text);
    double compiled = summary_compiled(profile);
    if (compiled > 0)
        screen_print(screen, STYLE_PLAIN, "compiling the MPI part, once: %s, excluded from all times",
                     text_seconds(arena, compiled / 1000, ""));
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (profile->tallies[i].value && strcmp(profile->tallies[i].name, COMPILED) != 0)
            screen_print(screen, STYLE_WARM, "%s: %s", profile->tallies[i].name,
                         text_count(arena, profile->tallies[i].value));
}
