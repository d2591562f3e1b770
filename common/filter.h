/*
 * filter.h - tells which regions to leave out, by a filter file in Score-P's syntax.
 *
 *     SCOREP_FILE_NAMES_BEGIN          # text behind # is a comment
 *       EXCLUDE *generated*
 *     SCOREP_FILE_NAMES_END
 *     SCOREP_REGION_NAMES_BEGIN
 *       EXCLUDE *                      # patterns as in the shell: * ? [a-z], and \ before a character
 *       INCLUDE main solve_*
 *               MANGLED _Z*            # the word MANGLED is read and means nothing in C
 *     SCOREP_REGION_NAMES_END
 *
 * Blocks may come in any order and number. The last rule that matches a name counts; without a match it is included.
 * A region is excluded if its name or its file is.
 */
#ifndef INSTR_BASE_FILTER_H
#define INSTR_BASE_FILTER_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

struct filter_rule {
    const char *pattern;
    bool exclude;
};

struct filter_rules {
    struct filter_rule *rules; /* in the order of the file */
    size_t count, capacity;
};

struct filter {
    struct filter_rules regions, files;
};

/* Parses a filter. `name` is the file's, for messages. Returns false with ERROR_USAGE if the text is not a filter. */
bool filter_parse(struct filter *filter, const char *text, size_t size, const char *name, struct arena *arena,
                  struct error *error);

/* Reads and parses the file. */
bool filter_read(struct filter *filter, const char *path, struct arena *arena, struct error *error);

/* Returns whether a region is excluded. Either name may be NULL: it then matches no rule. */
bool filter_excludes(const struct filter *filter, const char *region, const char *file);

#endif
