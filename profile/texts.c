/* texts.c - see texts.h. */
#include "profile/texts.h"

#include "common/hash.h"

#include <stdbool.h>
#include <string.h>

/* Returns the slot of the text, or the free slot where it belongs. */
static size_t slot_of(const struct texts *texts, const char *text)
{
    size_t slot = hash_text(HASH_START, text) & (texts->room - 1);
    while (texts->slots[slot] && texts->slots[slot] != text && strcmp(texts->slots[slot], text) != 0)
        slot = (slot + 1) & (texts->room - 1);
    return slot;
}

static bool grow(struct texts *texts)
{
    struct texts larger = {texts->arena, NULL, texts->count, texts->room ? 2 * texts->room : 1024};
    larger.slots = arena_array(texts->arena, larger.room, sizeof *larger.slots);
    for (size_t i = 0; larger.slots && i < texts->room; i++)
        if (texts->slots[i])
            larger.slots[slot_of(&larger, texts->slots[i])] = texts->slots[i];
    if (larger.slots)
        *texts = larger;
    return larger.slots;
}

const char *texts_keep(struct texts *texts, const char *text)
{
    if (2 * texts->count >= texts->room && !grow(texts))
        return NULL;
    const char **slot = &texts->slots[slot_of(texts, text)];
    if (!*slot) {
        *slot = arena_copy(texts->arena, text, strlen(text));
        texts->count += *slot != NULL;
    }
    return *slot;
}
