/* verdict.c - see verdict.h. */
#include "report/compare/verdict.h"

#include "base/sort.h"
#include "report/compare/changes.h"

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

const char *verdict_state_text(const struct verdict_finding *finding)
{
    static const char *const texts[] = {"as often", "more often", "less often", "new", "gone", "not measured"};
    static const char *const of_metric[] = {"as much", "more", "less"};
    return finding->metric == COUNTS_NONE ? texts[finding->state] : of_metric[finding->state];
}

struct judge {
    const struct counts *before, *now;
    struct verdict *verdict;
    struct verdict_rules rules;
    double chance; /* that the time of one function differs by more than its noise */
};

/* Of a time: but for its noise. */
static bool is_time_allowed(const struct judge *judge, const struct verdict_finding *finding, double allow)
{
    struct mean before = finding->before->time, now = finding->now->time;
    return !judge->rules.times || times_assume(before, now) ||
           fabs(finding->difference) <= finding->noise + allow / 100 * before.of;
}

static bool is_allowed(const struct judge *judge, const struct verdict_finding *finding)
{
    const char *metric = finding->metric == COUNTS_NONE ? NULL : counts_key(judge->before, finding->metric);
    double allow = counts_allow(judge->before, judge->rules.allow, verdict_function(finding), metric);
    if (finding->metric == COUNTS_TIME)
        return is_time_allowed(judge, finding, allow);
    struct counts_range before = finding->before_range;
    double varies = VARIES * (double)(before.most - before.least);
    double of = (double)(finding->difference > 0 ? before.most : before.least);
    return isinf(allow) || fabs(finding->difference) <= varies + allow / 100 * of;
}

/* What differs, where it does, with its state but for that. */
static void add_finding(struct judge *judge, struct verdict_finding finding)
{
    bool alone = finding.state == VERDICT_LEFT_ALONE;
    finding.difference = counts_difference(finding.before_range, finding.now_range);
    if (finding.state == VERDICT_SAME && finding.difference > 0)
        finding.state = VERDICT_MORE;
    else if (finding.state == VERDICT_SAME && finding.difference < 0)
        finding.state = VERDICT_FEWER;
    finding.fails = fabs(finding.difference) > 0 && !alone && !is_allowed(judge, &finding);
    finding.cause = COUNTS_NONE;
    judge->verdict->findings[judge->verdict->finding_count++] = finding;
}

static void compare_calls(struct judge *judge, const struct counts_function *before, const struct counts_function *now)
{
    struct verdict_finding finding = {.before = before, .now = now, .metric = COUNTS_NONE};
    bool alone = (!before && counts_left_alone(judge->before, now)) || (!now && counts_left_alone(judge->now, before));
    if (before)
        finding.before_range = before->calls;
    if (now)
        finding.now_range = now->calls;
    finding.state = alone ? VERDICT_LEFT_ALONE : !before ? VERDICT_NEW : !now ? VERDICT_GONE : VERDICT_SAME;
    finding.difference = counts_difference(finding.before_range, finding.now_range);
    bool named = before && now && !counts_same(before, now);
    if (named || fabs(finding.difference) > 0)
        add_finding(judge, finding);
}

/* Of a function that is new or gone its calls say enough. */
static void compare_metrics(struct judge *judge, const struct counts_function *before,
                            const struct counts_function *now)
{
    for (uint32_t m = 0; m < judge->before->metric_count && m < judge->now->metric_count; m++) {
        double difference = counts_difference(before->metrics[m], now->metrics[m]);
        if (fabs(difference) > 0)
            add_finding(judge, (struct verdict_finding){.before = before,
                                                        .now = now,
                                                        .metric = m,
                                                        .before_range = before->metrics[m],
                                                        .now_range = now->metrics[m],
                                                        .difference = difference});
    }
}

static struct counts_range range_of_time(struct mean time)
{
    return (struct counts_range){u64_from_double(fmax(time.of - time.error, 0)), u64_from_double(time.of + time.error)};
}

static void compare_times(struct judge *judge, const struct counts_function *before, const struct counts_function *now)
{
    double difference = now->time.of - before->time.of, total = judge->now->total;
    double noise = times_noise(before->time, now->time, total, judge->chance);
    if (fabs(difference) > noise + times_least(total))
        add_finding(judge, (struct verdict_finding){.before = before,
                                                    .now = now,
                                                    .metric = COUNTS_TIME,
                                                    .before_range = range_of_time(before->time),
                                                    .now_range = range_of_time(now->time),
                                                    .difference = difference,
                                                    .noise = noise});
}

/* Of one function, so that all that have a time together have the chance of one. */
static double share_chance(const struct judge *judge)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < judge->before->function_count; i++) {
        uint32_t other = judge->verdict->match.now_of[i];
        count += other != COUNTS_NONE && (judge->before->functions[i].time.runs ||
                                          judge->now->functions[other].time.of >= times_least(judge->now->total));
    }
    return MEANS_CHANCE / (count ? count : 1);
}

/* Those of calls are the first. */
static void compare_all(struct judge *judge)
{
    const struct counts *before = judge->before, *now = judge->now;
    const struct match *match = &judge->verdict->match;
    for (uint32_t i = 0; i < before->function_count; i++) {
        uint32_t other = match->now_of[i];
        compare_calls(judge, &before->functions[i], other == COUNTS_NONE ? NULL : &now->functions[other]);
    }
    for (uint32_t i = 0; i < now->function_count; i++)
        if (match->before_of[i] == COUNTS_NONE)
            compare_calls(judge, NULL, &now->functions[i]);
    for (uint32_t i = 0; i < before->function_count; i++)
        if (match->now_of[i] != COUNTS_NONE) {
            compare_metrics(judge, &before->functions[i], &now->functions[match->now_of[i]]);
            if (before->time_runs)
                compare_times(judge, &before->functions[i], &now->functions[match->now_of[i]]);
        }
}

bool verdict_assumes(const struct counts *before, const struct counts *now)
{
    return before->time_runs == 1 && now->run_count == 1;
}

bool verdict_make(struct verdict *verdict, const struct counts *before, const struct counts *now,
                  struct verdict_rules rules, struct arena *arena)
{
    uint32_t room = (before->function_count + now->function_count) * (2 + before->metric_count);
    struct judge judge = {.before = before, .now = now, .verdict = verdict, .rules = rules};
    *verdict = (struct verdict){.findings = arena_array(arena, room, sizeof *verdict->findings)};
    if (!verdict->findings || !match_make(&verdict->match, before, now, arena))
        return false;
    judge.chance = share_chance(&judge);
    compare_all(&judge);
    return true;
}

/* Like strcmp: whether two functions could be one. */
typedef int alike(const struct counts_function *a, const struct counts_function *b);

static int same_name(const struct counts_function *a, const struct counts_function *b)
{
    return strcmp(a->name, b->name);
}

static int same_calls(const struct counts_function *a, const struct counts_function *b)
{
    int order = strcmp(a->file, b->file);
    if (!order)
        order = (a->calls.least > b->calls.least) - (a->calls.least < b->calls.least);
    return order ? order : (a->calls.most > b->calls.most) - (a->calls.most < b->calls.most);
}

/* Those that are left over on both sides, in the order of what makes them alike. */
struct leftovers {
    const struct counts_function **functions;
    uint32_t *places;
    uint32_t count, before_count; /* those before stand first */
    alike *order;
};

static int compare_leftovers(const void *table, uint32_t a, uint32_t b)
{
    const struct leftovers *left = table;
    return left->order(left->functions[a], left->functions[b]);
}

static void add_leftovers(struct leftovers *left, const struct counts *counts, const uint32_t *other_of)
{
    for (uint32_t i = 0; i < counts->function_count; i++)
        if (other_of[i] == COUNTS_NONE) {
            left->functions[left->count] = &counts->functions[i];
            left->places[left->count++] = i;
        }
}

/* Where of all that are alike one is left on each side they are one. */
static bool match_pairs(struct match *match, const struct counts *before, const struct counts *now, alike *order,
                        struct arena *scratch)
{
    uint32_t room = before->function_count + now->function_count;
    struct leftovers left = {arena_array(scratch, room, sizeof(struct counts_function *)),
                             arena_array(scratch, room, sizeof(uint32_t)), 0, 0, order};
    uint32_t *sorted = arena_array(scratch, room, sizeof *sorted);
    if (!left.functions || !left.places || !sorted)
        return false;
    add_leftovers(&left, before, match->now_of);
    left.before_count = left.count;
    add_leftovers(&left, now, match->before_of);
    if (!sort_positions(sorted, left.count, compare_leftovers, &left, scratch))
        return false;
    for (uint32_t i = 0, end; i < left.count; i = end) {
        for (end = i + 1; end < left.count && !compare_leftovers(&left, sorted[i], sorted[end]);)
            end++;
        if (end - i != 2 || sorted[i] >= left.before_count || sorted[i + 1] < left.before_count)
            continue;
        uint32_t old = left.places[sorted[i]], new = left.places[sorted[i + 1]];
        match->now_of[old] = new;
        match->before_of[new] = old;
    }
    return true;
}

bool match_make(struct match *match, const struct counts *before, const struct counts *now, struct arena *arena)
{
    *match = (struct match){arena_array(arena, now->function_count, sizeof *match->before_of),
                            arena_array(arena, before->function_count, sizeof *match->now_of)};
    if (!match->before_of || !match->now_of)
        return false;
    for (uint32_t i = 0; i < now->function_count; i++)
        match->before_of[i] = COUNTS_NONE;
    for (uint32_t i = 0; i < before->function_count; i++) {
        const struct counts_function *function = &before->functions[i];
        uint32_t found = match->now_of[i] = counts_find(now, function->file, function->name);
        if (found != COUNTS_NONE)
            match->before_of[found] = i;
    }
    struct arena scratch = {0};
    bool done =
        match_pairs(match, before, now, same_name, &scratch) && match_pairs(match, before, now, same_calls, &scratch);
    arena_free(&scratch);
    return done;
}

/* What varied goes on to vary: the range grows. */
static struct counts_range unite(struct counts_range before, struct counts_range now)
{
    if (before.least == before.most)
        return now;
    return (struct counts_range){before.least < now.least ? before.least : now.least,
                                 before.most > now.most ? before.most : now.most};
}

static void take(struct counts *accepted, const struct counts_function *before, const struct counts_function *now)
{
    struct counts_function *function = &accepted->functions[accepted->function_count++];
    *function = *now;
    if (!before)
        return;
    function->remarks = before->remarks;
    if (counts_same(before, now))
        function->file = before->file;
    function->calls = unite(before->calls, now->calls);
    for (uint32_t m = 0; m < accepted->metric_count; m++)
        function->metrics[m] = unite(before->metrics[m], now->metrics[m]);
}

/* A caller has another name now, or is there no more. */
static bool callers_changed(const struct counts_function *function, const struct counts *before,
                            const struct counts *now, const struct match *match)
{
    for (uint32_t i = 0; i < function->caller_count; i++) {
        uint32_t caller = function->callers[i].function;
        uint32_t other = caller == COUNTS_NONE ? COUNTS_NONE : match->now_of[caller];
        if (other == COUNTS_NONE || !counts_same(&before->functions[caller], &now->functions[other]))
            return true;
    }
    return false;
}

bool accept_make(struct counts *accepted, const struct counts *before, const struct counts *now,
                 const struct verdict *verdict, struct arena *arena)
{
    bool *fails = arena_array(arena, before->function_count, sizeof *fails);
    *accepted = (struct counts){
        .functions = arena_array(arena, before->function_count + now->function_count, sizeof *accepted->functions),
        .metric_count = before->metric_count,
        .time_runs = before->time_runs,
        .total = now->total,
        .head = before->head,
        .tail = before->tail};
    memcpy(accepted->metrics, before->metrics, sizeof accepted->metrics);
    if (!fails || !accepted->functions)
        return false;
    for (uint32_t i = 0; i < verdict->failed; i++) {
        const struct verdict_finding *finding = &verdict->findings[i];
        if (finding->before)
            fails[finding->before - before->functions] = true;
        else
            take(accepted, NULL, finding->now);
    }
    for (uint32_t i = 0; i < before->function_count; i++) {
        const struct counts_function *old = &before->functions[i];
        uint32_t other = verdict->match.now_of[i];
        const struct counts_function *new = other == COUNTS_NONE ? NULL : &now->functions[other];
        if (new && (fails[i] || !counts_same(old, new) || callers_changed(old, before, now, &verdict->match)))
            take(accepted, old, new);
        else if (new || !fails[i])
            accepted->functions[accepted->function_count++] = *old;
    }
    if (accepted->function_count)
        qsort(accepted->functions, accepted->function_count, sizeof *accepted->functions, counts_order);
    return true;
}
