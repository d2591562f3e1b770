/* sites.c - see sites.h. */
#include "runtime/measure/store/sites.h"

#include "runtime/machine/code.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/relaxed.h"

#include <string.h>

struct sites sites_of(struct __instr_region *start, struct __instr_region *stop, const struct __instr_link *link)
{
    struct sites sites = {.start = start, .stop = stop, .link = link};
    if (link && link->__stubs)
        sites.code = code_around(start);
    return sites;
}

/* Returns the size of an array with two words for each 8 bytes of the table. */
static size_t first_size(const struct sites *sites)
{
    return (size_t)((const char *)sites->stop - (const char *)sites->start) / 8 * 2 * sizeof *sites->first;
}

enum { LEA_SIZE = 7, CALL_SIZE = 5, END_SIZE = LEA_SIZE + CALL_SIZE, LEA_BYTES = 3 };
static const uint8_t lea[LEA_BYTES] = {0x4c, 0x8d, 0x1d}, call_opcode = 0xe8, test_opcode = 0xa9;

/* Returns the address to which an instruction refers that ends with a relative address. */
static uintptr_t referred(const uint8_t *behind)
{
    int32_t distance;
    memcpy(&distance, behind - sizeof distance, sizeof distance);
    return (uintptr_t)behind + (uintptr_t)(intptr_t)distance;
}

/* Returns the object's region at an address, or NULL. */
static const struct __instr_region *region_at(const struct sites *sites, uintptr_t address)
{
    uintptr_t start = (uintptr_t)sites->start, stop = (uintptr_t)sites->stop;
    const struct __instr_region *region = (const struct __instr_region *)address;
    bool inside = address >= start && address < stop && stop - address >= sizeof *region && (address - start) % 8 == 0;
    return inside && region->__magic == __INSTR_MAGIC ? region : NULL;
}

/* Returns whether the object's stub at this address jumps to the target of a pointer. */
static bool is_stub(const struct sites *sites, uintptr_t stub, void (*const *pointer)(void))
{
    static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64: for those who come by an indirect jump */
    static const uint8_t jump[] = {0xff, 0x25};                /* jmp *pointer(%rip) */
    enum { JUMP = sizeof jump + 4 };
    uintptr_t end = (uintptr_t)sites->code.end;
    if (stub < (uintptr_t)sites->code.start || stub >= end || end - stub < sizeof landing + JUMP)
        return false;
    const uint8_t *first = (const uint8_t *)stub;
    if (memcmp(first, landing, sizeof landing) == 0)
        first += sizeof landing;
    return memcmp(first, jump, sizeof jump) == 0 && referred(first + JUMP) == (uintptr_t)pointer;
}

/* An end of a probe. */
struct found {
    const uint8_t *at;
    const struct __instr_region *region;
    enum site_end end;
};

static bool is_end(const struct sites *sites, const uint8_t *at, struct found *found)
{
    const uint8_t *call = at + LEA_SIZE;
    if (sites->code.end - at < END_SIZE || (*call != call_opcode && *call != test_opcode) ||
        !(found->region = region_at(sites, referred(call))))
        return false;
    uintptr_t stub = referred(call + CALL_SIZE);
    bool opens = is_stub(sites, stub, &sites->link->__stubs->__enter);
    found->at = at;
    found->end = opens ? SITE_OPENS : SITE_CLOSES;
    return opens || is_stub(sites, stub, &sites->link->__stubs->__exit);
}

/* Finds the next probe from `from` on. Returns false if there is none. */
static bool next(const struct sites *sites, const uint8_t *from, struct found *found)
{
    while ((from = memmem(from, (size_t)(sites->code.end - from), lea, sizeof lea)) && !is_end(sites, from, found))
        from++;
    return from;
}

/* Opens the memory for changes; -1 if nothing is to be changed, or nothing can be. */
static int open_for(const struct sites *sites)
{
    return sites->code.start ? code_open() : -1;
}

/* A piece of code with changes that are not written yet. */
struct stretch {
    const uint8_t *start;
    size_t size;
    uint8_t bytes[4096];
};

/* Adds the end of a probe, if it is near enough to the piece. */
static bool stretch_add(struct stretch *stretch, const uint8_t *at)
{
    static const uint8_t nothing[END_SIZE] = {0x0f, 0x1f, 0x80, 0, 0, 0, 0, 0x0f, 0x1f, 0x44, 0, 0};
    if (!stretch->size)
        stretch->start = at;
    size_t place = (size_t)(at - stretch->start);
    if (place + END_SIZE > sizeof stretch->bytes)
        return false;
    memcpy(stretch->bytes + stretch->size, stretch->start + stretch->size, place - stretch->size);
    memcpy(stretch->bytes + place, nothing, END_SIZE);
    stretch->size = place + END_SIZE;
    return true;
}

static bool stretch_write(struct stretch *stretch, int file)
{
    size_t size = stretch->size;
    stretch->size = 0;
    return code_write(file, stretch->start, stretch->bytes, size);
}

void sites_remove(const struct sites *sites)
{
    int file = open_for(sites);
    if (file < 0)
        return;
    struct stretch stretch = {.size = 0};
    struct found found;
    bool written = true;
    for (const uint8_t *from = sites->code.start; written && next(sites, from, &found); from = found.at + END_SIZE)
        if (!stretch_add(&stretch, found.at)) {
            written = stretch_write(&stretch, file);
            stretch_add(&stretch, found.at);
        }
    if (written && stretch.size)
        stretch_write(&stretch, file);
    code_close(file);
}

/* --- the list --- */

static size_t all_size(uint32_t count)
{
    return (count + 1) * sizeof(struct site);
}

static uint32_t *first_of(const struct sites *sites, const struct __instr_region *region, enum site_end end)
{
    return &sites->first[(size_t)((const char *)region - (const char *)sites->start) / 8 * 2 + end];
}

static uint32_t count_all(const struct sites *sites)
{
    uint32_t count = 0;
    struct found found;
    for (const uint8_t *from = sites->code.start; next(sites, from, &found); from = found.at + END_SIZE)
        count++;
    return count;
}

/* Counts the probes; the first entry holds their number. */
static bool look(struct sites *sites)
{
    if (sites->all || !sites->code.start || (size_t)(sites->code.end - sites->code.start) > UINT32_MAX)
        return sites->all;
    uint32_t count = count_all(sites), place = 0;
    struct site *all = pages_map(all_size(count));
    if (!all || !(sites->first = pages_map(first_size(sites)))) {
        pages_unmap(all, all_size(count));
        return false;
    }
    sites->all = all;
    all->call = count;
    struct found found;
    for (const uint8_t *from = sites->code.start; place < count && next(sites, from, &found);
         from = found.at + END_SIZE) {
        uint32_t *first = first_of(sites, found.region, found.end);
        all[++place] = (struct site){(uint32_t)(found.at + LEA_SIZE - sites->code.start), *first};
        *first = place;
    }
    return true;
}

void sites_close(struct sites *sites)
{
    if (!sites->all)
        return;
    pages_unmap(sites->all, all_size(sites->all->call));
    pages_unmap(sites->first, first_size(sites));
    sites->all = NULL;
    sites->first = NULL;
}

bool sites_silence(struct sites *sites, const struct __instr_region *region, enum site_end end)
{
    int file = look(sites) ? open_for(sites) : -1;
    bool done = file >= 0;
    for (uint32_t place = done ? *first_of(sites, region, end) : 0; done && place; place = sites->all[place].next)
        done = code_write(file, sites->code.start + sites->all[place].call, &test_opcode, 1);
    if (file >= 0)
        code_close(file);
    return done;
}

/* Lists the next end of a probe from there on, and returns the address behind it, or NULL. */
static const uint8_t *list_end(const struct sites *sites, const uint8_t *from, struct site_entry *entry,
                               uintptr_t *stubs)
{
    struct found found;
    if (!next(sites, from, &found))
        return NULL;
    stubs[found.end] = referred(found.at + END_SIZE);
    *entry = (struct site_entry){.address = (uintptr_t)found.at,
                                 .region = (uintptr_t)GET(found.region->__state),
                                 .size = END_SIZE,
                                 .kind = found.end == SITE_OPENS ? SITE_ENTER : SITE_LEAVE};
    return found.at + END_SIZE;
}

/* Returns the region whose calls a number of the object counts, or NULL. */
static const struct __instr_region *counted_at(const struct sites *sites, uintptr_t address)
{
    const struct __instr_counted *first = sites->link->__counts, *number = (const struct __instr_counted *)address;
    bool inside =
        number >= first && number < sites->link->__counts_end && (address - (uintptr_t)first) % sizeof *first == 0;
    return inside ? number->__region : NULL;
}

/* Returns the size of an `add $1` or `inc` of 8 bytes of memory whose address uses the register, or 0 for another instruction. */
static size_t addition_at(const uint8_t *at, unsigned register_number)
{
    enum { WIDE = 0x48, WIDE_MASK = 0xf8, ADD = 0x83, INC = 0xff, WHICH_MASK = 0x38, WITH_INDEX = 4, RELATIVE = 5 };
    unsigned form = at[2] >> 6, base = at[2] & 7, index = 8;
    size_t size = 3;
    if ((at[0] & WIDE_MASK) != WIDE || (at[1] != ADD && at[1] != INC) || at[2] & WHICH_MASK || form == 3 ||
        (form == 0 && base == RELATIVE))
        return 0;
    if (base == WITH_INDEX) {
        base = at[3] & 7;
        index = at[3] >> 3 & 7;
        size++;
    }
    size += form == 1 ? 1 : form == 2 ? 4 : 0;
    bool by_one = at[1] == INC || at[size] == 1;
    base |= (at[0] & 1u) << 3; /* the bit of each that is in front */
    index |= (at[0] & 2u) << 2;
    bool takes_part = base == register_number || index == register_number;
    return by_one && takes_part ? size + (at[1] == ADD) : 0;
}

/* Returns the size from an instruction that takes the address of a number to the end of the addition, if the addition follows soon. */
static size_t count_size(const struct sites *sites, const uint8_t *at)
{
    enum { SOON = 12, MOST = 9 };
    unsigned register_number = (at[2] >> 3 & 7u) | (at[0] & 4u) << 1;
    for (size_t size = LEA_SIZE; size <= LEA_SIZE + SOON && sites->code.end - at >= (ptrdiff_t)size + MOST; size++) {
        size_t addition = addition_at(at + size, register_number);
        if (addition)
            return size + addition;
    }
    return LEA_SIZE;
}

/* Lists the next addition, which takes the address of a number into any register. */
static const uint8_t *list_count(const struct sites *sites, const uint8_t *from, struct site_entry *entry)
{
    enum { WIDE = 0x48, WIDE_MASK = 0xfb, OPCODE = 0x8d, RELATIVE = 0x05, RELATIVE_MASK = 0xc7 };
    for (const uint8_t *at = from + 1; sites->code.end - at >= LEA_SIZE; at++) {
        at = memchr(at, OPCODE, (size_t)(sites->code.end - at));
        if (!at || sites->code.end - at < LEA_SIZE)
            return NULL;
        const uint8_t *begin = at - 1;
        bool is_lea = (at[-1] & WIDE_MASK) == WIDE && (at[1] & RELATIVE_MASK) == RELATIVE;
        const struct __instr_region *region = is_lea ? counted_at(sites, referred(begin + LEA_SIZE)) : NULL;
        if (region) {
            *entry = (struct site_entry){.address = (uintptr_t)begin,
                                         .region = (uintptr_t)GET(region->__state),
                                         .size = (uint32_t)count_size(sites, begin),
                                         .kind = region->__flags & __INSTR_COUNTED ? SITE_COUNT : SITE_ADD};
            return begin + LEA_SIZE;
        }
    }
    return NULL;
}

/* Adds a stub's entries in the order of addresses. There are two stubs, elsewhere in the code. */
static uint32_t list_stub(struct site_entry *entries, uint32_t room, uint32_t count, uintptr_t stub)
{
    if (count >= room)
        return count + 1;
    uint32_t at = count;
    for (; at && entries[at - 1].address > stub; at--)
        entries[at] = entries[at - 1];
    entries[at] = (struct site_entry){.address = stub, .kind = SITE_STUB};
    return count + 1;
}

uint32_t sites_list(const struct sites *sites, struct site_entry *entries, uint32_t room)
{
    uint32_t count = 0;
    uintptr_t stubs[2] = {0, 0};
    struct site_entry end, number;
    if (!sites->code.start)
        return 0;
    const uint8_t *ends = list_end(sites, sites->code.start, &end, stubs);
    const uint8_t *numbers = list_count(sites, sites->code.start, &number);
    while (ends || numbers) {
        bool is_end = ends && (!numbers || end.address < number.address);
        if (count < room)
            entries[count] = is_end ? end : number;
        count++;
        if (is_end)
            ends = list_end(sites, ends, &end, stubs);
        else
            numbers = list_count(sites, numbers, &number);
    }
    for (int i = 0; i < 2; i++)
        if (stubs[i])
            count = list_stub(entries, room, count, stubs[i]);
    return count;
}
