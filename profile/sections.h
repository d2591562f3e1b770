/*
 * sections.h - the sections of the file, one row each: docs/dev/profile-format.md as data. Private to this folder.
 *
 * Almost all are alike. A table of the profile has entries, and a section has their number and their fields:
 *
 *     file      count | fields of entry 0 | fields of entry 1 | ...          profile->traffic_count, profile->traffic[]
 *
 * pack.c goes through the rows to write, unpack.c to read; both call `fields`, which says what an entry's bytes are.
 */
#ifndef INSTR_PROFILE_SECTIONS_H
#define INSTR_PROFILE_SECTIONS_H

#include "profile/tables.h"
#include "profile/wire.h"

/*
 * --- codec.c: the fields of a section's entries, written to a file and read from one by the same description (sections.c);
 * private to this folder.
 *
 * A description calls one of these functions for each field, in the file's order. Writing, it puts the field's value there and
 * changes nothing. Reading, it fills the field in, and codec->failed is set when the bytes hold no such value. The texts of all
 * entries are gathered before anything is written, as the file has each but once.
 */

struct codec {
    enum { CODEC_GATHER, CODEC_WRITE, CODEC_READ } way;
    struct profile *profile;
    struct wire_out *out; /* CODEC_WRITE */
    struct wire_in *in;   /* CODEC_READ; what failed is in it */
    /* CODEC_GATHER: the texts so far, in their order. CODEC_WRITE: which text of the file each of these is. CODEC_READ: the
     * texts of the file. */
    const char **texts;
    const uint32_t *text_places;
    uint32_t text_count; /* CODEC_WRITE: of those written so far */
    uint32_t rank;       /* 0 where a section begins: for a description that says a rank only where it changes */
};

static inline bool codec_reads(const struct codec *codec)
{
    return codec->way == CODEC_READ;
}

/* Fails reading if `holds` is false: no profile can have such a value. */
static inline void codec_require(struct codec *codec, bool holds)
{
    if (codec->way == CODEC_READ && !holds)
        codec->in->failed = true;
}

void codec_text(struct codec *codec, const char **text);
void codec_double(struct codec *codec, double *value);
void codec_number(struct codec *codec, uint64_t *value);
/* Codes a number of at most `limit`. */
void codec_bounded(struct codec *codec, uint32_t *value, uint32_t limit);
/* Codes a value as its difference from `base`. */
void codec_above(struct codec *codec, uint64_t *value, uint64_t base);
void codec_step(struct codec *codec, uint32_t *value, uint32_t base, uint32_t limit);

static inline void codec_word(struct codec *codec, uint32_t *value)
{
    codec_bounded(codec, value, UINT32_MAX);
}

static inline void codec_u128(struct codec *codec, struct u128 *value)
{
    codec_number(codec, &value->low);
    codec_number(codec, &value->high);
}

/* --- */

enum {
    SECTION_NEEDED = 1,  /* it is always there, and has an entry */
    SECTION_BY_RANK = 2, /* not there where `rnkc` is, which says the same */
    SECTION_MORE = 4     /* says more of entries that another section has */
};

struct section {
    char tag[5];
    unsigned char flags;
    unsigned char texts; /* that an entry has */
    unsigned char least; /* bytes that an entry takes in the file */
    unsigned table;      /* tables.h */
    /* SECTION_MORE: how many entries the section has; 0: it is not there. */
    uint32_t (*told)(const struct profile *profile);
    /* `before`: the entry before it, null for the first. Null: pack.c and unpack.c know a form of its own. That entries stand in
     * the order of their table is required beside. */
    void (*fields)(struct codec *codec, void *entry, const void *before);
};

/* All sections in the file's order; a section comes behind those that it refers to. */
extern const struct section sections[];
extern const unsigned sections_count;

/* Returns the number of the section's entries, which is stored in the file. */
uint32_t section_told(const struct section *section, const struct profile *profile);

/* Gathers, writes or reads the fields of all entries of the table, until one fails. */
void section_visit(const struct section *section, struct codec *codec);

#endif
