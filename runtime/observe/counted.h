/*
 * counted.h - what of a thread's functions runs that are counted by function, see runtime/measure/counts.h.
 */
#ifndef INSTR_OBSERVE_COUNTED_H
#define INSTR_OBSERVE_COUNTED_H

#include "runtime/observe/looker.h"
#include "runtime/observe/moment.h"

#include <stdbool.h>

/* The region that has this place in the counts; null: none. */
struct region *counted_region(const struct looker *looker, uint64_t place);

/* Those that are open below the node at `runs`, which is that of the moment's path. False: none is. */
bool counted_open(const struct looker *looker, const struct moment *moment, uint64_t runs, struct counted_path *open);

/* How often the innermost of them was called. */
uint64_t counted_calls(const struct looker *looker, const struct thread *thread, const struct counted_path *open);

/* Its node; that of the nearest one around it where it has none. */
struct node *counted_node(const struct looker *looker, const struct counted_path *open);

/* The same. Where it has none the thread is asked for it. */
struct node *counted_wanted(const struct looker *looker, struct thread *thread, const struct counted_path *open);

/* The thread notes on which paths its next calls are, see runtime/measure/burst.h. */
void counted_ask_burst(struct thread *thread);

#endif
