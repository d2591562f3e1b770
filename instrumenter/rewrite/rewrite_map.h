/*
 * rewrite_map.h - from places of a flat text to the same places of the source that it was made from.
 *
 * The two texts are compared line by line as tokens. A place is known by the token before or behind it: where
 * the tokens of a flat line are those of the source line up to there, or from there on, or where a token
 * stands as often in the one as in the other, it is the same token. What a macro made is in no source line
 * and has no place.
 */
#ifndef INSTR_REWRITE_MAP_H
#define INSTR_REWRITE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct map_token {
    size_t at, size;
    unsigned line;
};

struct map_tokens {
    const char *text;
    struct map_token *tokens; /* of the source in its order; of the flat text those of the source's lines */
    size_t count, capacity;
};

struct rewrite_map {
    struct map_tokens flat, source;
    size_t flat_size, source_size;
};

/* `file` is the source's name in the line markers. False when there is no memory. */
bool rewrite_map_init(struct rewrite_map *map, const char *flat, size_t flat_size, const char *source,
                      size_t source_size, const char *file, struct arena *arena);

/* False when the source has no such place. */
bool rewrite_map_place(const struct rewrite_map *map, size_t flat_at, size_t *source_at);

#endif
