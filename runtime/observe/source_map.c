/* source_map.c - see source_map.h. */
#include "runtime/observe/source_map.h"

#include "runtime/observe/raw.h"

#include <stddef.h>

enum { PATH = 512 };

/* A file that functions are in. */
struct source_file {
    const char *path; /* as the record has it, see common/name.h */
    uint32_t hash;    /* of its name without folders */
};

void source_map_copy(struct source_map *map, long file, uint64_t shift, uint64_t most)
{
    map->table = line_table_copy(file, most);
    map->shift = shift;
}

void source_map_drop(struct source_map *map)
{
    line_table_drop(&map->table);
    raw_unmap(map->functions, map->function_room * sizeof *map->functions);
    raw_unmap(map->files, map->function_room * sizeof *map->files);
    raw_unmap(map->spans, map->span_room * sizeof *map->spans);
    *map = (struct source_map){0};
}

/* --- Entries. --- */

static void sink(struct source_entry *heap, uint32_t count, uint32_t at)
{
    struct source_entry moved = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1].at > heap[child].at)
            child++;
        if (heap[child].at <= moved.at)
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static void sort(struct source_entry *entries, uint32_t count)
{
    bool sorted = true;
    for (uint32_t i = 1; sorted && i < count; i++)
        sorted = entries[i - 1].at <= entries[i].at;
    if (sorted)
        return;
    for (uint32_t i = count / 2; i-- > 0;)
        sink(entries, count, i);
    for (uint32_t last = count; last-- > 1;) {
        struct source_entry largest = entries[0];
        entries[0] = entries[last];
        entries[last] = largest;
        sink(entries, last, 0);
    }
}

/* Returns how many entries have a key of at most `at`. */
static uint32_t count_up_to(const struct source_entry *entries, uint32_t count, uint64_t at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (entries[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- Files. --- */

struct reading {
    struct source_map *map;
    uint64_t from, to, first; /* of the row before: the lines of its function, as in `at` of functions, and itself */
};

/* Appends a path without redundant parts. Returns NULL if there is no room. */
static char *put_path(char *at, const char *end, const char *path)
{
    while (at && *path) {
        const char *part = path;
        while (*path && *path != '/')
            path++;
        bool empty = path == part || (path - part == 1 && *part == '.');
        if (end - at < path - part + 1)
            return NULL;
        if (!empty) {
            *at++ = '/';
            while (part < path)
                *at++ = *part++;
        }
        while (*path == '/')
            path++;
    }
    return at;
}

static bool is_absolute(const char *path)
{
    return *path == '/';
}

/* Returns whether one path is the end of the other, because the folder of a compilation is not always known. Each part of a path has its '/'
 * in front. */
static bool ends_alike(const char *a, const char *a_end, const char *b, const char *b_end)
{
    while (a_end > a && b_end > b && a_end[-1] == b_end[-1]) {
        a_end--;
        b_end--;
    }
    return a_end == a || b_end == b;
}

static uint32_t hash_of_name(const char *path)
{
    uint32_t hash = 0;
    for (; *path; path++)
        hash = *path == '/' ? 0 : (hash ^ (unsigned char)*path) * 0x01000193u;
    return hash;
}

/* Returns 1 + the index of the file; 0 if no region is in it. */
static uint32_t find_file(void *state, const char *start, const char *folder, const char *name)
{
    const struct source_map *map = ((struct reading *)state)->map;
    char wanted[PATH], known[PATH];
    char *end = wanted;
    if (!is_absolute(name) && !is_absolute(folder))
        end = put_path(end, wanted + PATH, start);
    if (!is_absolute(name) && (is_absolute(folder) || folder != start))
        end = put_path(end, wanted + PATH, folder);
    end = put_path(end, wanted + PATH, name);
    uint32_t hash = hash_of_name(name);
    for (uint32_t i = 0; end && i < map->file_count; i++) {
        if (map->files[i].hash != hash)
            continue;
        const char *known_end = put_path(known, known + PATH, map->files[i].path);
        if (known_end && ends_alike(wanted, end, known, known_end))
            return i + 1;
    }
    return 0;
}

/* Returns 1 + the index of the file, which is often that of the function before. */
static uint32_t note_file(struct source_map *map, const char *path)
{
    uint32_t hash = hash_of_name(path);
    for (uint32_t i = map->file_count; i-- > 0;)
        if (map->files[i].path == path || (map->files[i].hash == hash && raw_is_same(map->files[i].path, path)))
            return i + 1;
    map->files[map->file_count++] = (struct source_file){path, hash};
    return map->file_count;
}

/* --- functions, and the lines of their code --- */

bool source_map_is_due(const struct source_map *map, uint64_t age)
{
    enum { NS_A_BYTE = 3, PART = 10 };
    return map->table.programs && age >= (uint64_t)map->table.program_size * NS_A_BYTE * PART;
}

bool source_map_expect(struct source_map *map, uint32_t functions)
{
    map->functions = functions ? raw_map(functions * sizeof *map->functions, -1) : NULL;
    map->files = map->functions ? raw_map(functions * sizeof *map->files, -1) : NULL;
    map->function_room = map->functions ? functions : 0;
    return map->files;
}

void source_map_tell(struct source_map *map, const char *path, uint32_t line, uint64_t region)
{
    if (map->function_count < map->function_room)
        map->functions[map->function_count++] =
            (struct source_entry){(uint64_t)note_file(map, path) << 32 | line, region};
}

/* Returns 1 + the first function that begins in the same line as the function around this one. */
static uint64_t function_around(struct reading *reading, uint64_t at)
{
    if (at >= reading->from && at < reading->to)
        return reading->first;
    const struct source_map *map = reading->map;
    const struct source_entry *functions = map->functions;
    uint32_t behind = count_up_to(functions, map->function_count, at), first = behind;
    bool found = behind && functions[behind - 1].at >> 32 == at >> 32;
    while (found && first && functions[first - 1].at == functions[behind - 1].at)
        first--;
    uint64_t file_ends = (at >> 32 << 32) + UINT32_MAX;
    bool more = behind < map->function_count && functions[behind].at < file_ends;
    reading->from = found ? functions[first].at : at;
    reading->to = !found ? at + 1 : more ? functions[behind].at : file_ends;
    reading->first = found ? first + 1 : 0;
    return reading->first;
}

static bool room_for_span(struct source_map *map)
{
    enum { LEAST = 4096 };
    uint32_t room = map->span_room ? 2 * map->span_room : LEAST;
    if (map->span_count < map->span_room)
        return true;
    struct source_entry *spans = raw_map(room * sizeof *spans, -1);
    if (!spans)
        return false;
    for (uint32_t i = 0; i < map->span_count; i++)
        spans[i] = map->spans[i];
    raw_unmap(map->spans, map->span_room * sizeof *spans);
    map->spans = spans;
    map->span_room = room;
    return true;
}

/* Adds a row. If an address has several, the last one counts. */
static void add_row(void *state, uint64_t address, uint32_t file, uint32_t line)
{
    struct reading *reading = state;
    struct source_map *map = reading->map;
    uint64_t first = file ? function_around(reading, (uint64_t)file << 32 | line) : 0, at = address + map->shift;
    struct source_entry *last = map->span_count ? &map->spans[map->span_count - 1] : NULL;
    if (last && last->at == at)
        last->is = first;
    else if ((!last || last->is != first || at < last->at) && room_for_span(map))
        map->spans[map->span_count++] = (struct source_entry){at, first};
}

/* Sorts the ends, so that one piece of code may begin where another ends. */
static void settle_spans(struct source_map *map)
{
    uint32_t kept = 0;
    sort(map->spans, map->span_count);
    for (uint32_t i = 0; i < map->span_count; i++) {
        struct source_entry *last = kept ? &map->spans[kept - 1] : NULL;
        if (last && last->at == map->spans[i].at)
            last->is = last->is ? last->is : map->spans[i].is;
        else
            map->spans[kept++] = map->spans[i];
    }
    map->span_count = kept;
}

void source_map_read(struct source_map *map)
{
    struct reading reading = {.map = map};
    sort(map->functions, map->function_count);
    if (map->function_count)
        line_table_read(&map->table, &(struct line_reader){&reading, find_file, add_row});
    settle_spans(map);
    raw_unmap(map->files, map->function_room * sizeof *map->files);
    map->files = NULL;
    line_table_drop(&map->table);
}

const struct source_entry *source_map_at(const struct source_map *map, uint64_t address, uint32_t *count)
{
    uint32_t behind = count_up_to(map->spans, map->span_count, address);
    uint64_t first = behind ? map->spans[behind - 1].is : 0;
    *count = 0;
    if (!first)
        return NULL;
    const struct source_entry *functions = &map->functions[first - 1];
    while (first - 1 + *count < map->function_count && functions[*count].at == functions->at)
        ++*count;
    return functions;
}
