/* accept.c - see accept.h. */
#include "report/compare/accept.h"

#include <stdlib.h>
#include <string.h>

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
