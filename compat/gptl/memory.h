/* memory.h - what GPTL says of the process's memory. */
#ifndef COMPAT_GPTL_MEMORY_H
#define COMPAT_GPTL_MEMORY_H

/* Under GPTLdopr_memusage: says so when the memory has grown by more than GPTLmem_growth since it last did. `when` is "Begin"
 * or "End" of the timer `name`. */
void memory_watch(const char *when, const char *name);

#endif
