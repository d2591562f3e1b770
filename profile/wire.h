/*
 * wire.h - numbers and bytes of the file format, written and read; private to this folder.
 *
 * Integers of unknown size are varints (7 bits a byte, lowest first, the high bit says more follows);
 * the others have a fixed width in the byte order that the file names. Both directions remember a
 * failure, so that a whole record can be moved before anyone asks.
 */
#ifndef INSTR_PROFILE_WIRE_H
#define INSTR_PROFILE_WIRE_H

#include "profile/profile.h"

#define WIRE_MAGIC "\x89instr\n\x1a" /* 8 bytes; damaged by text conversion and by 7-bit channels */

enum {
    WIRE_VERSION = 1,
    WIRE_MAGIC_SIZE = 8,
    WIRE_HEADER_SIZE = 24,  /* magic, order, 0, version, sections, checksum, 0 */
    WIRE_SECTION_SIZE = 24, /* tag, checksum, offset, size */
    WIRE_MAX_SECTIONS = 1024
};

/* Returns true if this machine is big-endian. */
bool wire_native_big(void);

uint32_t wire_crc(const unsigned char *bytes, size_t size);

/* Fills in the checksums of an otherwise complete file; returns false if its list of sections is cut short. Sections outside the file are
 * ignored. */
bool wire_repair(unsigned char *bytes, size_t size);

/* Bytes to write, growing in `arena`; `failed` after a lack of memory. */
struct wire_out {
    unsigned char *bytes;
    size_t size, room;
    struct arena *arena;
    bool big, failed;
};

void wire_put_bytes(struct wire_out *out, const void *bytes, size_t size);
void wire_put_zeros(struct wire_out *out, size_t size);
void wire_put_varint(struct wire_out *out, uint64_t value);
void wire_put_double(struct wire_out *out, double value);
/* Overwrites the bytes at `offset`. */
void wire_set_fixed(struct wire_out *out, size_t offset, uint64_t value, unsigned width);

/* Bytes to read. `failed` is set after too few bytes, or a varint of more than 64 bits; the value is then 0. */
struct wire_in {
    const unsigned char *at, *end;
    bool big, failed;
};

uint64_t wire_varint(struct wire_in *in);
/* Reads a varint that must be at most `limit`. */
uint64_t wire_bounded(struct wire_in *in, uint64_t limit);
uint64_t wire_fixed(struct wire_in *in, unsigned width);
/* Reads a finite double that is not negative; a profile has no others. */
double wire_double(struct wire_in *in);

/* Packs a profile in the given byte order. */
bool profile_pack_as(const struct profile *profile, bool big, struct arena *arena, unsigned char **bytes, size_t *size,
                     struct error *error);

#endif
