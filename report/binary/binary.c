/*
 * binary.c - see binary.h.
 *
 * The records list the functions that instr-cc saw; the symbols list those in the file. A function that has only a symbol is of assembly,
 * of a foreign archive, or of an object built by another compiler. Names are compared as often as they occur: two static functions
 * of one name and one record leave one unknown. All names of one address count as one function.
 *
 * Limits: a stripped file has only its exported names; a foreign copy of a function that was inlined
 * everywhere else can pass for a recorded one.
 */
#include "report/binary/binary.h"

#include "common/cxx_symbol.h"
#include "common/input.h"
#include "common/name.h"
#include "common/reasons.h"
#include "profile/files.h"
#include "report/binary/debug.h"
#include "report/binary/image.h"
#include "report/binary/references.h"
#include "report/binary/startup.h"

#include "instr_kinds.h"

#include <ar.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reader {
    struct profile *profile;
    size_t region_room;
    struct arena *arena;
    struct error *error;
    const char *path;
    unsigned exported_only; /* files of which only the exported names are known */
    unsigned other_size;    /* files for pointers of another size than the runtime's, which is ours */
};

/* Returns a copy of a string, because strings must outlive the file. NULL gives "". */
static const char *keep(struct reader *reader, const char *text)
{
    return text ? arena_copy(reader->arena, text, strlen(text)) : "";
}

static void add_region(struct reader *reader, struct profile_region region)
{
    struct profile *profile = reader->profile;
    profile->regions =
        arena_room(reader->arena, profile->regions, profile->region_count, &reader->region_room, sizeof region);
    const char **texts[] = {&region.name, &region.file, &region.origin, &region.groups, &region.reason};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = keep(reader, *texts[i]);
    profile->regions[profile->region_count++] = region;
}

/* --- what the region table records --- */

/* A record whose function may still be found among the symbols. */
struct record {
    const char *name, *file;
    const char *symbol; /* what the name is in the symbol table, but for functions that C++ mangles */
    uint64_t descriptor, state;
    bool used;
};

/* The part of a record that it has in common with C++ symbols. */
struct record_key {
    const char *key;
    struct record *record;
};

struct records_found {
    struct record *list;
    size_t count, room;
    struct record_key *keys; /* of all records, sorted; null: no symbol of C++ was met */
    const char **libraries;  /* what units say of their system headers */
    size_t library_count, library_room;
};

/* Reads an entry that may be a setting of the build. */
static void read_setting(struct reader *reader, struct image *image, uint64_t at, struct records_found *found)
{
    if (image_number(image, at, 4) != __INSTR_SETTING || image_number(image, at + 6, 2) != __INSTR_SETTING_LIBRARY)
        return;
    const char *names = image_text(image, image_pointer(image, at + 8));
    if (!names)
        return;
    found->libraries =
        arena_room(reader->arena, found->libraries, found->library_count, &found->library_room, sizeof names);
    found->libraries[found->library_count++] = names;
}

/* Returns the symbol of a C function. It has no parameters in its name, even inside a namespace. */
static const char *symbol_of(const char *name)
{
    const char *last = strchr(name, '(') ? NULL : strrchr(name, ':');
    return last ? last + 1 : name;
}

/* Adds a record. `record.symbol` is NULL or comes from the record. */
static void add_record(struct reader *reader, struct records_found *found, const struct profile_region *region,
                       struct record record)
{
    if (region->kind != REGION_FUNCTION)
        return;
    record.name = region->name;
    record.file = region->file;
    if (!record.symbol)
        record.symbol = symbol_of(region->name);
    found->list = arena_room(reader->arena, found->list, found->count, &found->room, sizeof *found->list);
    found->list[found->count++] = record;
}

/* Reads the symbol of a function measured by hooks, which is behind all pointers and the runtime's own data. */
static const char *read_symbol(struct image *image, uint64_t at)
{
    enum { BEHIND = 16 + 7 * 8 };
    return image->pointer_size == 8 ? image_text(image, image_pointer(image, at + BEHIND)) : NULL;
}

/* Reads the descriptors between two addresses, laid out as struct __instr_region with the file's pointer size; `mixed`: among other data. */
static bool read_table(struct reader *reader, struct image *image, uint64_t start, uint64_t size, bool mixed,
                       struct records_found *found)
{
    enum { FIXED = 16, POINTERS = 5, STEP = 8 };
    const uint64_t setting = STEP + image->pointer_size; /* a setting is smaller than a descriptor, and may come last */
    uint64_t least = FIXED + POINTERS * image->pointer_size;
    size_t left;
    if (!image_bytes(image, start, &left))
        return true;
    uint64_t end = start + (size < left ? size : left); /* a damaged header may claim any size */
    image_relocate(image, start, end);
    for (uint64_t at = start; at < end && end - at >= setting;) {
        uint64_t own_size = image_number(image, at + 4, 2);
        if (image_number(image, at, 4) != __INSTR_MAGIC || own_size < least || end - at < least) {
            read_setting(reader, image, at, found);
            at += STEP;
            continue;
        }
        const char *texts[POINTERS];
        for (unsigned i = 0; i < POINTERS; i++)
            texts[i] = image_text(image, image_pointer(image, at + FIXED + (uint64_t)i * image->pointer_size));
        struct profile_region region = {.name = texts[0],
                                        .file = texts[1],
                                        .origin = texts[2],
                                        .groups = texts[3],
                                        .reason = texts[4],
                                        .kind = (uint8_t)image_number(image, at + 6, 1),
                                        .level = (uint8_t)image_number(image, at + 7, 1),
                                        .line = (uint32_t)image_number(image, at + 8, 4),
                                        .flags = (uint32_t)image_number(image, at + 12, 4)};
        if (__INSTR_MADE_FOR(region.flags) != __INSTR_ABI && (!region.reason || !*region.reason))
            region.reason = reason_word(REASON_OLDER);
        region.flags &= __INSTR_FLAGS;
        if (!region.name || !region.file || region.kind == REGION_ROOT) {
            at += STEP;
            if (mixed)
                continue;
            return error_set(reader->error, ERROR_PROFILE, "%s: damaged region table", reader->path);
        }
        add_region(reader, region);
        uint64_t state = at + FIXED + (uint64_t)POINTERS * image->pointer_size;
        add_record(reader, found, &reader->profile->regions[reader->profile->region_count - 1],
                   (struct record){.symbol = region.flags & __INSTR_BY_HOOKS ? read_symbol(image, at) : NULL,
                                   .descriptor = at,
                                   .state = state});
        at += (own_size + STEP - 1) & ~(uint64_t)(STEP - 1);
    }
    return true;
}

/* --- which functions are there --- */

/* Returns the length without suffixes that the compiler appends to copies and pieces: f.part.0, f.constprop.1, f.cold */
static size_t base_length(const char *name)
{
    size_t length = *name == '.' ? 1 : 0;
    return length + strcspn(name + length, ".");
}

static int compare_records(const void *left, const void *right)
{
    const struct record *a = left, *b = right;
    return strcmp(a->symbol, b->symbol);
}

static int compare_to_name(const char *name, size_t length, const char *record)
{
    int order = strncmp(name, record, length);
    return order ? order : -(record[length] != '\0');
}

/* Returns the first record of that symbol, or NULL. */
static struct record *first_record(const struct records_found *found, const char *name, size_t length)
{
    size_t low = 0, high = found->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_to_name(name, length, found->list[middle].symbol) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < found->count && !compare_to_name(name, length, found->list[low].symbol) ? &found->list[low] : NULL;
}

/* Uses up one record for the symbol; with `same_file` only one from the file in which the symbol is local. */
static bool take_record(const struct records_found *found, const struct image_symbol *symbol, bool same_file)
{
    size_t length = base_length(symbol->name);
    struct record *record = first_record(found, symbol->name, length);
    const struct record *end = found->list + found->count;
    if (record && symbol->name[length])
        return true; /* a copy or piece of a function that has a record */
    for (; record && record < end && !compare_to_name(symbol->name, length, record->symbol); record++) {
        if (record->used || (same_file && strcmp(name_base(record->file), name_base(symbol->unit)) != 0))
            continue;
        record->used = true;
        return true;
    }
    return false;
}

static int compare_keys(const void *left, const void *right)
{
    const struct record_key *a = left, *b = right;
    return strcmp(a->key, b->key);
}

static void sort_keys(struct records_found *found, struct arena *arena)
{
    found->keys = arena_array(arena, found->count + 1, sizeof *found->keys);
    for (size_t i = 0; i < found->count; i++)
        found->keys[i] = (struct record_key){cxx_symbol_key(found->list[i].name, arena), &found->list[i]};
    if (found->count)
        qsort(found->keys, found->count, sizeof *found->keys, compare_keys);
}

/* Returns whether there is a record with that key. One record may stand for many symbols: a template for its instances, a constructor for its
 * two forms. A key shared by several records, as by lambdas, uses up none. */
static bool has_key(const struct records_found *found, const char *key)
{
    const struct record_key wanted = {key, NULL}, *end = found->keys + found->count;
    const struct record_key *at =
        found->count ? bsearch(&wanted, found->keys, found->count, sizeof wanted, compare_keys) : NULL;
    bool several = at && ((at > found->keys && !strcmp(at[-1].key, key)) || (at + 1 < end && !strcmp(at[1].key, key)));
    if (at && !several)
        at->record->used = true;
    return at;
}

/* Gives C++ symbols readable names, and finds which of them have a record. */
static void demangle(struct image_symbol *symbols, size_t count, struct records_found *found, bool *known,
                     struct arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        const char *mangled = cxx_symbol_of_vector(symbols[i].name, arena);
        const char *name = cxx_symbol_demangle(mangled, arena), *begin = name ? name : cxx_symbol_begin(mangled, arena);
        symbols[i].name = symbols[i].mangled = mangled;
        if (!begin)
            continue;
        const char *key = cxx_symbol_key(begin, arena);
        if (!found->keys)
            sort_keys(found, arena);
        if (name)
            symbols[i].name = name;
        symbols[i].key = key;
        known[i] = has_key(found, key);
    }
}

/* Returns whether it is the compiler's code around a Fortran main program, whose record has the compiler's name for it. */
static bool starts_fortran(const struct records_found *found, const struct image_symbol *symbol)
{
    return !strcmp(symbol->name, "main") && first_record(found, "MAIN__", strlen("MAIN__"));
}

/* Returns whether instr-cc compiled the source named in the symbol table. */
static bool has_record_of(const struct records_found *found, const char *unit)
{
    for (size_t i = 0; *unit && i < found->count; i++)
        if (!strcmp(name_base(found->list[i].file), name_base(unit)))
            return true;
    return false;
}

static int compare_symbols(const void *left, const void *right)
{
    const struct image_symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->typed != b->typed)
        return a->typed ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Returns whether system headers of a unit define functions with that beginning. */
static bool is_of_library(const struct records_found *found, const struct image_symbol *symbol)
{
    size_t length;
    const char *first = cxx_symbol_first(symbol->mangled, &length);
    if (!first) {
        first = symbol->key ? symbol->key : symbol->name;
        length = strlen(first);
    }
    for (size_t i = 0; i < found->library_count; i++)
        for (const char *name = found->libraries[i]; *name; name += strspn(name, " ")) {
            size_t size = strcspn(name, " ");
            if (size == length && memcmp(name, first, length) == 0)
                return true;
            name += size;
        }
    return false;
}

/* Returns why a symbol has no record. */
static enum reason reason_of(const struct image_symbol *symbol, const struct debug_location *location, bool library,
                             const struct records_found *found)
{
    if (cxx_symbol_standard(symbol->mangled))
        return REASON_LIBRARY;
    if (is_of_library(found, symbol))
        return REASON_SYSTEM_HEADER;
    if (symbol->key && cxx_symbol_special(symbol->mangled, symbol->key) && found->count)
        return REASON_IMPLICIT;
    /* What brings no source of its own into a program that holds its libraries is theirs, as far as anybody can tell. */
    if (!location->found && library)
        return REASON_LIBRARY;
    if (location->assembly || !symbol->typed)
        return REASON_ASSEMBLY;
    return startup_block_body(symbol) && has_record_of(found, symbol->unit) ? REASON_BLOCK : REASON_NO_RECORD;
}

static void add_unknown(struct reader *reader, const struct image_symbol *symbol, bool library,
                        const struct records_found *found, struct references *unnamed, struct debug *debug)
{
    size_t length = symbol->key ? strlen(symbol->name) : base_length(symbol->name);
    const char *name = arena_copy(reader->arena, symbol->name, length);
    struct debug_location location = {.name = name, .file = symbol->unit};
    if (debug)
        debug_find(debug, symbol->address, &location);
    if (symbol->key)
        location.name = name;
    enum reason reason = reason_of(symbol, &location, library, found);
    if (reason == REASON_NO_RECORD && references_any(unnamed, symbol->address, symbol->size))
        return;
    add_region(reader, (struct profile_region){.name = location.name,
                                               .file = location.file,
                                               .line = location.line,
                                               .kind = REGION_FUNCTION,
                                               .level = 1,
                                               .reason = reason_word(reason)});
}

/* Returns the descriptors without a name, and their counters, to which their functions refer. */
static struct references unnamed_records(const struct records_found *found, struct image *image)
{
    const uint64_t entry =
        (uint64_t)2 * image->pointer_size; /* struct __instr_counted, which ends with the descriptor */
    struct references unnamed = {.image = image};
    for (size_t i = 0; i < found->count; i++)
        if (!found->list[i].used) {
            references_add(&unnamed, found->list[i].descriptor);
            references_add(&unnamed, found->list[i].state);
        }
    references_sort(&unnamed);
    const struct references descriptors = unnamed;
    uint64_t start, size;
    for (size_t section = 0; image_section(image, "instr_counts", &section, &start, &size);) {
        size_t left;
        if (!image_bytes(image, start, &left))
            continue;
        uint64_t end = start + (size < left ? size : left); /* a damaged header may claim any size */
        image_relocate(image, start, end);
        for (uint64_t at = start; end - at >= entry; at += entry)
            if (references_has(&descriptors, image_pointer(image, at + image->pointer_size)))
                references_add(&unnamed, at);
    }
    return unnamed;
}

/* Adds each function among the symbols that has no record. */
static void add_functions(struct reader *reader, struct image *image, struct records_found *found)
{
    struct image_symbol *symbols;
    size_t total, count = 0;
    bool stripped;
    image_symbols(image, &symbols, &total, &stripped);
    reader->exported_only += stripped;
    bool compilers = false; /* a library of the compiler is in it */
    for (size_t i = 0; i < total; i++)
        compilers |= symbols[i].code && startup_brought(&symbols[i]);
    for (size_t i = 0; i < total; i++)
        if (symbols[i].code && !startup_function(&symbols[i]))
            symbols[count++] = symbols[i];
    if (count)
        qsort(symbols, count, sizeof *symbols, compare_symbols);
    bool *known = arena_array(reader->arena, count, sizeof *known);
    bool *sanitizers = arena_array(reader->arena, count, sizeof *sanitizers);
    demangle(symbols, count, found, known, reader->arena);
    for (int same_file = 1; same_file >= 0; same_file--)
        for (size_t i = 0, end; i < count; i = end) {
            for (end = i; end < count && symbols[end].address == symbols[i].address; end++)
                if (symbols[end].key)
                    known[i] |= known[end];
                else if (!known[i])
                    known[i] = take_record(found, &symbols[end], same_file) || starts_fortran(found, &symbols[end]);
        }
    struct debug *debug = image->header.e_type == ET_REL ? NULL : debug_open(image->elf, reader->arena);
    startup_sanitizers(symbols, known, count, sanitizers, reader->arena);
    struct references unnamed = unnamed_records(found, image);
    bool whole = image_is_static(image);
    for (size_t i = 0; i < count; i++) {
        bool library =
            whole || sanitizers[i] || startup_profiler(&symbols[i]) || (compilers && startup_stripped(&symbols[i]));
        if (!known[i] && (!i || symbols[i - 1].address != symbols[i].address))
            add_unknown(reader, &symbols[i], library, found, &unnamed, debug);
    }
    debug_close(debug);
}

/* Reads records of units without a C library, which lie among a program's data: from the first to the last. What the first unit says of system
 * headers, and a gap, are in front of that. */
static bool read_among_data(struct reader *reader, struct image *image, uint64_t start, struct records_found *found)
{
    const uint32_t magic = __INSTR_MAGIC;
    size_t left = 0;
    const unsigned char *bytes = image_bytes(image, start, &left), *at = bytes, *first = NULL, *last = NULL;
    for (; at && (at = memmem(at, left - (size_t)(at - bytes), &magic, sizeof magic)); at++) {
        first = first ? first : at;
        last = at;
    }
    if (!first)
        return true;
    const uint64_t in_front = 8 + 16;
    uint64_t from = (uint64_t)(first - bytes) & ~(uint64_t)7;
    from -= from < in_front ? from : in_front;
    return read_table(reader, image, start + from, (uint64_t)(last - bytes) - from + 256, true, found);
}

static bool read_elf(struct reader *reader, Elf *elf)
{
    struct image image;
    struct records_found found = {0};
    size_t section = 0;
    uint64_t start, size;
    if (!image_open(&image, elf, reader->arena, reader->error))
        return error_prefix(reader->error, "%s", reader->path);
    reader->other_size += image.pointer_size != sizeof(void *);
    while (image_section(&image, "instr_regions", &section, &start, &size))
        if (!read_table(reader, &image, start, size, false, &found))
            return false;
    static const char *const DATA[] = {".data", ".data.instr_regions"};
    for (size_t i = 0; i < sizeof DATA / sizeof *DATA; i++)
        for (section = 0; image_section(&image, DATA[i], &section, &start, &size);)
            if (!read_among_data(reader, &image, start, &found))
                return false;
    if (found.count)
        qsort(found.list, found.count, sizeof *found.list, compare_records);
    add_functions(reader, &image, &found);
    return true;
}

/* Reads an archive's members one by one, or the file itself. */
static bool read_members(struct reader *reader, Elf *elf, int file)
{
    if (elf_kind(elf) == ELF_K_ELF)
        return read_elf(reader, elf);
    if (elf_kind(elf) != ELF_K_AR)
        return error_set(reader->error, ERROR_PROFILE, "%s: neither a program nor an archive", reader->path);
    Elf_Cmd command = ELF_C_READ;
    Elf *member;
    bool ok = true;
    while (ok && (member = elf_begin(file, command, elf))) {
        if (elf_kind(member) == ELF_K_ELF)
            ok = read_elf(reader, member);
        command = elf_next(member);
        elf_end(member);
    }
    return ok;
}

static bool finish(struct reader *reader)
{
    struct profile *profile = reader->profile;
    struct profile_meta *meta = arena_array(reader->arena, 1, sizeof *meta);
    struct profile_node *root = arena_array(reader->arena, 1, sizeof *root);
    add_region(reader, (struct profile_region){.name = "(process)", .kind = REGION_ROOT});
    *root = (struct profile_node){.region = profile->region_count - 1, .parent = PROFILE_NONE};
    stat_calls_init(&root->calls);
    stat_ranks_init(&root->ranks, 0, 0, 0);
    *meta = (struct profile_meta){"binary", keep(reader, name_base(reader->path))};
    profile->nodes = root;
    profile->node_count = 1;
    profile->meta = meta;
    profile->meta_count = 1;
    const struct profile_tally tallies[] = {
        {"stripped files, in which only exported names could be compared", reader->exported_only},
        {"files with another pointer size than the runtime: they run, but write no profile", reader->other_size},
    };
    size_t count = sizeof tallies / sizeof *tallies;
    profile->tallies = arena_array(reader->arena, count, sizeof *tallies);
    for (size_t i = 0; i < count; i++)
        if (tallies[i].value)
            profile->tallies[profile->tally_count++] = tallies[i];
    files_unite(profile->regions, profile->region_count);
    return profile_normalize(profile, reader->arena, reader->error);
}

bool binary_recognize(const char *path)
{
    char bytes[8] = {0};
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return false;
    ssize_t size = pread(file, bytes, sizeof bytes, 0);
    close(file);
    return size == sizeof bytes && (!memcmp(bytes, ELFMAG, SELFMAG) || !memcmp(bytes, ARMAG, SARMAG));
}

bool binary_read(const char *path, struct profile *profile, struct arena *arena, struct error *error)
{
    struct reader reader = {.profile = profile, .arena = arena, .error = error, .path = path};
    memset(profile, 0, sizeof *profile);
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open it: %s", path, why);
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    bool ok = elf ? read_members(&reader, elf, file)
                  : error_set(error, ERROR_PROFILE, "%s: damaged ELF file: %s", path, elf_errmsg(-1));
    elf_end(elf);
    close(file);
    return ok && finish(&reader);
}
