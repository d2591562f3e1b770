/* rewrite_map.c - see rewrite_map.h. */
#include "instrumenter/rewrite/rewrite_map.h"

#include "base/sort.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stddef.h>
#include <string.h>

static bool add(struct map_tokens *tokens, struct map_token token, struct arena *arena)
{
    tokens->tokens = arena_room(arena, tokens->tokens, tokens->count, &tokens->capacity, sizeof token);
    if (tokens->tokens)
        tokens->tokens[tokens->count++] = token;
    return tokens->tokens;
}

/* Reads the tokens; of a flat text those that come from `file`. */
static bool read(struct map_tokens *tokens, const char *text, size_t size, const struct unit_lines *lines,
                 const char *file, struct arena *arena)
{
    struct scan scan;
    size_t seen = 0;
    unsigned line = 1;
    tokens->text = text;
    scan_init(&scan, text, size, 0);
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;) {
        struct location location = {file, 0, false};
        if (lines) {
            location = unit_lines_at(lines, token.at);
        } else {
            for (; seen < token.at; seen++)
                line += text[seen] == '\n';
            location.line = line;
        }
        if (strcmp(location.file, file) == 0 &&
            !add(tokens, (struct map_token){token.at, token.size, location.line}, arena))
            return false;
    }
    return true;
}

bool rewrite_map_init(struct rewrite_map *map, const char *flat, size_t flat_size, const char *source,
                      size_t source_size, const char *file, struct arena *arena)
{
    struct unit_lines lines;
    *map = (struct rewrite_map){.flat_size = flat_size, .source_size = source_size};
    return unit_lines_init(&lines, flat, flat_size, file, arena) &&
           read(&map->flat, flat, flat_size, &lines, file, arena) &&
           read(&map->source, source, source_size, NULL, file, arena);
}

/* The tokens of one line, from the first up to and without `end`. Those of a file that is included twice, or
 * has lines out of order, are never found by halving, which only makes them unknown. */
static void line_span(const struct map_tokens *tokens, unsigned line, size_t *first, size_t *end)
{
    *first = *end = sort_lower_bound32(tokens->tokens, tokens->count, sizeof *tokens->tokens,
                                       offsetof(struct map_token, line), line);
    while (*end < tokens->count && tokens->tokens[*end].line == line)
        ++*end;
}

static bool same(const struct rewrite_map *map, size_t flat, size_t source)
{
    const struct map_token *a = &map->flat.tokens[flat], *b = &map->source.tokens[source];
    return a->size == b->size && memcmp(map->flat.text + a->at, map->source.text + b->at, a->size) == 0;
}

/* The source token that the flat token `index` is; false when there is none. */
static bool match(const struct rewrite_map *map, size_t index, size_t *found)
{
    size_t flat_first, flat_end, first, end;
    unsigned line = map->flat.tokens[index].line;
    line_span(&map->flat, line, &flat_first, &flat_end);
    line_span(&map->source, line, &first, &end);
    if (index < flat_first || index >= flat_end)
        return false;

    size_t ahead = 0; /* tokens that are the same from the left */
    while (flat_first + ahead < flat_end && first + ahead < end && same(map, flat_first + ahead, first + ahead))
        ahead++;
    if (index - flat_first < ahead) {
        *found = first + (index - flat_first);
        return true;
    }
    size_t behind = 0; /* and from the right */
    while (behind < flat_end - flat_first && behind < end - first && same(map, flat_end - 1 - behind, end - 1 - behind))
        behind++;
    if (flat_end - index <= behind) {
        *found = end - (flat_end - index);
        return true;
    }
    size_t nth = 0, in_flat = 0, in_source = 0;
    for (size_t i = flat_first; i < flat_end; i++) {
        const struct map_token *a = &map->flat.tokens[i], *b = &map->flat.tokens[index];
        if (a->size == b->size && memcmp(map->flat.text + a->at, map->flat.text + b->at, a->size) == 0) {
            in_flat++;
            nth += i < index;
        }
    }
    for (size_t i = first; i < end; i++)
        if (same(map, index, i) && in_source++ == nth)
            *found = i;
    return in_flat == in_source;
}

bool rewrite_map_place(const struct rewrite_map *map, size_t flat_at, size_t *source_at)
{
    const struct map_token *tokens = map->flat.tokens;
    size_t next = sort_lower_bound(tokens, map->flat.count, sizeof *tokens, offsetof(struct map_token, at), flat_at),
           found;
    /* Behind the token before: what is inserted behind a `{` stays in its line. */
    if (next > 0 && tokens[next - 1].at + tokens[next - 1].size <= flat_at && match(map, next - 1, &found)) {
        *source_at = map->source.tokens[found].at + map->source.tokens[found].size;
        return true;
    }
    if (next < map->flat.count && match(map, next, &found)) {
        *source_at = map->source.tokens[found].at;
        return true;
    }
    return false;
}
