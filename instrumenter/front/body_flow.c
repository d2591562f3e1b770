/* body_flow.c - see body.h. */
#include "instrumenter/front/body.h"

#include <string.h>

/* How a statement can end without one of the calls. */
enum { GOES_ON = 1, RETURNS = 2, BREAKS = 4 };

struct flow {
    const struct body *body;
    const size_t *calls;
    size_t count;
};

static unsigned flow_of(const struct flow *flow, size_t index);

/* Returns whether [from, to) contains an operator that skips operands. */
static bool chooses(const char *text, size_t from, size_t to)
{
    struct scan scan;
    struct token token, before = {0};
    scan_init(&scan, text, to, from);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        bool twice = before.mark == token.mark && before.at + 1 == token.at;
        if (scan_is_mark(token, '?') || (twice && (scan_is_mark(token, '&') || scan_is_mark(token, '|'))))
            return true;
        before = token;
    }
    return false;
}

/* Returns whether the statement itself, not one below it, makes one of the calls whenever it runs. */
static bool makes_one(const struct flow *flow, size_t index)
{
    size_t start = flow->body->statements[index].start;
    for (size_t i = 0; i < flow->count; i++)
        if (body_innermost(flow->body, flow->calls[i]) == index && !chooses(flow->body->text, start, flow->calls[i]))
            return true;
    return false;
}

/* Combines the statements from `index` up to `last`, which are siblings, one after the other. */
static unsigned sequence(const struct flow *flow, size_t index, size_t last)
{
    unsigned ends = 0;
    for (; index < last; index = flow->body->statements[index].last) {
        unsigned mine = flow_of(flow, index);
        ends |= mine & ~(unsigned)GOES_ON;
        if (!(mine & GOES_ON))
            return ends;
    }
    return ends | GOES_ON;
}

static unsigned choice(const struct flow *flow, size_t index)
{
    const struct statement *all = flow->body->statements;
    unsigned ends = 0;
    bool has_else = false;
    for (size_t i = index + 1; i < all[index].last; i = all[i].last) {
        if (all[i].role == ROLE_BODY || all[i].role == ROLE_ELSE)
            ends |= flow_of(flow, i);
        has_else |= all[i].role == ROLE_ELSE;
    }
    return has_else ? ends : ends | GOES_ON;
}

/* Combines the cases of a `switch`, which may begin at each. */
static unsigned choices(const struct flow *flow, size_t index)
{
    const struct statement *all = flow->body->statements;
    size_t block = index + 1;
    while (block < all[index].last && all[block].role != ROLE_BODY)
        block = all[block].last;
    unsigned ends = GOES_ON;
    for (size_t i = block + 1; block < all[index].last && i < all[block].last; i = all[i].last) {
        bool is_default = all[i].is_case && strncmp(flow->body->text + all[i].start, "default", 7) == 0;
        if (is_default)
            ends &= ~(unsigned)GOES_ON;
    }
    for (size_t i = block + 1; block < all[index].last && i < all[block].last; i = all[i].last)
        if (all[i].is_case)
            ends |= sequence(flow, i, all[block].last);
    return ends & BREAKS ? (ends & ~(unsigned)BREAKS) | GOES_ON : ends;
}

static unsigned leaves(const struct flow *flow, size_t index)
{
    const char *word = flow->body->text + flow->body->statements[index].start;
    return strncmp(word, "return", 6) == 0                                       ? RETURNS
           : strncmp(word, "break", 5) == 0 || strncmp(word, "continue", 8) == 0 ? BREAKS
                                                                                 : 0;
}

static unsigned flow_of(const struct flow *flow, size_t index)
{
    const struct statement *statement = &flow->body->statements[index];
    if (makes_one(flow, index))
        return 0;
    switch (statement->kind) {
    case STATEMENT_IF:
        return choice(flow, index);
    case STATEMENT_SWITCH:
        return choices(flow, index);
    case STATEMENT_LEAVE:
        return leaves(flow, index);
    case STATEMENT_LOOP: /* that turns at least once */
    case STATEMENT_ONCE: {
        unsigned ends = sequence(flow, index + 1, statement->last);
        return ends & BREAKS ? (ends & ~(unsigned)BREAKS) | GOES_ON : ends;
    }
    default:
        return sequence(flow, index + 1, statement->last);
    }
}

bool body_avoids(const struct body *body, const size_t *calls, size_t count)
{
    struct flow flow = {body, calls, count};
    return body->count && flow_of(&flow, 0) & (GOES_ON | RETURNS);
}
