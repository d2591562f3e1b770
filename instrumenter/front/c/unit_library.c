/* unit_library.c - see unit_library.h. */
#include "instrumenter/front/c/unit_library.h"

#include "base/hash.h"
#include "instrumenter/unit/text.h"

#include <stdint.h>
#include <string.h>

struct name {
    const struct outline_function *function; /* null: an empty slot */
    bool named;
};

struct library {
    const char *text;
    struct name *names;
    size_t room;
    const struct outline_function **found; /* in the order in which they were named */
    size_t count;
};

static struct name *slot_of(const struct library *library, const char *word, size_t size)
{
    uint64_t hash = hash_bytes(HASH_START, word, size);
    for (size_t i = (size_t)(hash ^ hash >> 32);; i++) {
        struct name *slot = &library->names[i & (library->room - 1)];
        const struct token *name = slot->function ? &slot->function->name : NULL;
        if (!name || (name->size == size && memcmp(library->text + name->at, word, size) == 0))
            return slot;
    }
}

static void take_words(struct library *library, size_t start, size_t end)
{
    struct scan scan;
    struct token token;
    scan_init(&scan, library->text, end, start);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        struct name *slot = token.kind == TOKEN_WORD ? slot_of(library, library->text + token.at, token.size) : NULL;
        if (!slot || !slot->function || slot->named)
            continue;
        slot->named = true;
        library->found[library->count++] = slot->function;
    }
}

const char *unit_library(const struct outline *outline, const char *text, size_t size, const struct unit_lines *lines,
                         struct arena *arena)
{
    struct library library = {.text = text, .room = 64};
    while (library.room < outline->count * 2)
        library.room *= 2;
    library.names = arena_array(arena, library.room, sizeof *library.names);
    library.found = arena_array(arena, outline->count + 1, sizeof *library.found);
    bool any = false;
    for (size_t i = 0; i < outline->count; i++) {
        const struct outline_function *function = &outline->functions[i];
        if (!unit_lines_system(lines, function->name.at))
            continue;
        slot_of(&library, text + function->name.at, function->name.size)->function = function;
        any = true;
    }
    for (size_t i = 0; any && i < lines->count; i++)
        if (!lines->markers[i].system)
            take_words(&library, lines->markers[i].start, i + 1 < lines->count ? lines->markers[i + 1].start : size);
    struct text names = {.arena = arena};
    for (size_t i = 0; i < library.count; i++) {
        const struct outline_function *function = library.found[i];
        take_words(&library, function->open, function->close);
        text_printf(&names, "%s%.*s", i ? " " : "", (int)function->name.size, text + function->name.at);
    }
    text_add(&names, "", 1);
    return names.bytes;
}
