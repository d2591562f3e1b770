/* wire.c - see wire.h. */
#include "profile/wire.h"

#include "common/check.h"
#include <pthread.h>
#include <string.h>

bool wire_native_big(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

/* CRC-32 of ISO 3309, as in zip, eight bytes at a time ("slicing by 8", Kounavis and Berry 2005): a profile is
 * checked each time a rank hands it on. crc_table[k][b] is what byte b does k bytes before the end. */
static uint32_t crc_table[8][256];

static void make_crc_table(void)
{
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = b;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        crc_table[0][b] = crc;
    }
    for (unsigned k = 1; k < 8; k++)
        for (uint32_t b = 0; b < 256; b++)
            crc_table[k][b] = crc_table[k - 1][b] >> 8 ^ crc_table[0][crc_table[k - 1][b] & 0xff];
}

uint32_t wire_crc(const unsigned char *bytes, size_t size)
{
    static pthread_once_t made = PTHREAD_ONCE_INIT;
    uint32_t crc = UINT32_MAX;
    pthread_once(&made, make_crc_table);
    for (; size >= 8; bytes += 8, size -= 8) {
        uint32_t first =
            crc ^ ((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
        crc = crc_table[7][first & 0xff] ^ crc_table[6][first >> 8 & 0xff] ^ crc_table[5][first >> 16 & 0xff] ^
              crc_table[4][first >> 24] ^ crc_table[3][bytes[4]] ^ crc_table[2][bytes[5]] ^ crc_table[1][bytes[6]] ^
              crc_table[0][bytes[7]];
    }
    for (; size; bytes++, size--)
        crc = crc >> 8 ^ crc_table[0][(crc ^ *bytes) & 0xff];
    return ~crc;
}

static void grow(struct wire_out *out, size_t size)
{
    size_t room = out->room ? out->room * 2 : 4096;
    while (room - out->size < size && room < SIZE_MAX / 2)
        room *= 2;
    unsigned char *grown = room - out->size < size ? NULL : arena_grow(out->arena, out->bytes, out->room, room);
    out->failed = !grown;
    if (grown) {
        out->bytes = grown;
        out->room = room;
    }
}

/* Returns room for `size` more bytes, or NULL if there is no memory. */
static inline unsigned char *room_for(struct wire_out *out, size_t size)
{
    if (!out->failed && size > out->room - out->size)
        grow(out, size);
    return out->failed ? NULL : out->bytes + out->size;
}

void wire_put_bytes(struct wire_out *out, const void *bytes, size_t size)
{
    unsigned char *to = size ? room_for(out, size) : NULL;
    if (!to)
        return;
    memcpy(to, bytes, size);
    out->size += size;
    CHECK(out->size <= out->room);
}

void wire_put_zeros(struct wire_out *out, size_t size)
{
    unsigned char *to = room_for(out, size);
    if (!to)
        return;
    memset(to, 0, size);
    out->size += size;
}

void wire_put_varint(struct wire_out *out, uint64_t value)
{
    unsigned char *to = room_for(out, 10);
    if (!to)
        return;
    for (; value >= 0x80; value >>= 7)
        *to++ = (unsigned char)(0x80 | (value & 0x7f));
    *to++ = (unsigned char)value;
    out->size = (size_t)(to - out->bytes);
    CHECK(out->size <= out->room);
}

static void store_fixed(unsigned char *bytes, uint64_t value, unsigned width, bool big)
{
    for (unsigned i = 0; i < width; i++)
        bytes[i] = (unsigned char)(value >> 8 * (big ? width - 1 - i : i));
}

void wire_put_double(struct wire_out *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (out->big != wire_native_big())
        bits = __builtin_bswap64(bits);
    wire_put_bytes(out, &bits, sizeof bits);
}

void wire_set_fixed(struct wire_out *out, size_t offset, uint64_t value, unsigned width)
{
    CHECK(out->failed || offset + width <= out->size);
    if (!out->failed)
        store_fixed(out->bytes + offset, value, width, out->big);
}

uint64_t wire_varint(struct wire_in *in)
{
    uint64_t value = 0;
    CHECK(in->at <= in->end);
    for (unsigned shift = 0; !in->failed && in->at < in->end; shift += 7) {
        unsigned byte = *in->at++;
        if (shift == 63 && byte > 1)
            break;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    in->failed = true;
    return 0;
}

uint64_t wire_bounded(struct wire_in *in, uint64_t limit)
{
    uint64_t value = wire_varint(in);
    if (value > limit)
        in->failed = true;
    return in->failed ? 0 : value;
}

uint64_t wire_fixed(struct wire_in *in, unsigned width)
{
    uint64_t value = 0;
    CHECK(width <= sizeof value && in->at <= in->end);
    if (in->failed || (size_t)(in->end - in->at) < width) {
        in->failed = true;
        return 0;
    }
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)in->at[i] << 8 * (in->big ? width - 1 - i : i);
    in->at += width;
    return value;
}

double wire_double(struct wire_in *in)
{
    uint64_t bits = wire_fixed(in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (bits >> 52 >= 0x7ff || value > STAT_MOST) /* negative, infinite or not a number, or too large */
        in->failed = true;
    return in->failed ? 0 : value;
}

bool wire_repair(unsigned char *bytes, size_t size)
{
    if (size < WIRE_HEADER_SIZE)
        return false;
    bool big = bytes[8] == 'B';
    struct wire_in in = {.at = bytes + 12, .end = bytes + size, .big = big};
    uint64_t count = wire_fixed(&in, 4);
    if (count > WIRE_MAX_SECTIONS || count * WIRE_SECTION_SIZE > size - WIRE_HEADER_SIZE)
        return false;
    size_t head = WIRE_HEADER_SIZE + (size_t)count * WIRE_SECTION_SIZE;
    for (size_t at = WIRE_HEADER_SIZE; at < head; at += WIRE_SECTION_SIZE) {
        in.at = bytes + at + 8;
        uint64_t offset = wire_fixed(&in, 8), length = wire_fixed(&in, 8);
        if (offset <= size && length <= size - offset)
            store_fixed(bytes + at + 4, wire_crc(bytes + offset, (size_t)length), 4, big);
    }
    store_fixed(bytes + 16, 0, 4, big);
    store_fixed(bytes + 16, wire_crc(bytes, head), 4, big);
    return true;
}
