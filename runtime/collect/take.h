/*
 * take.h - takes structures out of the store of a process that has ended.
 *
 * Each pointer that collect.c follows is checked and redirected into a private copy. Three rules keep this safe for any bytes:
 *   - a structure is taken only once and only where no other was taken (one bit for each eight bytes
 *     says so), so that nothing here can change what was checked before, and no list can be circular;
 *   - a pointer is followed only to a structure that was taken as what it should be;
 *   - texts lie in a second copy, which nobody changes and which ends with a zero.
 * Damaged parts are left out and counted.
 */
#ifndef INSTR_TAKE_H
#define INSTR_TAKE_H

#include "common/arena.h"
#include "runtime/measure/store/tree_data.h"

struct store_header;

/* A store being taken apart. Everything that it points to is in the arena of store_image_open. */
struct store_image {
    uint32_t metrics;        /* how many were on */
    unsigned char *bytes;    /* the copy that is changed */
    const char *texts;       /* the one that is not */
    uint64_t base, size;     /* where the file was mapped; bytes that were in use */
    unsigned char *taken;    /* a bit for each eight bytes */
    unsigned char *is_node;  /* a bit where a node begins */
    struct region **regions; /* by their index */
    uint32_t region_count;
    uint64_t lost; /* structures that were damaged */
};

enum { TAKE_UNIT = 8 };

static inline bool take_bit(const unsigned char *bits, uint64_t at)
{
    return bits[at / 8] >> at % 8 & 1;
}

static inline void take_set_bit(unsigned char *bits, uint64_t at)
{
    bits[at / 8] = (unsigned char)(bits[at / 8] | 1u << at % 8);
}

/* Returns the offset in the file of `size` bytes at an address of the process; 0 if they are not in it. */
uint64_t take_place(const struct store_image *image, const void *address, uint64_t size);

/* Returns the structure at that address, unless another owner has it. NULL stays NULL without counting as a loss. */
void *take_memory(struct store_image *image, const void *address, uint64_t size);

const char *take_text(struct store_image *image, const char *address);

/* Takes all regions, newest first, so that their indices count down to 0. */
bool take_regions(struct store_image *image, struct store_header *header, struct arena *arena);

/* Take a node; the tree below `root`, which was taken before; and a retired node, whose counts are newer than its retirement. */
struct node *take_node(struct store_image *image, const struct node *address, struct node *parent);
void take_tree(struct store_image *image, struct node *root);
struct node *take_retired(struct store_image *image, const struct node *address);

/* Return the region, or the node, taken from that address, or NULL. */
struct region *take_known_region(const struct store_image *image, const struct region *address);
struct node *take_known_node(const struct store_image *image, const struct node *address);

/* Returns the size of a node's values. */
uint64_t take_values_size(const struct store_image *image);

void take_forget_calls(struct node *node);

/* --- take_threads.c: the threads in another process's store: their trees, stacks and counts --- */

struct counts;

/* Undoes an unfinished addition of a thread's tree to the process's, before anything else is taken, and puts the thread back into the list
 * unless its tree is completely added. */
void take_threads_back(struct store_image *image, struct store_header *header);

/* Takes the places of regions in counts by function, and the counts of ended threads. After damage no region has a place. */
void take_places(struct store_image *image, struct store_header *header);

/* Takes the threads up to the first damaged one, at which the list ends. */
void take_threads(struct store_image *image, struct store_header *header);

#endif
