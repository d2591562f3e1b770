/* columns_changes.c - of two runs: what changed by function, the largest change first, and by call path, a parent before its
 * children. */
#include "report/html/column.h"

#include <math.h>

/* What stands before a time of a change or in its place, and where the function was not measured. */
enum {
    CHANGE_ESTIMATED = 1,
    CHANGE_NOT_BEFORE = 2,
    CHANGE_NOT_AFTER = 4,
    CHANGE_UNSEEN_BEFORE = 8,
    CHANGE_UNSEEN_AFTER = 16,
    CHANGE_OWN_UNSEEN_BEFORE = 32, /* of a path, whose other times are with what it called */
    CHANGE_OWN_UNSEEN_AFTER = 64
};

static uint32_t count_functions(const struct source *source)
{
    return source->compared ? source->compared->by_function.count : 0;
}

static uint32_t count_paths(const struct source *source)
{
    return source->compared ? source->compared->shown_count : 0;
}

static const struct change *change_at(const struct source *source, uint32_t i)
{
    return &source->compared->by_function.list[i];
}

static double change_before(const struct source *source, uint32_t i)
{
    return change_at(source, i)->own[0];
}

static double change_after(const struct source *source, uint32_t i)
{
    return change_at(source, i)->own[1];
}

static double change_noise(const struct source *source, uint32_t i)
{
    return change_at(source, i)->noise;
}

static double change_calls_before(const struct source *source, uint32_t i)
{
    return change_at(source, i)->calls[0];
}

static double change_calls_after(const struct source *source, uint32_t i)
{
    return change_at(source, i)->calls[1];
}

static int marks_of_change(const struct change *change)
{
    return (change->estimated ? CHANGE_ESTIMATED : 0) | (change->left_alone[0] ? CHANGE_NOT_BEFORE : 0) |
           (change->left_alone[1] ? CHANGE_NOT_AFTER : 0);
}

static double change_marks(const struct source *source, uint32_t i)
{
    const struct change *change = change_at(source, i);
    return marks_of_change(change) | (isnan(change_own(change, 0)) ? CHANGE_UNSEEN_BEFORE : 0) |
           (isnan(change_own(change, 1)) ? CHANGE_UNSEEN_AFTER : 0);
}

static const struct change *changed_path_at(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].change;
}

static double changed_path_name(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].name;
}

static double changed_path_above(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].parent;
}

static double changed_path_before(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->own[0];
}

static double changed_path_after(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->own[1];
}

static double changed_path_all_before(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].all[0];
}

static double changed_path_all_after(const struct source *source, uint32_t i)
{
    return source->compared->shown[i].all[1];
}

static double changed_path_marks(const struct source *source, uint32_t i)
{
    const struct compared_path *path = &source->compared->shown[i];
    const struct change *change = path->change;
    return marks_of_change(change) | (stat_seen(path->all[0], path->error2[0]) ? 0 : CHANGE_UNSEEN_BEFORE) |
           (stat_seen(path->all[1], path->error2[1]) ? 0 : CHANGE_UNSEEN_AFTER) |
           (isnan(change_own(change, 0)) ? CHANGE_OWN_UNSEEN_BEFORE : 0) |
           (isnan(change_own(change, 1)) ? CHANGE_OWN_UNSEEN_AFTER : 0);
}

static double changed_path_noise(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->noise;
}

static double changed_path_calls_before(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->calls[0];
}

static double changed_path_calls_after(const struct source *source, uint32_t i)
{
    return changed_path_at(source, i)->calls[1];
}

static const struct column of_functions[] = {
    {"change.before", TYPE_F64, change_before},
    {"change.after", TYPE_F64, change_after},
    {"change.noise", TYPE_F64, change_noise},
    {"change.callsBefore", TYPE_F64, change_calls_before},
    {"change.callsAfter", TYPE_F64, change_calls_after},
    {"change.marks", TYPE_U8, change_marks},
};

const struct column_set columns_changes = {count_functions, of_functions, sizeof of_functions / sizeof *of_functions};

static const struct column of_paths[] = {
    {"changedPath.name", TYPE_U32, changed_path_name},
    {"changedPath.above", TYPE_U32, changed_path_above},
    {"changedPath.before", TYPE_F64, changed_path_before},
    {"changedPath.after", TYPE_F64, changed_path_after},
    {"changedPath.allBefore", TYPE_F64, changed_path_all_before},
    {"changedPath.allAfter", TYPE_F64, changed_path_all_after},
    {"changedPath.marks", TYPE_U8, changed_path_marks},
    {"changedPath.noise", TYPE_F32, changed_path_noise},
    {"changedPath.callsBefore", TYPE_F64, changed_path_calls_before},
    {"changedPath.callsAfter", TYPE_F64, changed_path_calls_after},
};

const struct column_set columns_changed_paths = {count_paths, of_paths, sizeof of_paths / sizeof *of_paths};
