/* sites.c - see sites.h. */
#include "runtime/measure/store/sites.h"

#include "base/machine.h"
#include "runtime/machine/code.h"
#include "runtime/machine/word.h"

#include <stdint.h>
#include <string.h>

struct sites sites_of(struct __instr_region *start, struct __instr_region *stop, const struct __instr_link *link)
{
    struct sites sites = {.start = start, .stop = stop, .link = link};
    if (link && link->__stubs)
        sites.code = code_around(start);
    return sites;
}

#if MACHINE_X86_64

/* What the probes of include/instr_abi.h are in machine code: bytes, or what they depend on. */
enum { ANY = -1, LONGEST = 33 };

struct pattern {
    uint8_t size;
    uint8_t test;        /* where the first `test` instruction has its opcode */
    uint8_t behind_call; /* where the instruction behind the call begins */
    int16_t bytes[LONGEST];
};

#define ADDRESS ANY, ANY, ANY, ANY
#define OPCODE_TEST 0x85

/* clang-format off */

/* __instr_enter */
enum { ENTER_STATE = 3, ENTER_BEHIND_STATE = 10, ENTER_JUMP = 13, ENTER_CALL = 15 };
static const struct pattern enter = {20, 11, 20, {
    0x45, 0x31, 0xd2,                  /* xor %r10d, %r10d */
    0x4c, 0x8b, 0x1d, ADDRESS,         /* mov __state(%rip), %r11 */
    0x4d, OPCODE_TEST, 0xdb,           /* test %r11, %r11 */
    0x74, 0x05,                        /* je 1f */
    0xe8, ADDRESS}};                   /* call a stub */

/* __instr_close */
static const struct pattern close = {33, 1, 27, {
    0x4d, OPCODE_TEST, 0xd2,           /* test %r10, %r10 */
    0x74, 0x1c,                        /* je 2f */
    0x4c, 0x8b, 0x1d, ADDRESS,         /* mov __instr_thread10(%rip), %r11 */
    0x64, 0x4d, 0x8b, 0x1b,            /* mov %fs:(%r11), %r11 */
    0x45, 0x84, 0x53, __INSTR_LIGHT,   /* testb %r10b, light(%r11) */
    0x75, 0x07,                        /* jne 1f */
    0xe8, ADDRESS,                     /* call __instr_stub_leave10 */
    0xeb, 0x04,                        /* jmp 2f */
    0x4d, 0x89, 0x53, __INSTR_PATH}};  /* mov %r10, path(%r11) */

/* clang-format on */

static bool fits(const struct pattern *pattern, const uint8_t *at)
{
    for (unsigned i = 0; i < pattern->size; i++)
        if (pattern->bytes[i] != ANY && pattern->bytes[i] != at[i])
            return false;
    return true;
}

/* What an instruction that ends with a relative address refers to. */
static uintptr_t referred(const uint8_t *behind)
{
    int32_t distance;
    memcpy(&distance, behind - sizeof distance, sizeof distance);
    return (uintptr_t)behind + (uintptr_t)(intptr_t)distance;
}

static const struct __instr_region *region_of(const uint8_t *enters)
{
    return (const struct __instr_region *)(referred(enters + ENTER_BEHIND_STATE) -
                                           offsetof(struct __instr_region, __state));
}

/* Whether it is one of the object's regions that is entered there. */
static bool is_entered(const struct sites *sites, const uint8_t *at)
{
    uintptr_t region = (uintptr_t)region_of(at), start = (uintptr_t)sites->start, stop = (uintptr_t)sites->stop;
    return region >= start && region < stop && stop - region >= sizeof *sites->start && (region - start) % 8 == 0 &&
           region_of(at)->__magic == __INSTR_MAGIC;
}

/* Whether it is the object's own stub that is called there to leave. */
static bool is_left(const struct sites *sites, const struct pattern *pattern, const uint8_t *at)
{
    static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64: for those who come by an indirect jump */
    static const uint8_t jump[] = {0xff, 0x25};                /* jmp *__leave(%rip) */
    enum { JUMP = sizeof jump + 4 };
    uintptr_t stub = referred(at + pattern->behind_call), end = (uintptr_t)sites->code.end;
    if (stub < (uintptr_t)sites->code.start || stub >= end || end - stub < sizeof landing + JUMP)
        return false;
    const uint8_t *first = (const uint8_t *)stub;
    if (memcmp(first, landing, sizeof landing) == 0)
        first += sizeof landing;
    return memcmp(first, jump, sizeof jump) == 0 && referred(first + JUMP) == (uintptr_t)&sites->link->__stubs->__leave;
}

struct site {
    const uint8_t *at;
    const struct pattern *pattern;
};

/* The next one from `from` on. False: there is none. */
static bool next(const struct sites *sites, const uint8_t *from, struct site *site)
{
    const uint8_t *end = sites->code.end;
    static const struct pattern *const patterns[] = {&enter, &close};
    for (const uint8_t *test = from; (test = memchr(test, OPCODE_TEST, (size_t)(end - test))); test++)
        for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
            const struct pattern *pattern = patterns[i];
            const uint8_t *at = test - pattern->test;
            if (test - from < pattern->test || end - at < pattern->size || !fits(pattern, at) ||
                !(pattern == &enter ? is_entered(sites, at) : is_left(sites, pattern, at)))
                continue;
            *site = (struct site){at, pattern};
            return true;
        }
    return false;
}

/* -1: none is to be changed, or none can be. */
static int open_for(const struct sites *sites)
{
    return sites->code.start ? code_open() : -1;
}

/* Bytes that are written together. */
struct rewrite {
    int file;
    const uint8_t *start;
    size_t size;
    uint8_t bytes[4096];
};

/* All or nothing: where memory ran out on the way, what was written already can be written once more. */
static void rewrite_end(struct rewrite *rewrite)
{
    uint8_t before[sizeof rewrite->bytes];
    memcpy(before, rewrite->start, rewrite->size);
    if (!code_write(rewrite->file, rewrite->start, rewrite->bytes, rewrite->size))
        code_write(rewrite->file, rewrite->start, before, rewrite->size);
    rewrite->size = 0;
}

/* `size` bytes of instructions that do nothing. */
static void fill(uint8_t *at, size_t size)
{
    enum { LONG = 11 };
    static const uint8_t nothing[LONG + 1][LONG] = {
        {0},
        {0x90},
        {0x66, 0x90},
        {0x0f, 0x1f, 0x00},
        {0x0f, 0x1f, 0x40, 0},
        {0x0f, 0x1f, 0x44, 0, 0},
        {0x66, 0x0f, 0x1f, 0x44, 0, 0},
        {0x0f, 0x1f, 0x80, 0, 0, 0, 0},
        {0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
        {0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
        {0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
        {0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
    };
    for (size_t each; size; at += each, size -= each) {
        each = size < LONG ? size : LONG;
        memcpy(at, nothing[each], each);
    }
}

/* Nothing is left of it but that there is no frame. */
static void rewrite_add(struct rewrite *rewrite, const struct site *site)
{
    size_t kept = site->pattern == &enter ? ENTER_STATE : 0;
    if (rewrite->size && (size_t)(site->at - rewrite->start) + site->pattern->size > sizeof rewrite->bytes)
        rewrite_end(rewrite);
    if (!rewrite->size)
        rewrite->start = site->at;
    size_t used = (size_t)(site->at - rewrite->start);
    memcpy(rewrite->bytes + rewrite->size, rewrite->start + rewrite->size, used + kept - rewrite->size);
    fill(rewrite->bytes + used + kept, site->pattern->size - kept);
    rewrite->size = used + site->pattern->size;
}

void sites_remove(const struct sites *sites)
{
    struct rewrite rewrite = {.file = open_for(sites), .size = 0};
    if (rewrite.file < 0)
        return;
    struct site site;
    for (const uint8_t *from = sites->code.start; next(sites, from, &site); from = site.at + site.pattern->size)
        rewrite_add(&rewrite, &site);
    if (rewrite.size)
        rewrite_end(&rewrite);
    code_close(rewrite.file);
}

struct listing {
    struct site_entry *entries;
    uint32_t room, count;
};

/* Sites come by address. A stub is somewhere else, and there are few of them. */
static void list_add(struct listing *listing, struct site_entry entry)
{
    uint32_t at = listing->count < listing->room ? listing->count : 0;
    if (listing->count++ < listing->room) {
        for (; at && listing->entries[at - 1].address > entry.address; at--)
            listing->entries[at] = listing->entries[at - 1];
        listing->entries[at] = entry;
    }
}

uint32_t sites_list(const struct sites *sites, struct site_entry *entries, uint32_t room)
{
    struct listing listing = {entries, room, 0};
    uintptr_t stubs[2] = {0, 0}; /* where calls are entered and left */
    struct site site;
    if (!sites->code.start)
        return 0;
    for (const uint8_t *from = sites->code.start; next(sites, from, &site); from = site.at + site.pattern->size) {
        bool enters = site.pattern == &enter;
        uintptr_t stub = referred(site.at + site.pattern->behind_call);
        list_add(&listing, (struct site_entry){.address = (uintptr_t)site.at,
                                               .region = enters ? (uintptr_t)GET(region_of(site.at)->__state) : 0,
                                               .size = site.pattern->size,
                                               .kind = enters ? SITE_ENTER : SITE_LEAVE});
        if (stubs[enters] != stub)
            list_add(&listing, (struct site_entry){.address = stubs[enters] = stub, .kind = SITE_STUB});
    }
    return listing.count;
}

/* Of the jump and the call two tests of a register, which change nothing but flags. The call first: where it is one no
 * longer it does not matter whether it is jumped over. */
static bool silence(int file, const uint8_t *at)
{
    static const uint8_t test_byte = 0xa8, test_word = 0xa9;
    return code_write(file, at + ENTER_CALL, &test_word, 1) && code_write(file, at + ENTER_JUMP, &test_byte, 1);
}

void sites_silence(const struct sites *sites, bool (*is_off)(const struct __instr_region *))
{
    int file = open_for(sites);
    if (file < 0)
        return;
    struct site site;
    bool going = true;
    for (const uint8_t *from = sites->code.start; going && next(sites, from, &site);
         from = site.at + site.pattern->size)
        if (site.pattern == &enter && is_off(region_of(site.at)))
            going = silence(file, site.at);
    code_close(file);
}

#else

uint32_t sites_list(const struct sites *sites, struct site_entry *entries, uint32_t room)
{
    (void)sites, (void)entries, (void)room;
    return 0;
}

void sites_remove(const struct sites *sites)
{
    (void)sites;
}

void sites_silence(const struct sites *sites, bool (*is_off)(const struct __instr_region *))
{
    (void)sites;
    (void)is_off;
}

#endif
