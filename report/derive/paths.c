/* paths.c - see paths.h. */
#include "report/derive/paths.h"

#include "report/show/quote.h"

#include <string.h>

enum { FIRST_ROOM = 1024 };

struct paths_name {
    const char *text; /* quoted; null until it is asked for */
    size_t size;
    bool quotes;
};

void paths_begin(struct paths *paths, const struct view *view, enum output_form form, struct arena *arena)
{
    *paths = (struct paths){.view = view,
                            .form = form,
                            .arena = arena,
                            .names = arena_array(arena, view->profile->region_count, sizeof *paths->names),
                            .text = arena_alloc(arena, FIRST_ROOM),
                            .room = FIRST_ROOM};
}

/* Returns the quoted name of a node's region. */
static const struct paths_name *name_of(struct paths *paths, uint32_t node)
{
    uint32_t region = paths->view->profile->nodes[node].region;
    struct paths_name *name = &paths->names[region];
    if (name->text)
        return name;
    const char *text = paths->view->profile->regions[region].name;
    name->text = paths->form == FORM_CSV ? quote_csv_part(text, &name->quotes, paths->arena)
                                         : quote_json_part(text, paths->arena);
    if (!node && paths->form == FORM_CSV && quote_is_formula(text)) /* the first of each path */
        name->text = arena_printf(paths->arena, "'%s", name->text);
    name->size = strlen(name->text);
    return name;
}

/* Appends `size` bytes behind the first `used` bytes of the text, after a slash unless the text is empty. */
static void put(struct paths *paths, size_t used, bool slash, const char *bytes, size_t size)
{
    if (used + size + 1 > paths->room) {
        size_t room = 2 * (used + size + 1);
        paths->text = arena_grow(paths->arena, paths->text, paths->room, room);
        paths->room = room;
    }
    if (slash)
        paths->text[used] = '/';
    memcpy(paths->text + used + slash, bytes, size);
    paths->size = used + slash + size;
}

static void push(struct paths *paths, uint32_t node)
{
    uint32_t level = paths->levels;
    size_t used = level ? paths->ends[level - 1] : 0;
    const struct paths_name *name = name_of(paths, node);
    put(paths, used, level > 0, name->text, name->size);
    paths->nodes[level] = node;
    paths->ends[level] = paths->size;
    paths->quotes[level] = name->quotes || (level && paths->quotes[level - 1]);
    paths->levels++;
}

/* Moves the levels to a node that has no more levels than there is room for. */
static void go_to(struct paths *paths, uint32_t node)
{
    uint32_t missing[VIEW_WHOLE], count = 0, depth = paths->view->nodes[node].depth;
    while (paths->levels > depth)
        paths->levels--;
    for (; depth > paths->levels || (depth && paths->nodes[depth - 1] != node); depth--) {
        paths->levels = depth <= paths->levels ? depth - 1 : paths->levels;
        missing[count++] = node;
        node = paths->view->profile->nodes[node].parent;
    }
    while (count > 0)
        push(paths, missing[--count]);
    paths->size = paths->levels ? paths->ends[paths->levels - 1] : 0;
    paths->quoted = paths->levels && paths->quotes[paths->levels - 1];
}

/* Moves to a deep node: its first names, "...", and its last names, which replace the levels behind the first names. */
static void shorten(struct paths *paths, uint32_t node)
{
    uint32_t tail[VIEW_TAIL];
    go_to(paths, paths->view->nodes[node].head);
    put(paths, paths->size, true, "...", 3);
    for (uint32_t i = VIEW_TAIL; i-- > 0; node = paths->view->profile->nodes[node].parent)
        tail[i] = node;
    for (uint32_t i = 0; i < VIEW_TAIL; i++) {
        const struct paths_name *name = name_of(paths, tail[i]);
        put(paths, paths->size, true, name->text, name->size);
        paths->quoted |= name->quotes;
    }
}

void paths_set(struct paths *paths, uint32_t node)
{
    bool whole = paths->view->nodes[node].depth <= VIEW_WHOLE;
    (whole ? go_to : shorten)(paths, node);
    bool blank = paths->size && (paths->text[0] == ' ' || paths->text[paths->size - 1] == ' '); /* as in quote_csv */
    paths->quoted |= blank || paths->form == FORM_JSON;
}
