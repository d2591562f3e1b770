/* verdict.c - see verdict.h. */
#include "report/compare/verdict.h"

#include "common/hash.h"
#include "common/sort.h"
#include "report/compare/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    size_t room;   /* for so many findings */
    struct arena *arena;
    const struct counts_function **inlined,
        **split; /* of each before, and now: what does or did its work itself, or null */
};

/* Returns whether the rules allow a change of time, beyond its noise. */
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
    double of = (double)(finding->difference > 0 ? before.most : before.least);
    return isinf(allow) || fabs(finding->difference) <= counts_slack(before) + allow / 100 * of;
}

/* Adds a finding, with the difference, its direction, and whether it fails. */
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
    struct verdict *verdict = judge->verdict;
    verdict->findings =
        arena_room(judge->arena, verdict->findings, verdict->finding_count, &judge->room, sizeof *verdict->findings);
    verdict->findings[verdict->finding_count++] = finding;
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
    if (!now)
        finding.instead = judge->inlined[before - judge->before->functions];
    else if (!before)
        finding.instead = judge->split[now - judge->now->functions];
    finding.difference = counts_difference(finding.before_range, finding.now_range);
    bool named = before && now && !counts_same(before, now);
    if (named || fabs(finding.difference) > 0)
        add_finding(judge, finding);
}

/* Compares metrics. A new or missing function has none, because its calls say enough. */
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

/* Returns the chance for one function, so that all functions with a time have the given chance together. */
static double share_chance(const struct judge *judge)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < judge->before->function_count; i++) {
        uint32_t other = judge->verdict->match.now_of[i];
        count += other != COUNTS_NONE && (judge->before->functions[i].time.runs ||
                                          judge->now->functions[other].time.of >= times_least(judge->now->total));
    }
    return GROUP_MEANS_CHANCE / (count ? count : 1);
}

/* Compares everything. The findings about calls come first. */
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

/* Features of a function that is on one side only, without its name: sums over its callers and its callees. */
struct shape {
    const struct counts_function *function;
    uint64_t callers, callees;
};

/* Compares like strcmp; 0 if two functions may be one. */
typedef int alike(const struct shape *a, const struct shape *b);

static int same_name(const struct shape *a, const struct shape *b)
{
    return strcmp(a->function->name, b->function->name);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int same_calls(const struct shape *a, const struct shape *b)
{
    int order = compare_numbers(a->function->calls.least, b->function->calls.least);
    order = order ? order : compare_numbers(a->function->calls.most, b->function->calls.most);
    return order ? order : compare_numbers(a->callers, b->callers);
}

static int same_use(const struct shape *a, const struct shape *b)
{
    int order = strcmp(a->function->file, b->function->file);
    return order ? order : same_calls(a, b);
}

static int same_work(const struct shape *a, const struct shape *b)
{
    int order = same_calls(a, b);
    return order ? order : compare_numbers(a->callees, b->callees);
}

static int same_use_and_work(const struct shape *a, const struct shape *b)
{
    int order = strcmp(a->function->file, b->function->file);
    return order ? order : same_work(a, b);
}

/* The functions left unmatched on both sides, in the order of their features. */
struct leftovers {
    struct shape *shapes;
    uint32_t *places;
    uint32_t count, before_count; /* those before stand first */
    alike *order;
};

static int compare_leftovers(const void *table, uint32_t a, uint32_t b)
{
    const struct leftovers *left = table;
    return left->order(&left->shapes[a], &left->shapes[b]);
}

/* Identifies the function at the other end of some calls by its name before, as far as it was matched. */
static uint64_t other_end(uint32_t place, const struct counts_function *function, const struct counts *counts,
                          const uint32_t *other_of, bool before, struct counts_range calls)
{
    uint64_t known = place == COUNTS_NONE                    ? 1
                     : &counts->functions[place] == function ? 2
                     : other_of[place] == COUNTS_NONE        ? 3
                                                             : 4 + (before ? place : other_of[place]);
    const uint64_t numbers[] = {known, calls.least == calls.most ? calls.most : UINT64_MAX};
    return hash_bytes(HASH_START, (const char *)numbers, sizeof numbers);
}

static void add_leftovers(struct leftovers *left, const struct counts *counts, const uint32_t *other_of,
                          uint32_t *shape_of)
{
    for (uint32_t i = 0; i < counts->function_count; i++) {
        shape_of[i] = left->count;
        if (other_of[i] != COUNTS_NONE)
            continue;
        left->places[left->count] = i;
        left->shapes[left->count++].function = &counts->functions[i];
    }
}

/* Adds up the edges. The sums do not depend on the order. */
static void add_edges(struct leftovers *left, const struct counts *counts, const uint32_t *other_of, bool before,
                      const uint32_t *shape_of)
{
    for (uint32_t i = 0; i < counts->function_count; i++) {
        const struct counts_function *function = &counts->functions[i];
        for (uint32_t c = 0; c < function->caller_count && !function->spread; c++) {
            const struct counts_caller *caller = &function->callers[c];
            if (other_of[i] == COUNTS_NONE)
                left->shapes[shape_of[i]].callers +=
                    other_end(caller->function, function, counts, other_of, before, caller->calls);
            if (caller->function != COUNTS_NONE && other_of[caller->function] == COUNTS_NONE)
                left->shapes[shape_of[caller->function]].callees +=
                    other_end(i, &counts->functions[caller->function], counts, other_of, before, caller->calls);
        }
    }
}

/* Matches functions where exactly one of each side has the same features. */
static void match_pairs(struct match *match, const struct counts *before, const struct counts *now, alike *order,
                        struct arena *scratch)
{
    uint32_t room = before->function_count + now->function_count;
    struct leftovers left = {arena_array(scratch, room, sizeof(struct shape)),
                             arena_array(scratch, room, sizeof(uint32_t)), 0, 0, order};
    uint32_t *sorted = arena_array(scratch, room, sizeof *sorted);
    uint32_t *shape_of = arena_array(scratch, room, sizeof *shape_of),
             *shape_of_now = shape_of + before->function_count;
    add_leftovers(&left, before, match->now_of, shape_of);
    left.before_count = left.count;
    add_leftovers(&left, now, match->before_of, shape_of_now);
    if (!left.before_count || left.before_count == left.count)
        return;
    add_edges(&left, before, match->now_of, true, shape_of);
    add_edges(&left, now, match->before_of, false, shape_of_now);
    sort_positions(sorted, left.count, compare_leftovers, &left, scratch);
    for (uint32_t i = 0, end; i < left.count; i = end) {
        for (end = i + 1; end < left.count && !compare_leftovers(&left, sorted[i], sorted[end]);)
            end++;
        if (end - i != 2 || sorted[i] >= left.before_count || sorted[i + 1] < left.before_count ||
            (order == same_work && !left.shapes[sorted[i]].callees))
            continue;
        uint32_t old = left.places[sorted[i]], new = left.places[sorted[i + 1]];
        match->now_of[old] = new;
        match->before_of[new] = old;
    }
}

static void match_make(struct match *match, const struct counts *before, const struct counts *now, struct arena *arena)
{
    static alike *const orders[] = {same_name, same_use_and_work, same_work, same_use};
    *match = (struct match){arena_array(arena, now->function_count, sizeof *match->before_of),
                            arena_array(arena, before->function_count, sizeof *match->now_of)};
    for (uint32_t i = 0; i < now->function_count; i++)
        match->before_of[i] = COUNTS_NONE;
    for (uint32_t i = 0, k = 0; i < before->function_count; i++) {
        int order = 1;
        while (k < now->function_count && (order = counts_compare(&before->functions[i], &now->functions[k])) > 0)
            k++;
        match->now_of[i] = order ? COUNTS_NONE : k;
        if (!order)
            match->before_of[k++] = i;
    }
    struct arena scratch = {0};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        match_pairs(match, before, now, orders[i], &scratch);
    arena_free(&scratch);
}

/* --- what is now done elsewhere --- */

/* One side of a comparison. */
struct side {
    const struct counts *counts;
    const uint32_t *other_of;
};

/* Returns the calls of a function by one caller; 0 if there are none. */
static double calls_by(const struct counts_function *function, uint32_t by)
{
    for (uint32_t i = 0; i < function->caller_count; i++)
        if (function->callers[i].function == by)
            return (double)function->callers[i].calls.most;
    return 0;
}

/* Of `calls` made by a function of one side, returns how many its callers make themselves on the other side, and which caller makes most of
 * them. */
static double made_by_callers(const struct counts_function *function, const struct counts_function *callee,
                              struct side here, struct side there, double calls, uint32_t *by)
{
    uint32_t other = here.other_of[callee - here.counts->functions];
    double made = 0, most = 0;
    for (uint32_t i = 0; other != COUNTS_NONE && i < function->caller_count; i++) {
        uint32_t caller = function->callers[i].function;
        uint32_t its = caller == COUNTS_NONE ? COUNTS_NONE : here.other_of[caller];
        if (its == COUNTS_NONE)
            continue;
        double more = calls_by(&there.counts->functions[other], its) - calls_by(callee, caller);
        made += fmax(more, 0);
        if (more > most) {
            most = more;
            *by = its;
        }
    }
    return fmin(made, calls);
}

/* Finds a function on one side only whose callers, on the other side, make most of its calls: it was split off from them, or inlined into
 * them. */
static void find_instead(struct side here, struct side there, const struct counts_function **instead,
                         struct arena *scratch)
{
    uint32_t count = here.counts->function_count, alone = 0;
    while (alone < count && here.other_of[alone] != COUNTS_NONE)
        alone++;
    if (alone == count)
        return;
    double *all = arena_array(scratch, count, sizeof *all), *made = arena_array(scratch, count, sizeof *made);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < here.counts->functions[i].caller_count; c++) {
            const struct counts_function *callee = &here.counts->functions[i];
            uint32_t at = callee->callers[c].function, by = COUNTS_NONE;
            if (callee->spread || at == COUNTS_NONE || at == i || here.other_of[at] != COUNTS_NONE)
                continue;
            double calls = (double)callee->callers[c].calls.most;
            all[at] += calls;
            made[at] += made_by_callers(&here.counts->functions[at], callee, here, there, calls, &by);
            if (by != COUNTS_NONE)
                instead[at] = &there.counts->functions[by];
        }
    for (uint32_t i = 0; i < count; i++)
        if (2 * made[i] <= all[i])
            instead[i] = NULL;
}

static void find_split_and_inlined(struct judge *judge, struct arena *scratch)
{
    const struct match *match = &judge->verdict->match;
    struct side before = {judge->before, match->now_of}, now = {judge->now, match->before_of};
    judge->inlined = arena_array(scratch, judge->before->function_count, sizeof *judge->inlined);
    judge->split = arena_array(scratch, judge->now->function_count, sizeof *judge->split);
    find_instead(before, now, judge->inlined, scratch);
    find_instead(now, before, judge->split, scratch);
}

void verdict_make(struct verdict *verdict, const struct counts *before, const struct counts *now,
                  struct verdict_rules rules, struct arena *arena)
{
    struct judge judge = {.before = before, .now = now, .verdict = verdict, .rules = rules, .arena = arena};
    *verdict = (struct verdict){0};
    match_make(&verdict->match, before, now, arena);
    judge.chance = share_chance(&judge);
    struct arena scratch = {0};
    find_split_and_inlined(&judge, &scratch);
    compare_all(&judge);
    arena_free(&scratch);
}

/* Unites two ranges, because counts that varied may vary again. */
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

/* Returns whether a caller was renamed or is gone. */
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

void accept_make(struct counts *accepted, const struct counts *before, const struct counts *now,
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
}
