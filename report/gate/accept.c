/* accept.c - see accept.h. */
#include "report/gate/accept.h"

#include <stdlib.h>

/* What varied goes on to vary: the range grows. */
static struct counts_range unite(struct counts_range a, struct counts_range b)
{
    return (struct counts_range){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
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
    if (before->calls.least != before->calls.most)
        function->calls = unite(before->calls, now->calls);
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
        .head = before->head};
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
