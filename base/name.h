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

/* Whether two paths can mean one file, seen from different folders: one is the end of the other. */
static inline bool name_same_file(const char *a, const char *b)
{
    size_t x = strlen(a), y = strlen(b);
    const char *longer = x > y ? a : b, *shorter = x > y ? b : a;
    const char *tail = longer + strlen(longer) - strlen(shorter);
    return !strcmp(tail, shorter) && (tail == longer || tail[-1] == '/');
}

#endif
