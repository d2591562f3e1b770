/*
 * blocks.h - the rows of a profile, one independent block for each location, as in section `rnkc` of the file. So the ranks of a job
 * can write the section together. The other form, sections `locn`, `rows` and `call`, is smaller, but needs all rows in one process.
 */
#ifndef INSTR_PROFILE_BLOCKS_H
#define INSTR_PROFILE_BLOCKS_H

#include "profile/profile.h"

/* Facts about a series of blocks, without their bytes. All zero is an empty series. */
struct blocks {
    uint64_t count, size; /* blocks, bytes */
    uint32_t crc;
    uint32_t none; /* instead of padding: ranks send it to each other */
};

/* Returns the facts about `a` followed by `b`. */
struct blocks blocks_join(struct blocks a, struct blocks b);

/* Packs the blocks of all locations. Unless `node_map` is NULL it replaces node n by node_map[n]; a map keeps the order. */
bool blocks_pack(const struct profile *profile, const uint32_t *node_map, struct arena *arena, unsigned char **bytes,
                 struct blocks *blocks, struct error *error);

/* Reads blocks into the locations and rows of a profile whose nodes were read before. `in` is the rest of the section; in->failed is set on
 * invalid data. Without `of_calls` the section is `rank` of older versions, without times of single calls. Returns false if there is no
 * memory. */
struct wire_in;
bool blocks_unpack(struct wire_in *in, uint32_t count, bool of_calls, struct profile *profile, struct arena *arena,
                   struct error *error);

/* Packs a whole file except for the blocks, which the caller writes behind it. */
bool profile_pack_head(const struct profile *profile, struct blocks blocks, struct arena *arena, unsigned char **bytes,
                       size_t *size, struct error *error);

/* Sets map[n] to the index that node n of `piece` has in `whole`, a merge of it and others. */
bool profile_locate(const struct profile *whole, const struct profile *piece, uint32_t *map, struct error *error);

#endif
