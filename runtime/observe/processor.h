/*
 * processor.h - how long a thread was on a processor, or was ready to run and had none, by what the kernel says, and how much of
 * that looks may stand for.
 */
#ifndef INSTR_OBSERVE_PROCESSOR_H
#define INSTR_OBSERVE_PROCESSOR_H

#include "runtime/observe/looker.h"

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now);

/* The same, if it was not asked lately; then true. */
bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now);

/* Of `ns`, those for which the thread ran: no more than are left of what the kernel said and of what it may say when it is asked
 * next. */
uint64_t processor_take(struct watched *watched, uint64_t ns);

/* The same, no more than are left of what the kernel said. */
uint64_t processor_rest(struct watched *watched, uint64_t ns);

/* Of `ns`, those for which the thread was ready and had no processor: no more than are left of what the kernel said. */
uint64_t processor_ready(struct watched *watched, uint64_t ns);

#endif
