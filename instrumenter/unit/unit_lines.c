/* unit_lines.c - see unit_lines.h. */
#include "instrumenter/unit/unit_lines.h"

#include "common/name.h"
#include "common/sort.h"

#include <string.h>

enum { FLAG_ENTER = 1, FLAG_RETURN = 2, FLAG_SYSTEM = 4, MAX_DEPTH = 512 };

/* After so many lines behind a marker we add one of our own, so that lines are never counted for long. */
enum { LINES_MARKED = 64 };

/* The include stack: for each open file whether it is a system header, and whether the compiler treats it as one at this place. Files deeper
 * than MAX_DEPTH (compilers stop at 200) count as the file at that depth. */
struct includes {
    bool system[MAX_DEPTH], marked[MAX_DEPTH];
    size_t depth;
    const char *users;
};

struct marker {
    unsigned line;
    unsigned flags;
    const char *file; /* null: the same as before */
};

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Reads "name" with its escapes; *at ends behind the closing quote. NULL if there is none. */
static const char *read_name(const char **at, const char *end, struct arena *arena)
{
    const char *from = *at + 1;
    const char *to = from;
    while (to < end && *to != '"')
        to += *to == '\\' && to + 1 < end ? 2 : 1;
    if (to >= end)
        return NULL;
    *at = to + 1;
    char *name = arena_copy(arena, from, (size_t)(to - from));
    char *out = name;
    for (const char *in = from; in < to; in++) {
        if (*in == '\\' && in + 3 < to && in[1] >= '0' && in[1] <= '3') {
            *out++ = (char)((in[1] - '0') * 64 + (in[2] - '0') * 8 + (in[3] - '0'));
            in += 3;
        } else if (*in == '\\' && in + 1 < to) {
            *out++ = *++in == 'n' ? '\n' : *in; /* gcc's and clang's, all others are octal */
        } else {
            *out++ = *in;
        }
    }
    *out = '\0';
    return name;
}

/* Reads a line that begins with `#`, up to `end`, its newline excluded. */
static bool read_marker(const char *at, const char *end, struct marker *marker, struct arena *arena)
{
    at = skip_blanks(at + 1, end);
    if (end - at > 4 && memcmp(at, "line", 4) == 0)
        at = skip_blanks(at + 4, end);
    if (at == end || *at < '0' || *at > '9')
        return false;
    *marker = (struct marker){0};
    while (at < end && *at >= '0' && *at <= '9')
        marker->line = marker->line * 10 + (unsigned)(*at++ - '0');
    at = skip_blanks(at, end);
    if (at < end && *at == '"' && !(marker->file = read_name(&at, end, arena)))
        return false;
    for (; at < end; at++) {
        if (*at == '1')
            marker->flags |= FLAG_ENTER;
        else if (*at == '2')
            marker->flags |= FLAG_RETURN;
        else if (*at == '3')
            marker->flags |= FLAG_SYSTEM;
    }
    return true;
}

/* As far as a name tells. */
static bool in_system_directory(const char *file)
{
    return strncmp(file, "/usr/include/", 13) == 0 || strncmp(file, "/usr/local/include/", 19) == 0 ||
           strstr(file, "/lib/gcc") || strstr(file, "/lib/clang/") || strstr(file, "/lib64/");
}

/* Returns whether it is the old C++ interface of MPI, removed in MPI-3. Open MPI's and MPICH's mpi.h still include it, but nobody wants to see
 * its functions. */
static bool is_bindings(const char *file)
{
    size_t length = strlen(file);
    return strstr(file, "/ompi/mpi/cxx/") || (length > 10 && strcmp(file + length - 10, "/mpicxx.h") == 0);
}

static bool is_below(const char *file, const char *folders)
{
    for (const char *at = folders; at && *at; at += strspn(at, ":")) {
        size_t size = strcspn(at, ":"), length = size;
        while (length > 1 && at[length - 1] == '/')
            length--;
        if (length && strncmp(file, at, length) == 0 && (file[length] == '/' || !file[length]))
            return true;
        at += size;
    }
    return false;
}

/* Applies a marker. `before`: the file of the text so far. A file that includes itself gives no more information. */
static bool includes_apply(struct includes *includes, unsigned flags, const char *file, const char *before)
{
    bool marked = flags & FLAG_SYSTEM;
    bool by_pragma =
        includes->marked[includes->depth] && !includes->system[includes->depth] && strcmp(file, before) != 0;
    if ((flags & FLAG_ENTER) && includes->depth + 1 < MAX_DEPTH)
        includes->system[++includes->depth] =
            is_bindings(file) ||
            (marked && (!by_pragma || in_system_directory(file)) && !is_below(file, includes->users));
    else if ((flags & FLAG_RETURN) && includes->depth > 0)
        includes->depth--;
    includes->marked[includes->depth] = marked;
    return includes->system[includes->depth];
}

static bool names_directory(const char *file)
{
    size_t length = strlen(file);
    return length > 2 && strcmp(file + length - 2, "//") == 0;
}

static void add(struct unit_lines *lines, size_t *capacity, struct line_marker marker, struct arena *arena)
{
    lines->markers = arena_room(arena, lines->markers, lines->count, capacity, sizeof marker);
    lines->markers[lines->count++] = marker;
}

void unit_lines_init(struct unit_lines *lines, const char *text, size_t size, const char *main, const char *users,
                     struct arena *arena)
{
    struct includes includes = {.users = users};
    size_t capacity = 0;
    *lines = (struct unit_lines){.text = text};
    const char *file = main ? main : "";
    add(lines, &capacity, (struct line_marker){0, 1, file, false}, arena);

    const char *end = text + size;
    bool leading = true;      /* no other line so far */
    unsigned lines_since = 0; /* the last marker */
    for (const char *at = text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        const char *next = newline ? newline + 1 : end;
        const char *first = skip_blanks(at, stop);
        struct marker marker;
        if (first < stop && *first == '#' && read_marker(first, stop, &marker, arena)) {
            const char *before = file;
            if (marker.file)
                file = marker.file;
            if (!lines->main)
                lines->main = file;
            /* A second line that names the working directory is read by GCC only there. */
            if (leading && (lines->top == 0 || names_directory(file)))
                lines->top = (size_t)(next - text);
            bool system = includes_apply(&includes, marker.flags, file, before);
            add(lines, &capacity, (struct line_marker){(size_t)(next - text), marker.line, file, system}, arena);
            lines_since = 0;
        } else {
            leading = false;
            if (++lines_since == LINES_MARKED) {
                struct line_marker same = lines->markers[lines->count - 1];
                same.start = (size_t)(next - text);
                same.line += lines_since;
                add(lines, &capacity, same, arena);
                lines_since = 0;
            }
        }
        at = next;
    }
}

static const struct line_marker *marker_at(const struct unit_lines *lines, size_t offset)
{
    size_t behind = sort_lower_bound(lines->markers, lines->count, sizeof *lines->markers,
                                     offsetof(struct line_marker, start), offset + 1);
    return &lines->markers[behind ? behind - 1 : 0];
}

bool unit_lines_system(const struct unit_lines *lines, size_t offset)
{
    return marker_at(lines, offset)->system;
}

struct location unit_lines_at(const struct unit_lines *lines, size_t offset)
{
    const struct line_marker *marker = marker_at(lines, offset);
    struct location location = {marker->file, marker->line, marker->system};
    const char *at = lines->text + marker->start;
    const char *end = lines->text + offset;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        location.line++;
        at++;
    }
    return location;
}

/* Returns the path with single slashes, because two mark the end of a folder. */
static char *single_slashes(const char *path, struct arena *arena)
{
    char *copy = arena_copy(arena, path, strlen(path)), *end = copy;
    for (const char *at = copy; *at; at++)
        if (at[0] != '/' || at[1] != '/')
            *end++ = *at;
    *end = '\0';
    return copy;
}

const char *unit_lines_file(const char *file, const char *folder, struct arena *arena)
{
    char *name = single_slashes(file, arena);
    if (!folder || !*folder || !*name || *name == '/' || *name == '<')
        return name;
    char *place = single_slashes(folder, arena);
    size_t length = strlen(place) - name_ends(place, "/");
    return arena_printf(arena, "%.*s%s%s", (int)length, place, length ? "//" : "/", name);
}
