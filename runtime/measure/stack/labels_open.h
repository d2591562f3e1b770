/* labels_open.h - a thread's data about its open labels, see labels.h. */
#ifndef INSTR_LABELS_OPEN_H
#define INSTR_LABELS_OPEN_H

#include "runtime/measure/stack/stack.h"

enum label_state {
    LABEL_OPEN,
    LABEL_PAUSED, /* no frame; its node and slot are remembered */
    LABEL_AWAY    /* resumed in a function that its caller called: that part of it hangs there */
};

struct open_label {
    struct __instr_region *label;
    struct __instr_frame *frame; /* null: not timed */
    uint64_t start;              /* of the frame: tells whether it still is this one */
    struct __instr_frame *onto;  /* when paused: the frame it goes on top of, ... */
    struct node *caller;         /* ... that frame's node, ... */
    struct node *node;           /* ... its node ... */
    uint64_t spent;              /* ... and the ticks before the pause */
    uint32_t iteration;          /* 1 + the turn's number; 0 = none */
    bool lifted;                 /* for a moment: the function that started it ends, and it goes on in the caller */
    bool rest;                   /* its call is counted elsewhere */
    enum label_state state;
};

struct label_stack {
    uint32_t count, room;
    struct open_label open[];
};

/* Updates the starts by which labels know their frames, after a frame was split or its place in the trace changed. */
static inline void labels_follow(struct label_stack *labels)
{
    for (uint32_t i = 0; labels && i < labels->count; i++) {
        struct open_label *open = &labels->open[i];
        if (open->frame && (frame_kind(open->frame) == FRAME_REST || (open->frame->start | 1) == (open->start | 1)))
            open->start = open->frame->start;
    }
}

#endif
