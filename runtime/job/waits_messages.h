/*
 * waits_messages.h - who waited for whom in messages from rank to rank, see waits.h.
 */
#ifndef INSTR_WAITS_MESSAGES_H
#define INSTR_WAITS_MESSAGES_H

#include "runtime/job/waits_state.h"

/* The steps: what goes to other ranks, each of which hears it; what goes back to them, and is learned; then the rest. */
struct parcel *waits_messages_ask(struct waits *waits, size_t *count);
bool waits_messages_hear(void *waits, int from, const void *bytes, size_t size);
struct parcel *waits_messages_answer(struct waits *waits, size_t *count);
bool waits_messages_learn(void *waits, int from, const void *bytes, size_t size);
void waits_messages_book(struct waits *waits);

/*
 * Messages that had been sent, and came no sooner than their sender called MPI again.
 *
 * Most MPIs move a large message only while both ranks are in a call. Of one that MPI_Isend began the rest stays where it is while the
 * sender computes, and its receiver waits for that; so does a call that waits for a send and a receive. By when the message was begun
 * nobody was late. So this is a figure of its own: from when the message was begun and wanted until the sender's next call that is in
 * the log, if the wait ended after that. It is an upper bound: the message may have been on its way.
 */

/* When this rank called MPI, by the log. False: no memory. */
bool waits_away_open(struct waits *waits);

/* What calls waited so beyond what they waited for late ranks; while the latter is still known of each operation. False: no memory. */
bool waits_away_book(struct waits *waits);

#endif
