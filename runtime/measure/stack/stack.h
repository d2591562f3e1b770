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
 * Most calls that are only counted have no frame (light.h). thread->path is the node that runs. From there up to the node of
 * the top frame each node is an open call. A call that needs a frame in the midst of these lies upon a *base*, a slot that stands
 * for them. Here a() and b() have no frames, and t() is timed:
 *
 *                              slots                            path    open calls
 *     main() runs              (root) main                      main    main
 *     main() calls a()         (root) main                      a       a main
 *     a() calls b()            (root) main                      b       b a main
 *     b() calls t()            (root) main [base: b] t          t       t b a main
 *     t() calls a()            (root) main [base: b] t          a       a t b a main
 *     both return              (root) main                      b       b a main
 *
 * What a slot is (enum frame_kind) is told by its start. A stack is pushed and popped, cut down, and copied. One walks over its
 * slots in either direction (struct stack), or from the call that runs to the outermost one (struct open_call).
 */
#ifndef INSTR_STACK_H
#define INSTR_STACK_H

#include "runtime/measure/store/thread_self.h"

struct __instr_frame {
    struct node *node;
    uint64_t start;
};

struct segment {
    struct segment *older, *newer;
    struct __instr_frame *end;
    struct __instr_frame frames[];
};

enum { STACK_FRAMES = 256 }; /* slots of a thread's first segment */

enum frame_kind {
    FRAME_COUNTED, /* a call that is not timed; or the slot is free */
    FRAME_TIMED,   /* a call that began then */
    FRAME_FILLING, /* a call that begins just now: a signal handler came in between */
    FRAME_REST,    /* the rest of a call; what it took until then is booked under another node */
    FRAME_GAP,     /* nothing: a label was taken out; the slot names the node of the one below */
    FRAME_BASE,    /* the calls without frames from its node up to that of the slot below */
    FRAME_MOVED    /* a base whose calls began under other nodes */
};

/* Starts that are more than a moment. A moment's lowest bit says whether the call is in the trace (events.h). */
#define START_COUNTED ((uint64_t)0)
#define START_FILLING UINT64_MAX
#define START_REST ((uint64_t)1 << 63)
#define START_GAP ((uint64_t)3 << 62)
#define START_BASE ((uint64_t)1 << 62)
#define START_MOVED (START_BASE | 1)

static inline enum frame_kind start_kind(uint64_t start)
{
    switch (start >> 62) {
    case 0:
        return start == START_COUNTED ? FRAME_COUNTED : FRAME_TIMED;
    case 1:
        return start == START_MOVED ? FRAME_MOVED : FRAME_BASE;
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

/* Of either kind. */
static inline bool frame_is_base(const struct __instr_frame *frame)
{
    return GET(frame->start) >> 62 == 1;
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
    return !frame_is_gap(frame) && !frame_is_base(frame);
}

/* A timed call is booked up to now. */
static inline void frame_make_rest(struct __instr_frame *frame, uint64_t now)
{
    PUT(frame->start, START_REST | (now & ~(uint64_t)1) | (frame->start & 1));
}

static inline void frame_make_base(struct __instr_frame *frame, struct node *node)
{
    PUT(frame->node, node);
    PUT(frame->start, START_BASE);
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
    struct node *node, *caller;  /* null: there are no more */
    struct __instr_frame *frame; /* null: it has none */
    uint64_t start;              /* of the frame, read once: the thread may be another one */
    struct node *under;          /* of calls without frames: the nearest that has one */
    struct stack below;
};

/* Of a stack on which nothing runs; and of a thread, which may be another one. */
struct open_call stack_calls(struct stack stack);
struct open_call stack_calls_of(const struct thread *thread);
void stack_next_call(struct open_call *call);

/* The node of the call that called `node`, which has no frame, where that of the next frame is `under`. */
static inline struct node *stack_caller(const struct node *node, struct node *under)
{
    return tree_is_same(node, under) ? under : tree_caller(node);
}

/* --- A thread's stack --- */

/* In thread->path. No two keys of light_table.h differ by this alone: regions would have to lie 16 GiB apart. */
#define STACK_PROBING ((uint64_t)__INSTR_PATH_PROBING << 56)

/* The node that thread->path names; null: each call has a frame. Of any thread, at any moment. */
static inline struct node *stack_path(const struct thread *thread)
{
    return tree_node(GET(thread->path) & ~STACK_PROBING);
}

/* The node that runs. */
static inline struct node *stack_node(const struct thread *thread)
{
    struct node *open = stack_path(thread);
    return open ? open : thread->top->node;
}

/* The thread is in a probe in line. */
static inline bool stack_is_probing(uint64_t path)
{
    return path & STACK_PROBING;
}

/* Those calls that are open without frames are over, and none goes without one. */
static inline void stack_forget_path(struct thread *thread)
{
    PUT(thread->light, 0);
    BARRIER();
    PUT(thread->path, TREE_NO_PATH);
}

/* A frame for `node`, upon a base where that is needed; `light`: it can be. A signal handler may come between any two
 * instructions, and open calls itself: so the slot names its node before it is on the stack, and again when it is. */
static inline __attribute__((__always_inline__)) struct __instr_frame *stack_push(struct thread *thread,
                                                                                  struct node *node, bool light)
{
    struct __instr_frame *frame = thread->top + 1;
    struct node *base = NULL, *open = light ? stack_path(thread) : NULL;
    if (open) {
        if (open != thread->top->node) {
            base = open;
            frame++;
        }
        PUT(thread->path, tree_path(node));
        if (base)
            frame_make_base(frame - 1, base);
    }
    PUT(frame->node, node);
    BARRIER();
    PUT(thread->top, frame);
    BARRIER();
    if (base)
        frame_make_base(frame - 1, base);
    PUT(frame->node, node);
    return frame;
}

/* The call of the top frame comes from a call without a frame, and whoever leaves that must come the slow way, as a label is
 * open in it. */
bool stack_is_labelled(const struct thread *thread, const struct __instr_frame *frame);

/* Takes the top frame off, and with it the base that it lies upon. */
static inline void stack_pop(struct thread *thread, struct __instr_frame *frame)
{
    struct __instr_frame *below = frame - 1;
    if (!stack_path(thread)) {
        PUT(thread->top, below);
        return;
    }
    uintptr_t path = tree_path(below->node);
    bool framed = below->start == START_MOVED || (thread->labels && stack_is_labelled(thread, below));
    if (below->start == START_BASE) {
        PUT(below->start, START_COUNTED);
        below--;
    }
    BARRIER();
    PUT(thread->top, below);
    BARRIER();
    if (__builtin_expect(framed, 0))
        stack_forget_path(thread);
    else
        PUT(thread->path, path);
}

/* Takes the top frame of the calling thread off: one whose call was only counted, or any. It is free before a handler can
 * use it. */
static inline void stack_leave_counted(struct thread *thread, struct __instr_frame *frame)
{
    BARRIER();
    stack_pop(thread, frame);
    PUT(thread->probing, 0);
}

static inline void stack_leave(struct thread *thread, struct __instr_frame *frame)
{
    PUT(frame->start, START_COUNTED);
    stack_leave_counted(thread, frame);
}

/* The top slot is free, and nothing is booked. */
static inline void stack_drop(struct thread *thread)
{
    PUT(thread->top->start, START_COUNTED);
    BARRIER();
    PUT(thread->top, thread->top - 1);
}

/* The newest slot of the top's segment that was not passed by a jump; see light.h. */
struct __instr_frame *stack_live_top(const struct thread *thread);

/* Takes those off that were. */
void stack_drop_passed(struct thread *thread);

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
