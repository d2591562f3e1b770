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

/* A path without the ./ and ../ that it begins with. */
static inline const char *name_without_dots(const char *path)
{
    while (name_starts(path, "./") || name_starts(path, "../"))
        path = strchr(path, '/') + 1;
    return path;
}

/* Whether two paths can mean one file, seen from different folders: the shorter is the end of the longer. */
static inline bool name_same_file(const char *left, const char *right)
{
    const char *a = name_without_dots(left), *b = name_without_dots(right);
    const char *longer = strlen(a) > strlen(b) ? a : b, *shorter = longer == a ? b : a;
    const char *tail = longer + strlen(longer) - strlen(shorter);
    return *shorter && !strcmp(tail, shorter) && (tail == longer || tail[-1] == '/');
}

#endif
