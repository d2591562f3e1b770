/* codec.c - see sections.h. */
#include "profile/sections.h"

void codec_text(struct codec *codec, const char **text)
{
    if (codec->way == CODEC_GATHER) {
        codec->texts[codec->text_count++] = *text;
    } else if (codec->way == CODEC_WRITE) {
        wire_put_varint(codec->out, codec->text_places[codec->text_count++]);
    } else {
        uint64_t place = wire_varint(codec->in);
        codec_require(codec, place < codec->text_count);
        *text = codec->in->failed ? "" : codec->texts[place];
    }
}

void codec_double(struct codec *codec, double *value)
{
    if (codec->way == CODEC_WRITE)
        wire_put_double(codec->out, *value);
    else if (codec->way == CODEC_READ)
        *value = wire_double(codec->in);
}

void codec_above(struct codec *codec, uint64_t *value, uint64_t base)
{
    if (codec->way == CODEC_WRITE)
        wire_put_varint(codec->out, *value - base);
    else if (codec->way == CODEC_READ)
        *value = base + wire_bounded(codec->in, UINT64_MAX - base);
}

void codec_number(struct codec *codec, uint64_t *value)
{
    codec_above(codec, value, 0);
}

void codec_step(struct codec *codec, uint32_t *value, uint32_t base, uint32_t limit)
{
    if (codec->way == CODEC_WRITE)
        wire_put_varint(codec->out, *value - base);
    else if (codec->way == CODEC_READ)
        *value = base + (uint32_t)wire_bounded(codec->in, limit - base);
}

void codec_bounded(struct codec *codec, uint32_t *value, uint32_t limit)
{
    codec_step(codec, value, 0, limit);
}
