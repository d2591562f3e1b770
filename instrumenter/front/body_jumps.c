/*
 * body_jumps.c - jumps into a part of a function, and out of it, see body.h.
 *
 * A probe's frame is closed by a cleanup. A jump to behind the probe would have it close a frame that was
 * never opened; GCC compiles that without a word. And a computed goto or an `asm goto` leaves a block without
 * its cleanups in GCC, and is an error in clang.
 */
#include "instrumenter/front/body.h"

#include "common/sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct order {
    const char *text;
    const struct mark *mark;
    size_t index;
};

static int compare_names(const void *left, const void *right)
{
    const struct order *a = left, *b = right;
    struct token x = a->mark->name, y = b->mark->name;
    size_t common = x.size < y.size ? x.size : y.size;
    int order = memcmp(a->text + x.at, b->text + y.at, common);
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

static void widen(size_t *first, size_t *last, size_t at)
{
    if (at < *first)
        *first = at;
    if (at > *last)
        *last = at;
}

static void meet(struct body *body, struct mark *label, struct mark *jump)
{
    jump->first = label->at;
    if (jump->kind == MARK_TAKEN) {
        label->taken = true;
        widen(&body->taken_first, &body->taken_last, label->at);
    } else {
        widen(&label->first, &label->last, jump->at);
    }
}

void body_link(struct body *body, struct arena *arena)
{
    struct order *labels = arena_array(arena, body->mark_count + 1, sizeof *labels);
    size_t count = 0;
    for (size_t i = 0; i < body->mark_count; i++)
        if (body->marks[i].kind == MARK_LABEL)
            labels[count++] = (struct order){body->text, &body->marks[i], i};
    if (count)
        qsort(labels, count, sizeof *labels, compare_names);
    for (size_t i = 0; i < body->mark_count; i++) {
        struct mark *jump = &body->marks[i];
        if (jump->kind == MARK_COMPUTED)
            widen(&body->computed_first, &body->computed_last, jump->at);
        if (jump->kind != MARK_GOTO && jump->kind != MARK_ASM_GOTO && jump->kind != MARK_TAKEN)
            continue;
        jump->first = SIZE_MAX;
        struct order wanted = {body->text, jump, i};
        struct order *found = count ? bsearch(&wanted, labels, count, sizeof *labels, compare_names) : NULL;
        if (!found)
            continue;
        /* Blocks may have labels of the same name (__label__): any of them may be meant. */
        struct order *from = found, *to = found;
        while (from > labels && compare_names(from - 1, &wanted) == 0)
            from--;
        while (to + 1 < labels + count && compare_names(to + 1, &wanted) == 0)
            to++;
        for (; from <= to; from++)
            meet(body, &body->marks[from->index], jump);
    }
}

static bool is_between(size_t at, size_t from, size_t to)
{
    return at >= from && at < to;
}

/* Returns whether [first, last], if it is not empty, extends beyond [from, to). */
static bool reaches_out(size_t first, size_t last, size_t from, size_t to)
{
    return first <= last && (!is_between(first, from, to) || !is_between(last, from, to));
}

const char *body_jumps(const struct body *body, size_t from, size_t to, size_t *at, struct arena *arena)
{
    size_t low = sort_lower_bound(body->marks, body->mark_count, sizeof *body->marks, offsetof(struct mark, at), from);
    for (; low < body->mark_count && body->marks[low].at < to; low++) {
        const struct mark *mark = &body->marks[low];
        const char *text = NULL, *name = body->text + mark->name.at;
        int size = mark->name.size < 100 ? (int)mark->name.size : 100;
        switch (mark->kind) {
        case MARK_CASE:
            if (!is_between(mark->first, from, to))
                text = arena_printf(arena, "'%.*s' label inside", size, name);
            break;
        case MARK_LABEL:
            if (reaches_out(mark->first, mark->last, from, to))
                text = arena_printf(arena, "label '%.*s' inside is reached from outside", size, name);
            else if (mark->taken && reaches_out(body->computed_first, body->computed_last, from, to))
                text = arena_printf(arena, "label '%.*s' inside may be reached by a computed goto", size, name);
            break;
        case MARK_ASM_GOTO:
            if (mark->first != SIZE_MAX && !is_between(mark->first, from, to))
                text = arena_printf(arena, "an 'asm goto' leaves it for '%.*s'", size, name);
            break;
        case MARK_COMPUTED:
            if (reaches_out(body->taken_first, body->taken_last, from, to))
                text = "a computed goto may leave it";
            break;
        default:
            break;
        }
        if (text) {
            *at = mark->at;
            return text;
        }
    }
    return NULL;
}

size_t body_innermost(const struct body *body, size_t offset)
{
    const struct statement *all = body->statements;
    size_t low = 0, high = body->count; /* all[low].start <= offset < all[high].start */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (all[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    while (low != 0 && all[low].end <= offset)
        low = all[low].parent;
    return low;
}

bool body_in_loop(const struct body *body, size_t index)
{
    while (index != 0) {
        index = body->statements[index].parent;
        if (body->statements[index].kind == STATEMENT_LOOP)
            return true;
    }
    return false;
}

size_t body_behind_labels(const struct body *body, size_t index)
{
    while (body->statements[index].kind == STATEMENT_LABEL) {
        if (body->statements[index].last == index + 1)
            return SIZE_MAX;
        index++;
    }
    return index;
}
