/*
 * observer_spawn.h - makes the observer a process of its own.
 *
 * It begins as a copy of the program, and has to become nothing of it: a child that is told of by no signal, holds no file,
 * no directory and no memory of the program's, and can do nothing but look. The copy is made because of what the kernel says
 * to `wait`: a child whose end sends no signal is found by no plain wait, but only as long as it has not called exec.
 *
 *     the program                          the observer
 *     +---------------------+              +---------------------+
 *     | its code, libraries |              |                     |
 *     | the runtime's code  |  -- copy --> | the runtime's code  |  read only
 *     | heap, data, stacks  |              |                     |
 *     | the store           |  == same ==  | the store           |  the same pages of one file
 *     | a small room        |  -- copy --> | the room            |  its stack, and what it was told
 *     +---------------------+              +---------------------+
 *
 * So all code that runs in it is in this folder, calls no library function, and reads only the data named above. The test `observer-alone` checks
 * this.
 */
#ifndef INSTR_OBSERVER_SPAWN_H
#define INSTR_OBSERVER_SPAWN_H

#include <linux/sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct observer_spawn_part {
    uintptr_t from, to;
};

enum { OBSERVER_SPAWN_PARTS = 12 };

/* The parts of the memory to keep, sorted by address. */
struct apart {
    struct observer_spawn_part parts[OBSERVER_SPAWN_PARTS];
    size_t count;
    uintptr_t page;                   /* bytes of one */
    struct observer_spawn_part store; /* one of the parts */
    struct observer_spawn_part own;   /* of the parts, the code; none where the program's is in the same file */
    size_t store_most;                /* bytes that it may have: the program maps more as it needs it */
    void *rseq; /* what the C library has registered with the kernel for this thread; null: nothing that is known of */
};

/* In the program: plans the parts of its memory that the observer keeps. Returns false if the code can't be found. */
bool observer_spawn_plan(struct apart *apart, struct observer_spawn_part store, struct observer_spawn_part room);

/* In the copy, before anything else: becomes the observer. Returns false if that fails, and it must end. */
bool observer_spawn_become(struct apart *apart);

/* Flags of its continuation as another process: the same parent and kind, and not traced along with the program. */
enum {
    OBSERVER_SPAWN_CLONE =
        CLONE_PARENT | CLONE_UNTRACED | CLONE_PARENT_SETTID | CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
};

/* Confines it: from now on it can sleep, read clocks and files, have the kernel sample threads, continue as another process, and end. Returns
 * false if that is impossible and it has rights that the program may give up. */
bool observer_spawn_confine(void);

#endif
