/*
 * name.h - how the names of files and of options begin and end.
 */
#ifndef INSTR_BASE_NAME_H
#define INSTR_BASE_NAME_H

#include <stdbool.h>
#include <string.h>

/* The part of a path behind its last slash. */
static inline const char *name_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static inline bool name_starts(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static inline bool name_ends(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

#endif
