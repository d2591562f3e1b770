/*
 * reduce_rows.c - see reduce.h.
 *
 * The rows name nodes of the job's profile, so its regions and nodes go down the binomial tree first. Then
 * each rank packs its blocks; how many bytes those are, and their checksum, goes up the tree, and where each rank
 * is to write comes down again: a rank and the subtree it takes in have neighbouring numbers, and so
 * neighbouring blocks. No rank holds more than its own rows.
 */
#include "runtime/job/reduce.h"

#include "profile/blocks.h"
#include "profile/rows.h"

#include <string.h>

enum { LEVELS = 32 };

/* What a rank knows on the way. */
struct writer {
    struct transport *transport;
    struct arena arena;
    const char *path;
    unsigned char *bytes;                  /* its blocks */
    struct blocks own, below[LEVELS], all; /* of itself, of the subtree behind each bit, of both together */
};

/* Returns the bits that this rank's children in the tree add to its number. */
static int children(const struct transport *transport)
{
    int bits = 0;
    for (int bit = 1; bit < transport->size && bit > 0 && !(transport->rank & bit); bit <<= 1)
        if (bit < transport->size - transport->rank)
            bits |= bit;
    return bits;
}

static int parent(const struct transport *transport)
{
    return transport->rank & (transport->rank - 1);
}

static bool receive_known(struct transport *transport, int from, void *bytes, size_t expected)
{
    size_t size;
    return transport->receive_size(transport, from, &size) && size == expected &&
           transport->receive(transport, from, bytes, size);
}

/* Sends bytes, possibly none, from rank 0 to all. Returns false if the transport broke. */
static bool broadcast(struct writer *writer, unsigned char **bytes, size_t *size, bool *healthy)
{
    struct transport *transport = writer->transport;
    if (transport->rank) {
        if (!transport->receive_size(transport, parent(transport), size))
            return false;
        *bytes = *size ? arena_alloc(&writer->arena, *size) : NULL;
        if (*size && !transport->receive(transport, parent(transport), *bytes, *size))
            return false;
    }
    if (!*bytes) {
        *healthy = false;
        *size = 0;
    }
    int bits = children(transport);
    for (int level = LEVELS - 2; level >= 0; level--)
        if (bits >> level & 1 && !transport->send(transport, transport->rank + (1 << level), *bytes, *size))
            return false;
    return true;
}

/* Packs this rank's rows, by the nodes of the job's profile, which comes as `bytes`: its path and what is needed of it. */
static bool pack_own(struct writer *writer, const unsigned char *bytes, size_t size, const struct profile *mine,
                     struct error *error)
{
    struct profile whole, rowed;
    size_t length = strnlen((const char *)bytes, size);
    if (!mine || length == size ||
        !profile_unpack(bytes + length + 1, size - length - 1, "the job's profile", &whole, &writer->arena, error) ||
        !rows_imply(mine, &rowed, &writer->arena, error))
        return false;
    uint32_t *map = arena_array(&writer->arena, mine->node_count, sizeof *map);
    writer->path = (const char *)bytes;
    return map && profile_locate(&whole, mine, map, error) &&
           blocks_pack(&rowed, map, &writer->arena, &writer->bytes, &writer->own, error);
}

static bool share_nodes(struct writer *writer, const struct profile *reduced, const struct profile *mine,
                        const char *path, bool *healthy, struct error *error)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (writer->transport->rank == 0) {
        struct profile nodes = {.regions = reduced->regions,
                                .region_count = reduced->region_count,
                                .nodes = reduced->nodes,
                                .node_count = reduced->node_count};
        unsigned char *packed;
        size_t length = strlen(path) + 1;
        *healthy = profile_pack(&nodes, &writer->arena, &packed, &size, error);
        bytes = *healthy ? arena_alloc(&writer->arena, length + size) : NULL;
        if (bytes) {
            memcpy(bytes, path, length);
            memcpy(bytes + length, packed, size);
            size += length;
        }
    }
    if (!broadcast(writer, &bytes, &size, healthy))
        return false;
    *healthy = *healthy && pack_own(writer, bytes, size, mine, error);
    return true;
}

/* Sizes and checksums go up. */
static bool climb(struct writer *writer)
{
    struct transport *transport = writer->transport;
    int bits = children(transport);
    writer->all = writer->own;
    for (int level = 0; level < LEVELS - 1; level++)
        if (bits >> level & 1) {
            if (!receive_known(transport, transport->rank + (1 << level), &writer->below[level],
                               sizeof writer->below[level]))
                return false;
            writer->all = blocks_join(writer->all, writer->below[level]);
        }
    return !transport->rank || transport->send(transport, parent(transport), &writer->all, sizeof writer->all);
}

/* Places in the file come down. */
static bool descend(struct writer *writer, uint64_t *offset)
{
    struct transport *transport = writer->transport;
    int bits = children(transport);
    if (transport->rank && !receive_known(transport, parent(transport), offset, sizeof *offset))
        return false;
    uint64_t next = *offset + writer->own.size;
    for (int level = 0; level < LEVELS - 1; level++)
        if (bits >> level & 1) {
            if (!transport->send(transport, transport->rank + (1 << level), &next, sizeof next))
                return false;
            next += writer->below[level].size;
        }
    return true;
}

/* Adds the head of the file before the blocks of rank 0. */
static bool add_head(struct writer *writer, const struct profile *reduced, uint64_t *offset, struct error *error)
{
    unsigned char *head, *both;
    size_t size;
    if (!profile_pack_head(reduced, writer->all, &writer->arena, &head, &size, error) ||
        !(both = arena_alloc(&writer->arena, size + (size_t)writer->own.size)))
        return false;
    memcpy(both, head, size);
    memcpy(both + size, writer->bytes, (size_t)writer->own.size);
    writer->bytes = both;
    *offset = size;
    return true;
}

bool reduce_rows(struct transport *transport, const struct profile *reduced, const struct profile *mine,
                 const char *path, struct error *error)
{
    struct writer writer = {.transport = transport};
    bool healthy = true, all = false;
    uint64_t offset = 0;
    bool ok = transport->write_all && share_nodes(&writer, reduced, mine, path, &healthy, error) &&
              transport->agree(transport, healthy, &all) && all && climb(&writer);
    if (ok) {
        healthy = transport->rank || add_head(&writer, reduced, &offset, error);
        ok = transport->agree(transport, healthy, &all) && all && descend(&writer, &offset);
    }
    if (ok) {
        uint64_t head = transport->rank ? 0 : offset;
        healthy =
            transport->write_all(transport, writer.path, offset - head, writer.bytes, (size_t)(writer.own.size + head));
        ok = transport->agree(transport, healthy, &all) && all;
    }
    arena_free(&writer.arena);
    return ok || error_set(error, ERROR_INTERNAL, "the ranks could not write their rows");
}
