/* small_facts.c - see small_facts.h. */
#include "instrumenter/front/small_facts.h"

#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdint.h>
#include <string.h>

bool small_may_be_trivial(const struct small_facts *facts, const struct unit *unit,
                          const struct unit_function *function)
{
    static const char *const words[] = {"constructor",    "__constructor__", "destructor",
                                        "__destructor__", "noinline",        "__noinline__"};
    struct scan scan;
    struct token token;
    if (!facts->trivial || function->reason || function->unread || function->asked ||
        function->flags & (__INSTR_TAIL | __INSTR_TWICE) || strcmp(function->name, "main") == 0)
        return false;
    scan_init(&scan, unit->text, function->open, function->head);
    while ((token = scan_next(&scan)).kind != TOKEN_END)
        if (SCAN_IS_ONE_OF(&scan, token, words))
            return false;
    return small_words_few(unit, function, facts->bounds, facts->bound_count);
}

static void mind_regions(struct small_facts *facts, const struct unit *unit)
{
    for (size_t i = 0; i < unit->region_count; i++)
        if (unit->regions[i].reason == REASON_NONE)
            facts[unit->regions[i].function].trivial = false;
    for (size_t i = 0; i < unit->team_count; i++)
        facts[unit->teams[i].function].trivial = false;
}

static bool calls_settled(const struct small_facts *facts, const struct small_facts *function)
{
    for (size_t k = 0; k < function->count; k++)
        if (function->calls[k].callee == SIZE_MAX || !facts[function->calls[k].callee].settled)
            return false;
    return true;
}

static bool calls_itself(const struct small_facts *function, size_t index)
{
    for (size_t k = 0; k < function->count; k++)
        if (function->calls[k].callee == index)
            return true;
    return false;
}

void small_settle(struct small_facts *facts, const struct unit *unit, bool (*avoids)(void *, size_t), void *context)
{
    mind_regions(facts, unit);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < unit->function_count; i++) {
            if (!facts[i].trivial || facts[i].settled || !calls_settled(facts, &facts[i]))
                continue;
            facts[i].settled = more = true;
        }
    }
    for (size_t i = 0; avoids && i < unit->function_count; i++)
        if (facts[i].trivial && !facts[i].settled && !calls_itself(&facts[i], i))
            facts[i].trivial = avoids(context, i);
    for (size_t i = 0; avoids && i < unit->function_count; i++)
        facts[i].settled |= facts[i].trivial && !calls_itself(&facts[i], i);
}

void small_flag(const struct small_facts *facts, struct unit *unit)
{
    for (size_t i = 0; i < unit->function_count; i++)
        if (facts[i].settled)
            unit->functions[i].flags |= __INSTR_COUNTED;
}
