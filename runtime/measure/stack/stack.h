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

/* What a probe by assembly opened is closed by its region and the canonical address of its function's frame; all else by name. */
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

/* Starts that are more than a moment. A moment's lowest bit says whether the call is in the trace (events.h). */
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

/* The moment in the start of a call that is timed, or of the rest of one. */
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

/* It is a call, and its start says since when. */
static inline bool frame_is_timed(const struct __instr_frame *frame)
{
    enum frame_kind kind = frame_kind(frame);
    return kind == FRAME_TIMED || kind == FRAME_REST;
}

/* It is a call, timed or not. */
static inline bool frame_is_call(const struct __instr_frame *frame)
{
    return !frame_is_gap(frame);
}

/* A timed call is booked up to now. */
static inline void frame_make_rest(struct __instr_frame *frame, uint64_t now)
{
    PUT(frame->start, START_REST | (now & ~(uint64_t)1) | (frame->start & 1));
}

/* Nothing is open there any more. */
static inline void frame_make_gap(struct __instr_frame *frame)
{
    PUT(frame->node, frame[-1].node);
    PUT(frame->start, START_GAP);
}

/* --- A stack, and a place in one: its slots up to `top`, which is in `segment`, and is slot 0 only where nothing is open. --- */

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

/* Below all open slots. */
struct stack stack_bottom(struct stack stack);

/* Where `frame` is open; a null segment: it is not. */
struct stack stack_find(struct stack stack, const struct __instr_frame *frame);

/* The number of slots. */
size_t stack_count(struct stack stack);

/* All that is timed began so many ticks later, which are even. */
void stack_postpone(struct stack stack, uint64_t ticks);

/* A segment for so many slots; null: no memory. */
struct segment *stack_segment(uint32_t frames);

/* All slots are free, and name a node: a signal handler that comes while a frame is filled takes what is there. */
void stack_fill(struct segment *segment, struct node *node);

/* The same slots in one other segment, which has room. */
struct stack stack_copy(struct stack stack, struct segment *to);

/* The slot at `from` stands for `parent`, and all above it goes on below that: under other nodes. */
void stack_hang(struct tree *tree, struct stack stack, struct stack from, struct node *parent);

/* --- Open calls:  for (struct open_call call = stack_calls(stack); call.node; stack_next_call(&call)) --- */

struct open_call {
    struct node *node, *caller; /* null: there are no more */
    struct __instr_frame *frame;
    uint64_t start; /* of the frame, read once: the thread may be another one */
    struct stack below;
};

/* Of a stack on which nothing runs; and of a thread, which may be another one. */
struct open_call stack_calls(struct stack stack);
struct open_call stack_calls_of(const struct thread *thread);
void stack_next_call(struct open_call *call);

/* --- A thread's stack --- */

/* The node that runs. */
static inline struct node *stack_node(const struct thread *thread)
{
    return thread->top->node;
}

/* A slot for a call of `node`, told by `descriptor` and `cfa`. A signal handler may come between any two instructions, and open calls
 * itself: so the slot says all before it is on the stack, and again when it is. */
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

/* The newest open call that was told so; a null segment: there is none. */
struct stack stack_find_told(struct stack stack, const struct __instr_region *descriptor, const void *cfa);

/* The top slot is free, and nothing is booked. It is free before a handler can use it. */
static inline void stack_drop(struct thread *thread)
{
    PUT(thread->top->start, START_FREE);
    BARRIER();
    PUT(thread->top, thread->top - 1);
}

/* The same where a probe ends. */
static inline void stack_leave(struct thread *thread)
{
    stack_drop(thread);
    PUT(thread->probing, 0);
}

/* The uppermost slot that is no gap is on top, and in the thread's segment. */
void stack_drop_gaps(struct thread *thread);

/* There is room in its segment, unless measuring is off; by the thread itself. */
void stack_open(struct thread *thread);

/* From now on the calling thread's stack is this one. */
void stack_use(struct thread *thread, struct segment *segment, struct __instr_frame *top);

/* Goes on in a newer segment, or back in the older one. False: no memory. */
bool stack_climb(struct thread *thread);
void stack_descend(struct thread *thread);

#endif
