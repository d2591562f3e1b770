/*
 * index.h - finds records of a growing array by their contents, such as timers sent by many ranks.
 */
#ifndef COMPAT_COMMON_INDEX_H
#define COMPAT_COMMON_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index {
    size_t size;                                /* of a record; this and the next two are the caller's */
    uint32_t (*hash)(const void *record);       /* of what makes it the same as another */
    bool (*same)(const void *a, const void *b); /* in that */
    uint32_t *slots;                            /* 1 + the place of a record; 0: free */
    size_t room;                                /* a power of two */
};

/* Returns the index of the one of `count` records that equals `like`; if none does, `count`, where the caller puts it now. SIZE_MAX: no
 * memory. */
size_t index_place(struct index *index, const void *records, size_t count, const void *like);

/* Frees the table. */
void index_free(struct index *index);

#endif
