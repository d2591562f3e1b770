/*
 * unpack.c - bytes as a profile: the reader's half of docs/dev/profile-format.md. Trusts nothing.
 *
 * Each section is read from its own bytes only, and its count is checked against them before memory is
 * taken, so memory is bounded by a multiple of the file's size. What its entries must be is in sections.c.
 */
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/sections.h"
#include "profile/texts.h"

#include <string.h>

struct unpacker {
    struct profile *profile;
    struct wire_in *bytes; /* of each of sections.h; `at` null: not in the file */
    struct codec codec;
    struct texts *shared; /* null: the texts are the profile's own */
    const char *name;
    struct arena *arena;
    struct arena scratch;
    struct error *error;
};

static bool damaged(struct unpacker *unpacker, const char *what)
{
    return error_set(unpacker->error, ERROR_PROFILE, "%s: damaged profile: %s", unpacker->name, what);
}

static bool newer(struct unpacker *unpacker, unsigned version, const char *what)
{
    return error_set(unpacker->error, ERROR_PROFILE,
                     "%s: written by a newer instr, format version %u%s; this one reads up to version %d: use "
                     "the instr-report that came with it",
                     unpacker->name, version, what, WIRE_VERSION);
}

/* Reads magic, byte order and version, whose places are the same in all versions. */
static bool read_version(struct unpacker *unpacker, struct wire_in *in, size_t size)
{
    if (size < WIRE_MAGIC_SIZE || memcmp(in->at, WIRE_MAGIC, WIRE_MAGIC_SIZE) != 0)
        return error_set(unpacker->error, ERROR_PROFILE, "%s: not an instr profile", unpacker->name);
    if (size < WIRE_HEADER_SIZE)
        return damaged(unpacker, "cut short in the header");
    if (in->at[8] != 'L' && in->at[8] != 'B')
        return damaged(unpacker, "unknown byte order");
    in->big = in->at[8] == 'B';
    in->at += 10;
    unsigned version = (unsigned)wire_fixed(in, 2);
    if (version > WIRE_VERSION)
        return newer(unpacker, version, "");
    return version > 0 || damaged(unpacker, "version 0");
}

/* Returns a section, or NULL if the version of sections.h has no such section. */
static struct wire_in *find_section(const struct unpacker *unpacker, const char *tag)
{
    for (unsigned i = 0; i < sections_count; i++)
        if (memcmp(sections[i].tag, tag, 4) == 0)
            return &unpacker->bytes[i];
    return NULL;
}

/* Reads the list of sections and verifies all checksums. */
static bool read_sections(struct unpacker *unpacker, const unsigned char *bytes, size_t size)
{
    struct wire_in in = {.at = bytes, .end = bytes + size};
    if (!read_version(unpacker, &in, size))
        return false;
    uint64_t count = wire_fixed(&in, 4);
    uint32_t checksum = (uint32_t)wire_fixed(&in, 4);
    wire_fixed(&in, 4);
    if (count > WIRE_MAX_SECTIONS || count * WIRE_SECTION_SIZE > size - WIRE_HEADER_SIZE)
        return damaged(unpacker, "cut short in the list of sections");
    size_t head_size = WIRE_HEADER_SIZE + (size_t)count * WIRE_SECTION_SIZE;
    unsigned char *head = (unsigned char *)arena_copy(&unpacker->scratch, (const char *)bytes, head_size);
    if (!head)
        return profile_no_memory(unpacker->error);
    memset(head + 16, 0, 4);
    if (wire_crc(head, head_size) != checksum)
        return damaged(unpacker, "wrong checksum of the header");
    for (uint64_t i = 0; i < count; i++) {
        char tag[5] = {0};
        memcpy(tag, in.at, 4);
        in.at += 4;
        uint32_t crc = (uint32_t)wire_fixed(&in, 4);
        uint64_t offset = wire_fixed(&in, 8), length = wire_fixed(&in, 8);
        if (offset < head_size || offset > size || length > size - offset)
            return damaged(unpacker, "cut short: a section lies outside the file");
        struct wire_in *section = find_section(unpacker, tag);
        if (!section && (tag[0] & 0x20)) /* a lower-case tag may be skipped */
            continue;
        if (!section)
            return newer(unpacker, WIRE_VERSION, " with a section it can't be read without");
        if (section->at)
            return damaged(unpacker, "a section appears twice");
        if (wire_crc(bytes + offset, (size_t)length) != crc)
            return damaged(unpacker, "wrong checksum of a section");
        *section = (struct wire_in){bytes + offset, bytes + offset + length, in.big, false};
    }
    return true;
}

/* Reads the section's number of entries, each of at least `least` bytes. */
static uint32_t read_count(struct wire_in *in, size_t least)
{
    uint64_t count = wire_varint(in);
    if (count >= PROFILE_NONE || count > (uint64_t)(in->end - in->at) / least)
        in->failed = true;
    return in->failed ? 0 : (uint32_t)count;
}

/* Checks that exactly all bytes of the section were read. */
static bool end_section(struct unpacker *unpacker, const struct wire_in *in, const char *tag)
{
    if (!in->failed && in->at == in->end)
        return true;
    return error_set(unpacker->error, ERROR_PROFILE, "%s: damaged profile: section %s is malformed", unpacker->name,
                     tag);
}

static bool is_missing(struct unpacker *unpacker, const char *tag)
{
    return error_set(unpacker->error, ERROR_PROFILE, "%s: damaged profile: no section %s", unpacker->name, tag);
}

static bool read_texts(struct unpacker *unpacker)
{
    struct wire_in *in = find_section(unpacker, "STRG");
    if (!in->at)
        return is_missing(unpacker, "STRG");
    uint32_t count = read_count(in, 1);
    struct arena *arena = unpacker->shared ? &unpacker->scratch : unpacker->arena;
    char *text = arena_copy(arena, (const char *)in->at, (size_t)(in->end - in->at));
    const char **texts = unpacker->codec.texts = arena_array(&unpacker->scratch, count, sizeof *texts);
    if (!text || !texts)
        return profile_no_memory(unpacker->error);
    for (uint32_t i = 0; i < count && !in->failed; i++) {
        const unsigned char *end = memchr(in->at, '\0', (size_t)(in->end - in->at));
        texts[i] = unpacker->shared ? texts_keep(unpacker->shared, text) : text;
        if (!texts[i])
            return profile_no_memory(unpacker->error);
        if (end) {
            text += end + 1 - in->at;
            in->at = end + 1;
        } else {
            in->failed = true;
        }
    }
    unpacker->codec.text_count = count;
    return end_section(unpacker, in, "STRG");
}

static bool read_section(struct unpacker *unpacker, const struct section *section, struct wire_in *in)
{
    struct profile *profile = unpacker->profile;
    if (!in->at)
        return !(section->flags & SECTION_NEEDED) || is_missing(unpacker, section->tag);
    uint32_t count = read_count(in, section->least);
    if (!(section->flags & SECTION_MORE)) {
        void *entries = arena_array(unpacker->arena, count, tables[section->table].size);
        if (!entries)
            return profile_no_memory(unpacker->error);
        table_set(section->table, profile, entries, count);
    }
    unpacker->codec.in = in;
    section_visit(section, &unpacker->codec);
    if (count != section_told(section, profile) || (!count && section->flags & SECTION_NEEDED))
        in->failed = true;
    return end_section(unpacker, in, section->tag);
}

static bool read_blocks(struct unpacker *unpacker, const char *tag, bool of_calls)
{
    struct wire_in *in = find_section(unpacker, tag);
    if (!in->at)
        return true;
    if (unpacker->profile->location_count || unpacker->profile->row_count)
        return damaged(unpacker, "it has its rows twice");
    uint32_t count = read_count(in, 5);
    if (!in->failed && !blocks_unpack(in, count, of_calls, unpacker->profile, unpacker->arena, unpacker->error))
        return false;
    return end_section(unpacker, in, tag);
}

static bool unpack(struct unpacker *unpacker, const unsigned char *bytes, size_t size)
{
    unpacker->bytes = arena_array(&unpacker->scratch, sections_count, sizeof *unpacker->bytes);
    if (!unpacker->bytes)
        return profile_no_memory(unpacker->error);
    if (!read_sections(unpacker, bytes, size) || !read_texts(unpacker))
        return false;
    for (unsigned i = 0; i < sections_count; i++)
        if (sections[i].fields && !read_section(unpacker, &sections[i], &unpacker->bytes[i]))
            return false;
    return read_blocks(unpacker, "rank", false) && read_blocks(unpacker, "rnkc", true);
}

bool profile_unpack(const unsigned char *bytes, size_t size, const char *name, struct profile *profile,
                    struct arena *arena, struct error *error)
{
    return profile_unpack_sharing(bytes, size, name, profile, NULL, arena, error);
}

bool profile_unpack_sharing(const unsigned char *bytes, size_t size, const char *name, struct profile *profile,
                            struct texts *texts, struct arena *arena, struct error *error)
{
    struct unpacker unpacker = {.profile = profile,
                                .codec = {.way = CODEC_READ, .profile = profile},
                                .shared = texts,
                                .name = name,
                                .arena = arena,
                                .error = error};
    memset(profile, 0, sizeof *profile);
    bool ok = unpack(&unpacker, bytes, size);
    if (ok)
        profile_set_contexts(profile);
    else
        memset(profile, 0, sizeof *profile);
    arena_free(&unpacker.scratch);
    return ok;
}
