/*
 * blocks.h - the rows of a profile, one independent block for each location, as in section `rnkc` of the file. So the ranks of a job
 * can write the section together. The other form, sections `locn`, `rows` and `call`, is smaller, but needs all rows in one process.
 */
#ifndef INSTR_PROFILE_BLOCKS_H
#define INSTR_PROFILE_BLOCKS_H

#include "profile/profile.h"

/* A stretch of blocks of which only this much is known. All zero is an empty one. */
struct blocks {
    uint64_t count, size; /* blocks, bytes */
    uint32_t crc;
    uint32_t none; /* instead of padding: ranks send it to each other */
};

/* What `a` and behind it `b` are together. */
struct blocks blocks_join(struct blocks a, struct blocks b);

/* The blocks of all locations, with node_map[n] in place of node n unless the map is null; a map keeps the order. */
bool blocks_pack(const struct profile *profile, const uint32_t *node_map, struct arena *arena, unsigned char **bytes,
                 struct blocks *blocks, struct error *error);

/* The reverse: fills the locations and rows of a profile whose nodes are there already. `in` is what is left of the
 * section; sets in->failed at a fault. Without `of_calls` it is section `rank`, which older versions wrote: it says nothing of
 * single calls. False when there is no memory. */
struct wire_in;
bool blocks_unpack(struct wire_in *in, uint32_t count, bool of_calls, struct profile *profile, struct arena *arena,
                   struct error *error);

/* A whole file but for the blocks, which are to be written behind its end. */
bool profile_pack_head(const struct profile *profile, struct blocks blocks, struct arena *arena, unsigned char **bytes,
                       size_t *size, struct error *error);

/* map[n] = where node n of `piece` is in `whole`, which was merged from it and others. */
bool profile_locate(const struct profile *whole, const struct profile *piece, uint32_t *map, struct error *error);

#endif
