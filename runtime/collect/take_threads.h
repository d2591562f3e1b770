/*
 * take_threads.h - the threads of a store that another process left: their trees, stacks and counts.
 */
#ifndef INSTR_TAKE_THREADS_H
#define INSTR_TAKE_THREADS_H

#include "runtime/collect/take.h"

struct counts;

/* Before anything is taken: takes back what was half done when a thread's tree was added to the process's, and puts that thread back
 * into the list, unless all of it is in the process's tree. */
void take_threads_back(struct store_image *image, struct store_header *header);

/* Which region has which place in counts by function, and what threads counted that ended. Where that is damaged none has one. */
void take_places(struct store_image *image, struct store_header *header);

/* The threads that can be had; the rest of the list ends at one that can't. */
void take_threads(struct store_image *image, struct store_header *header);

#endif
