/* assembly.c - see assembly.h. Two passes over the lines: the first finds the functions, the second writes the text. */
#include "instrumenter/hooks/assembly.h"
#include "common/arena.h"
#include "common/hash.h"
#include "common/name.h"
#include "include/instr_kinds.h"
#include "instrumenter/hooks/hooked_name.h"
#include "instrumenter/hooks/hooks_text.h"
#include "instrumenter/plan/language.h"
#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stdlib.h>

#define ENTER "__cyg_profile_func_enter"
#define EXIT "__cyg_profile_func_exit"
#define ATT_SYNTAX "\t.att_syntax prefix\n" /* what stands behind the user's text is written in it */

struct function {
    const char *symbol, *name, *file;
    unsigned line;
    unsigned alignment; /* of its first byte, as a power of two */
    bool global, begins;
    bool calls_hook, names_itself; /* both: it has hooks */
    enum reason reason;
};

struct reader {
    const struct assembly_options *options;
    struct arena *arena;
    struct function *functions;
    size_t count, room;
    uint32_t *places; /* of functions, by the hash of their symbols; number + 1 */
    size_t place_count;
    const char **files; /* by number */
    size_t file_count;
    const char *source; /* that the unit is named after */
    const char *folder; /* null, or the one that the compiler runs in */
    bool fortran;
    bool measured;         /* any function is */
    struct function *open; /* whose body is being read */
    unsigned alignment;
};

/* Returns the next line, without its end, or NULL. */
static const char *next_line(const char **rest, size_t *length)
{
    const char *line = *rest, *end = strchr(line, '\n');
    if (!*line)
        return NULL;
    *length = end ? (size_t)(end - line) : strlen(line);
    *rest = end ? end + 1 : line + *length;
    return line;
}

static bool is_of_symbol(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '.' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static size_t symbol_length(const char *at)
{
    size_t length = 0;
    while (is_of_symbol(at[length]))
        length++;
    return length;
}

/* Returns the text behind a directive of this name, or NULL if the line has another one. */
static const char *behind(const char *line, const char *directive)
{
    size_t length = strlen(directive);
    line += strspn(line, " \t");
    if (strncmp(line, directive, length) != 0 || !strchr(" \t\n", line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/* --- functions --- */

static uint32_t *place_of(const struct reader *reader, const char *symbol, size_t length)
{
    uint64_t hash = hash_bytes(HASH_START, symbol, length);
    size_t at = (hash ^ hash >> 29) & (reader->place_count - 1);
    for (uint32_t number; (number = reader->places[at]); at = (at + 1) & (reader->place_count - 1)) {
        const char *other = reader->functions[number - 1].symbol;
        if (!strncmp(other, symbol, length) && !other[length])
            break;
    }
    return &reader->places[at];
}

static struct function *find(const struct reader *reader, const char *symbol, size_t length)
{
    uint32_t number = length ? *place_of(reader, symbol, length) : 0;
    return number ? &reader->functions[number - 1] : NULL;
}

static void add_function(struct reader *reader, const char *symbol, size_t length)
{
    reader->functions =
        arena_room(reader->arena, reader->functions, reader->count, &reader->room, sizeof *reader->functions);
    reader->functions[reader->count] = (struct function){.symbol = arena_copy(reader->arena, symbol, length)};
    *place_of(reader, symbol, length) = (uint32_t)++reader->count;
}

/* Makes a table with room for a function in each line. */
static void make_places(struct reader *reader, const char *text)
{
    size_t lines = 0;
    for (const char *at = text; (at = strstr(at, "@function")); at++)
        lines++;
    for (reader->place_count = 16; reader->place_count < 2 * lines;)
        reader->place_count *= 2;
    reader->places = arena_array(reader->arena, reader->place_count, sizeof *reader->places);
}

static void read_types(struct reader *reader, const char *text)
{
    size_t length;
    for (const char *rest = text, *line; (line = next_line(&rest, &length));) {
        const char *symbol = behind(line, ".type");
        size_t size = symbol ? symbol_length(symbol) : 0;
        if (size && memmem(symbol + size, length - (size_t)(symbol + size - line), "@function", 9) &&
            !find(reader, symbol, size))
            add_function(reader, symbol, size);
    }
}

/* --- what tells lines --- */

/* Returns the text in quotes from `*at` on, and moves `*at` behind it; NULL if there is none. */
static const char *quoted(struct reader *reader, const char **at, const char *end)
{
    const char *from = memchr(*at, '"', (size_t)(end - *at));
    if (!from)
        return NULL;
    char *text = arena_alloc(reader->arena, (size_t)(end - from)), *to = text;
    for (from++; from < end && *from != '"'; from++) {
        from += *from == '\\' && from + 1 < end;
        *to++ = *from;
    }
    *at = from < end ? from + 1 : end;
    return text;
}

/* Returns the name with its folder, unless the compiler runs in that folder. */
static const char *whole_name(const struct reader *reader, const char *folder, const char *name)
{
    bool here = !folder || *name == '/' || (reader->folder && !strcmp(folder, reader->folder));
    char *whole = arena_printf(reader->arena, "%s%s%s", here ? "" : folder, here ? "" : "/", name);
    name_collapse(whole);
    return whole;
}

/* Reads `.file "NAME"`, `.file NUMBER "NAME"` or `.file NUMBER "FOLDER" "NAME"`; NUMBER 0 is the compiler's input. */
static void take_file(struct reader *reader, const char *value, const char *end)
{
    const char *at = value, *name = quoted(reader, &at, end), *second = quoted(reader, &at, end);
    size_t number = strtoul(value, NULL, 10), count = reader->file_count;
    if (*value == '"') {
        reader->source = reader->source ? reader->source : name;
        return;
    }
    if (second && number == 0)
        reader->folder = name;
    if (!name || number > 1 << 20)
        return;
    if (number >= count) {
        reader->file_count = (number + 1) * 2;
        reader->files = arena_grow(reader->arena, reader->files, count * sizeof *reader->files,
                                   reader->file_count * sizeof *reader->files);
    }
    reader->files[number] = second ? whole_name(reader, name, second) : name;
}

/* Reads `.loc FILE LINE`; returns false if the file is unknown. */
static bool read_location(const struct reader *reader, const char *value, const char **file, unsigned *line)
{
    char *end;
    size_t number = strtoul(value, &end, 10);
    if (number >= reader->file_count || !reader->files[number])
        return false;
    *file = reader->files[number];
    *line = (unsigned)strtoul(end, NULL, 10);
    return true;
}

static void take_line(struct reader *reader, const char *value)
{
    struct function *open = reader->open;
    if (open && !open->file)
        read_location(reader, value, &open->file, &open->line);
}

/* --- facts about functions --- */

/* Returns whether a line loads the function's own address, rather than jumping to it or calling it. */
static bool names(const char *line, size_t length, const char *symbol)
{
    size_t size = strlen(symbol);
    const char *end = line + length, *word = line + strspn(line, " \t");
    if (name_starts(word, "call") || *word == 'j')
        return false;
    for (const char *at = line; (at = memmem(at, (size_t)(end - at), symbol, size)); at++)
        if (!is_of_symbol(at[size]) && (at == line || !is_of_symbol(at[-1]) || at[-1] == '$'))
            return true;
    return false;
}

static void take_label(struct reader *reader, const char *line)
{
    size_t length = symbol_length(line);
    struct function *function = line[length] == ':' ? find(reader, line, length) : NULL;
    if (!function || function->begins)
        return;
    function->begins = true;
    function->alignment = reader->alignment;
    reader->open = function;
}

static void take_code(struct reader *reader, const char *line, size_t length)
{
    struct function *open = reader->open;
    reader->alignment = 0;
    if (!open)
        return;
    open->calls_hook = open->calls_hook || memmem(line, length, ENTER, strlen(ENTER));
    open->names_itself = open->names_itself || names(line, length, open->symbol);
}

static void take_directive(struct reader *reader, const char *line, size_t length)
{
    const char *value;
    struct function *named;
    if ((value = behind(line, ".file")))
        take_file(reader, value, line + length);
    else if ((value = behind(line, ".loc")))
        take_line(reader, value);
    else if ((value = behind(line, ".p2align")))
        reader->alignment = (unsigned)strtoul(value, NULL, 0);
    else if ((value = behind(line, ".size")))
        reader->open = NULL;
    else if (((value = behind(line, ".globl")) || (value = behind(line, ".weak"))) &&
             (named = find(reader, value, symbol_length(value))))
        named->global = true;
}

static void read_lines(struct reader *reader, const char *text)
{
    size_t length;
    for (const char *rest = text, *line; (line = next_line(&rest, &length));) {
        const char *first = line + strspn(line, " \t");
        if (first == line)
            take_label(reader, line);
        else if (*first == '.')
            take_directive(reader, line, length);
        else if (*first != '#' && first < line + length)
            take_code(reader, line, length);
    }
}

/* --- which function a hook is called for --- */

enum { REGISTERS = 16, HOOK_ARGUMENT = 5 };

/* Of each register, the function whose address it got last, in the order of the text. Null: none. */
struct holds {
    const struct function *of[REGISTERS];
};

/* Returns the number of a register in AT&T's syntax, with 32 bits or 64, or -1. */
static int register_of(const char *operand)
{
    static const char *const names[] = {"ax", "bx", "cx", "dx", "si", "di", "bp"};
    enum { NUMBERED = 8 };
    if (*operand++ != '%')
        return -1;
    char *end;
    long number = *operand == 'r' ? strtol(operand + 1, &end, 10) : 0;
    if (number >= NUMBERED && number < REGISTERS && (!is_of_symbol(*end) || *end == 'd'))
        return (int)number;
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if ((*operand == 'r' || *operand == 'e') && name_starts(operand + 1, names[i]) && !is_of_symbol(operand[3]))
            return i;
    return -1;
}

/* Reads `leaq f(%rip), %r12`, `movl $f, %edi`, `movq f@GOTPCREL(%rip), %rdi` and `movq %r12, %rdi`. */
static void take_address(struct holds *holds, const struct reader *reader, const char *line, size_t length)
{
    const char *word = line + strspn(line, " \t"), *from = word + strcspn(word, " \t\n"),
               *last = memrchr(line, ',', length);
    if (!last || (!name_starts(word, "mov") && !name_starts(word, "lea")))
        return;
    from += strspn(from, " \t$");
    int to = register_of(last + 1 + strspn(last + 1, " ")), source = register_of(from);
    if (to >= 0)
        holds->of[to] = source >= 0 ? holds->of[source] : find(reader, from, symbol_length(from));
}

/* --- the text --- */

struct writer {
    struct reader *reader;
    struct holds holds;
    struct text out;
    struct text sites; /* what is called in place of MPI */
    size_t site_count;
    const char *file; /* of the line that the text has come to; null: not known */
    unsigned line;
};

/* Returns whether it is from a system header, like templates of the C++ library. */
static bool is_of_system(const struct function *function)
{
    return function->file && (name_starts(function->file, "/usr/include/") || name_starts(function->file, "/usr/lib/"));
}

static bool is_listed(const struct reader *reader, const struct function *function)
{
    return function->begins && !is_of_system(function) && !hooked_name_is_made(function->symbol, reader->fortran);
}

/* Writes a text for .string, with everything but plain characters escaped. */
static void put_text(struct text *out, const char *text)
{
    text_string(out, "\t.string \"");
    for (; *text; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            text_printf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            text_add(out, text, 1);
    text_string(out, "\"\n");
}

/* Writes a line with a text in place of `word`. */
static void put_with(struct text *out, const char *line, size_t length, const char *word, const char *instead)
{
    const char *end = line + length, *at = memmem(line, length, word, strlen(word));
    text_add(out, line, (size_t)(at - line));
    text_string(out, instead);
    text_add(out, at + strlen(word), (size_t)(end - at) - strlen(word));
}

/* Writes into the section of texts, with the label `1` before it. */
static void put_apart(struct text *out, const char *text)
{
    text_string(out, "\t.pushsection .rodata.str1.1,\"aMS\",@progbits,1\n1:\n");
    put_text(out, text);
    text_string(out, "\t.popsection\n");
}

/* Returns "MPI_Send@FILE:LINE" for `mpi_send_`, `mpi_send_f08_`, `mpi_send_f08ts_large_` or, in C, `MPI_Send`. */
static const char *site_of(const struct writer *writer, const char *symbol, size_t length)
{
    struct arena *arena = writer->reader->arena;
    const char *f08 = memmem(symbol + 5, length - 5, "_f08", 4);
    for (length = f08 ? (size_t)(f08 - symbol) : length; length > 5 && symbol[length - 1] == '_';)
        length--;
    char first = symbol[4] >= 'a' && symbol[4] <= 'z' ? (char)(symbol[4] - 'a' + 'A') : symbol[4];
    return arena_printf(arena, "MPI_%c%.*s@%s:%u", first, (int)length - 5, symbol + 5,
                        unit_lines_file(writer->file, writer->reader->folder, arena), writer->line);
}

/* Replaces a call of MPI by a few instructions that report its line first (`__instr_hook_site11`). Returns false if it is none, or has no
 * line. */
static bool put_call(struct writer *writer, const char *line)
{
    const char *call = behind(line, "call"), *jump = behind(line, "jmp"), *symbol = call ? call : jump ? jump : "";
    symbol += *symbol == '*';
    size_t length = symbol_length(symbol);
    if (!writer->reader->measured || !writer->file || length < 6 ||
        (!name_starts(symbol, "mpi_") && !name_starts(symbol, "MPI_")))
        return false;
    text_printf(&writer->out, "\t%s\t.L__instr_m%zu\n", call ? "call" : "jmp", writer->site_count);
    put_apart(&writer->sites, site_of(writer, symbol, length));
    text_printf(&writer->sites,
                ".L__instr_m%zu:\n\t.cfi_startproc\n\tleaq\t1b(%%rip), %%r11\n\tcall\t__instr_hook_site11\n"
                "\tjmp\t%.*s@PLT\n\t.cfi_endproc\n",
                writer->site_count++, (int)length, symbol);
    return true;
}

/* Writes a call of a hook, and before it what tells who reads the code which function begins or ends there: see runtime/measure/store/sites.h. */
static void put_hook(struct writer *writer, const char *line, size_t length, bool enters)
{
    const struct function *function = writer->holds.of[HOOK_ARGUMENT];
    const char *first = line + strspn(line, " \t");
    bool calls =
        name_starts(first, "call") || name_starts(first, "jmp"); /* else it loads an address, and flags may be in use */
    if (calls && function && is_listed(writer->reader, function) && !function->reason)
        text_printf(&writer->out, "\tleaq\t.L__instr_d%zu(%%rip), %%r11\n\t.byte 0xa9\n\t.long __instr_stub_%s11-.-4\n",
                    (size_t)(function - writer->reader->functions), enters ? "enter" : "leave");
    put_with(&writer->out, line, length, enters ? ENTER : EXIT,
             enters ? "__instr_hook_enter11" : "__instr_hook_exit11");
}

static void put_line(struct writer *writer, const char *line, size_t length)
{
    struct text *out = &writer->out;
    if (put_call(writer, line))
        return;
    take_address(&writer->holds, writer->reader, line, length);
    if (memmem(line, length, ENTER, strlen(ENTER)))
        put_hook(writer, line, length, true);
    else if (memmem(line, length, EXIT, strlen(EXIT)))
        put_hook(writer, line, length, false);
    else
        text_add(out, line, length);
    text_add(out, "\n", 1);
}

/* Writes the bytes before a function, which keeps its alignment. */
static void put_head(struct writer *writer, const struct function *function)
{
    if (function->alignment > 4)
        text_printf(&writer->out, "\t.zero %lu\n", (1ul << function->alignment) - 16);
    text_printf(&writer->out, "\t.ascii \"IsHook11\"\n\t.long .L__instr_d%zu-.\n\t.long 0\n",
                (size_t)(function - writer->reader->functions));
}

/* Returns whether the line is in the unit's debug information. */
static bool tells_debuggers(const char *line, bool before)
{
    const char *section = behind(line, ".section");
    if (section)
        return name_starts(section, ".debug_");
    return before && !behind(line, ".text") && !behind(line, ".data") && !behind(line, ".bss");
}

/* Returns whether the line is data of such a section. The compiler may put directives about the program's symbols in between. */
static bool is_data(const char *line)
{
    static const char *const DIRECTIVES[] = {".section", ".byte",    ".value", ".short", ".2byte",   ".long",
                                             ".4byte",   ".quad",    ".8byte", ".ascii", ".asciz",   ".string",
                                             ".uleb128", ".sleb128", ".zero",  ".align", ".p2align", ".balign"};
    bool found = line[symbol_length(line)] == ':';
    for (size_t i = 0; i < sizeof DIRECTIVES / sizeof *DIRECTIVES; i++)
        found = found || behind(line, DIRECTIVES[i]);
    return found;
}

static bool tells_line(const char *line)
{
    const char *file = behind(line, ".file");
    return behind(line, ".loc") || (file && *file != '"');
}

static void put_lines(struct writer *writer, const char *text)
{
    const struct reader *reader = writer->reader;
    const char *location;
    size_t length;
    bool debug = false;
    for (const char *rest = text, *line; (line = next_line(&rest, &length));) {
        if ((location = behind(line, ".loc")))
            read_location(reader, location, &writer->file, &writer->line);
        debug = reader->options->no_lines && tells_debuggers(line, debug);
        if (reader->options->no_lines && ((debug && is_data(line)) || tells_line(line)))
            continue;
        size_t symbol = symbol_length(line);
        const struct function *function = symbol && line[symbol] == ':' ? find(reader, line, symbol) : NULL;
        if (function)
            writer->holds = (struct holds){{NULL}};
        if (function && is_listed(reader, function) && !function->reason)
            put_head(writer, function);
        put_line(writer, line, length);
    }
}

/* Writes a pointer to a text. */
static void put_pointer(struct text *out, const char *text)
{
    if (!text || !*text) {
        text_string(out, "\t.quad 0\n");
        return;
    }
    put_apart(out, text);
    text_string(out, "\t.quad 1b\n");
}

#define TABLE "\t.section instr_regions,\"aw\",@progbits\n\t.balign 8\n"

/* What calls are added to. */
#define NUMBER "\t.pushsection instr_counts,\"aw\",@progbits\n\t.balign 16\n\t.quad 0, .L__instr_d%zu\n\t.popsection\n"

/* Writes a struct __instr_hooked of include/instr_hooks.h, with the texts that it names. */
static void put_descriptor(struct writer *writer, size_t index)
{
    const struct reader *reader = writer->reader;
    const struct function *function = &reader->functions[index];
    struct text *out = &writer->out;
    unsigned flags = __INSTR_BY_HOOKS | (function->global ? 0 : __INSTR_STATIC) |
                     (reader->options->all_paths ? __INSTR_ALL_PATHS : 0) | (unsigned)__INSTR_ABI << 24;
    text_printf(out, TABLE ".L__instr_d%zu:\n\t.long %uu\n\t.short 80\n\t.byte %d, 1\n\t.long %u, 0x%x\n", index,
                __INSTR_MAGIC, __INSTR_FUNCTION, function->line, flags);
    put_pointer(out, function->name);
    put_pointer(out, function->file ? unit_lines_file(function->file, reader->folder, reader->arena) : NULL);
    text_string(out, "\t.quad 0, 0\n");
    put_pointer(out, reason_word(function->reason));
    if (function->reason)
        text_string(out, "\t.quad 0, 0\n");
    else
        text_printf(out, "\t.quad .L__instr_d%zu, 0\n" NUMBER, index, index);
    put_pointer(out, arena_copy(reader->arena, function->symbol, strcspn(function->symbol, ".")));
}

static void put_setting(struct writer *writer, int kind, const char *value)
{
    if (!value || !*value)
        return;
    text_printf(&writer->out, TABLE "\t.long %uu\n\t.short 16, %d\n", __INSTR_SETTING, kind);
    put_pointer(&writer->out, value);
}

/* Writes include/instr_hooks.h, with the runtime's path in it. */
static void put_hooks(struct writer *writer)
{
    struct text *out = &writer->out;
    size_t length;
    for (const char *rest = hooks_text, *line; (line = next_line(&rest, &length));)
        if (memmem(line, length, HOOKS_RUNTIME, strlen(HOOKS_RUNTIME)))
            put_text(out, writer->reader->options->runtime);
        else
            text_add(out, line, length + 1);
}

static void set_facts(struct reader *reader)
{
    const struct assembly_options *options = reader->options;
    reader->fortran = reader->source && language_fortran(language_of(reader->source, false));
    for (size_t i = 0; i < reader->count; i++) {
        struct function *function = &reader->functions[i];
        function->name = hooked_name(function->symbol, reader->fortran, reader->arena);
        function->file = function->file ? function->file : reader->source;
        if (options->filter && filter_excludes(options->filter, function->name, function->file))
            function->reason = REASON_FILTER;
        else if (hooked_name_is_implicit(function->symbol, reader->fortran))
            function->reason = REASON_IMPLICIT;
        else if (!function->calls_hook || !function->names_itself)
            function->reason = REASON_NO_INSTRUMENT;
        if (options->reason)
            function->reason = options->reason;
        reader->measured |= is_listed(reader, function) && !function->reason;
    }
}

const char *assembly_edit(const char *text, const struct assembly_options *options, size_t *size, struct arena *arena)
{
    struct reader reader = {.options = options, .arena = arena};
    struct writer writer = {.reader = &reader, .out = {.arena = arena}, .sites = {.arena = arena}};
    *size = strlen(text);
    if (strstr(text, "\n__instr_boot"))
        return text;
    make_places(&reader, text);
    read_types(&reader, text);
    read_lines(&reader, text);
    set_facts(&reader);
    put_lines(&writer, text);
    text_string(&writer.out, ATT_SYNTAX);
    for (size_t i = 0; i < reader.count; i++)
        if (is_listed(&reader, &reader.functions[i]))
            put_descriptor(&writer, i);
    if (reader.measured) {
        text_printf(&writer.out, "\t.text\n%.*s", (int)writer.sites.size, writer.site_count ? writer.sites.bytes : "");
        put_setting(&writer, __INSTR_SETTING_OUTPUT, options->output);
        put_setting(&writer, __INSTR_SETTING_BUILD, options->build);
        put_hooks(&writer);
    }
    *size = writer.out.size;
    text_add(&writer.out, "", 1);
    return writer.out.bytes;
}
