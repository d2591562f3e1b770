/* code_map.c - see code_map.h. */
#include "runtime/observe/code_map.h"

#include "runtime/observe/raw.h"

#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

enum {
    TEXT = 4096,
    MOST_OBJECTS = 1 << 16,
    MOST_FUNCTIONS = 1 << 22, /* of all objects: they take 16 MB */
    MOST_HEADERS = 64,
    CHUNK = 256
};

/* --- Memory: it grows, and what is in it moves. --- */

/* At least `room` elements of `each` bytes, of which the first `count` are kept. Null: there is no more; what was there stays. */
static void *grown(void *old, uint32_t count, uint32_t old_room, uint32_t room, size_t each)
{
    long memory =
        raw_call(SYS_mmap, 0, (long)(room * each), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory < 0 && memory > -4096)
        return NULL;
    uint32_t *to = (uint32_t *)(intptr_t)memory;
    const uint32_t *from = old;
    for (size_t i = 0; i < count * each / sizeof *to; i++)
        to[i] = from[i];
    if (old)
        raw_with(SYS_munmap, raw_word(old), (long)(old_room * each), 0);
    return to;
}

static bool room_for_object(struct code_map *map)
{
    uint32_t room = map->room ? 2 * map->room : 128;
    if (map->count < map->room)
        return true;
    void *objects =
        room <= MOST_OBJECTS ? grown(map->objects, map->count, map->room, room, sizeof *map->objects) : NULL;
    if (objects) {
        map->objects = objects;
        map->room = room;
    }
    return objects;
}

static bool room_for_starts(struct code_map *map, uint32_t more)
{
    uint32_t room = map->start_room ? map->start_room : 4096;
    if (more > MOST_FUNCTIONS - map->start_count)
        return false;
    while (room < map->start_count + more)
        room *= 2;
    if (room == map->start_room)
        return true;
    void *starts = grown(map->starts, map->start_count, map->start_room, room, sizeof *map->starts);
    if (starts) {
        map->starts = starts;
        map->start_room = room;
    }
    return starts;
}

/* --- A file's functions. --- */

static bool read_at(long file, void *into, long size, uint64_t offset)
{
    return raw_call(SYS_pread64, file, raw_word(into), size, (long)offset, 0, 0) == size;
}

/* The table's header, as linkers write it: each number has 4 bytes, and addresses are relative to it. */
struct frames_header {
    uint8_t version, pointer_encoding, count_encoding, table_encoding;
    int32_t frames;
    uint32_t count;
};
enum { UDATA4 = 0x03, SDATA4_FROM_TABLE = 0x3b };

/* Where the table is: its offset in the file, and its address above the file's beginning. */
static bool find_table(long file, uint64_t *offset, uint64_t *above)
{
    Elf64_Ehdr head;
    uint64_t base = 0;
    bool found = false, based = false;
    if (!read_at(file, &head, sizeof head, 0) || head.e_ident[EI_MAG0] != ELFMAG0 || head.e_ident[EI_MAG1] != ELFMAG1 ||
        head.e_ident[EI_MAG2] != ELFMAG2 || head.e_ident[EI_MAG3] != ELFMAG3 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_phentsize != sizeof(Elf64_Phdr))
        return false;
    for (unsigned i = 0; i < head.e_phnum && i < MOST_HEADERS; i++) {
        Elf64_Phdr part;
        if (!read_at(file, &part, sizeof part, head.e_phoff + i * sizeof part))
            return false;
        if (part.p_type == PT_LOAD && !based) {
            base = part.p_vaddr - part.p_offset;
            based = true;
        }
        if (part.p_type == PT_GNU_EH_FRAME) {
            *offset = part.p_offset;
            *above = part.p_vaddr;
            found = true;
        }
    }
    *above -= base;
    return found && based;
}

/* What a table has of a function: where it begins, relative to the table, and what is said of it. */
struct frames_entry {
    int32_t start, told;
};

static bool read_starts(struct code_map *map, long file, uint64_t offset, uint64_t above, uint32_t count)
{
    struct frames_entry entries[CHUNK];
    uint64_t before = 0;
    for (uint32_t done = 0, now; done < count; done += now) {
        now = count - done < CHUNK ? count - done : CHUNK;
        if (!read_at(file, entries, (long)(now * sizeof *entries), offset + done * sizeof *entries))
            return false;
        for (uint32_t i = 0; i < now; i++) {
            uint64_t start = above + (uint64_t)(int64_t)entries[i].start;
            if (start > UINT32_MAX || start < before)
                return false;
            map->starts[map->start_count + done + i] = (uint32_t)start;
            before = start;
        }
    }
    return true;
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

static void read_functions(struct code_map *map, struct code_object *object, const char *path)
{
    struct frames_header header;
    uint64_t offset = 0, above = 0;
    long file = is_ordinary(path) ? raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC) : -1;
    object->first = map->start_count;
    object->count = 0;
    if (file < 0)
        return;
    if (find_table(file, &offset, &above) && read_at(file, &header, sizeof header, offset) && header.version == 1 &&
        header.count_encoding == UDATA4 && header.table_encoding == SDATA4_FROM_TABLE &&
        room_for_starts(map, header.count) && read_starts(map, file, offset + sizeof header, above, header.count)) {
        object->count = header.count;
        map->start_count += header.count;
    }
    raw_with(SYS_close, file, 0, 0);
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
        return;
    }
    if (!room_for_object(map))
        return;
    for (uint32_t i = map->count++; i > at; i--)
        map->objects[i] = map->objects[i - 1];
    map->objects[at] = (struct code_object){
        .from = mapping->from, .to = mapping->to, .file = file, .identity = mapping->identity, .round = map->round};
    if (file && mapping->identity)
        read_functions(map, &map->objects[at], mapping->path);
}

/* What the process has no more. Starts of functions of such stay, until there is no more room for others. */
static void drop_gone(struct code_map *map)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < map->count; i++)
        if (map->objects[i].round == map->round)
            map->objects[kept++] = map->objects[i];
    bool some = kept < map->count;
    map->count = kept;
    if (some && map->start_count > MOST_FUNCTIONS / 2)
        map->count = map->start_count = 0;
}

void code_map_read(struct code_map *map, int process)
{
    char text[TEXT + 1];
    *raw_text(raw_number(raw_text(text, "/proc/"), (unsigned)process), "/maps") = '\0';
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

const struct code_object *code_map_object(const struct code_map *map, uint64_t address)
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

struct code_function code_map_function(const struct code_map *map, const struct code_object *object, uint64_t address)
{
    const uint32_t *starts = map->starts + object->first;
    uint64_t place = address - object->file;
    uint32_t low = 0, high = object->count; /* the first that begins behind the address */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (starts[middle] <= place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (struct code_function){0, 0};
    uint64_t from = object->file + starts[low - 1], to = low < object->count ? object->file + starts[low] : object->to;
    return (struct code_function){from, to < object->to ? to : object->to};
}

static uint32_t first_from(const struct site_entry *entries, uint32_t count, uint64_t address)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (entries[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct site_entry *code_map_sites(const struct site_entry *entries, uint32_t count, uint64_t from, uint64_t to,
                                        uint32_t *found)
{
    uint32_t first = first_from(entries, count, from), behind = first_from(entries, count, to);
    *found = behind > first ? behind - first : 0;
    return entries + first;
}
