/*
 * column.h - the columns of a page's data, in sets that have the same entries: one of functions, one of call paths, and so on. Each set
 * is a file, columns_*.c; columns.c writes them one after the other. report/page/src/data reads them by their names.
 */
#ifndef INSTR_REPORT_COLUMN_H
#define INSTR_REPORT_COLUMN_H

#include "report/html/source.h"

enum column_type { TYPE_U8, TYPE_U32, TYPE_F32, TYPE_F64 };

struct column {
    const char *name; /* "node.calls": of what, and what */
    enum column_type type;
    double (*value)(const struct source *source, uint32_t entry);
};

struct column_set {
    uint32_t (*count)(const struct source *source); /* entries; 0 where there is nothing of that kind */
    const struct column *columns;
    unsigned column_count;
};

extern const struct column_set columns_functions, columns_paths, columns_ranks, columns_rows, columns_changes,
    columns_changed_paths, columns_slices, columns_waits;

/* What stands before a time or in its place. */
enum {
    MARK_ESTIMATED = 1,
    MARK_OWN_ESTIMATED = 2,
    MARK_OWN_DOUBTFUL = 4,
    MARK_UNSEEN = 8,
    MARK_OWN_UNSEEN = 16,
    MARK_CALLS_ESTIMATED = 32
};

/* Numbers in the order of first calls; 0 where it is not known. */
double column_first(const struct profile_node *node);

/* Of one rank nothing is to be said over ranks. */
bool column_over_ranks(const struct source *source);

#endif
