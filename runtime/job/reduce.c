/*
 * reduce.c - see reduce.h.
 *
 * Rank r takes in r+1, r+2, r+4 ... until the lowest set bit of r says that it is its turn to hand on
 * what it has to r minus that bit. What travels is a packed profile, so its size grows with the number
 * of different call paths and not with the ranks, and no rank takes in more than log2(ranks) of them.
 *
 * A merged profile shares the strings of both its sources. To let go of them it is packed and unpacked
 * again after each step, so that a rank never holds more than a handful of profiles, whatever the number
 * of ranks.
 *
 * A rank that fails on the way hands on an empty message instead of a profile: nobody waits for
 * something that never comes, and all find out in the end.
 */
#include "runtime/job/reduce.h"

/* What a rank has taken in so far. All of it lives in `arena`, and nothing else does. */
struct partial {
    struct arena arena;
    struct profile profile;
    unsigned char *bytes; /* the same, packed */
    size_t size;
};

/* Packs `profile` into `to` and makes it stand on its own. */
static bool partial_set(struct partial *to, const struct profile *profile, struct error *error)
{
    return profile_pack(profile, &to->arena, &to->bytes, &to->size, error) &&
           profile_unpack(to->bytes, to->size, "profile in a reduction", &to->profile, &to->arena, error);
}

/* Merges the packed profile of another rank into `partial`. */
static bool absorb(struct partial *partial, const unsigned char *bytes, size_t size, int from, struct error *error)
{
    struct arena scratch = {0};
    struct partial next = {.bytes = NULL};
    struct profile theirs, merged;
    bool ok = profile_unpack(bytes, size, "profile of another rank", &theirs, &scratch, error) &&
              profile_merge(&partial->profile, &theirs, &merged, &scratch, error) && partial_set(&next, &merged, error);
    arena_free(&scratch);
    if (!ok) {
        arena_free(&next.arena);
        return error_prefix(error, "rank %d", from);
    }
    arena_free(&partial->arena);
    *partial = next;
    return true;
}

/* Takes in what rank `from` has; false when the transport broke. */
static bool take_in(struct transport *transport, int from, struct partial *partial, bool *healthy, struct error *error)
{
    struct arena arena = {0};
    size_t size;
    if (!transport->receive_size(transport, from, &size))
        return false;
    void *bytes = size ? arena_alloc(&arena, size) : NULL;
    bool ok = !size || transport->receive(transport, from, bytes, size);
    if (!size)
        *healthy = error_set(error, ERROR_INTERNAL, "rank %d could not merge its profiles", from);
    else if (!bytes)
        *healthy = error_set(error, ERROR_INTERNAL, "no memory for the profile of rank %d", from);
    else if (ok && *healthy)
        *healthy = absorb(partial, bytes, size, from, error);
    arena_free(&arena);
    return ok;
}

/* Merges this rank's part of the tree. Returns false if the transport broke. */
static bool climb(struct transport *transport, struct partial *partial, bool *healthy, struct error *error)
{
    for (int bit = 1; bit < transport->size && bit > 0; bit <<= 1) {
        if (transport->rank & bit)
            return transport->send(transport, transport->rank - bit, partial->bytes, *healthy ? partial->size : 0);
        if (bit < transport->size - transport->rank &&
            !take_in(transport, transport->rank + bit, partial, healthy, error))
            return false;
    }
    return true;
}

bool reduce_profiles(struct transport *transport, const struct profile *mine, struct profile *result,
                     struct arena *arena, struct error *error)
{
    struct partial partial = {.bytes = NULL};
    bool all = false;
    bool healthy = mine && partial_set(&partial, mine, error);
    bool ok = transport->agree(transport, healthy, &all) && all;
    if (ok) {
        ok = climb(transport, &partial, &healthy, error);
        if (ok && transport->rank == 0 && healthy)
            healthy = profile_unpack(partial.bytes, partial.size, "reduced profile", result, arena, error);
        ok = ok && transport->agree(transport, healthy, &all) && all;
    }
    arena_free(&partial.arena);
    return ok || error_set(error, ERROR_INTERNAL, "the profiles of the ranks could not be reduced");
}
