/* verdict.c - see verdict.h. */
#include "report/gate/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What varied between the recorded runs by so much may do so by ten times as much in others: two or three runs tell little of
 * how far it goes. */
#define VARIES 10

const struct counts_function *verdict_function(const struct verdict_finding *finding)
{
    return finding->now ? finding->now : finding->before;
}

const char *verdict_state_text(enum verdict_state state)
{
    static const char *const texts[] = {"as often", "more often", "less often", "new", "gone", "not measured"};
    return texts[state];
}

struct judge {
    const struct counts *before, *now;
    struct verdict *verdict;
    uint32_t *finding_of_now, *finding_of_before; /* COUNTS_NONE: it is called as often */
    const struct compare_run *run;
    double allow; /* negative: as the baseline's rule for all says */
    struct arena *arena;
};

static bool is_allowed(const struct judge *judge, const struct counts_function *function, double difference,
                       struct counts_range before)
{
    double allow = counts_allow(judge->before, judge->allow, function);
    double varies = VARIES * (double)(before.most - before.least);
    return isinf(allow) ||
           fabs(difference) <= varies + allow / 100 * (double)(difference > 0 ? before.most : before.least);
}

static void add_finding(struct judge *judge, const struct counts_function *before, const struct counts_function *now)
{
    static const struct counts_range none = {0, 0};
    const struct counts_function *function = now ? now : before;
    double difference = counts_difference(before ? before->calls : none, now ? now->calls : none);
    bool named = before && now && !counts_same(before, now);
    bool alone = (!before && counts_left_alone(judge->before, now)) || (!now && counts_left_alone(judge->now, before));
    if (fabs(difference) <= 0 && !named)
        return;
    judge->verdict->findings[judge->verdict->finding_count++] =
        (struct verdict_finding){.before = before,
                                 .now = now,
                                 .state = alone            ? VERDICT_LEFT_ALONE
                                          : !before        ? VERDICT_NEW
                                          : !now           ? VERDICT_GONE
                                          : difference > 0 ? VERDICT_MORE
                                          : difference < 0 ? VERDICT_FEWER
                                                           : VERDICT_SAME,
                                 .difference = difference,
                                 .fails = fabs(difference) > 0 && !alone &&
                                          !is_allowed(judge, function, difference, before ? before->calls : none),
                                 .cause = COUNTS_NONE};
}

static void index_findings(struct judge *judge)
{
    for (uint32_t i = 0; i < judge->now->function_count; i++)
        judge->finding_of_now[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < judge->before->function_count; i++)
        judge->finding_of_before[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < judge->verdict->finding_count; i++) {
        const struct verdict_finding *finding = &judge->verdict->findings[i];
        if (finding->now)
            judge->finding_of_now[finding->now - judge->now->functions] = i;
        if (finding->before)
            judge->finding_of_before[finding->before - judge->before->functions] = i;
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

/* The larger one that goes into the direction of `difference`. */
static void take_larger(struct edge *best, const struct edge *edge, double difference)
{
    double more = (edge->calls_now - edge->calls_before) * (difference > 0 ? 1 : -1);
    if (more > (best->calls_now - best->calls_before) * (difference > 0 ? 1 : -1))
        *best = *edge;
}

/* Of callers that are an estimate: one that is called more itself, or, where none is, the one that seems to call most often. What it
 * has of the calls is not known, so all are taken for its own. */
static struct edge guess_edge(const struct judge *judge, const struct verdict_finding *finding)
{
    const struct counts_function *now = finding->now;
    struct edge best = {COUNTS_NONE, COUNTS_NONE, 0, 0, true};
    double most = 0;
    for (uint32_t i = 0; now && i < now->caller_count; i++) {
        uint32_t caller = now->callers[i].function, found = judge->finding_of_now[caller];
        double more = found == COUNTS_NONE ? 0 : judge->verdict->findings[found].difference;
        bool with = finding->difference > 0 ? more > 0 : more < 0;
        if (best.now != COUNTS_NONE && (!with || fabs(more) <= most))
            continue;
        most = with ? fabs(more) : 0;
        best.now = caller;
        best.before = judge->verdict->match.before_of[caller];
    }
    best.calls_before = finding->before ? middle(finding->before->calls) : 0;
    best.calls_now = now ? middle(now->calls) : 0;
    return best;
}

/* The caller that has the most of a difference. */
static struct edge find_edge(const struct judge *judge, const struct verdict_finding *finding)
{
    const struct counts_function *before = finding->before, *now = finding->now;
    struct edge best = {COUNTS_NONE, COUNTS_NONE, 0, 0, false};
    if ((before && before->spread) || (now && now->spread))
        return guess_edge(judge, finding);
    for (uint32_t i = 0; now && i < now->caller_count; i++) {
        const struct counts_caller *caller = &now->callers[i];
        struct edge edge = {judge->verdict->match.before_of[caller->function], caller->function, 0,
                            middle(caller->calls), false};
        for (uint32_t k = 0; before && edge.before != COUNTS_NONE && k < before->caller_count; k++)
            if (before->callers[k].function == edge.before)
                edge.calls_before = middle(before->callers[k].calls);
        take_larger(&best, &edge, finding->difference);
    }
    for (uint32_t i = 0; before && i < before->caller_count; i++) {
        const struct counts_caller *caller = &before->callers[i];
        struct edge edge = {caller->function, COUNTS_NONE, middle(caller->calls), 0, false};
        if (edge.before != COUNTS_NONE)
            edge.now = judge->verdict->match.now_of[edge.before];
        bool again = false; /* it calls now, too */
        for (uint32_t k = 0; now && edge.now != COUNTS_NONE && k < now->caller_count; k++)
            again |= now->callers[k].function == edge.now;
        if (!again)
            take_larger(&best, &edge, finding->difference);
    }
    return best;
}

static uint32_t finding_of_edge(const struct judge *judge, const struct edge *edge)
{
    return edge->now != COUNTS_NONE      ? judge->finding_of_now[edge->now]
           : edge->before != COUNTS_NONE ? judge->finding_of_before[edge->before]
                                         : COUNTS_NONE;
}

/* Whether a caller that is itself called more or less often makes more or fewer calls than come of that. */
static bool is_own(const struct judge *judge, const struct edge *edge)
{
    double before = calls_of(judge->before, edge->before), now = calls_of(judge->now, edge->now);
    double expected = before > 0 ? edge->calls_before * now / before : edge->calls_now;
    return 2 * fabs(edge->calls_now - expected) > fabs(edge->calls_now - edge->calls_before);
}

/* Up along the callers to what calls more often by itself. In a circle of them it is where the way began. */
static uint32_t find_origin(const struct judge *judge, uint32_t at, struct edge *edge)
{
    uint32_t begin = at, steps = 0;
    for (;;) {
        *edge = find_edge(judge, &judge->verdict->findings[at]);
        uint32_t above = finding_of_edge(judge, edge);
        if (above == COUNTS_NONE || above == at || is_own(judge, edge) ||
            judge->verdict->findings[above].state == VERDICT_SAME)
            return at;
        if (++steps > judge->verdict->finding_count)
            break;
        at = above;
    }
    *edge = find_edge(judge, &judge->verdict->findings[begin]);
    return begin;
}

/* --- causes --- */

static const struct counts_function *function_of_edge(const struct judge *judge, const struct edge *edge)
{
    return edge->now != COUNTS_NONE      ? &judge->now->functions[edge->now]
           : edge->before != COUNTS_NONE ? &judge->before->functions[edge->before]
                                         : NULL;
}

static bool is_region(const struct compare_run *run, uint32_t node, const struct profile_region *region)
{
    return region && !view_compare_regions(&run->profile.regions[run->nodes[node].region], region);
}

/* Where the caller calls it most often now. */
static const char *find_path(const struct judge *judge, const struct verdict_cause *cause)
{
    const struct compare_run *run = judge->run;
    const struct profile_region *caller = cause->caller ? cause->caller->region : NULL;
    uint32_t best = 0;
    for (uint32_t i = 1; i < run->node_count; i++) {
        uint32_t parent = run->nodes[i].parent;
        if (is_region(run, i, cause->callee->region) && (!parent || is_region(run, parent, caller)) &&
            (!best || run->nodes[i].calls > run->nodes[best].calls))
            best = i;
    }
    const char *path = "";
    unsigned depth = 0;
    for (uint32_t i = best; i && path; i = run->nodes[i].parent) {
        if (++depth > VIEW_TAIL)
            return arena_printf(judge->arena, ".../%s", path);
        path = arena_printf(judge->arena, "%s%s%s", run->profile.regions[run->nodes[i].region].name, *path ? "/" : "",
                            path);
    }
    return path;
}

/* The cause of a finding: the one that is there already, or a new one. */
static bool add_to_cause(struct judge *judge, uint32_t i, uint32_t *cause_of)
{
    struct verdict *verdict = judge->verdict;
    struct edge edge;
    uint32_t origin = find_origin(judge, i, &edge);
    if (cause_of[origin] == COUNTS_NONE) {
        const struct verdict_finding *finding = &verdict->findings[origin];
        uint32_t above = finding_of_edge(judge, &edge);
        struct verdict_cause cause = {.caller = function_of_edge(judge, &edge),
                                      .callee = verdict_function(finding),
                                      .caller_state =
                                          above == COUNTS_NONE ? VERDICT_SAME : verdict->findings[above].state,
                                      .difference = edge.calls_now - edge.calls_before,
                                      .spread = edge.spread};
        if (!cause.caller)
            cause.difference = finding->difference;
        if (!(cause.path = find_path(judge, &cause)))
            return false;
        cause_of[origin] = verdict->cause_count;
        verdict->causes[verdict->cause_count++] = cause;
    }
    verdict->findings[i].cause = cause_of[origin];
    verdict->causes[cause_of[origin]].count++;
    return true;
}

static int compare_causes(const void *left, const void *right, void *state)
{
    const struct verdict_cause *causes = state;
    const struct verdict_cause *a = &causes[*(const uint32_t *)left], *b = &causes[*(const uint32_t *)right];
    double x = fabs(a->difference), y = fabs(b->difference);
    return x > y ? -1 : x < y ? 1 : counts_compare(a->callee, b->callee);
}

static int compare_findings(const void *left, const void *right)
{
    const struct verdict_finding *a = left, *b = right;
    if (a->cause != b->cause)
        return a->cause < b->cause ? -1 : 1; /* those without one are the last */
    double x = fabs(a->difference), y = fabs(b->difference);
    return x > y ? -1 : x < y ? 1 : counts_compare(verdict_function(a), verdict_function(b));
}

static bool sort_causes(struct verdict *verdict, struct arena *arena, struct arena *scratch)
{
    uint32_t count = verdict->cause_count;
    uint32_t *order = arena_array(scratch, count, sizeof *order), *place = arena_array(scratch, count, sizeof *place);
    struct verdict_cause *sorted = arena_array(arena, count, sizeof *sorted);
    if (!order || !place || !sorted)
        return false;
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
    return true;
}

static bool find_causes(struct judge *judge, struct arena *scratch)
{
    struct verdict *verdict = judge->verdict;
    uint32_t *cause_of = arena_array(scratch, verdict->finding_count, sizeof *cause_of);
    if (!cause_of)
        return false;
    for (uint32_t i = 0; i < verdict->finding_count; i++)
        cause_of[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < verdict->finding_count; i++) {
        if (!verdict->findings[i].fails)
            continue;
        if (!add_to_cause(judge, i, cause_of))
            return false;
        verdict->failed++;
    }
    return sort_causes(verdict, judge->arena, scratch);
}

bool verdict_make(struct verdict *verdict, const struct counts *before, const struct counts *now, double allow,
                  const struct compare_run *run, struct arena *arena)
{
    uint32_t room = before->function_count + now->function_count;
    struct arena scratch = {0};
    struct judge judge = {.before = before,
                          .now = now,
                          .verdict = verdict,
                          .run = run,
                          .allow = allow,
                          .arena = arena,
                          .finding_of_now = arena_array(&scratch, now->function_count, sizeof(uint32_t)),
                          .finding_of_before = arena_array(&scratch, before->function_count, sizeof(uint32_t))};
    *verdict = (struct verdict){.findings = arena_array(arena, room, sizeof *verdict->findings),
                                .causes = arena_array(&scratch, room, sizeof *verdict->causes)};
    bool done = judge.finding_of_now && judge.finding_of_before && verdict->findings && verdict->causes &&
                match_make(&verdict->match, before, now, arena);
    if (done) {
        for (uint32_t i = 0; i < before->function_count; i++) {
            uint32_t other = verdict->match.now_of[i];
            add_finding(&judge, &before->functions[i], other == COUNTS_NONE ? NULL : &now->functions[other]);
        }
        for (uint32_t i = 0; i < now->function_count; i++)
            if (verdict->match.before_of[i] == COUNTS_NONE)
                add_finding(&judge, NULL, &now->functions[i]);
        index_findings(&judge);
        done = find_causes(&judge, &scratch);
    }
    arena_free(&scratch);
    return done;
}
