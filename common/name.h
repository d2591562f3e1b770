/*
 * name.h - tests how a file name or an option begins or ends.
 */
#ifndef INSTR_BASE_NAME_H
#define INSTR_BASE_NAME_H

#include <stdbool.h>
#include <string.h>

/* Returns the part of a path behind its last slash. */
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

/* Returns the name that the compiler was given, from "FOLDER//NAME" in records (profile/files.h) or a name without the folder. */
static inline const char *name_given(const char *file)
{
    const char *name = strstr(file, "//");
    return name ? name + 2 : file;
}

/* Returns a path without the ./ and ../ at its beginning. */
static inline const char *name_without_dots(const char *path)
{
    while (name_starts(path, "./") || name_starts(path, "../"))
        path = strchr(path, '/') + 1;
    return path;
}

/* Removes "./" and "folder/../" from a path, in place: including "../list.c" means the same file as naming "list.c". */
static inline void name_collapse(char *path)
{
    char *end = path;
    for (const char *at = path, *next; *at; at = next) {
        size_t length = strcspn(at, "/");
        next = at + length + (at[length] == '/');
        char *last = end > path ? end - 1 : end; /* the slash behind what was kept last */
        while (last > path && last[-1] != '/')
            last--;
        bool kept = end > path && *last != '/' && !name_starts(last, "../");
        if (kept && name_starts(at, "../"))
            end = last;
        else if (!name_starts(at, "./"))
            for (const char *from = at; from < next; from++)
                *end++ = *from;
    }
    *end = '\0';
}

/* Returns how many of the first `most` bytes of a path are folders, including the last slash, that contain the other path, too. */
static inline size_t name_shared(const char *path, const char *other, size_t most)
{
    while (most && (path[most - 1] != '/' || strncmp(path, other, most) != 0))
        most--;
    return most;
}

/* Returns whether two paths may mean one file, seen from different folders: the shorter one is the end of the longer one. */
static inline bool name_same_file(const char *left, const char *right)
{
    const char *a = name_without_dots(left), *b = name_without_dots(right);
    const char *longer = strlen(a) > strlen(b) ? a : b, *shorter = longer == a ? b : a;
    const char *tail = longer + strlen(longer) - strlen(shorter);
    return *shorter && !strcmp(tail, shorter) && (tail == longer || tail[-1] == '/');
}

#endif
