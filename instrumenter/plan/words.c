/* words.c - see words.h. */
#include "instrumenter/plan/words.h"

#include <stdarg.h>
#include <stdio.h>

struct words words_new(struct arena *arena)
{
    struct words words = {.arena = arena};
    words.items = arena_room(arena, NULL, 0, &words.room, sizeof *words.items);
    return words;
}

void words_add(struct words *words, const char *word)
{
    words->items = arena_room(words->arena, words->items, words->count + 1, &words->room, sizeof *words->items);
    words->items[words->count++] = (char *)word; /* what is behind it is zero */
}

void words_addf(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    char *text = arena_alloc(words->arena, size);
    va_start(args, format);
    vsnprintf(text, size, format, args);
    va_end(args);
    words_add(words, text);
}

void words_add_all(struct words *words, char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words_add(words, items[i]);
}
