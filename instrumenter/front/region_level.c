/*
 * region_level.c - the loops and branches that a level asks for, see region.h.
 *
 * An arm is worth a region when it is a block or has a call in it: to time `if (a < b) a = b;` would
 * cost a hundred times what it does.
 */
#include "instrumenter/front/region.h"

#include "instrumenter/unit/unit_lines.h"

#include "include/instr_kinds.h"

#include <stdint.h>
#include <string.h>

/* Adds `FUNCTION: WHAT at LINE` for the statement that begins with the token at `at`. */
static void add(struct regions *regions, struct unit_region region, const char *what, size_t at)
{
    const struct unit_function *function = &regions->unit->functions[regions->function];
    struct location location = unit_lines_at(regions->lines, at);
    region.name = arena_printf(regions->arena, "%s: %s at %u", unit_function_shorter(function), what, location.line);
    region.file = location.file;
    region.line = location.line;
    region_add(regions, region, SIZE_MAX);
}

/* Returns whether there is a parenthesis behind a word other than a keyword. */
static bool has_call(const struct regions *regions, size_t from, size_t to)
{
    static const char *const no_calls[] = {"if",     "for",        "while",        "switch", "return",
                                           "sizeof", "__typeof__", "_Alignof",     "typeof", "_Generic",
                                           "asm",    "__asm__",    "__attribute__"};
    struct scan scan;
    scan_init(&scan, regions->unit->text, to, from);
    for (struct token token = scan_next(&scan), before = token; token.kind != TOKEN_END;
         before = token, token = scan_next(&scan)) {
        if (token.mark != '(' || before.kind != TOKEN_WORD)
            continue;
        size_t i = 0;
        while (i < sizeof no_calls / sizeof *no_calls && !scan_is(&scan, before, no_calls[i]))
            i++;
        if (i == sizeof no_calls / sizeof *no_calls)
            return true;
    }
    return false;
}

static bool is_worth(const struct regions *regions, size_t index)
{
    const struct statement *statement = &regions->body.statements[index];
    switch (statement->kind) {
    case STATEMENT_BLOCK:
        return statement->last > index + 1;
    case STATEMENT_IF: /* its own arms are regions */
    case STATEMENT_EMPTY:
    case STATEMENT_FUNCTION:
        return false;
    case STATEMENT_EXPRESSION:
    case STATEMENT_UNSURE:
    case STATEMENT_LEAVE:
        return has_call(regions, statement->start, statement->end);
    default:
        return true;
    }
}

static void add_arm(struct regions *regions, size_t index)
{
    const struct statement *arm = &regions->body.statements[index];
    bool otherwise = arm->role == ROLE_ELSE;
    if (regions->annotated[index] || !is_worth(regions, index) || arm->literal)
        return;
    struct unit_region region = region_of_index(regions, index);
    region.kind = __INSTR_BRANCH;
    region.level = 3;
    size_t at = otherwise ? arm->before - 1 : regions->body.statements[arm->parent].start;
    add(regions, region, otherwise ? "else" : "if", at);
}

/* The statements behind one or more `case`, up to the next one. */
struct stretch {
    size_t label;       /* offset of the first `case` */
    size_t first, last; /* statements; first is SIZE_MAX when there are none */
    bool worth;
    bool open;  /* more may come */
    bool whole; /* no declaration whose scope would be cut */
};

static void end_stretch(struct regions *regions, struct stretch *stretch)
{
    const struct statement *all = regions->body.statements;
    struct stretch old = *stretch;
    *stretch = (struct stretch){.first = SIZE_MAX};
    if (old.first == SIZE_MAX || !old.worth || !old.whole || (old.first == old.last && regions->annotated[old.first]))
        return;
    struct unit_region region = region_of_index(regions, old.first);
    region.close = all[old.last].end;
    region.kind = __INSTR_BRANCH;
    region.level = 3;
    add(regions, region, "case", old.label);
}

static void add_cases(struct regions *regions, size_t body)
{
    const struct statement *all = regions->body.statements;
    struct stretch stretch = {.first = SIZE_MAX};
    for (size_t i = body + 1; i < all[body].last; i = all[i].last) {
        size_t index = i;
        if (all[i].kind == STATEMENT_LABEL && all[i].is_case) {
            end_stretch(regions, &stretch);
            index = body_behind_labels(&regions->body, i);
            stretch = (struct stretch){.label = all[i].start, .first = SIZE_MAX, .open = true, .whole = true};
            if (index == SIZE_MAX)
                continue;
        }
        const struct statement *statement = &all[index];
        if (statement->kind == STATEMENT_DECLARATION || statement->kind == STATEMENT_UNSURE ||
            statement->kind == STATEMENT_FUNCTION || statement->literal)
            stretch.whole = false;
        if (statement->fallthrough)
            stretch.open = false;
        if (!stretch.open)
            continue;
        if (stretch.first == SIZE_MAX)
            stretch.first = index;
        stretch.last = index;
        stretch.worth |= is_worth(regions, index) || statement->kind == STATEMENT_IF;
    }
    end_stretch(regions, &stretch);
}

static void add_loop(struct regions *regions, size_t index, unsigned char level)
{
    const struct statement *loop = &regions->body.statements[index];
    if (regions->annotated[index])
        return;
    struct unit_region region = region_of_index(regions, index);
    region.kind = __INSTR_LOOP;
    region.level = level;
    add(regions, region, "loop", loop->start);
}

/* Adds the iterations of a loop, counted by function (runtime/measure/store/counts.h), which needs no frame. */
static void add_turns(struct regions *regions, size_t index, unsigned char level)
{
    const struct statement *all = regions->body.statements, *loop = &all[index];
    size_t turn = region_turn(&regions->body, index);
    if (turn == SIZE_MAX)
        return;
    struct unit_region region = region_of_index(regions, turn);
    region.kind = __INSTR_LOOP;
    region.level = level;
    region.form = UNIT_REGION_COUNT;
    if (loop->no_nest || loop->no_count || region_in_controlled_statement(regions, index))
        region.open = SIZE_MAX;
    if (all[turn].literal)
        region.reason = REASON_LITERAL;
    add(regions, region, "turns of loop", loop->start);
}

void region_levels(struct regions *regions)
{
    const struct body *body = &regions->body;
    const struct statement *all = body->statements;
    const struct unit *unit = regions->unit;
    int level = regions->levels[regions->function];
    size_t nested = regions->function + 1; /* the next function inside this one */
    for (size_t i = 1; i < body->count && level >= 2; i++) {
        while (nested < unit->function_count && unit->functions[nested].close < all[i].start)
            nested++;
        if (nested < unit->function_count && unit->functions[nested].head <= all[i].start &&
            unit->functions[nested].open <= all[i].start)
            continue; /* it is that function's */
        if (all[i].kind == STATEMENT_LOOP) {
            unsigned char own = body_in_loop(body, i) ? 3 : 2;
            if (level >= own) {
                add_loop(regions, i, own);
                add_turns(regions, i, own);
            }
        } else if (all[i].kind == STATEMENT_IF && level >= 3) {
            for (size_t k = i + 1; k < all[i].last; k = all[k].last)
                if (all[k].role == ROLE_BODY || all[k].role == ROLE_ELSE)
                    add_arm(regions, k);
        } else if (all[i].kind == STATEMENT_SWITCH && level >= 3) {
            for (size_t k = i + 1; k < all[i].last; k = all[k].last)
                if (all[k].role == ROLE_BODY && all[k].kind == STATEMENT_BLOCK)
                    add_cases(regions, k);
        }
    }
}
