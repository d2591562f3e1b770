/* dead_calls.c - see dead_calls.h. Names in C++ are looked for in those of symbols, as 5get_x. */
#include "instrumenter/compile/dead_calls.h"

#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_names.h"
#include "instrumenter/unit/unit_scan.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
    const char **items;
    size_t count, room;
    struct arena *arena;
};

static void add(struct names *names, const char *text, size_t size)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->items[i]) == size && !memcmp(names->items[i], text, size))
            return;
    names->items = arena_room(names->arena, names->items, names->count, &names->room, sizeof *names->items);
    names->items[names->count++] = arena_copy(names->arena, text, size);
}

static bool is_word_byte(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Where the text has this word first. */
static size_t first_of(const struct unit *unit, const char *text, size_t size)
{
    const char *end = unit->text + unit->size, *at = unit->text;
    for (; (at = memmem(at, (size_t)(end - at), text, size)); at++)
        if ((at == unit->text || !is_word_byte(at[-1])) && (at + size == end || !is_word_byte(at[size])))
            return (size_t)(at - unit->text);
    return unit->size;
}

/* The body of a function, up to the place that is read. */
struct body {
    const struct unit *unit;
    const struct unit_function *function;
    const struct unit_lines *lines;
    struct scan scan;
    struct token before;  /* the token before the one that is read */
    bool branches, sized; /* it has conditions; and, in this statement, asks about sizes and constants */
};

/* Calls with nothing to hand over but constants. */
static bool takes_constants(struct scan scan)
{
    struct token token = scan_next(&scan);
    if (!scan_is_mark(token, '('))
        return false;
    while (!scan_is_mark(token = scan_next(&scan), ')'))
        if (token.kind != TOKEN_NUMBER && token.kind != TOKEN_STRING && !scan_is_mark(token, ','))
            return false;
    return true;
}

/* Whether the function is declared where it is called, or the call depends on what only a compiler knows. One that a header has for
 * others to call is defined somewhere. */
static bool is_close(const struct body *body, struct token token)
{
    size_t first = first_of(body->unit, body->unit->text + token.at, token.size);
    struct location declared = unit_lines_at(body->lines, first);
    return !declared.system && (body->sized || !strcmp(declared.file, unit_lines_at(body->lines, token.at).file));
}

static bool may_be_dead(const struct body *body, struct token token)
{
    static const char *const callers[] = {"return", "else", "do", "case", "__extension__"};
    const struct scan *scan = &body->scan;
    bool member = scan_is_mark(body->before, '.') ||
                  (scan_is_mark(body->before, '>') && body->before.at && scan->text[body->before.at - 1] == '-');
    if (member || !body->branches || (body->before.kind == TOKEN_WORD && !SCAN_IS_ONE_OF(scan, body->before, callers)))
        return false;
    return takes_constants(body->scan) && is_close(body, token);
}

static void read_body(struct body *body, const struct unit_names *defined, struct names *names)
{
    static const char *const branches[] = {"if", "switch", "while", "for"};
    static const char *const sizes[] = {"sizeof", "__builtin_constant_p"};
    struct token token;
    scan_init(&body->scan, body->unit->text, body->function->close, body->function->open);
    while ((token = scan_next(&body->scan)).kind != TOKEN_END) {
        if (token.kind == TOKEN_MARK) {
            body->branches |= token.mark == '?' || token.mark == '&' || token.mark == '|';
            body->sized &= !strchr(";{}", token.mark);
        } else if (SCAN_IS_ONE_OF(&body->scan, token, branches)) {
            body->branches = true;
        } else if (SCAN_IS_ONE_OF(&body->scan, token, sizes)) {
            body->sized = true;
        } else if (token.kind == TOKEN_WORD && may_be_dead(body, token) &&
                   unit_names_find(defined, body->unit->text + token.at, token.size) == SIZE_MAX) {
            add(names, body->unit->text + token.at, token.size);
        }
        body->before = token;
    }
}

const char *const *dead_calls_possible(const struct unit *unit, bool cxx, struct arena *arena)
{
    struct names names = {.arena = arena};
    struct unit_names defined;
    struct unit_lines lines;
    unit_names_make(&defined, unit, arena);
    unit_lines_init(&lines, unit->text, unit->size, NULL, NULL, arena);
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        struct body body = {.unit = unit, .function = function, .lines = &lines};
        if (!cxx && (function->flags & (__INSTR_INLINE | __INSTR_STATIC)) == __INSTR_INLINE)
            add(&names, function->name, strlen(function->name));
        read_body(&body, &defined, &names);
    }
    names.items = arena_room(arena, names.items, names.count, &names.room, sizeof *names.items);
    names.items[names.count] = NULL;
    return names.items;
}

/* A section of the object; null where it is not in the file. */
static const Elf64_Shdr *section(const struct dead_object *object, size_t index)
{
    const Elf64_Ehdr *head = (const void *)object->bytes;
    if (!object->bytes || object->size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_type != ET_REL || head->e_shentsize != sizeof(Elf64_Shdr) ||
        head->e_shoff > object->size || (object->size - head->e_shoff) / sizeof(Elf64_Shdr) < head->e_shnum ||
        index >= head->e_shnum)
        return NULL;
    const Elf64_Shdr *found = (const Elf64_Shdr *)(const void *)(object->bytes + head->e_shoff) + index;
    bool inside = found->sh_type == SHT_NOBITS ||
                  (found->sh_offset <= object->size && found->sh_size <= object->size - found->sh_offset);
    return inside ? found : NULL;
}

/* The symbols of an object, with their names. */
struct symbols {
    const Elf64_Sym *items;
    size_t count, first; /* that is not local */
    const char *names;
    size_t names_size;
};

static struct symbols read_symbols(const struct dead_object *object)
{
    const Elf64_Shdr *table, *names;
    for (size_t i = 1; (table = section(object, i)); i++)
        if (table->sh_type == SHT_SYMTAB && (names = section(object, table->sh_link)) && names->sh_type == SHT_STRTAB &&
            names->sh_size && !object->bytes[names->sh_offset + names->sh_size - 1])
            return (struct symbols){(const void *)(object->bytes + table->sh_offset),
                                    table->sh_size / sizeof(Elf64_Sym), table->sh_info,
                                    object->bytes + names->sh_offset, names->sh_size};
    return (struct symbols){0};
}

static const char *symbol_name(const struct symbols *symbols, const Elf64_Sym *symbol)
{
    return symbol->st_name < symbols->names_size ? symbols->names + symbol->st_name : "";
}

/* Whether a symbol is of a function of this name, without scopes. GCC's copies have more behind a point. */
static bool is_of(const char *symbol, const char *name, bool cxx)
{
    char part[512];
    size_t length = strlen(name);
    if (!strncmp(symbol, name, length) && (!symbol[length] || symbol[length] == '.'))
        return true;
    snprintf(part, sizeof part, "%zu%s", length, name);
    return cxx && length < sizeof part - 32 && strstr(symbol, part);
}

/* The index of the symbol that is not defined, by which the object calls `name`; 0: it has none. */
static size_t missing(const struct symbols *symbols, const char *name, bool cxx)
{
    for (size_t i = symbols->first; i < symbols->count; i++)
        if (i && symbols->items[i].st_shndx == SHN_UNDEF && is_of(symbol_name(symbols, &symbols->items[i]), name, cxx))
            return i;
    return 0;
}

bool dead_calls_has(const struct dead_object *object, const char *name, bool cxx)
{
    struct symbols symbols = read_symbols(object);
    return missing(&symbols, name, cxx);
}

/* The name of a function as symbols have it: without scopes, and parameters. */
static const char *last_part(const struct unit_function *function, char *part, size_t size)
{
    const char *name = function->shorter ? function->shorter : function->name, *end = name + strcspn(name, "(<"),
               *at = end;
    while (at > name && is_word_byte(at[-1]))
        at--;
    snprintf(part, size, "%.*s", (int)(end - at), at);
    return part;
}

/* Marks the functions of which the code at this place is. */
static bool mark_holder(const struct symbols *symbols, size_t in, Elf64_Addr place, const struct unit *unit, bool cxx,
                        bool *marks)
{
    char part[512];
    bool any = false;
    for (size_t i = 0; i < symbols->count; i++) {
        const Elf64_Sym *symbol = &symbols->items[i];
        if (symbol->st_shndx != in || place < symbol->st_value || place - symbol->st_value >= symbol->st_size)
            continue;
        for (size_t k = 0; k < unit->function_count; k++)
            if (!marks[k] &&
                is_of(symbol_name(symbols, symbol), last_part(&unit->functions[k], part, sizeof part), cxx))
                any = marks[k] = true;
    }
    return any;
}

bool dead_calls_holders(const struct dead_object *object, const char *name, const struct unit *unit, bool cxx,
                        bool *marks)
{
    struct symbols symbols = read_symbols(object);
    size_t wanted = missing(&symbols, name, cxx);
    const Elf64_Shdr *table;
    bool any = false;
    for (size_t i = 1; wanted && (table = section(object, i)); i++) {
        const Elf64_Rela *places = (const void *)(object->bytes + table->sh_offset);
        for (size_t k = 0; table->sh_type == SHT_RELA && k < table->sh_size / sizeof *places; k++)
            if (ELF64_R_SYM(places[k].r_info) == wanted)
                any |= mark_holder(&symbols, table->sh_info, places[k].r_offset, unit, cxx, marks);
    }
    return any;
}

bool dead_calls_neighbours(const struct unit *unit, bool *marks, struct arena *arena)
{
    bool *more = arena_array(arena, unit->function_count + 1, sizeof *more), any = false;
    char part[512];
    for (size_t i = 0; i < unit->function_count; i++) {
        const char *from = unit->text + unit->functions[i].open;
        size_t size = unit->functions[i].close - unit->functions[i].open;
        for (size_t k = 0; k < unit->function_count; k++) {
            const char *name = last_part(&unit->functions[k], part, sizeof part);
            if (marks[i] != marks[k] && memmem(from, size, name, strlen(name)))
                more[marks[i] ? k : i] = true;
        }
    }
    for (size_t i = 0; i < unit->function_count; i++) {
        any |= more[i];
        marks[i] |= more[i];
    }
    return any;
}
