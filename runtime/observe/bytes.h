/*
 * bytes.h - reads a file's table byte by byte, as DWARF is written. None is read beyond the end, and numbers without one are 0.
 */
#ifndef INSTR_OBSERVE_BYTES_H
#define INSTR_OBSERVE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at, *end;
};

static inline uint8_t byte(struct bytes *from)
{
    return from->at < from->end ? *from->at++ : 0;
}

static inline uint32_t number(struct bytes *from, int size)
{
    uint32_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint32_t)byte(from) << 8 * i;
    return value;
}

/* Reads LEB128: seven bits a byte, the lowest first. */
static inline uint64_t long_number(struct bytes *from, bool has_sign)
{
    uint64_t value = 0;
    unsigned shift = 0;
    for (uint8_t last = 0x80; last & 0x80 && from->at < from->end; shift += 7) {
        last = byte(from);
        value |= shift < 64 ? (uint64_t)(last & 0x7f) << shift : 0;
        if (has_sign && !(last & 0x80) && last & 0x40 && shift + 7 < 64)
            value |= ~(uint64_t)0 << (shift + 7);
    }
    return value;
}

static inline void skip(struct bytes *from, uint64_t size)
{
    from->at = size < (uint64_t)(from->end - from->at) ? from->at + size : from->end;
}

#endif
