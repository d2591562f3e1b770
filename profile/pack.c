/*
 * pack.c - a profile as bytes: the writer's half of docs/dev/profile-format.md.
 *
 * One buffer: the header and the list of sections are left empty, the sections follow (sections.h), then the empty places are
 * filled. Sections that would hold nothing are not written.
 */
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/rows.h"
#include "profile/sections.h"

#include "common/sort.h"

#include <string.h>

struct packer {
    struct profile profile;
    struct wire_out out;
    struct codec codec;
    uint32_t *told;                   /* of each section by the table of sections.c: its entries that are said */
    unsigned listed;                  /* sections that are in the list */
    bool ranked;                      /* locations and rows stand in section `rnkc`, ... */
    struct blocks blocks;             /* ... which is this, ... */
    const unsigned char *block_bytes; /* ... and these bytes, unless they follow by another way */
    struct arena scratch;
};

/* Returns whether a section of the table in sections.c has to be written. */
static bool is_there(const struct packer *packer, const struct section *section)
{
    if (!section->fields || (packer->ranked && section->flags & SECTION_BY_RANK))
        return false;
    return section->flags & SECTION_NEEDED || packer->told[section - sections];
}

static bool count_told(struct packer *packer)
{
    packer->told = arena_array(&packer->scratch, sections_count, sizeof *packer->told);
    for (unsigned i = 0; packer->told && i < sections_count; i++)
        packer->told[i] = sections[i].fields ? section_told(&sections[i], &packer->profile) : 0;
    return packer->told;
}

static size_t place_in_list(unsigned section)
{
    return WIRE_HEADER_SIZE + (size_t)section * WIRE_SECTION_SIZE;
}

/* Writes the list of all written sections. */
static void put_list(struct packer *packer)
{
    unsigned listed = 1u + packer->ranked; /* STRG */
    for (unsigned i = 0; i < sections_count; i++)
        listed += is_there(packer, &sections[i]);
    wire_put_zeros(&packer->out, place_in_list(listed));
}

/* Returns where it begins. */
static size_t begin_section(struct packer *packer, const char *tag, uint32_t count)
{
    size_t at = place_in_list(packer->listed), begin = packer->out.size;
    if (!packer->out.failed)
        memcpy(packer->out.bytes + at, tag, 4);
    wire_set_fixed(&packer->out, at + 8, begin, 8);
    wire_put_varint(&packer->out, count);
    return begin;
}

static void end_section(struct packer *packer, size_t begin)
{
    wire_set_fixed(&packer->out, place_in_list(packer->listed++) + 16, packer->out.size - begin, 8);
}

/* Gathers all texts, in the order in which sections use them. */
static bool gather_texts(struct packer *packer)
{
    struct codec *codec = &packer->codec;
    uint64_t count = 0;
    for (unsigned i = 0; i < sections_count; i++)
        if (sections[i].texts && is_there(packer, &sections[i]))
            count += (uint64_t)sections[i].texts * table_count(sections[i].table, &packer->profile);
    codec->way = CODEC_GATHER;
    codec->texts = count < UINT32_MAX ? arena_array(&packer->scratch, count, sizeof *codec->texts) : NULL;
    for (unsigned i = 0; codec->texts && i < sections_count; i++)
        if (sections[i].texts && is_there(packer, &sections[i]))
            section_visit(&sections[i], codec);
    return codec->texts;
}

/* A hash table of text addresses: open addressing, a power of two, half of it free. */
struct addresses {
    uint32_t *numbers; /* 1 + which of texts; 0: free */
    size_t room;
};

static uint32_t *slot_of(const struct addresses *addresses, const char *const *texts, const char *text)
{
    size_t slot = (size_t)((uintptr_t)text * 0x9e3779b97f4a7c15u >> 32) & (addresses->room - 1);
    while (addresses->numbers[slot] && texts[addresses->numbers[slot] - 1] != text)
        slot = (slot + 1) & (addresses->room - 1);
    return &addresses->numbers[slot];
}

static bool grow(struct addresses *addresses, const char *const *texts, uint32_t count, struct arena *scratch)
{
    addresses->room = addresses->room ? addresses->room * 4 : 1024;
    addresses->numbers = arena_array(scratch, addresses->room, sizeof *addresses->numbers);
    for (uint32_t i = 0; addresses->numbers && i < count; i++)
        *slot_of(addresses, texts, texts[i]) = i + 1;
    return addresses->numbers;
}

/* Reduces codec.texts to different addresses; `places` says which of them each text has. Most texts share few addresses, as in any profile
 * that was read, so few are left to sort. */
static bool find_addresses(struct packer *packer, uint32_t *places, uint32_t *unique)
{
    const char **texts = packer->codec.texts;
    struct addresses addresses = {NULL, 0};
    *unique = 0;
    for (uint32_t i = 0; i < packer->codec.text_count; i++) {
        if (*unique >= addresses.room / 2 && !grow(&addresses, texts, *unique, &packer->scratch))
            return false;
        uint32_t *slot = slot_of(&addresses, texts, texts[i]);
        if (!*slot) {
            texts[*unique] = texts[i];
            *slot = ++*unique;
        }
        places[i] = *slot - 1;
    }
    return true;
}

/* Writes section STRG: each text once, in the order of strcmp. */
static bool put_texts(struct packer *packer)
{
    const char **texts = packer->codec.texts;
    uint32_t count, unique = 0;
    uint32_t *places = arena_array(&packer->scratch, packer->codec.text_count, sizeof *places);
    if (!places || !find_addresses(packer, places, &count))
        return false;
    uint32_t *order = arena_array(&packer->scratch, count, sizeof *order);
    uint32_t *place = arena_array(&packer->scratch, count, sizeof *place);
    if (!order || !place || !sort_texts(order, count, texts, &packer->scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && strcmp(texts[order[i - 1]], texts[order[i]]) == 0;
        unique += !again;
        place[order[i]] = unique - 1;
        if (again)
            order[i] = order[i - 1];
    }
    size_t begin = begin_section(packer, "STRG", unique);
    for (uint32_t i = 0; i < count; i++)
        if (!i || order[i] != order[i - 1])
            wire_put_bytes(&packer->out, texts[order[i]], strlen(texts[order[i]]) + 1);
    end_section(packer, begin);
    for (uint32_t i = 0; i < packer->codec.text_count; i++)
        places[i] = place[places[i]];
    packer->codec.text_places = places;
    return true;
}

static void put_section(struct packer *packer, const struct section *section)
{
    size_t begin = begin_section(packer, section->tag, packer->told[section - sections]);
    section_visit(section, &packer->codec);
    end_section(packer, begin);
}

/* Writes section rnkc. It is the last one, because some of its blocks may follow behind the end of these bytes. */
static void put_blocks(struct packer *packer)
{
    size_t begin = begin_section(packer, "rnkc", (uint32_t)packer->blocks.count);
    if (packer->block_bytes)
        wire_put_bytes(&packer->out, packer->block_bytes, packer->blocks.size);
    end_section(packer, begin);
}

static bool put_sections(struct packer *packer)
{
    if (!count_told(packer))
        return false;
    put_list(packer);
    if (!gather_texts(packer) || !put_texts(packer))
        return false;
    packer->codec.way = CODEC_WRITE;
    packer->codec.text_count = 0;
    for (unsigned i = 0; i < sections_count; i++)
        if (is_there(packer, &sections[i]))
            put_section(packer, &sections[i]);
    if (packer->ranked)
        put_blocks(packer);
    return !packer->out.failed;
}

/* Fills in the header at the end, because it contains the checksums. */
static void fill_header(struct packer *packer)
{
    struct wire_out *out = &packer->out;
    memcpy(out->bytes, WIRE_MAGIC, WIRE_MAGIC_SIZE);
    out->bytes[8] = out->big ? 'B' : 'L';
    wire_set_fixed(out, 10, WIRE_VERSION, 2);
    wire_set_fixed(out, 12, packer->listed, 4);
    if (packer->ranked && !packer->block_bytes) {
        size_t last = place_in_list(packer->listed - 1);
        struct wire_in in = {.at = out->bytes + last + 8, .end = out->bytes + out->size, .big = out->big};
        uint64_t begin = wire_fixed(&in, 8);
        struct blocks count = {.size = out->size - begin, .crc = wire_crc(out->bytes + begin, out->size - begin)};
        struct blocks whole = blocks_join(count, packer->blocks);
        wire_set_fixed(out, last + 4, whole.crc, 4);
        wire_set_fixed(out, last + 16, whole.size, 8);
    }
    wire_repair(out->bytes, out->size);
}

/* Packs the profile. Members of `packer` that the caller did not set must be zero. */
static bool pack(struct packer *packer, const struct profile *profile, unsigned char **bytes, size_t *size,
                 struct error *error)
{
    packer->profile = *profile;
    packer->codec = (struct codec){.profile = &packer->profile, .out = &packer->out};
    bool ok = put_sections(packer);
    if (ok)
        fill_header(packer);
    arena_free(&packer->scratch);
    *bytes = packer->out.bytes;
    *size = packer->out.size;
    return ok || profile_no_memory(error);
}

bool profile_pack_as(const struct profile *profile, bool big, struct arena *arena, unsigned char **bytes, size_t *size,
                     struct error *error)
{
    struct packer packer = {.out = {.arena = arena, .big = big}};
    struct arena blocks = {0};
    unsigned char *block_bytes = NULL;
    packer.ranked = profile->location_count && rows_of_all(profile);
    bool ok = !packer.ranked || blocks_pack(profile, NULL, &blocks, &block_bytes, &packer.blocks, error);
    packer.block_bytes = block_bytes;
    ok = ok && pack(&packer, profile, bytes, size, error);
    arena_free(&blocks);
    return ok;
}

bool profile_pack_head(const struct profile *profile, struct blocks blocks, struct arena *arena, unsigned char **bytes,
                       size_t *size, struct error *error)
{
    struct packer packer = {.out = {.arena = arena, .big = wire_native_big()}, .ranked = true, .blocks = blocks};
    return pack(&packer, profile, bytes, size, error);
}

bool profile_pack(const struct profile *profile, struct arena *arena, unsigned char **bytes, size_t *size,
                  struct error *error)
{
    return profile_pack_as(profile, wire_native_big(), arena, bytes, size, error);
}
