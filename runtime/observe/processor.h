/* processor.h - how long a thread was on a processor, or was ready to run and had none, by what the kernel says. */
#ifndef INSTR_OBSERVE_PROCESSOR_H
#define INSTR_OBSERVE_PROCESSOR_H

#include "runtime/observe/observer_view.h"

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now);

/* The same, if it was not asked lately; then true. */
bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now);

#endif
