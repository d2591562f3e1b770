/*
 * stack.h - the shadow stack: which calls of a thread are open.
 *
 * A stack is a chain of segments, and a segment an array of slots. Most slots are *frames*, which are open calls: the node of the
 * path, and when the call began. Slot 0 names what the slot before it names, so a call always finds its caller in the slot below.
 *
 *       slot 0                          end        slot 0
 *     +--------+------+-----+-----+-----+        +-----+-----+- - -
 *     | (root) | main |  f  |  g  |  h  | <----> | (h) |  i  |
 *     +--------+------+-----+-----+-----+        +-----+-----+- - -
 *     older segment                              newer     ^ top
 *
 * What a slot is (enum frame_kind) is told by its start. A stack is pushed and popped, cut down, and copied. One walks over its
 * slots in either direction (struct stack), or from the call that runs to the outermost one (struct open_call).
 */
#ifndef INSTR_STACK_H
#define INSTR_STACK_H

#include "runtime/measure/store/thread_self.h"

/* A frame opened by an assembly probe is closed by its region and its function's canonical frame address; all others by name. */
struct __instr_frame {
    struct node *node;
    uint64_t start;
    const struct __instr_region *descriptor; /* null: it is closed by name */
    const void *cfa;
};

struct segment {
    struct segment *older, *newer;
    struct __instr_frame *end;
    struct __instr_frame frames[];
};

enum { STACK_FRAMES = 256 }; /* slots of a thread's first segment */

enum frame_kind {
    FRAME_FREE,    /* no call */
    FRAME_TIMED,   /* a call that began then */
    FRAME_FILLING, /* a call that begins just now: a signal handler came in between */
    FRAME_REST,    /* the rest of a call; what it took until then is booked under another node */
    FRAME_GAP      /* nothing: a label was taken out; the slot names the node of the one below */
};

/* Special starts. In others the lowest bit says whether the call is in the trace (events.h). */
#define START_FREE ((uint64_t)0)
#define START_FILLING UINT64_MAX
#define START_REST ((uint64_t)1 << 63)
#define START_GAP ((uint64_t)3 << 62)

static inline enum frame_kind start_kind(uint64_t start)
{
    switch (start >> 62) {
    case 0:
        return start == START_FREE ? FRAME_FREE : FRAME_TIMED;
    case 2:
        return FRAME_REST;
    default:
        return start == START_FILLING ? FRAME_FILLING : FRAME_GAP;
    }
}

/* Returns the moment in the start of a timed call, or of the rest of one. */
static inline uint64_t start_moment(uint64_t start)
{
    return start & ~START_REST;
}

static inline enum frame_kind frame_kind(const struct __instr_frame *frame)
{
    return start_kind(GET(frame->start));
}

static inline bool frame_is_gap(const struct __instr_frame *frame)
{
    return frame_kind(frame) == FRAME_GAP;
}

/* Returns whether the frame is a timed call, whose start is a moment. */
static inline bool frame_is_timed(const struct __instr_frame *frame)
{
    enum frame_kind kind = frame_kind(frame);
    return kind == FRAME_TIMED || kind == FRAME_REST;
}

/* Returns whether the slot is a call, timed or not. */
static inline bool frame_is_call(const struct __instr_frame *frame)
{
    return !frame_is_gap(frame);
}

/* Marks a timed call as booked up to now. */
static inline void frame_make_rest(struct __instr_frame *frame, uint64_t now)
{
    PUT(frame->start, START_REST | (now & ~(uint64_t)1) | (frame->start & 1));
}

/* Marks a slot as a gap: nothing is open there any more. */
static inline void frame_make_gap(struct __instr_frame *frame)
{
    PUT(frame->node, frame[-1].node);
    PUT(frame->start, START_GAP);
}

/* --- a stack, or a place in one: its slots up to `top`, which is in `segment` and is slot 0 only if nothing is open --- */

struct stack {
    struct segment *segment;
    struct __instr_frame *top;
};

static inline struct stack stack_at(struct segment *segment, struct __instr_frame *top)
{
    if (top == segment->frames && segment->older)
        return (struct stack){segment->older, segment->older->end - 1};
    return (struct stack){segment, top};
}

static inline struct stack stack_of(const struct thread *thread)
{
    return stack_at(thread->segment, thread->top);
}

static inline bool stack_is_empty(struct stack at)
{
    return at.top == at.segment->frames;
}

/* Down:  for (struct stack at = stack; !stack_is_empty(at); at = stack_below(at)) */
static inline struct stack stack_below(struct stack at)
{
    return stack_at(at.segment, at.top - 1);
}

/* Up from any place, whose own slot is not among them:  while (stack_rise(&at, stack)) */
static inline bool stack_rise(struct stack *at, struct stack to)
{
    if (at->top == to.top)
        return false;
    bool last = at->top + 1 == at->segment->end;
    *at = last ? (struct stack){at->segment->newer, at->segment->newer->frames + 1}
               : (struct stack){at->segment, at->top + 1};
    return true;
}

/* Returns the place below all open slots. */
struct stack stack_bottom(struct stack stack);

/* Returns the place of an open `frame`; with a NULL segment if it is not open. */
struct stack stack_find(struct stack stack, const struct __instr_frame *frame);

/* Returns the number of slots. */
size_t stack_count(struct stack stack);

/* Moves all timed starts by so many ticks, which are even. */
void stack_postpone(struct stack stack, uint64_t ticks);

/* Allocates a segment for so many slots; NULL if there is no memory. */
struct segment *stack_segment(uint32_t frames);

/* Makes all slots free, with a node: a signal handler that comes while a frame is filled uses what is there. */
void stack_fill(struct segment *segment, struct node *node);

/* Copies the slots into one other segment, which has room. */
struct stack stack_copy(struct stack stack, struct segment *to);

/* Makes the slot at `from` stand for `parent`, and moves all slots above below that, to other nodes. */
void stack_hang(struct tree *tree, struct stack stack, struct stack from, struct node *parent);

/* --- Open calls:  for (struct open_call call = stack_calls(stack); call.node; stack_next_call(&call)) --- */

struct open_call {
    struct node *node, *caller; /* null: there are no more */
    struct __instr_frame *frame;
    uint64_t start; /* of the frame, read once: the thread may be another one */
    struct stack below;
};

/* Start the walk: for a stack on which nothing runs; and for a thread, which may be another one. */
struct open_call stack_calls(struct stack stack);
struct open_call stack_calls_of(const struct thread *thread);
void stack_next_call(struct open_call *call);

/* --- A thread's stack --- */

/* Returns the node that runs. */
static inline struct node *stack_node(const struct thread *thread)
{
    return thread->top->node;
}

/* Fills a slot for a call of `node`, identified by `descriptor` and `cfa`. A signal handler may come between any two instructions and open
 * calls itself. So the slot is complete before it is on the stack, and is written again afterwards. */
static inline __attribute__((__always_inline__)) void stack_fill_slot(struct __instr_frame *frame, struct node *node,
                                                                      const struct __instr_region *descriptor,
                                                                      const void *cfa)
{
    PUT(frame->node, node);
    PUT(frame->descriptor, descriptor);
    PUT(frame->cfa, cfa);
}

static inline __attribute__((__always_inline__)) struct __instr_frame *
stack_push(struct thread *thread, struct node *node, const struct __instr_region *descriptor, const void *cfa)
{
    struct __instr_frame *frame = thread->top + 1;
    stack_fill_slot(frame, node, descriptor, cfa);
    BARRIER();
    PUT(thread->top, frame);
    BARRIER();
    stack_fill_slot(frame, node, descriptor, cfa);
    return frame;
}

/* Returns the newest open call with this identity; with a NULL segment if there is none. */
struct stack stack_find_told(struct stack stack, const struct __instr_region *descriptor, const void *cfa);

/* Frees the top slot, without booking. It is marked free before a handler can use it. */
static inline void stack_drop(struct thread *thread)
{
    PUT(thread->top->start, START_FREE);
    BARRIER();
    PUT(thread->top, thread->top - 1);
}

/* Does the same at the end of a probe. */
static inline void stack_leave(struct thread *thread)
{
    stack_drop(thread);
    PUT(thread->probing, 0);
}

/* Drops gaps until the uppermost open slot is on top, in the thread's segment. */
void stack_drop_gaps(struct thread *thread);

/* Makes room in the thread's segment, unless measuring is off; by the thread itself. */
void stack_open(struct thread *thread);

/* Makes this stack the calling thread's. */
void stack_use(struct thread *thread, struct segment *segment, struct __instr_frame *top);

/* Continues in a newer segment, or back in the older one. Returns false if there is no memory. */
bool stack_climb(struct thread *thread);
void stack_descend(struct thread *thread);

#endif
