/* index.c - see index.h. */
#include "runtime/timers/shared/index.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

/* Returns the slot of that record, or a free one. */
static uint32_t *find(const struct index *index, const void *records, const void *like)
{
    size_t at = index->hash(like) & (index->room - 1);
    while (index->slots[at] && !index->same((const char *)records + (index->slots[at] - 1) * index->size, like))
        at = (at + 1) & (index->room - 1);
    return &index->slots[at];
}

/* Grows the table so that at least half of the slots stay free. */
static bool grow(struct index *index, const void *records, size_t count)
{
    size_t room = index->room ? index->room * 2 : FIRST_ROOM;
    uint32_t *slots = calloc(room, sizeof *slots);
    if (!slots)
        return false;
    free(index->slots);
    index->slots = slots;
    index->room = room;
    for (size_t i = 0; i < count; i++)
        *find(index, records, (const char *)records + i * index->size) = (uint32_t)i + 1;
    return true;
}

size_t index_place(struct index *index, const void *records, size_t count, const void *like)
{
    if (2 * (count + 1) > index->room && !grow(index, records, count))
        return SIZE_MAX;
    uint32_t *slot = find(index, records, like);
    if (*slot)
        return *slot - 1;
    *slot = (uint32_t)count + 1;
    return count;
}

void index_free(struct index *index)
{
    free(index->slots);
    index->slots = NULL;
    index->room = 0;
}
