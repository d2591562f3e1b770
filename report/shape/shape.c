/* shape.c - see shape.h. */
#include "report/shape/shape.h"

#include "profile/rows.h"
#include "report/shape/cut.h"
#include "report/shape/turn.h"

static bool is_cut(const struct shape_options *shape)
{
    return shape->rank >= 0 || shape->thread >= 0 || shape->hidden_count || shape->focus;
}

static bool turn(struct profile *profile, const struct options *options, struct arena *arena, struct error *error)
{
    const struct shape_options *shape = &options->shape;
    struct shape_source source;
    struct profile before = *profile;
    if (!view_make(&source.view, &before, SORT_NAME, options->raw, arena, error) ||
        !members_make(&source.members, &source.view, arena, error))
        return false;
    source.profile = source.members.profile;
    if (shape->callers                ? !turn_callers(&source, options, profile, arena, error)
        : shape->callees              ? !turn_callees(&source, shape->callees, profile, arena, error)
        : shape->bottom_up            ? !turn_bottom_up(&source, options, profile, arena, error)
        : shape->level == LEVEL_GROUP ? !turn_by_group(&source, profile, arena, error)
                                      : !turn_by_file(&source, shape->level == LEVEL_DIRECTORY, profile, arena, error))
        return false;
    profile->nodes[0].calls.calls = profile->nodes[0].calls.timed = before.nodes[0].calls.calls;
    return true;
}

/* What was asked for, in words. */
static const char *describe(const struct shape_options *shape, struct arena *arena)
{
    const char *text = "";
    if (text && shape->rank >= 0)
        text = arena_printf(arena, "%s, rank %ld alone", text, shape->rank);
    if (text && shape->thread >= 0)
        text = arena_printf(arena, "%s, thread %ld alone", text, shape->thread);
    for (unsigned i = 0; text && i < shape->hidden_count; i++)
        text = arena_printf(arena, "%s, without %s", text, shape->hidden[i]);
    if (text && shape->focus)
        text = arena_printf(arena, "%s, 100%% is %s", text, shape->focus);
    if (text && shape->callers)
        text =
            arena_printf(arena, "%s, the callers of %s: its inclusive time, divided among them", text, shape->callers);
    if (text && shape->callees)
        text = arena_printf(arena, "%s, what %s calls: their inclusive times, without further calls of it in them",
                            text, shape->callees);
    if (text && shape->bottom_up)
        text = arena_printf(arena, "%s, from the functions up: exclusive times, divided among their callers", text);
    if (text && shape->level != LEVEL_PATH)
        text = arena_printf(arena, "%s, by %s: exclusive times, added up", text,
                            shape->level == LEVEL_FILE        ? "file"
                            : shape->level == LEVEL_DIRECTORY ? "directory"
                                                              : "group");
    return text && *text ? text + 2 : text;
}

bool shape_profile(struct profile *profile, const struct options *options, struct arena *arena, struct error *error)
{
    const struct shape_options *shape = &options->shape;
    if (!options_turned(options) && !is_cut(shape))
        return true;
    struct profile rowed;
    const char *text = describe(shape, arena);
    if (!rows_imply(profile, &rowed, arena, error))
        return false;
    *profile = rowed;
    if (!text || !profile_meta_add(profile, "shape", text, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if ((shape->rank >= 0 || shape->thread >= 0) && !cut_location(profile, shape->rank, shape->thread, arena, error))
        return false;
    for (unsigned i = 0; i < shape->hidden_count; i++)
        if (!cut_hide(profile, shape->hidden[i], arena, error))
            return false;
    if (shape->focus && !profile_meta_add(profile, "focus", shape->focus, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    return (!shape->focus || cut_focus(profile, shape->focus, arena, error)) &&
           (!options_turned(options) || turn(profile, options, arena, error));
}
