/* words.c - see words.h. */
#include "instrumenter/plan/words.h"

#include <stdarg.h>
#include <stdio.h>

struct words words_new(struct arena *arena)
{
    struct words words = {.room = 16, .arena = arena};
    words.items = arena_array(arena, words.room, sizeof *words.items);
    words.failed = !words.items;
    return words;
}

void words_add(struct words *words, const char *word)
{
    if (words->failed)
        return;
    if (words->count + 1 == words->room) {
        size_t size = words->room * sizeof *words->items;
        char **items = arena_grow(words->arena, words->items, size, 2 * size);
        words->failed = !items;
        if (!items)
            return;
        words->items = items;
        words->room *= 2;
    }
    words->failed = !word;
    words->items[words->count++] = (char *)word;
    words->items[words->count] = NULL;
}

void words_addf(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : arena_alloc(words->arena, (size_t)length + 1);
    if (text) {
        va_start(args, format);
        vsnprintf(text, (size_t)length + 1, format, args);
        va_end(args);
    }
    words_add(words, text);
}

void words_add_all(struct words *words, char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words_add(words, items[i]);
}
