/*
 * references.c - see references.h.
 *
 * Nothing is disassembled. Object files have a relocation for each address in code. In what is linked, code for x86 names a place in four bytes:
 * as the distance from the next instruction behind a byte that says so, with at most an operand of one or four bytes between; as the distance
 * from the table of offsets; or as an address that is fixed. Any four bytes are tried; the places are so few that others hardly fit by chance.
 * Code for arm64 puts an address together of a page and a part.
 *
 * Limits: in linked files for other machines no reference is found.
 */
#include "report/binary/references.h"

#include "common/sort.h"

#include <stddef.h>
#include <stdlib.h>

void references_add(struct references *references, uint64_t place)
{
    references->places = arena_room(references->image->arena, references->places, references->count, &references->room,
                                    sizeof *references->places);
    references->places[references->count++] = place;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

bool references_has(const struct references *references, uint64_t place)
{
    return bsearch(&place, references->places, references->count, sizeof place, compare);
}

void references_sort(struct references *references)
{
    if (references->count)
        qsort(references->places, references->count, sizeof *references->places, compare);
}

/* `from`: the address at which the distance is stored. */
static bool has_at_distance(const struct references *references, uint64_t from, uint64_t distance)
{
    static const unsigned behind[] = {4, 4 + 1, 4 + 4};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        if (references_has(references, from + behind[i] + distance))
            return true;
    return false;
}

static bool is_relocated(const struct references *references, uint64_t start, uint64_t end)
{
    const struct image *image = references->image;
    size_t at = sort_lower_bound(image->pointers, image->pointer_count, sizeof *image->pointers,
                                 offsetof(struct image_pointer, place), start);
    for (; at < image->pointer_count && image->pointers[at].place < end; at++)
        if (has_at_distance(references, 0, image->pointers[at].target) ||
            references_has(references, image->pointers[at].target))
            return true;
    return false;
}

/* Returns the base of the distances in the table of offsets. */
static uint64_t offsets_of(const struct image *image)
{
    static const char *const names[] = {".got.plt", ".got"};
    uint64_t start = 0, size;
    for (size_t i = 0, section = 0; i < sizeof names / sizeof *names; i++, section = 0)
        if (image_section(image, names[i], &section, &start, &size))
            return start;
    return 0;
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static bool is_named_x86(const struct references *references, const unsigned char *bytes, uint64_t address, size_t size)
{
    enum { FROM_NEXT = 0x05, FROM_NEXT_MASK = 0xc7 };
    const struct image *image = references->image;
    bool narrow = image->pointer_size == 4, fixed = narrow || image->header.e_type == ET_EXEC;
    uint64_t offsets = offsets_of(image), most = narrow ? UINT32_MAX : UINT64_MAX;
    for (size_t i = 1; i + 4 <= size; i++) {
        uint32_t word = word_at(bytes + i);
        uint64_t distance = (uint64_t)(int64_t)(int32_t)word;
        bool from_next = !narrow && (bytes[i - 1] & FROM_NEXT_MASK) == FROM_NEXT;
        if ((from_next && has_at_distance(references, address + i, distance)) ||
            (fixed && references_has(references, word)) || references_has(references, (offsets + distance) & most))
            return true;
    }
    return false;
}

/* Returns whether code loads an address: `adrp` puts the page into a register, and one of the next instructions adds the rest, or reads from
 * there. */
static bool is_named_arm64(const struct references *references, const unsigned char *bytes, uint64_t address,
                           size_t size)
{
    enum { NEAR = 16, REGISTERS = 32 };
    uint64_t pages[REGISTERS] = {0};
    size_t ends[REGISTERS] = {0};
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t word = word_at(bytes + i);
        uint32_t from = word >> 5 & 31, part = word >> 10 & 0xfff;
        if ((word & 0x9f000000) == 0x90000000) {
            int64_t page = (int32_t)((word >> 5 & 0x7ffff) << 13) >> 11 | (int32_t)(word >> 29 & 3);
            pages[word & 31] = ((address + i) & ~(uint64_t)0xfff) + (uint64_t)page * 0x1000;
            ends[word & 31] = i + NEAR * sizeof word;
        } else if (i < ends[from] &&
                   (((word & 0xffc00000) == 0x91000000 && references_has(references, pages[from] + part)) ||
                    ((word & 0x3b000000) == 0x39000000 &&
                     references_has(references, pages[from] + ((uint64_t)part << (word >> 30)))))) {
            return true;
        }
    }
    return false;
}

bool references_any(struct references *references, uint64_t address, uint64_t size)
{
    struct image *image = references->image;
    size_t left;
    const unsigned char *bytes = image_bytes(image, address, &left);
    if (!references->count || !bytes)
        return false;
    bool object = image->header.e_type == ET_REL;
    if (!references->ready) {
        references_sort(references);
        if (object)
            image_relocate(image, 0, UINT64_MAX);
        references->ready = true;
    }
    if (size > left)
        size = left;
    if (object)
        return is_relocated(references, address, address + size);
    switch (image->header.e_machine) {
    case EM_386:
    case EM_X86_64:
        return is_named_x86(references, bytes, address, size);
    case EM_AARCH64:
        return is_named_arm64(references, bytes, address, size);
    default:
        return false;
    }
}
