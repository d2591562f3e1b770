/* image.c - see image.h. */
#include "report/binary/image.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool get_section(const struct image *image, size_t index, Elf_Scn **section, GElf_Shdr *header)
{
    *section = elf_getscn(image->elf, index);
    return *section && gelf_getshdr(*section, header);
}

static const char *section_name(const struct image *image, const GElf_Shdr *header)
{
    size_t names;
    const char *name = elf_getshdrstrndx(image->elf, &names) ? NULL : elf_strptr(image->elf, names, header->sh_name);
    return name ? name : "";
}

bool image_open(struct image *image, Elf *elf, struct arena *arena, struct error *error)
{
    *image = (struct image){.elf = elf, .arena = arena};
    if (!gelf_getehdr(elf, &image->header) || elf_getshdrnum(elf, &image->section_count))
        return error_set(error, ERROR_PROFILE, "damaged ELF file: %s", elf_errmsg(-1));
    image->pointer_size = gelf_getclass(elf) == ELFCLASS32 ? 4 : 8;
    image->base = arena_array(arena, image->section_count, sizeof *image->base);
    uint64_t next = 0x1000;
    for (size_t i = 1; i < image->section_count; i++) {
        Elf_Scn *section;
        GElf_Shdr header;
        if (!get_section(image, i, &section, &header) || !(header.sh_flags & SHF_ALLOC))
            continue;
        image->base[i] = image->header.e_type == ET_REL ? next : header.sh_addr;
        next += (header.sh_size & ~(uint64_t)0xfff) + 0x2000;
    }
    return true;
}

bool image_is_static(const struct image *image)
{
    size_t count = 0;
    bool dynamic = false, interpreter = false;
    if (image->header.e_type == ET_REL || elf_getphdrnum(image->elf, &count) || count > INT_MAX)
        return false;
    for (int i = 0; i < (int)count; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(image->elf, i, &header)) {
            dynamic |= header.p_type == PT_DYNAMIC;
            interpreter |= header.p_type == PT_INTERP;
        }
    }
    if (interpreter || !dynamic)
        return !interpreter && image->header.e_type == ET_EXEC;
    /* With -static-pie it relocates itself; a shared library has no such flag. */
    for (size_t i = 1; i < image->section_count; i++) {
        Elf_Scn *section;
        GElf_Shdr header;
        GElf_Dyn entry;
        Elf_Data *data = get_section(image, i, &section, &header) && header.sh_type == SHT_DYNAMIC
                             ? elf_getdata(section, NULL)
                             : NULL;
        for (int k = 0; data && gelf_getdyn(data, k, &entry) && entry.d_tag != DT_NULL; k++)
            if (entry.d_tag == DT_FLAGS_1)
                return entry.d_un.d_val & DF_1_PIE;
    }
    return false;
}

bool image_section(const struct image *image, const char *name, size_t *index, uint64_t *start, uint64_t *size)
{
    for (size_t i = *index + 1; i < image->section_count; i++) {
        Elf_Scn *section;
        GElf_Shdr header;
        if (!get_section(image, i, &section, &header) || strcmp(section_name(image, &header), name) != 0)
            continue;
        *index = i;
        *start = image->base[i];
        *size = header.sh_size;
        return true;
    }
    return false;
}

/* Returns the target of relocation `info` of a table that uses `symbols`, without its addend. */
static uint64_t symbol_value(const struct image *image, Elf_Data *symbols, uint64_t info)
{
    GElf_Sym symbol;
    size_t index = GELF_R_SYM(info);
    if (!index || !symbols || !gelf_getsym(symbols, (int)index, &symbol))
        return 0;
    bool placed = image->header.e_type == ET_REL && symbol.st_shndx < image->section_count;
    return symbol.st_value + (placed ? image->base[symbol.st_shndx] : 0);
}

static void add_pointer(struct image *image, size_t *room, uint64_t place, uint64_t target)
{
    image->pointers = arena_room(image->arena, image->pointers, image->pointer_count, room, sizeof *image->pointers);
    image->pointers[image->pointer_count++] = (struct image_pointer){place, target};
}

static int compare_pointers(const void *left, const void *right)
{
    const struct image_pointer *a = left, *b = right;
    return (a->place > b->place) - (a->place < b->place);
}

void image_relocate(struct image *image, uint64_t start, uint64_t end)
{
    size_t room = image->pointer_count;
    for (size_t i = 1; i < image->section_count; i++) {
        Elf_Scn *section, *linked;
        GElf_Shdr header, linked_header;
        if (!get_section(image, i, &section, &header) || (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        Elf_Data *symbols = get_section(image, header.sh_link, &linked, &linked_header) &&
                                    (linked_header.sh_type == SHT_SYMTAB || linked_header.sh_type == SHT_DYNSYM)
                                ? elf_getdata(linked, NULL)
                                : NULL;
        uint64_t base =
            image->header.e_type == ET_REL && header.sh_info < image->section_count ? image->base[header.sh_info] : 0;
        size_t count = data && header.sh_entsize ? data->d_size / header.sh_entsize : 0;
        for (size_t k = 0; k < count; k++) {
            GElf_Rela entry = {0};
            GElf_Rel plain;
            bool addend = header.sh_type == SHT_RELA;
            if (addend && !gelf_getrela(data, (int)k, &entry))
                continue;
            if (!addend && gelf_getrel(data, (int)k, &plain)) {
                entry.r_offset = plain.r_offset;
                entry.r_info = plain.r_info;
            }
            uint64_t place = base + entry.r_offset;
            if (place < start || place >= end)
                continue;
            uint64_t extra = addend ? (uint64_t)entry.r_addend : image_number(image, place, image->pointer_size);
            add_pointer(image, &room, place, symbol_value(image, symbols, entry.r_info) + extra);
        }
    }
    if (image->pointer_count)
        qsort(image->pointers, image->pointer_count, sizeof *image->pointers, compare_pointers);
}

const unsigned char *image_bytes(const struct image *image, uint64_t address, size_t *left)
{
    for (size_t i = 1; i < image->section_count; i++) {
        Elf_Scn *section;
        GElf_Shdr header;
        if (!get_section(image, i, &section, &header) || !(header.sh_flags & SHF_ALLOC) ||
            (header.sh_flags & SHF_TLS) || header.sh_type == SHT_NOBITS || address < image->base[i] ||
            address - image->base[i] >= header.sh_size)
            continue;
        Elf_Data *data = elf_rawdata(section, NULL);
        uint64_t offset = address - image->base[i];
        if (!data || !data->d_buf || offset >= data->d_size)
            return NULL;
        *left = data->d_size - offset;
        return (const unsigned char *)data->d_buf + offset;
    }
    return NULL;
}

uint64_t image_number(const struct image *image, uint64_t address, unsigned width)
{
    size_t left;
    const unsigned char *bytes = image_bytes(image, address, &left);
    bool big = image->header.e_ident[EI_DATA] == ELFDATA2MSB;
    uint64_t value = 0;
    if (!bytes || left < width)
        return 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)bytes[i] << 8 * (big ? width - 1 - i : i);
    return value;
}

/* Removes the tag that -fsanitize=hwaddress puts into the highest byte of data addresses. */
static uint64_t without_tag(const struct image *image, uint64_t address)
{
    return image->pointer_size == 8 ? address & (UINT64_MAX >> 8) : address;
}

uint64_t image_pointer(const struct image *image, uint64_t place)
{
    const struct image_pointer key = {place, 0};
    const struct image_pointer *found =
        image->pointer_count ? bsearch(&key, image->pointers, image->pointer_count, sizeof key, compare_pointers)
                             : NULL;
    return without_tag(image, found ? found->target : image_number(image, place, image->pointer_size));
}

const char *image_text(const struct image *image, uint64_t address)
{
    size_t left;
    const unsigned char *bytes = image_bytes(image, address, &left);
    return bytes && memchr(bytes, '\0', left) ? (const char *)bytes : NULL;
}

/* Returns the symbol table to use: .symtab, else .dynsym. */
static Elf_Data *symbol_table(const struct image *image, GElf_Shdr *header, bool *stripped)
{
    Elf_Data *found = NULL;
    *stripped = true;
    for (size_t i = 1; i < image->section_count && *stripped; i++) {
        Elf_Scn *section;
        GElf_Shdr candidate;
        if (!get_section(image, i, &section, &candidate) ||
            (candidate.sh_type != SHT_SYMTAB && candidate.sh_type != SHT_DYNSYM))
            continue;
        *header = candidate;
        *stripped = candidate.sh_type != SHT_SYMTAB;
        found = elf_getdata(section, NULL);
    }
    return found;
}

/* Returns the code section of a symbol, or NULL if it is in none. */
static const char *code_section(const struct image *image, const GElf_Sym *symbol)
{
    Elf_Scn *section;
    GElf_Shdr header;
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= image->section_count ||
        !get_section(image, symbol->st_shndx, &section, &header) || !(header.sh_flags & SHF_EXECINSTR))
        return NULL;
    return section_name(image, &header);
}

void image_symbols(const struct image *image, struct image_symbol **symbols, size_t *count, bool *stripped)
{
    GElf_Shdr header = {0};
    Elf_Data *table = symbol_table(image, &header, stripped);
    size_t total = table && header.sh_entsize ? table->d_size / header.sh_entsize : 0;
    const char *unit = "";
    *count = 0;
    *symbols = arena_array(image->arena, total, sizeof **symbols);
    for (size_t i = 1; i < total; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(table, (int)i, &symbol))
            continue;
        const char *name = elf_strptr(image->elf, header.sh_link, symbol.st_name);
        unsigned type = GELF_ST_TYPE(symbol.st_info);
        bool local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        if (type == STT_FILE)
            unit = name ? name : "";
        const char *section = code_section(image, &symbol);
        if (!name || !*name || type == STT_FILE || !section)
            continue;
        bool typed = type == STT_FUNC || type == STT_GNU_IFUNC;
        uint64_t base = image->header.e_type == ET_REL ? image->base[symbol.st_shndx] : 0;
        (*symbols)[(*count)++] = (struct image_symbol){.name = name,
                                                       .unit = local ? unit : "",
                                                       .section = section,
                                                       .address = base + symbol.st_value,
                                                       .size = symbol.st_size,
                                                       .code = typed || (type == STT_NOTYPE && !local),
                                                       .typed = typed};
    }
}

/* Maps a file, to be unmapped by munmap. Returns NULL if that fails. */
static const char *map_file(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    void *bytes = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        *size = (size_t)status.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0)
        close(file);
    return bytes == MAP_FAILED ? NULL : bytes;
}

const char *made_runtime(const char *path, struct arena *arena)
{
    static const char name[] = "/libinstr.so.1"; /* and the zero */
    size_t size = 0;
    const char *bytes = map_file(path, &size), *end = bytes ? bytes + size : NULL, *runtime = NULL;
    for (const char *at = bytes; at && !runtime; at = at ? at + 1 : NULL) {
        at = memmem(at, (size_t)(end - at), name, sizeof name);
        const char *from = at;
        while (from && from > bytes && from[-1])
            from--;
        if (from && *from == '/')
            runtime = arena_printf(arena, "%s", from);
    }
    if (bytes)
        munmap((void *)(uintptr_t)bytes, size);
    return runtime;
}
