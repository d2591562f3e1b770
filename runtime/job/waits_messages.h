/*
 * waits_messages.h - who waited for whom in messages from rank to rank, see waits.h.
 */
#ifndef INSTR_WAITS_MESSAGES_H
#define INSTR_WAITS_MESSAGES_H

#include "runtime/job/waits_state.h"

/* Of one side. */
struct message {
    struct operation *operation;
    uint32_t index;  /* of the sender's list; PROFILE_NONE: no counterpart is known */
    int64_t longest; /* ns: the other side waited for this one */
    int64_t delay;   /* ns: and with those that it stands for */
};

struct side {
    struct message *of; /* sorted by the other's rank first */
    uint32_t count;
};

struct messages {
    struct side sends, receives;
};

/* What a rank has for the exchange of what both sides know. */
struct exchange {
    struct waits *waits;
    struct messages *messages;
};

/* Collective: how long this rank waited; and then, who was waited for learns it. False: the transport broke, and what it sends
 * must stay. */
bool waits_messages_match(struct exchange *exchange);
bool waits_messages_tell(struct exchange *exchange);

/* The same in steps: what goes to other ranks, each of which hears it; what goes back to them, and is learned; then the rest. */
struct parcel *waits_messages_ask(struct exchange *exchange, size_t *count);
bool waits_messages_hear(void *exchange, int from, const void *bytes, size_t size);
struct parcel *waits_messages_answer(struct exchange *exchange, size_t *count);
bool waits_messages_learn(void *exchange, int from, const void *bytes, size_t size);
void waits_messages_book(struct exchange *exchange);

#endif
