/*
 * heap.h - records the program's allocations by call path (metrics heap-*, runtime/metrics/table.h).
 *
 * A table has each allocated block, with its size and the values of the node that allocated it: the innermost open call, timed or only
 * counted; for a thread that is not measured, the process. When any thread frees the block, it is subtracted from these values. One
 * lock guards all, so the sums and the high-water mark are exact.
 *
 * The bytes of each path at the heap's peak are kept without visiting all nodes at each new peak. A node's figure belongs to the
 * peak that its `marked` names. A node that did not change since a later peak had its present bytes then. So a node is updated
 * at its next change, or by heap_at_peak for a profile.
 *
 * A node's statistics move when its thread ends, or its tree is pruned. Values that blocks still refer to stay, and
 * node_values->home is where their statistics moved.
 */
#ifndef INSTR_HEAP_H
#define INSTR_HEAP_H

#include "runtime/measure/store/store_header.h"

struct heap_block {
    uintptr_t address; /* 0: there is none */
    uint64_t size;
    struct node_values *values;
};

/* Starts heap metrics, once, after meter_start; and whether they are on. */
void heap_start(void);
bool heap_is_metered(void);

/* Returns whether the calling thread's next allocator call is the program's, not one made by another allocator call or by the runtime. If so,
 * heap_leave follows. */
bool heap_enter(void);
void heap_leave(void);

/* Records a block that the program got. */
void heap_taken(const void *block, uint64_t size);

/* Removes a block that the program is about to free. If it is not freed after all: heap_kept. */
struct heap_block heap_given(const void *block);
void heap_kept(struct heap_block block);

/* Surround moving statistics from one node to another. No block comes or goes meanwhile. */
void heap_before_move(struct node_values *to, struct node_values *from);
void heap_after_move(struct node_values *to, struct node_values *from);

/* Returns the values for a node that is used again: its own if no block names them, else others; NULL if there are none. */
struct node_values *heap_renew(struct node_values *values);

/* Returns the value of a METRIC_AT_PEAK metric at index `place`, for a node in the store `of`. */
static inline uint64_t heap_at_peak(const struct store_header *of, const struct node_values *values, uint32_t place)
{
    bool known = GET(values->marked) == GET(of->heap.marks) || !place;
    return known ? GET(values->of[place]) : GET(values->of[place - 1]);
}

#endif
