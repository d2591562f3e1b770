/* small_facts.c - see small_facts.h. */
#include "instrumenter/front/small_facts.h"

#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdint.h>
#include <string.h>

bool small_may_be_trivial(const struct unit *unit, const struct unit_function *function)
{
    static const char *const words[] = {"constructor", "__constructor__", "destructor", "__destructor__"};
    struct scan scan;
    struct token token;
    if (function->reason || function->unread || function->asked || function->flags & (__INSTR_TAIL | __INSTR_TWICE) ||
        strcmp(function->name, "main") == 0)
        return false;
    scan_init(&scan, unit->text, function->open, function->head);
    while ((token = scan_next(&scan)).kind != TOKEN_END)
        if (SCAN_IS_ONE_OF(&scan, token, words))
            return false;
    return true;
}

static void mind_regions(struct small_facts *facts, const struct unit *unit)
{
    for (size_t i = 0; i < unit->region_count; i++)
        if (unit->regions[i].reason == REASON_NONE)
            facts[unit->regions[i].function] = (struct small_facts){.depth = -1};
    for (size_t i = 0; i < unit->team_count; i++)
        facts[unit->teams[i].function] = (struct small_facts){.depth = -1};
}

bool small_is_below(const struct small_facts *facts, const struct small_call *call, int depth)
{
    const struct small_facts *callee = call->callee == SIZE_MAX ? NULL : &facts[call->callee];
    return callee && callee->pure && callee->depth < depth;
}

/* The next round: those whose callees are all pure and of a smaller depth are so too. */
static void settle_pure(struct small_facts *facts, size_t count, int depth)
{
    for (size_t i = 0; i < count; i++) {
        bool now = facts[i].trivial && facts[i].depth < 0;
        for (size_t k = 0; now && k < facts[i].count; k++)
            now = small_is_below(facts, &facts[i].calls[k], depth);
        if (now)
            facts[i].depth = depth;
    }
    for (size_t i = 0; i < count; i++)
        facts[i].pure = facts[i].depth >= 0;
}

void small_settle(struct small_facts *facts, const struct unit *unit)
{
    mind_regions(facts, unit);
    for (int depth = 0; depth < (int)__INSTR_DEPTHS; depth++)
        settle_pure(facts, unit->function_count, depth);
}

void small_flag(const struct small_facts *facts, struct unit *unit)
{
    for (size_t i = 0; i < unit->function_count; i++) {
        if (facts[i].depth >= 0)
            unit->functions[i].flags |= __INSTR_COUNTED | __INSTR_AT_DEPTH((unsigned)facts[i].depth);
    }
}
