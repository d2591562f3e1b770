/*
 * store_image.h - the store that another process left, read as if this one had left it.
 *
 * A pure reader of bytes that trusts none of them: it shares the store's layout and collect.c with the runtime, and
 * needs nothing else of it. Who finds the files and opens them is write/recover.c.
 */
#ifndef INSTR_STORE_IMAGE_H
#define INSTR_STORE_IMAGE_H

#include "base/arena.h"
#include "base/error.h"
#include "profile/profile.h"
#include "runtime/machine/clock.h"

/* Everything that it points to lives in the arena of store_image_open. */
struct store_image {
    uint32_t metrics;        /* how many were on */
    unsigned char *bytes;    /* the copy that is changed */
    const char *texts;       /* the one that is not */
    uint64_t base, size;     /* where the file was mapped; bytes that were in use */
    unsigned char *taken;    /* a bit for each eight bytes */
    unsigned char *is_node;  /* a bit where a node begins */
    struct region **regions; /* by their index */
    uint32_t region_count;
    uint64_t lost; /* structures that were damaged */
};

/* The header of a store, or of its first part, with its texts: they are stored first of all. All its other pointers are
 * the other process's. `name` is for messages. Null: it is none that can be read. */
const struct store_header *store_image_open(struct store_image *image, const unsigned char *bytes, size_t size,
                                            const char *name, struct arena *arena, struct error *error);

/* The profile, with frames that were open closed at `*end`, the last time that is known; of a living process that is now,
 * where its clock can be read here. Once. */
bool store_image_profile(struct store_image *image, const char *name, bool living, struct profile *profile,
                         struct clock_pair *end, struct arena *arena, struct error *error);

#endif
