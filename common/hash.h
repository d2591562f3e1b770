/*
 * hash.h - FNV-1a with 64 bits, for tables and file names. Never change it: the runtime looks up what instr-cc stored under a hash.
 */
#ifndef INSTR_HASH_H
#define INSTR_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u

/* Extends `hash`, the result of the values before, by a number. */
static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return (hash ^ number) * 0x100000001b3u;
}

static inline uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = hash_number(hash, (unsigned char)bytes[i]);
    return hash;
}

/* Extends `hash` by a text with its end, so that "a" and "bc" differ from "ab" and "c". */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

#endif
