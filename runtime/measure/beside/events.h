/*
 * events.h - writes the events of a trace into a buffer of the thread: see docs/dev/trace.md and profile/trace_format.h.
 *
 * The buffer is in the store, so it outlives the process. An event is one word. Probes write the usual words themselves, events.c
 * writes the others. One *subscriber* handles the events: the trace, the printing of calls, or the plug-ins.
 *
 * All moments in a trace are odd. The start of a frame is odd if its call is in the trace. If the start is even, no end is
 * written either, so begins and ends always match.
 *
 * For plug-ins (settings.told) the subscriber is called at each begin and end of a call. Nothing is written, and the buffer stays
 * full, so probes need no other code.
 *
 * A signal handler may interrupt any instruction, and be instrumented itself. So a thread's position and time are one number. A
 * probe reads it, stores the next one, and then the word. The words of a handler before the store are overwritten; those of a
 * handler after it follow the word. The slow paths hold the events: calls of a handler at that moment are counted as missing.
 */
#ifndef INSTR_EVENTS_H
#define INSTR_EVENTS_H

#include "profile/trace_format.h"
#include "runtime/measure/stack/stack.h"

/* In struct events: the low bits are the number of words in the buffer, the 50 bits above are the time of the last event in ticks. */
enum { EVENTS_BITS = 14, EVENTS_SLOWLY = (1 << EVENTS_BITS) - 1 };

/* The number of words in a buffer. A probe writes none behind the second limit, so that some always fit. */
enum { EVENTS_WORDS = (TRACE_CHUNK - sizeof(struct trace_chunk)) / sizeof(uint32_t), EVENTS_MOST = EVENTS_WORDS - 8 };

/* Nothing is begun. */
#define EVENTS_NONE ((struct events){.state = EVENTS_SLOWLY})

/* Values of region->trace; 0 until it is first asked for. The two lowest bits are one of these, the others the region's number in the trace. */
enum { EVENTS_NOT = 1, EVENTS_SHORT = 2, EVENTS_ASK = 3 };

enum event { EVENT_ENTER, EVENT_AGAIN, EVENT_LEAVE };

struct subscriber {
    /* What region->trace is to be. */
    uint32_t (*name)(struct region *region);
    /* A thread ends. */
    void (*end)(struct thread *thread);
    /* Of a trace: a call is about to be in it, of a region with EVENTS_ASK, or where there is no room: 0, or 1 and the enum trace_left
     * by which it can't be. */
    unsigned (*ask)(struct thread *thread, const struct node *node, uint64_t now);
    unsigned (*make_room)(struct thread *thread, uint64_t now);
    /* Where settings.told: a call of a region that has its region->trace begins, goes on or ends. False: nobody was told. */
    bool (*tell)(struct thread *thread, const struct node *node, enum event event);
};

/* Subscribes to all events. The first thread calls it, before the first measured call. */
void events_subscribe(const struct subscriber *to);

/* Ends the events of the calling thread, or of one that has ended. */
void events_end(struct thread *thread);

/* The slow paths. The first returns when the call begins: at an odd moment if it is in the trace. */
uint64_t events_enter(struct thread *thread, struct node *node, uint64_t now);
void events_leave(struct thread *thread, const struct node *node, uint64_t start, uint64_t now);

/* Continues, in a frame of the calling thread, a call that began before. */
void events_again(struct thread *thread, const struct __instr_frame *frame, uint64_t now);

/* Suspend and resume the open calls of a stack above `from`, because they move or stop running. */
void events_close_down(struct thread *thread, struct stack stack, struct stack from, uint64_t now);
void events_open_up(struct thread *thread, struct stack stack, struct stack from, uint64_t now);

/* Drops suspended calls: they end without an event. */
void events_drop(struct stack stack);

/* Excludes the last `ticks` from all times. */
void events_aside(struct thread *thread, uint64_t ticks);

/* Hold and release the events for the trace. Returns false if they are held already. */
bool events_hold(struct events *events, uint64_t now);
void events_release(struct events *events);

/* Returns the number of words, and when the last was written. Callable from any thread. */
uint32_t events_count(const struct events *events, uint64_t now, uint64_t *last);

/* Returns the same for a running thread that has a buffer, counting only completed words. */
uint32_t events_whole(const struct events *events, uint64_t now, uint64_t *last);

/* Starts a buffer while events are held: with the calls open on the thread's stack, if they were in the trace or if `take`. Returns their
 * number. If the stack is too deep for the buffer, its inner calls leave the trace. */
uint32_t events_begin(struct thread *thread, bool take, uint64_t now);
/* Writes two words, for which there must be room. */
void events_put(struct events *events, enum trace_word word, uint64_t number);

/* Counts calls of this thread (may be NULL) that are missing from the trace. */
void events_left_out(struct thread *thread, enum trace_left why, uint64_t calls);
/* Such counts that are in no thread's buffer. */
extern _Atomic uint64_t events_left[TRACE_LEFT_COUNT];

#endif
