/*
 * waits_messages.h - who waited for whom in messages from rank to rank, see waits.h.
 */
#ifndef INSTR_WAITS_MESSAGES_H
#define INSTR_WAITS_MESSAGES_H

#include "runtime/job/transport.h"
#include "runtime/job/waits_clock.h"

/* Collective. Books what is found with the operations of the log, and adds to `unknown` those that have no counterpart. Not
 * healthy: there was no memory. False: the transport broke. */
bool waits_find_messages(struct transport *transport, const struct waits_clock *clock, bool *healthy,
                         uint64_t *unknown);

#endif
