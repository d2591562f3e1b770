/* line_table.c - see line_table.h. */
#include "runtime/observe/line_table.h"

#include "runtime/observe/bytes.h"
#include "runtime/observe/raw.h"

#include <elf.h>

enum { MOST_SECTIONS = 256, MOST_FOLDERS = 512, MOST_FILES = 1024 };

/* --- sections of a file --- */

static const uint8_t *copy_section(long file, const Elf64_Shdr *section, uint64_t most, uint32_t *size)
{
    if (section->sh_type != SHT_PROGBITS || section->sh_flags & SHF_COMPRESSED || !section->sh_size ||
        section->sh_size > most)
        return NULL;
    uint8_t *copy = raw_map(section->sh_size, -1);
    if (copy && !raw_read_at(file, copy, section->sh_size, section->sh_offset)) {
        raw_unmap(copy, section->sh_size);
        copy = NULL;
    }
    *size = copy ? (uint32_t)section->sh_size : 0;
    return copy;
}

static void copy_sections(long file, const Elf64_Shdr *sections, const Elf64_Ehdr *head, uint64_t most,
                          struct line_table *table)
{
    const Elf64_Shdr *names = &sections[head->e_shstrndx];
    char name[32];
    for (unsigned i = 0; i < head->e_shnum; i++) {
        uint64_t behind = names->sh_size - sections[i].sh_name,
                 length = behind < sizeof name ? behind : sizeof name - 1;
        if (sections[i].sh_name >= names->sh_size ||
            !raw_read_at(file, name, length, names->sh_offset + sections[i].sh_name))
            continue;
        name[length] = '\0';
        if (raw_is_same(name, ".debug_line"))
            table->programs = copy_section(file, &sections[i], most, &table->program_size);
        else if (raw_is_same(name, ".debug_line_str"))
            table->texts = copy_section(file, &sections[i], most, &table->text_size);
    }
}

struct line_table line_table_copy(long file, uint64_t most)
{
    struct line_table table = {0};
    Elf64_Ehdr head;
    Elf64_Shdr *sections = NULL;
    bool known = raw_read_at(file, &head, sizeof head, 0) && head.e_shentsize == sizeof *sections &&
                 head.e_shnum <= MOST_SECTIONS && head.e_shstrndx < head.e_shnum;
    uint64_t size = known ? head.e_shnum * sizeof *sections : 0;
    if (known && (sections = raw_map(size, -1)) && raw_read_at(file, sections, size, head.e_shoff))
        copy_sections(file, sections, &head, most, &table);
    raw_unmap(sections, size);
    return table;
}

void line_table_drop(struct line_table *table)
{
    raw_unmap((void *)table->programs, table->program_size);
    raw_unmap((void *)table->texts, table->text_size);
    *table = (struct line_table){0};
}

/* --- The head of a unit. --- */

struct unit {
    struct bytes rest; /* the head, and then the program */
    unsigned version, least, range, first_special;
    int line_base;
    uint8_t operands[256]; /* of each standard instruction */
    const char *folders[MOST_FOLDERS];
    uint32_t folder_count, files[MOST_FILES], file_count;
};

static const char *text_here(struct bytes *from)
{
    const char *text = (const char *)from->at;
    while (byte(from))
        ;
    return from->at < from->end || (from->at > (const uint8_t *)text && from->at[-1] == 0) ? text : "";
}

static const char *text_at(const struct line_table *table, uint64_t place)
{
    bool inside = table->text_size && place < table->text_size && table->texts[table->text_size - 1] == 0;
    return inside ? (const char *)table->texts + place : "";
}

static void add_file(struct unit *unit, const struct line_reader *reader, const char *name, uint64_t folder)
{
    const char *start = unit->folder_count ? unit->folders[0] : "";
    const char *in = folder < unit->folder_count ? unit->folders[folder] : "";
    if (unit->file_count < MOST_FILES)
        unit->files[unit->file_count++] = reader->file(reader->state, start, in, name);
}

/* Reads the names of folders and files before DWARF 5: lists up to an empty name, without number 0. */
static void read_names(struct unit *unit, const struct line_reader *reader)
{
    struct bytes *from = &unit->rest;
    const char *name;
    unit->folders[unit->folder_count++] = "";
    unit->files[unit->file_count++] = 0;
    while (*(name = text_here(from)))
        if (unit->folder_count < MOST_FOLDERS)
            unit->folders[unit->folder_count++] = name;
    while (*(name = text_here(from))) {
        add_file(unit, reader, name, long_number(from, false));
        long_number(from, false); /* when it was changed, and its size */
        long_number(from, false);
    }
}

struct field {
    uint64_t content, form;
};

/* Reads a field; returns false if its form is unknown. */
static bool read_field(const struct line_table *table, struct bytes *from, uint64_t form, const char **text,
                       uint64_t *value)
{
    enum { DATA2 = 0x05, DATA4, DATA8, STRING, BLOCK, DATA1 = 0x0b, UDATA = 0x0f, DATA16 = 0x1e, LINE_STRP };
    *text = "";
    *value = 0;
    if (form == STRING)
        *text = text_here(from);
    else if (form == LINE_STRP)
        *text = text_at(table, number(from, 4));
    else if (form == UDATA)
        *value = long_number(from, false);
    else if (form == DATA1 || form == DATA2 || form == DATA4)
        *value = number(from, form == DATA1 ? 1 : form == DATA2 ? 2 : 4);
    else if (form == DATA8 || form == DATA16)
        skip(from, form == DATA8 ? 8 : 16);
    else if (form == BLOCK)
        skip(from, long_number(from, false));
    else
        return false;
    return true;
}

/* Reads a list of folders or files of DWARF 5, preceded by the names of its fields. */
static bool read_list(const struct line_table *table, struct unit *unit, const struct line_reader *reader)
{
    enum { MOST_FIELDS = 8, PATH = 1, FOLDER = 2 };
    struct bytes *from = &unit->rest;
    struct field fields[MOST_FIELDS];
    unsigned field_count = byte(from);
    if (field_count > MOST_FIELDS)
        return false;
    for (unsigned i = 0; i < field_count; i++) {
        fields[i].content = long_number(from, false);
        fields[i].form = long_number(from, false);
    }
    uint64_t count = long_number(from, false);
    for (uint64_t i = 0; i < count && from->at < from->end; i++) {
        const char *name = "", *text;
        uint64_t folder = 0, value;
        for (unsigned k = 0; k < field_count; k++) {
            if (!read_field(table, from, fields[k].form, &text, &value))
                return false;
            name = fields[k].content == PATH ? text : name;
            folder = fields[k].content == FOLDER ? value : folder;
        }
        if (reader)
            add_file(unit, reader, name, folder);
        else if (unit->folder_count < MOST_FOLDERS)
            unit->folders[unit->folder_count++] = name;
    }
    return true;
}

/* Reads the head of a unit. Returns false if its lines can't be read. */
static bool read_head(const struct line_table *table, struct unit *unit, const struct line_reader *reader)
{
    enum { OLDEST = 2, NEWEST = 5, OF_OPERATIONS = 4 };
    struct bytes *from = &unit->rest;
    unit->folder_count = unit->file_count = 0;
    unit->version = number(from, 2);
    if (unit->version < OLDEST || unit->version > NEWEST)
        return false;
    if (unit->version == NEWEST)
        number(from, 2); /* the size of an address, and of a segment's number */
    uint32_t length = number(from, 4);
    if (length > (uint64_t)(from->end - from->at))
        return false;
    const uint8_t *program = from->at + length;
    unit->least = byte(from);
    if (unit->version >= OF_OPERATIONS)
        byte(from); /* operations of an instruction: more than one is for other processors */
    byte(from);     /* whether rows begin as statements */
    unit->line_base = byte(from);
    unit->line_base -= unit->line_base > INT8_MAX ? 256 : 0;
    unit->range = byte(from);
    unit->first_special = byte(from);
    for (unsigned i = 1; i < unit->first_special; i++)
        unit->operands[i] = byte(from);
    bool known = unit->range && unit->first_special;
    if (known && unit->version < NEWEST)
        read_names(unit, reader);
    else
        known = known && read_list(table, unit, NULL) && read_list(table, unit, reader);
    from->at = program;
    return known;
}

/* --- the line program of a unit --- */

struct registers {
    uint64_t address, file;
    int64_t line;
};

static const struct registers at_first = {0, 1, 1};

static void give_row(const struct unit *unit, const struct line_reader *reader, const struct registers *now)
{
    uint32_t file = now->line > 0 && now->file < unit->file_count ? unit->files[now->file] : 0;
    reader->row(reader->state, now->address, file, file ? (uint32_t)now->line : 0);
}

static void carry_out_long(const struct line_reader *reader, struct bytes *from, struct registers *now)
{
    enum { END = 1, SET_ADDRESS = 2 };
    struct bytes operand = *from;
    uint64_t length = long_number(&operand, false);
    *from = operand;
    skip(from, length);
    uint8_t instruction = byte(&operand);
    if (instruction == END) {
        reader->row(reader->state, now->address, 0, 0);
        *now = at_first;
    } else if (instruction == SET_ADDRESS) {
        now->address = number(&operand, 4);
        now->address |= (uint64_t)number(&operand, 4) << 32;
    }
}

static void carry_out(const struct unit *unit, const struct line_reader *reader, struct bytes *from,
                      uint8_t instruction, struct registers *now)
{
    enum { COPY = 1, ADVANCE, ADVANCE_LINE, SET_FILE, ADD_CONSTANT = 8, ADVANCE_FIXED };
    if (instruction == COPY)
        give_row(unit, reader, now);
    else if (instruction == ADVANCE)
        now->address += unit->least * long_number(from, false);
    else if (instruction == ADVANCE_LINE)
        now->line += (int64_t)long_number(from, true);
    else if (instruction == SET_FILE)
        now->file = long_number(from, false);
    else if (instruction == ADD_CONSTANT)
        now->address += (uint64_t)unit->least * ((255 - unit->first_special) / unit->range);
    else if (instruction == ADVANCE_FIXED)
        now->address += number(from, 2);
    else
        for (unsigned i = 0; i < unit->operands[instruction]; i++)
            long_number(from, false);
}

static void run_program(const struct unit *unit, const struct line_reader *reader)
{
    struct bytes from = unit->rest;
    struct registers now = at_first;
    while (from.at < from.end) {
        uint8_t instruction = byte(&from);
        if (instruction >= unit->first_special) {
            unsigned step = instruction - unit->first_special;
            now.address += (uint64_t)unit->least * (step / unit->range);
            now.line += unit->line_base + (int)(step % unit->range);
            give_row(unit, reader, &now);
        } else if (instruction) {
            carry_out(unit, reader, &from, instruction, &now);
        } else {
            carry_out_long(reader, &from, &now);
        }
    }
}

void line_table_read(const struct line_table *table, const struct line_reader *reader)
{
    struct bytes all = {table->programs, table->programs + table->program_size};
    struct unit *unit = table->programs ? raw_map(sizeof *unit, -1) : NULL;
    while (unit && all.at < all.end) {
        uint32_t length = number(&all, 4);
        if (!length || length > (uint64_t)(all.end - all.at)) /* ~0: of the form with 64 bits, which nobody writes */
            break;
        unit->rest = (struct bytes){all.at, all.at + length};
        all.at += length;
        if (read_head(table, unit, reader))
            run_program(unit, reader);
    }
    if (unit)
        raw_unmap(unit, sizeof *unit);
}
