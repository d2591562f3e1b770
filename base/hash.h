/*
 * hash.h - FNV-1a with 64 bits, for tables and for names of files: the same everywhere and in every version, since what
 * instr-cc keeps under such a name is looked up by the runtime.
 */
#ifndef INSTR_HASH_H
#define INSTR_HASH_H

#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

static inline uint64_t hash_byte(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * 0x100000001b3u;
}

/* Of several texts in a row, `hash` is what the ones before gave. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = hash_byte(hash, (unsigned char)*text);
    return hash;
}

#endif
