/*
 * paths.h - quoted call paths of many nodes, for records, as view_path has them.
 *
 * Paths are most of the output for a million nodes, and each begins like the one before. So a name is quoted once for each region, and only
 * the new end of a path is built.
 */
#ifndef INSTR_REPORT_PATHS_H
#define INSTR_REPORT_PATHS_H

#include "report/derive/view.h"

struct paths {
    const struct view *view;
    enum output_form form;
    struct arena *arena;
    struct paths_name *names;   /* of each region */
    char *text;                 /* the path of the node at the last level, and of all above */
    uint32_t nodes[VIEW_WHOLE]; /* one at each level */
    size_t ends[VIEW_WHOLE];    /* of its path in the text */
    bool quotes[VIEW_WHOLE];    /* CSV wants some for the path up to here */
    uint32_t levels;
    size_t room, size; /* of the text; `size` of it are the path asked for */
    bool quoted;       /* it wants quotes */
};

void paths_begin(struct paths *paths, const struct view *view, enum output_form form, struct arena *arena);
/* Sets `text` and `size` to the path of a node. The text is valid until the next call. */
void paths_set(struct paths *paths, uint32_t node);

#endif
