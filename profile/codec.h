/*
 * codec.h - the fields of a section's entries, written to a file and read from one by the same description (sections.c);
 * private to this folder.
 *
 * A description calls one of these functions for each field, in the file's order. Writing, it puts the field's value there and
 * changes nothing. Reading, it fills the field in, and codec->failed is set when the bytes hold no such value. The texts of all
 * entries are gathered before anything is written, as the file has each but once.
 */
#ifndef INSTR_PROFILE_CODEC_H
#define INSTR_PROFILE_CODEC_H

#include "profile/wire.h"

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

/* What a profile can't hold: reading fails. */
static inline void codec_require(struct codec *codec, bool holds)
{
    if (codec->way == CODEC_READ && !holds)
        codec->in->failed = true;
}

void codec_text(struct codec *codec, const char **text);
void codec_double(struct codec *codec, double *value);
void codec_number(struct codec *codec, uint64_t *value);
/* At most `limit`. */
void codec_bounded(struct codec *codec, uint32_t *value, uint32_t limit);
/* In the file, what it is above `base`. */
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

#endif
