/* dead_calls.c - see dead_calls.h. C++ names are found inside mangled symbols, as 5get_x. */
#include "instrumenter/compile/dead_calls.h"

#include "include/instr_kinds.h"
#include "instrumenter/unit/unit_lines.h"
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

static bool has(const struct names *names, const char *text, size_t size)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->items[i]) == size && !memcmp(names->items[i], text, size))
            return true;
    return false;
}

static void add(struct names *names, const char *text, size_t size)
{
    if (has(names, text, size))
        return;
    names->items = arena_room(names->arena, names->items, names->count, &names->room, sizeof *names->items);
    names->items[names->count++] = arena_copy(names->arena, text, size);
}

/* Returns where the text first contains this word. */
static size_t first_of(const struct unit *unit, const char *text, size_t size)
{
    const char *end = unit->text + unit->size, *at = unit->text;
    for (; (at = memmem(at, (size_t)(end - at), text, size)); at++)
        if ((at == unit->text || !scan_is_word(at[-1])) && (at + size == end || !scan_is_word(at[size])))
            return (size_t)(at - unit->text);
    return unit->size;
}

/* Returns a function's name as in symbols: without scopes and parameters. */
static const char *last_part(const struct unit_function *function, char *part, size_t size)
{
    const char *name = function->shorter ? function->shorter : function->name, *end = name + strcspn(name, "(<"),
               *at = end;
    while (at > name && scan_is_word(at[-1]))
        at--;
    snprintf(part, size, "%.*s", (int)(end - at), at);
    return part;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Returns the unit's definitions, sorted. */
static struct names read_defined(const struct unit *unit, struct arena *arena)
{
    struct names defined = {.arena = arena};
    char part[512];
    for (size_t i = 0; i < unit->function_count; i++) {
        const char *name = last_part(&unit->functions[i], part, sizeof part);
        defined.items = arena_room(arena, defined.items, defined.count, &defined.room, sizeof *defined.items);
        defined.items[defined.count++] = arena_copy(arena, name, strlen(name));
    }
    if (defined.count)
        qsort(defined.items, defined.count, sizeof *defined.items, compare_names);
    return defined;
}

static bool is_defined(const struct names *defined, const char *text, size_t size)
{
    char name[512];
    const char *key = name;
    snprintf(name, sizeof name, "%.*s", (int)size, text);
    return defined->count && bsearch(&key, defined->items, defined->count, sizeof key, compare_names);
}

/* A function's body, up to the current place. */
struct body {
    const struct unit *unit;
    const struct unit_function *function;
    const struct unit_lines *lines;
    const struct names *defined;
    struct names *refused; /* calls of these are ordinary ones */
    bool cxx;
    struct scan scan;
    struct token before;  /* the token before the one that is read */
    bool branches, sized; /* it has conditions; and, in this statement, asks about sizes and constants */
};

/* Returns whether a call passes only constants. */
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

/* Returns whether the declaration is a class member; such calls are many, and their functions are defined. */
static bool is_member(const struct unit *unit, size_t at)
{
    size_t open = 0;
    while (at > 0 && (unit->text[at - 1] != '{' || open > 0)) {
        at--;
        open += unit->text[at] == '}';
        open -= unit->text[at] == '{';
    }
    size_t begin = at ? at - 1 : 0;
    while (begin > 0 && !strchr(";{}", unit->text[begin - 1]))
        begin--;
    struct scan scan;
    scan_init(&scan, unit->text, at, begin);
    scan.line_start = true;
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;)
        if (scan_is(&scan, token, "class") || scan_is(&scan, token, "struct"))
            return true;
    return false;
}

/* Returns whether the function is declared at its caller, or the call depends on facts that only a compiler knows. A function declared in a
 * header for others is defined somewhere. So is mostly one with arguments to work on, unless a C source declares it itself. */
static bool is_close(const struct body *body, struct token token, bool constants)
{
    size_t first = first_of(body->unit, body->unit->text + token.at, token.size);
    struct location declared = unit_lines_at(body->lines, first);
    if (declared.system || is_member(body->unit, first))
        return false;
    if (!constants && !body->sized)
        return body->lines->main && !strcmp(declared.file, body->lines->main);
    return body->sized || !strcmp(declared.file, unit_lines_at(body->lines, token.at).file);
}

static bool may_be_dead(const struct body *body, struct token token)
{
    static const char *const callers[] = {"return", "else", "do", "case", "__extension__"};
    /* Compilers take these out, and libraries have them. */
    static const char *const removed[] = {"malloc", "calloc", "realloc", "free"};
    const struct scan *scan = &body->scan;
    bool member = scan_is_mark(body->before, '.') ||
                  (scan_is_mark(body->before, '>') && body->before.at && scan->text[body->before.at - 1] == '-');
    if (member || !body->branches || SCAN_IS_ONE_OF(scan, token, removed) ||
        (body->before.kind == TOKEN_WORD && !SCAN_IS_ONE_OF(scan, body->before, callers)))
        return false;
    const char *name = scan->text + token.at;
    bool constants = takes_constants(body->scan);
    if (!scan_is_mark(scan_peek(scan), '(') || (!constants && !body->sized && body->cxx) ||
        is_defined(body->defined, name, token.size) || has(body->refused, name, token.size))
        return false;
    bool close = is_close(body, token, constants);
    if (!close && !constants && !body->sized)
        add(body->refused, name, token.size);
    return close;
}

static void read_body(struct body *body, struct names *names)
{
    static const char *const branches[] = {"if", "switch", "while", "for"};
    static const char *const sizes[] = {"sizeof", "__builtin_constant_p"};
    struct token token;
    scan_init(&body->scan, body->unit->text, body->function->close, body->function->open);
    while ((token = scan_next(&body->scan)).kind != TOKEN_END) {
        if (token.kind == TOKEN_MARK) {
            bool doubled = body->scan.at < body->scan.size && body->scan.text[token.at + 1] == token.mark;
            body->branches |= token.mark == '?' || (doubled && strchr("&|", token.mark));
            body->sized &= !strchr(";{}", token.mark);
        } else if (SCAN_IS_ONE_OF(&body->scan, token, branches)) {
            body->branches = true;
        } else if (SCAN_IS_ONE_OF(&body->scan, token, sizes)) {
            body->sized = true;
        } else if (token.kind == TOKEN_WORD && may_be_dead(body, token)) {
            add(names, body->unit->text + token.at, token.size);
        }
        body->before = token;
    }
}

const char *const *dead_calls_possible(const struct unit *unit, bool cxx, struct arena *arena)
{
    struct names names = {.arena = arena}, refused = names, defined = read_defined(unit, arena);
    struct unit_lines lines;
    unit_lines_init(&lines, unit->text, unit->size, NULL, NULL, arena);
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        struct body body = {
            .unit = unit, .function = function, .lines = &lines, .defined = &defined, .refused = &refused, .cxx = cxx};
        if (!cxx && (function->flags & (__INSTR_INLINE | __INSTR_STATIC)) == __INSTR_INLINE)
            add(&names, function->name, strlen(function->name));
        read_body(&body, &names);
    }
    names.items = arena_room(arena, names.items, names.count, &names.room, sizeof *names.items);
    names.items[names.count] = NULL;
    return names.items;
}

/* Returns a section of the object, or NULL if it is not in the file. */
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

/* Returns whether a symbol is of a function of this name, without scopes. GCC's copies have a suffix behind a dot. */
static bool is_of(const char *symbol, const char *name, bool cxx)
{
    char part[512];
    size_t length = strlen(name);
    if (!strncmp(symbol, name, length) && (!symbol[length] || symbol[length] == '.'))
        return true;
    snprintf(part, sizeof part, "%zu%s", length, name);
    return cxx && length < sizeof part - 32 && strstr(symbol, part);
}

/* Returns whether it is from the C++ library: std::f, and names with a letter of their own there. */
static bool is_std(const char *symbol)
{
    size_t at = !strncmp(symbol, "_ZN", 3) ? 3 : 2;
    at += symbol[at] == 'K';
    return !strncmp(symbol, "_Z", 2) && symbol[at] == 'S';
}

/* Returns the index of the undefined symbol by which the object calls `name`, or 0. */
static size_t missing(const struct symbols *symbols, const char *name, bool cxx)
{
    for (size_t i = symbols->first; i < symbols->count; i++) {
        const char *symbol = symbol_name(symbols, &symbols->items[i]);
        if (i && symbols->items[i].st_shndx == SHN_UNDEF && !is_std(symbol) && is_of(symbol, name, cxx))
            return i;
    }
    return 0;
}

bool dead_calls_has(const struct dead_object *object, const char *name, bool cxx)
{
    struct symbols symbols = read_symbols(object);
    return missing(&symbols, name, cxx);
}

/* Marks the functions to which the code at this place belongs. */
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
    enum { MOST = 2000 }; /* each is looked for in each */
    bool *more = arena_array(arena, unit->function_count + 1, sizeof *more), any = false;
    char part[512];
    if (unit->function_count > MOST)
        return false;
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
