/*
 * communicators.h - the communicators that the program was seen to use.
 *
 * Communicators with the same name, place and ranks are one entry, however often the program makes and frees them. No entry is ever removed, but
 * there are at most COMMUNICATORS_MAX; all further ones are one entry with the name COMMUNICATORS_OTHER.
 */
#ifndef INSTR_COMMUNICATORS_H
#define INSTR_COMMUNICATORS_H

#include "profile/communicator.h"

struct __instr_frame;
struct store_header;

/* In the store. */
struct communicator {
    struct profile_communicator what;
    uint32_t index; /* from 0, in the order of their coming */
    struct communicator *next, *bucket;
};

/* services->communicator: returns the communicator. NULL if there is no memory. */
const struct communicator *communicators_find(const char *name, const char *place, const uint32_t *ranks,
                                              uint32_t count);

/* services->place. */
void communicators_place(const struct __instr_frame *frame, const char *function, const char *line, char *text,
                         size_t size);

/* Fills profile->communicators from a store, in the order of their indices. Returns false if there is no memory. */
bool communicators_collect(const struct store_header *from, struct profile *profile, struct arena *arena);

#endif
