/* code_map.c - see code_map.h. */
#include "runtime/observe/code_map.h"

#include "runtime/observe/raw.h"

#include <elf.h>
#include <fcntl.h>
#include <stddef.h>

enum {
    TEXT = 4096,
    MOST_OBJECTS = 1 << 16,
    MOST_COPIED = 1 << 26, /* bytes, of all objects */
    MOST_LINES = 1 << 25,  /* bytes of tables of lines, of all objects that ever came */
    MOST_HEADERS = 64,
    MOST_CODE = 1 << 20, /* bytes of a function whose ways are walked */
    CODE_FLOWS = 512
};

enum code_asked { CODE_NOT_ASKED, CODE_ASKED, CODE_READ };

static bool room_for_object(struct code_map *map)
{
    uint32_t room = map->room ? 2 * map->room : 128;
    if (map->count < map->room)
        return true;
    struct code_object *objects = room <= MOST_OBJECTS ? raw_map(room * sizeof *objects, -1) : NULL;
    if (!objects)
        return false;
    for (uint32_t i = 0; i < map->count; i++)
        objects[i] = map->objects[i];
    raw_unmap(map->objects, map->room * sizeof *objects);
    map->objects = objects;
    map->room = room;
    return true;
}

/* --- A file's functions. --- */

/* The table's header, as linkers write it: each number has 4 bytes, and addresses are relative to it. */
struct frames_header {
    uint8_t version, pointer_encoding, count_encoding, table_encoding;
    int32_t frames;
    uint32_t count;
};
enum { UDATA4 = 0x03, SDATA4_FROM_TABLE = 0x3b };

/* In a file: where the table is, its address above the file's beginning, and how much of the file is in memory from there. And
 * which address the file's beginning has. */
struct place {
    uint64_t offset, above, size, base;
};

static bool find_table(long file, struct place *place)
{
    Elf64_Ehdr head;
    Elf64_Phdr parts[MOST_HEADERS];
    uint64_t base = 0;
    bool based = false;
    if (!raw_read_at(file, &head, sizeof head, 0) || head.e_ident[EI_MAG0] != ELFMAG0 ||
        head.e_ident[EI_MAG1] != ELFMAG1 || head.e_ident[EI_MAG2] != ELFMAG2 || head.e_ident[EI_MAG3] != ELFMAG3 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof *parts || head.e_phnum > MOST_HEADERS ||
        !raw_read_at(file, parts, head.e_phnum * sizeof *parts, head.e_phoff))
        return false;
    *place = (struct place){0};
    for (unsigned i = 0; i < head.e_phnum; i++) {
        if (parts[i].p_type == PT_LOAD && !based) {
            base = parts[i].p_vaddr - parts[i].p_offset;
            based = true;
        }
        if (parts[i].p_type == PT_GNU_EH_FRAME)
            *place = (struct place){parts[i].p_offset, parts[i].p_vaddr - base, 0, base};
    }
    for (unsigned i = 0; i < head.e_phnum; i++)
        if (parts[i].p_type == PT_LOAD && place->offset - parts[i].p_offset < parts[i].p_filesz)
            place->size = parts[i].p_offset + parts[i].p_filesz - place->offset;
    return based && place->offset && place->size;
}

/* Devices are opened by nobody: that may do something. */
static bool is_ordinary(const char *path)
{
    static const char devices[] = "/dev/", memory[] = "/dev/shm/";
    size_t i = 0, j = 0;
    while (i < sizeof devices - 1 && path[i] == devices[i])
        i++;
    while (j < sizeof memory - 1 && path[j] == memory[j])
        j++;
    return path[0] == '/' && (i < sizeof devices - 1 || j == sizeof memory - 1);
}

/* The number of functions in a copy of so many bytes; 0: it is none that can be read. */
static uint32_t count_in(const uint8_t *frames, uint64_t size)
{
    const struct frames_header *header = (const void *)frames;
    bool known = size >= sizeof *header && header->version == 1 && header->count_encoding == UDATA4 &&
                 header->table_encoding == SDATA4_FROM_TABLE;
    return known && header->count <= (size - sizeof *header) / sizeof(struct code_entry) ? header->count : 0;
}

static long open_file(const char *path)
{
    return raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
}

static void copy_tables(struct code_map *map, struct code_object *object, const char *path)
{
    struct place place;
    long file = is_ordinary(path) ? open_file(path) : -1;
    char *copied = file < 0 ? NULL : raw_map(TEXT, -1);
    object->asked = CODE_READ;
    object->path = copied;
    if (copied)
        raw_text(copied, path);
    if (file < 0)
        return;
    if (find_table(file, &place) && place.size <= MOST_COPIED - map->copied) {
        uint8_t *copy = raw_map(place.size, -1);
        uint32_t count = copy && raw_read_at(file, copy, place.size, place.offset) ? count_in(copy, place.size) : 0;
        if (count) {
            object->frames = copy;
            object->frames_at = object->file + place.above;
            object->size = (uint32_t)place.size;
            object->count = count;
            map->copied += place.size;
            source_map_copy(&object->source, file, object->file - place.base, MOST_LINES - map->lines);
            map->lines += object->source.table.program_size;
        } else if (copy) {
            raw_unmap(copy, place.size);
        }
    }
    raw_with(SYS_close, file, 0, 0);
}

static void drop_flows(struct code_object *object)
{
    for (uint32_t i = 0; object->flows && i < CODE_FLOWS; i++)
        for (struct code_flow *flow = object->flows[i], *next; flow; flow = next) {
            next = flow->next;
            code_flow_drop(flow);
        }
    raw_unmap(object->flows, CODE_FLOWS * sizeof *object->flows);
}

static void drop_copies(struct code_map *map, struct code_object *object)
{
    source_map_drop(&object->source);
    drop_flows(object);
    raw_unmap((void *)object->path, TEXT);
    raw_unmap((void *)object->frames, object->size);
    map->copied -= object->size;
}

/* --- The process's mappings. --- */

/* A line of /proc/PID/maps:
 *     FROM-TO PERMISSIONS OFFSET DEVICE INODE      PATH */
struct mapping {
    uint64_t from, to, offset, identity;
    bool code;
    const char *path;
};

static const char *hexadecimal(const char *at, uint64_t *number)
{
    for (*number = 0;; at++)
        if (*at >= '0' && *at <= '9')
            *number = *number * 16 + (uint64_t)(*at - '0');
        else if (*at >= 'a' && *at <= 'f')
            *number = *number * 16 + (uint64_t)(*at - 'a' + 10);
        else
            return at;
}

static const char *behind(const char *at, char what)
{
    while (*at && *at != what)
        at++;
    return *at ? at + 1 : at;
}

static struct mapping read_line(const char *line)
{
    struct mapping mapping = {0};
    uint64_t major, minor;
    const char *at = behind(hexadecimal(line, &mapping.from), '-');
    at = behind(hexadecimal(at, &mapping.to), ' ');
    mapping.code = at[0] && at[1] && at[2] == 'x';
    at = behind(hexadecimal(behind(at, ' '), &mapping.offset), ' ');
    at = behind(hexadecimal(at, &major), ':');
    at = behind(hexadecimal(at, &minor), ' ');
    uint64_t inode = raw_digits(at, at + TEXT);
    mapping.identity = inode ? inode * 0x9e3779b97f4a7c15u ^ major << 32 ^ minor : 0;
    at = behind(at, ' ');
    while (*at == ' ')
        at++;
    mapping.path = at;
    return mapping;
}

/* Objects come by address, so each goes behind those that are lower. */
static void note_object(struct code_map *map, const struct mapping *mapping, uint64_t file)
{
    uint32_t at = 0;
    while (at < map->count && map->objects[at].from < mapping->from)
        at++;
    struct code_object *object = &map->objects[at];
    if (at < map->count && object->from == mapping->from && object->to == mapping->to &&
        object->identity == mapping->identity && object->file == file) {
        object->round = map->round;
        if (object->asked == CODE_ASKED)
            copy_tables(map, object, mapping->path);
        return;
    }
    if (!room_for_object(map))
        return;
    for (uint32_t i = map->count++; i > at; i--)
        map->objects[i] = map->objects[i - 1];
    map->objects[at] = (struct code_object){.from = mapping->from,
                                            .to = mapping->to,
                                            .file = file,
                                            .offset = mapping->offset,
                                            .identity = mapping->identity,
                                            .asked = file && mapping->identity ? CODE_NOT_ASKED : CODE_READ,
                                            .round = map->round};
}

/* What the process has no more. */
static void drop_gone(struct code_map *map)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->count; i++)
        if (map->objects[i].round == map->round)
            map->objects[kept++] = map->objects[i];
        else
            drop_copies(map, &map->objects[i]);
    map->count = kept;
}

void code_map_read(struct code_map *map)
{
    char text[TEXT + 1];
    *raw_text(raw_number(raw_text(text, "/proc/"), (unsigned)map->process), "/maps") = '\0';
    long file = raw_with(SYS_openat, AT_FDCWD, raw_word(text), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    uint64_t begins = 0, identity = 0; /* of the last file whose beginning was mapped */
    long length = 0, more;
    map->round++;
    while ((more = raw_with(SYS_read, file, raw_word(text + length), TEXT - length)) > 0) {
        length += more;
        text[length] = '\0';
        long line = 0;
        for (long i = 0; i < length; i++) {
            if (text[i] != '\n')
                continue;
            text[i] = '\0';
            struct mapping mapping = read_line(text + line);
            if (mapping.identity && mapping.offset == 0) {
                begins = mapping.from;
                identity = mapping.identity;
            }
            if (mapping.code)
                note_object(map, &mapping, mapping.identity == identity ? begins : 0);
            line = i + 1;
        }
        if (line == 0) /* a line that is longer than all there is: without its end */
            break;
        for (long i = line; i < length; i++)
            text[i - line] = text[i];
        length -= line;
    }
    raw_with(SYS_close, file, 0, 0);
    drop_gone(map);
}

/* --- What an address is. --- */

static struct code_object *find(const struct code_map *map, uint64_t address)
{
    uint32_t low = 0, high = map->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (map->objects[middle].to <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < map->count && map->objects[low].from <= address ? &map->objects[low] : NULL;
}

struct code_object *code_map_object(struct code_map *map, uint64_t address)
{
    struct code_object *object = find(map, address);
    if (!object || object->asked != CODE_NOT_ASKED)
        return object;
    object->asked = CODE_ASKED;
    code_map_read(map);
    return find(map, address);
}

struct code_function code_map_function(const struct code_object *object, uint64_t address)
{
    const struct code_entry *entries =
        (const void *)(object->frames ? object->frames + sizeof(struct frames_header) : NULL);
    int64_t place = (int64_t)(address - object->frames_at);
    uint32_t low = 0, high = object->count; /* the first that begins behind the address */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (entries[middle].begins <= place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (struct code_function){0, 0, NULL};
    uint64_t from = object->frames_at + (uint64_t)(int64_t)entries[low - 1].begins;
    uint64_t to = low < object->count ? object->frames_at + (uint64_t)(int64_t)entries[low].begins : object->to;
    return (struct code_function){from, to < object->to ? to : object->to, &entries[low - 1]};
}

/* Of a function whose code can't be read, or has no ways that are known, an empty one. */
static struct code_flow *make_flow(const struct code_object *object, struct code_function function,
                                   const struct site_entry *sites, uint32_t site_count, const struct site_entry *own)
{
    uint64_t size = function.to - function.from;
    long file = size <= MOST_CODE && object->path ? open_file(object->path) : -1;
    uint8_t *code = file < 0 ? NULL : raw_map(size, -1);
    struct code_flow *flow = NULL;
    if (code && raw_read_at(file, code, size, function.from - object->from + object->offset))
        flow = code_flow_make(code, function.from, function.to, sites, site_count, own);
    raw_unmap(code, size);
    if (file >= 0)
        raw_with(SYS_close, file, 0, 0);
    if (!flow && (flow = raw_map(sizeof *flow, -1)))
        *flow = (struct code_flow){.from = function.from, .to = function.to, .size = sizeof *flow};
    return flow;
}

const struct code_flow *code_map_flow(struct code_object *object, struct code_function function,
                                      const struct site_entry *sites, uint32_t site_count, const struct site_entry *own)
{
    enum { APART = 16 }; /* bytes: functions begin so far from each other */
    if (!object->flows && !(object->flows = raw_map(CODE_FLOWS * sizeof *object->flows, -1)))
        return NULL;
    struct code_flow **list = &object->flows[function.from / APART % CODE_FLOWS], *flow = *list;
    while (flow && flow->from != function.from)
        flow = flow->next;
    if (!flow && (flow = make_flow(object, function, sites, site_count, own))) {
        flow->next = *list;
        *list = flow;
    }
    return flow && flow->span_count ? flow : NULL;
}

const struct site_entry *code_map_sites(const struct site_entry *entries, uint32_t count, uint64_t from, uint64_t to,
                                        uint32_t *found)
{
    uint32_t first = site_table_from(entries, count, from), behind = site_table_from(entries, count, to);
    *found = behind > first ? behind - first : 0;
    return entries + first;
}
