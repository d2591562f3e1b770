/* change_origins.c - see change_origins.h. */
#include "report/compare/change_origins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUTSIDE, ON_THE_WAY, INSIDE };

struct search {
    const struct counts *before, *now;
    struct verdict *verdict;
    uint32_t *finding_of_now, *finding_of_before; /* COUNTS_NONE: it is called as often */
    uint8_t *circle; /* of each finding: whether its function is of a recursion that was left */
    const struct compare_run *run;
    struct arena *arena;
};

static void index_findings(struct search *search)
{
    for (uint32_t i = 0; i < search->now->function_count; i++)
        search->finding_of_now[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < search->before->function_count; i++)
        search->finding_of_before[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < search->verdict->finding_count; i++) {
        const struct verdict_finding *finding = &search->verdict->findings[i];
        if (finding->metric != COUNTS_NONE)
            break;
        if (finding->now)
            search->finding_of_now[finding->now - search->now->functions] = i;
        if (finding->before)
            search->finding_of_before[finding->before - search->before->functions] = i;
    }
}

/* --- who calls more often --- */

struct edge {
    uint32_t before, now; /* the caller; COUNTS_NONE: it is not there */
    double calls_before, calls_now;
    bool spread;
};

static double middle(struct counts_range range)
{
    return ((double)range.least + (double)range.most) / 2;
}

static double calls_of(const struct counts *counts, uint32_t function)
{
    return function == COUNTS_NONE ? 0 : middle(counts->functions[function].calls);
}

/* Keeps the larger of two edges that change in the direction of `difference`. */
static void take_larger(struct edge *best, const struct edge *edge, double difference)
{
    double more = (edge->calls_now - edge->calls_before) * (difference > 0 ? 1 : -1);
    if (more > (best->calls_now - best->calls_before) * (difference > 0 ? 1 : -1))
        *best = *edge;
}

/* Guesses the caller where callers are estimates: one that is itself called more often, else the one that seems to call most often. Its share
 * of the calls is unknown, so it gets all of them. */
static struct edge guess_edge(const struct search *search, const struct verdict_finding *finding)
{
    const struct counts_function *now = finding->now;
    struct edge best = {COUNTS_NONE, COUNTS_NONE, 0, 0, true};
    double most = 0;
    for (uint32_t i = 0; now && i < now->caller_count; i++) {
        uint32_t caller = now->callers[i].function;
        uint32_t found = caller == COUNTS_NONE ? COUNTS_NONE : search->finding_of_now[caller];
        double more = found == COUNTS_NONE ? 0 : search->verdict->findings[found].difference;
        bool with = finding->difference > 0 ? more > 0 : more < 0;
        if (best.now != COUNTS_NONE && (!with || fabs(more) <= most))
            continue;
        most = with ? fabs(more) : 0;
        best.now = caller;
        best.before = caller == COUNTS_NONE ? COUNTS_NONE : search->verdict->match.before_of[caller];
    }
    best.calls_before = finding->before ? middle(finding->before->calls) : 0;
    best.calls_now = now ? middle(now->calls) : 0;
    return best;
}

static uint32_t finding_of_edge(const struct search *search, const struct edge *edge)
{
    return edge->now != COUNTS_NONE      ? search->finding_of_now[edge->now]
           : edge->before != COUNTS_NONE ? search->finding_of_before[edge->before]
                                         : COUNTS_NONE;
}

static bool is_in_circle(const struct search *search, const struct edge *edge)
{
    uint32_t finding = finding_of_edge(search, edge);
    return finding != COUNTS_NONE && search->circle[finding] == INSIDE;
}

/* Returns the caller with the largest part of a difference. */
static struct edge find_edge(const struct search *search, const struct verdict_finding *finding)
{
    const struct counts_function *before = finding->before, *now = finding->now;
    struct edge best = {COUNTS_NONE, COUNTS_NONE, 0, 0, false};
    if ((before && before->spread) || (now && now->spread))
        return guess_edge(search, finding);
    for (uint32_t i = 0; now && i < now->caller_count; i++) {
        const struct counts_caller *caller = &now->callers[i];
        struct edge edge = {COUNTS_NONE, caller->function, 0, middle(caller->calls), false};
        if (edge.now == COUNTS_NONE)
            continue;
        edge.before = search->verdict->match.before_of[edge.now];
        for (uint32_t k = 0; before && edge.before != COUNTS_NONE && k < before->caller_count; k++)
            if (before->callers[k].function == edge.before)
                edge.calls_before = middle(before->callers[k].calls);
        if (!is_in_circle(search, &edge))
            take_larger(&best, &edge, finding->difference);
    }
    for (uint32_t i = 0; before && i < before->caller_count; i++) {
        const struct counts_caller *caller = &before->callers[i];
        struct edge edge = {caller->function, COUNTS_NONE, middle(caller->calls), 0, false};
        if (edge.before != COUNTS_NONE)
            edge.now = search->verdict->match.now_of[edge.before];
        bool again = false; /* it calls now, too */
        for (uint32_t k = 0; now && edge.now != COUNTS_NONE && k < now->caller_count; k++)
            again |= now->callers[k].function == edge.now;
        if (!again && !is_in_circle(search, &edge))
            take_larger(&best, &edge, finding->difference);
    }
    return best;
}

/* Returns whether a caller calls more or less often than its own changed number of calls explains. */
static bool is_own(const struct search *search, const struct edge *edge)
{
    double before = calls_of(search->before, edge->before), now = calls_of(search->now, edge->now);
    double expected = before > 0 ? edge->calls_before * now / before : edge->calls_now;
    double more = edge->calls_now - edge->calls_before, follows = expected - edge->calls_before;
    return more * follows <= 0 || fabs(more) > 4 * fabs(follows);
}

/* Returns the finding that explains finding `at` through its caller `edge`, or COUNTS_NONE. */
static uint32_t find_above(const struct search *search, uint32_t at, struct edge *edge)
{
    *edge = find_edge(search, &search->verdict->findings[at]);
    uint32_t above = finding_of_edge(search, edge);
    bool ends = above == COUNTS_NONE || above == at || is_own(search, edge) ||
                search->verdict->findings[above].state == VERDICT_SAME;
    return ends ? COUNTS_NONE : above;
}

/* Leaves a recursion whose functions, including `at`, call each other more often. Returns the one whose calls from outside grew most; if there
 * is none, COUNTS_NONE, and *first is the first of all. */
static uint32_t leave_circle(struct search *search, uint32_t at, uint32_t *first)
{
    struct edge edge;
    uint32_t best = COUNTS_NONE, count = search->verdict->finding_count;
    double most = 0;
    for (uint32_t i = at; i != COUNTS_NONE && search->circle[i] == OUTSIDE; i = find_above(search, i, &edge))
        search->circle[i] = ON_THE_WAY;
    for (uint32_t i = 0; i < count; i++)
        search->circle[i] = search->circle[i] == OUTSIDE ? OUTSIDE : INSIDE;
    *first = COUNTS_NONE;
    for (uint32_t i = 0; i < count; i++) {
        if (search->circle[i] == OUTSIDE)
            continue;
        edge = find_edge(search, &search->verdict->findings[i]);
        double more = fabs(edge.calls_now - edge.calls_before);
        *first = *first == COUNTS_NONE ? i : *first;
        best = more > most ? i : best;
        most = fmax(more, most);
    }
    return best;
}

/* Walks up the callers to the function that itself calls more often. */
static uint32_t find_origin(struct search *search, uint32_t at, struct edge *edge)
{
    uint32_t steps = 0, count = search->verdict->finding_count, first = COUNTS_NONE;
    memset(search->circle, OUTSIDE, count);
    for (;;) {
        uint32_t above = find_above(search, at, edge);
        bool called = edge->now != COUNTS_NONE || edge->before != COUNTS_NONE;
        if (above == COUNTS_NONE && (called || first == COUNTS_NONE))
            return at;
        if (above != COUNTS_NONE && ++steps < count) {
            at = above;
            continue;
        }
        /* It is in a circle, or only one calls it that was left. */
        steps = 0;
        at = leave_circle(search, at, &first);
        if (at != COUNTS_NONE)
            continue;
        memset(search->circle, OUTSIDE, count);
        *edge = find_edge(search, &search->verdict->findings[first]);
        return first;
    }
}

/* --- causes --- */

static const struct counts_function *function_of_edge(const struct search *search, const struct edge *edge)
{
    return edge->now != COUNTS_NONE      ? &search->now->functions[edge->now]
           : edge->before != COUNTS_NONE ? &search->before->functions[edge->before]
                                         : NULL;
}

static bool is_region(const struct compare_run *run, uint32_t node, const struct profile_region *region)
{
    return region && !view_compare_regions(&run->profile.regions[run->nodes[node].region], region);
}

static double metric_of(const struct compare_run *run, uint32_t node, uint32_t metric)
{
    return metric == COUNTS_NONE   ? (double)run->nodes[node].calls
           : metric == COUNTS_TIME ? run->nodes[node].own
                                   : run->metrics.of[metric].own[node];
}

/* Returns a path on which the caller calls the function most often now, or has most of the metric. */
static const char *find_path(const struct search *search, const struct verdict_cause *cause, uint32_t metric)
{
    const struct compare_run *run = search->run;
    const struct profile_region *caller = cause->caller ? cause->caller->region : NULL;
    uint32_t best = 0;
    double most = 0;
    for (uint32_t i = 1; run && i < run->node_count; i++) {
        uint32_t parent = run->nodes[i].parent;
        double here = metric_of(run, i, metric);
        if (is_region(run, i, cause->callee->region) && here > most &&
            (metric != COUNTS_NONE || !parent || is_region(run, parent, caller))) {
            best = i;
            most = here;
        }
    }
    const char *path = "";
    unsigned depth = 0;
    for (uint32_t i = best; i; i = run->nodes[i].parent) {
        if (++depth > VIEW_TAIL)
            return arena_printf(search->arena, ".../%s", path);
        path = arena_printf(search->arena, "%s%s%s", run->profile.regions[run->nodes[i].region].name, *path ? "/" : "",
                            path);
    }
    return path;
}

/* Adds a finding to its cause, which is made if it is missing. */
static void add_to_cause(struct search *search, uint32_t i, uint32_t *cause_of)
{
    struct verdict *verdict = search->verdict;
    struct edge edge;
    uint32_t origin = find_origin(search, i, &edge);
    if (cause_of[origin] == COUNTS_NONE) {
        const struct verdict_finding *finding = &verdict->findings[origin];
        uint32_t above = finding_of_edge(search, &edge);
        struct verdict_cause cause = {.caller = function_of_edge(search, &edge),
                                      .callee = verdict_function(finding),
                                      .state = above == COUNTS_NONE ? VERDICT_SAME : verdict->findings[above].state,
                                      .change = finding->state,
                                      .instead = finding->instead,
                                      .difference = edge.calls_now - edge.calls_before,
                                      .spread = edge.spread};
        if (!cause.caller)
            cause.difference = finding->difference;
        cause.path = find_path(search, &cause, COUNTS_NONE);
        cause_of[origin] = verdict->cause_count;
        verdict->causes[verdict->cause_count++] = cause;
    }
    verdict->findings[i].cause = cause_of[origin];
    verdict->causes[cause_of[origin]].count++;
}

/* Returns whether a metric changed because the calls did: in the same direction, and roughly in proportion. */
static bool follows_calls(const struct verdict_finding *finding, const struct verdict_finding *calls)
{
    double before = middle(finding->before_range), now = middle(finding->now_range);
    double expected = before * middle(calls->now_range) / middle(calls->before_range);
    return (now - before) * (expected - before) > 0 && fabs(now - before) <= 2 * fabs(expected - before);
}

/* Adds a metric's finding to a cause: that of the calls, or else the one cause that the function has for all metrics. */
static void add_metric_to_cause(struct search *search, uint32_t i, uint32_t *cause_of)
{
    struct verdict *verdict = search->verdict;
    struct verdict_finding *finding = &verdict->findings[i];
    uint32_t calls = search->finding_of_now[finding->now - search->now->functions];
    uint32_t cause = COUNTS_NONE;
    if (calls != COUNTS_NONE && verdict->findings[calls].fails && follows_calls(finding, &verdict->findings[calls]))
        cause = verdict->findings[calls].cause;
    for (uint32_t k = i; k-- > 0 && cause == COUNTS_NONE && verdict->findings[k].now == finding->now;)
        cause = verdict->findings[k].metric == COUNTS_NONE ? COUNTS_NONE : cause_of[k];
    if (cause == COUNTS_NONE) {
        cause = cause_of[i] = verdict->cause_count++;
        verdict->causes[cause] =
            (struct verdict_cause){.callee = finding->now,
                                   .metric = counts_key(search->before, finding->metric),
                                   .state = calls == COUNTS_NONE ? VERDICT_SAME : verdict->findings[calls].state,
                                   .difference = finding->difference};
        verdict->causes[cause].path = find_path(search, &verdict->causes[cause], finding->metric);
    }
    finding->cause = cause;
    verdict->causes[cause].count++;
}

static int compare_causes(const void *left, const void *right, void *state)
{
    const struct verdict_cause *causes = state;
    const struct verdict_cause *a = &causes[*(const uint32_t *)left], *b = &causes[*(const uint32_t *)right];
    double x = fabs(a->difference), y = fabs(b->difference);
    if (!a->metric != !b->metric)
        return a->metric ? 1 : -1;
    return x > y ? -1 : x < y ? 1 : counts_compare(a->callee, b->callee);
}

static int compare_findings(const void *left, const void *right)
{
    const struct verdict_finding *a = left, *b = right;
    if (a->cause != b->cause)
        return a->cause < b->cause ? -1 : 1; /* those without one are the last */
    if (a->metric != b->metric)
        return a->metric + 1 < b->metric + 1 ? -1 : 1; /* calls are the first */
    double x = fabs(a->difference), y = fabs(b->difference);
    return x > y ? -1 : x < y ? 1 : counts_compare(verdict_function(a), verdict_function(b));
}

static void sort_causes(struct verdict *verdict, struct arena *arena, struct arena *scratch)
{
    uint32_t count = verdict->cause_count;
    uint32_t *order = arena_array(scratch, count, sizeof *order), *place = arena_array(scratch, count, sizeof *place);
    struct verdict_cause *sorted = arena_array(arena, count, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, compare_causes, verdict->causes);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = verdict->causes[order[i]];
        place[order[i]] = i;
    }
    verdict->causes = sorted;
    for (uint32_t i = 0; i < verdict->finding_count; i++)
        if (verdict->findings[i].cause != COUNTS_NONE)
            verdict->findings[i].cause = place[verdict->findings[i].cause];
    if (verdict->finding_count)
        qsort(verdict->findings, verdict->finding_count, sizeof *verdict->findings, compare_findings);
    for (uint32_t i = verdict->failed; i-- > 0;)
        sorted[verdict->findings[i].cause].first = i;
}

/* Returns whether an earlier finding is about the same function and fails. */
static bool failed_before(const struct search *search, uint32_t i)
{
    const struct verdict_finding *findings = search->verdict->findings, *finding = &findings[i];
    if (finding->metric == COUNTS_NONE)
        return false;
    uint32_t calls = search->finding_of_now[finding->now - search->now->functions];
    bool failed = calls != COUNTS_NONE && findings[calls].fails;
    for (uint32_t k = i; k-- > 0 && findings[k].metric != COUNTS_NONE && findings[k].now == finding->now;)
        failed |= findings[k].fails;
    return failed;
}

static void find_causes(struct search *search, struct arena *scratch)
{
    struct verdict *verdict = search->verdict;
    uint32_t *cause_of = arena_array(scratch, verdict->finding_count, sizeof *cause_of);
    for (uint32_t i = 0; i < verdict->finding_count; i++)
        cause_of[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < verdict->finding_count; i++) {
        if (!verdict->findings[i].fails)
            continue;
        bool metric = verdict->findings[i].metric != COUNTS_NONE;
        (metric ? add_metric_to_cause : add_to_cause)(search, i, cause_of);
        verdict->failed++;
        verdict->failed_functions += !failed_before(search, i);
    }
    sort_causes(verdict, search->arena, scratch);
}

void change_origins_find(struct verdict *verdict, const struct counts *before, const struct counts *now,
                         const struct compare_run *run, struct arena *arena)
{
    struct arena scratch = {0};
    struct search search = {.before = before,
                            .now = now,
                            .verdict = verdict,
                            .run = run,
                            .arena = arena,
                            .circle = arena_array(&scratch, verdict->finding_count, sizeof(uint8_t)),
                            .finding_of_now = arena_array(&scratch, now->function_count, sizeof(uint32_t)),
                            .finding_of_before = arena_array(&scratch, before->function_count, sizeof(uint32_t))};
    verdict->causes = arena_array(&scratch, verdict->finding_count, sizeof *verdict->causes);
    index_findings(&search);
    find_causes(&search, &scratch);
    arena_free(&scratch);
}
