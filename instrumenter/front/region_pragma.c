/*
 * region_pragma.c - the regions that pragmas ask for in the function being read, see region.h.
 *
 * begin and end become a block around the statements between them. Where a declaration is among these, a
 * block would end its scope: then the frame is a variable of the block around, opened and closed by
 * statements.
 */
#include "instrumenter/front/region.h"

#include "instrumenter/unit/unit_lines.h"

#include "include/instr_kinds.h"

#include <stdint.h>
#include <string.h>

static struct unit_region describe(const struct regions *regions, struct unit_region region,
                                   const struct pragma *pragma, unsigned char kind)
{
    struct location location = unit_lines_at(regions->lines, pragma->at);
    region.name = pragma->name;
    region.groups = pragma->groups;
    region.file = location.file;
    region.line = location.line;
    region.kind = kind;
    region.level = pragma->level ? (unsigned char)pragma->level : 1;
    region.asked = true;
    return region;
}

static void misplaced(struct regions *regions, const struct pragma *pragma, const char *why)
{
    pragma_complain(&regions->pragmas, pragma->at, "pragma-misplaced", "pragma ignored: %s", why);
}

bool region_is_value(const struct body *body, size_t index)
{
    const struct statement *statement = &body->statements[index];
    const struct statement *around = &body->statements[statement->parent];
    return around->role == ROLE_VALUE && statement->last == around->last &&
           (statement->kind == STATEMENT_EXPRESSION || statement->kind == STATEMENT_UNSURE);
}

static void add_turns(struct regions *regions, const struct pragma *pragma, size_t index)
{
    const struct statement *all = regions->body.statements;
    size_t turn = region_turn(&regions->body, index);
    if (all[index].kind != STATEMENT_LOOP || turn == SIZE_MAX || all[turn].kind == STATEMENT_EMPTY) {
        misplaced(regions, pragma, "'iterate' belongs before a loop that has a body");
        return;
    }
    struct unit_region region = describe(regions, region_of_index(regions, turn), pragma, __INSTR_LOOP);
    region.form = UNIT_REGION_TURN;
    region.outer = all[index].front;
    region.outer_close = all[index].end;
    /* The threads that share such a loop would share the number of turns. */
    if (all[index].front != all[index].start)
        region.form = UNIT_REGION_AROUND, region.outer = region.outer_close = 0;
    if (!all[index].movable)
        region.open = SIZE_MAX;
    region_add(regions, region, pragma->at);
}

/* Returns why the statement can't be in a block, or NULL. */
static const char *refuse(const struct regions *regions, size_t index)
{
    const struct statement *statement = &regions->body.statements[index];
    if (statement->kind == STATEMENT_DECLARATION || statement->kind == STATEMENT_FUNCTION)
        return "a declaration is no statement; use begin and end, or a block";
    if (statement->kind == STATEMENT_UNSURE)
        return "this may be a declaration; put braces around the statement";
    if (region_is_value(&regions->body, index))
        return "the value of a statement expression can't be in a block";
    return statement->literal ? "a compound literal would end with the block; use begin and end" : NULL;
}

static void add_statement(struct regions *regions, const struct pragma *pragma, size_t index)
{
    const char *why = refuse(regions, index);
    if (why) {
        misplaced(regions, pragma, why);
        return;
    }
    bool context = pragma->kind == PRAGMA_CONTEXT;
    struct unit_region region =
        describe(regions, region_of_index(regions, index), pragma, context ? __INSTR_CONTEXT : __INSTR_BLOCK);
    region.communicator = pragma->communicator;
    regions->annotated[index] = true;
    region_add(regions, region, pragma->at);
}

/* Returns the block in which `offset` is between statements; SIZE_MAX if it is inside a statement. */
static size_t block_at(const struct body *body, size_t offset)
{
    const struct statement *all = body->statements;
    size_t block = body_innermost(body, offset);
    while (all[block].kind == STATEMENT_LABEL)
        block = all[block].parent;
    return all[block].kind == STATEMENT_BLOCK || all[block].kind == STATEMENT_FUNCTION ? block : SIZE_MAX;
}

/* Returns where declarations may begin in a block. */
static size_t top_of(const struct regions *regions, size_t block)
{
    const struct statement *all = regions->body.statements;
    const struct unit *unit = regions->unit;
    if (block == 0)
        return unit->functions[regions->function].open;
    struct scan scan;
    scan_init(&scan, unit->text, unit->size, all[block].start);
    scan_next(&scan);
    size_t top = scan.at;
    for (size_t i = block + 1; i < all[block].last && all[i].kind == STATEMENT_DECLARATION; i = all[i].last) {
        scan_init(&scan, unit->text, unit->size, all[i].start);
        if (!scan_is(&scan, scan_next(&scan), "__label__"))
            break;
        top = all[i].end;
    }
    return top;
}

static void add_between(struct regions *regions, struct pragma *begin, struct pragma *end, size_t block)
{
    const struct statement *all = regions->body.statements;
    size_t first = SIZE_MAX, last = SIZE_MAX;
    bool declares = false, movable = true;
    for (size_t i = block + 1; i < all[block].last; i = all[i].last) {
        size_t index = i;
        while (all[index].start < begin->at && all[index].kind == STATEMENT_LABEL && all[index].last > index + 1)
            index++;
        if (all[index].start < begin->at || all[index].start > end->at)
            continue;
        if (all[index].end > end->at) { /* a label, and `end` behind it */
            declares |= first != SIZE_MAX;
            continue;
        }
        declares |= all[index].kind == STATEMENT_DECLARATION || all[index].kind == STATEMENT_UNSURE ||
                    all[index].literal || region_is_value(&regions->body, index);
        if (first == SIZE_MAX)
            first = index;
        last = index;
        movable &= !region_in_controlled_statement(regions, index);
    }
    if (first == SIZE_MAX) {
        misplaced(regions, begin, "no statement between 'begin' and 'end'");
        return;
    }
    struct unit_region region = region_of_index(regions, first);
    region = describe(regions, region, begin, __INSTR_BLOCK);
    region.close = all[last].end;
    if (!movable)
        region.open = SIZE_MAX;
    if (declares && region.open != SIZE_MAX) {
        region.form = UNIT_REGION_BETWEEN;
        region.open = begin->at;
        region.close = end->at;
        region.outer = top_of(regions, block);
        region.outer_close = block ? all[block].end - 1 : regions->unit->functions[regions->function].close;
    }
    region_add(regions, region, begin->at);
}

struct opened {
    struct pragma *begin;
    size_t block;
};

/* Closes the region opened last in the same block, at an `end`. */
static void close_between(struct regions *regions, struct opened top, struct pragma *end, size_t block)
{
    if (strcmp(top.begin->name, end->name) != 0)
        pragma_complain(&regions->pragmas, end->at, "pragma-pair",
                        "end(\"%s\") does not close begin(\"%s\"); both are ignored", end->name, top.begin->name);
    else if (top.block != block)
        pragma_complain(&regions->pragmas, end->at, "pragma-pair",
                        "end(\"%s\") in another block than its begin; both are ignored", end->name);
    else
        add_between(regions, top.begin, end, block);
}

static void read_pairs(struct regions *regions, size_t first, size_t behind)
{
    struct pragma_list *list = &regions->pragmas;
    struct opened *stack = arena_array(regions->arena, behind - first + 1, sizeof *stack);
    size_t depth = 0;
    for (size_t i = first; i < behind; i++) {
        struct pragma *pragma = &list->pragmas[i];
        if (pragma->used || pragma->nested || (pragma->kind != PRAGMA_BEGIN && pragma->kind != PRAGMA_END))
            continue;
        size_t block = block_at(&regions->body, pragma->at);
        pragma->used = true;
        if (block == SIZE_MAX)
            misplaced(regions, pragma, "'begin' and 'end' belong between the statements of a block");
        else if (pragma->kind == PRAGMA_BEGIN)
            stack[depth++] = (struct opened){pragma, block};
        else if (depth == 0)
            pragma_complain(list, pragma->at, "pragma-pair", "end(\"%s\") without a begin", pragma->name);
        else
            close_between(regions, stack[--depth], pragma, block);
    }
    while (depth > 0) {
        const struct pragma *begin = stack[--depth].begin;
        pragma_complain(list, begin->at, "pragma-pair", "begin(\"%s\") without an end", begin->name);
    }
}

void region_pragmas(struct regions *regions)
{
    const struct unit *unit = regions->unit;
    const struct body *body = &regions->body;
    struct pragma_list *list = &regions->pragmas;
    const struct unit_function *function = &unit->functions[regions->function];
    size_t from = pragma_list_find(list, function->open), to = pragma_list_find(list, function->close);
    if (from == to)
        return;
    int level = regions->levels[regions->function];
    /* Those of nested functions are read with these functions. */
    for (size_t k = regions->function + 1; k < unit->function_count && unit->functions[k].open < function->close; k++)
        for (size_t i = pragma_list_find(list, unit->functions[k].open);
             i < pragma_list_find(list, unit->functions[k].close); i++)
            list->pragmas[i].nested = true;
    for (size_t i = from; i < to; i++)
        if (list->pragmas[i].level > level && list->pragmas[i].kind == PRAGMA_REGION)
            list->pragmas[i].used = true; /* finer than asked for */
    for (size_t i = 1; i < body->count; i++) {
        const struct statement *statement = &body->statements[i];
        for (size_t k = pragma_list_find(list, statement->before); k < to && list->pragmas[k].at < statement->start;
             k++) {
            struct pragma *pragma = &list->pragmas[k];
            if (pragma->used || pragma->nested ||
                (pragma->kind != PRAGMA_REGION && pragma->kind != PRAGMA_ITERATE && pragma->kind != PRAGMA_CONTEXT))
                continue;
            pragma->used = true;
            size_t target = body_behind_labels(body, i);
            if (target == SIZE_MAX)
                misplaced(regions, pragma, "no statement after the label");
            else if (pragma->kind == PRAGMA_ITERATE)
                add_turns(regions, pragma, target);
            else
                add_statement(regions, pragma, target);
        }
    }
    read_pairs(regions, from, to);
    for (size_t i = from; i < to; i++)
        list->pragmas[i].nested = false;
}
