/* count_call.c - see count_call.h. */
#include "runtime/measure/probe/count_call.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/flow/fork.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/budget.h"
#include "runtime/measure/store/counts.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>
#include <sys/mman.h>

/* In the child of a fork, of what it does first. */
static bool count_forked(struct region *region)
{
    struct __instr_frame *frame = fork_enter(region);
    if (!frame)
        return false;
    fork_leave(frame, false);
    return true;
}

/* The calling thread, if it is to count. */
static struct thread *counting_thread(void)
{
    struct thread *thread = thread_self;
    if (thread == &thread_nobody)
        thread = thread_begin(NULL);
    if (!thread)
        tally_add(TALLY_NO_MEMORY, 1);
    else
        budget_apply();
    return thread && thread_is_on(thread) ? thread : NULL;
}

static void count_here(const struct __instr_unit *unit, uint32_t number, struct __instr_self *self)
{
    struct thread *thread = GET(counts_off) ? NULL : counting_thread();
    if (!thread)
        return;
    uintptr_t busy = thread_hold_begin();
    bool done = counts_add(thread, unit, number);
    if (self)
        thread_meet(thread, self);
    thread_hold_end(busy);
    if (!done)
        tally_add(TALLY_NO_MEMORY, 1);
    if (!thread_is_on(thread) || GET(counts_off))
        counts_stop(thread);
}

/* --- where nothing is measured --- */

enum { NOBODIES = 64 };

/* What threads are given by turns. */
struct nobody {
    struct thread thread; /* as probes see it */
    struct counts *slot;  /* of all units; null: larger ones have come */
    size_t size;
    struct nobody *older; /* that some thread may have */
    uint64_t numbers[];
};
static struct nobody *nobodies[NOBODIES];
static size_t nobody_size;

/* Under the lock of attach.c, before any code of the units that need it. */
void count_for_nobody(size_t size)
{
    if (size <= GET(nobody_size))
        return;
    __atomic_store_n(&nobody_size, size, __ATOMIC_SEQ_CST);
    for (size_t i = 0; i < NOBODIES; i++)
        for (struct nobody *each = __atomic_load_n(&nobodies[i], __ATOMIC_SEQ_CST); each; each = each->older)
            __atomic_store_n(&each->slot, NULL, __ATOMIC_SEQ_CST);
}

static struct nobody *new_nobody(size_t size)
{
    struct nobody *nobody =
        mmap(NULL, sizeof *nobody + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (nobody == MAP_FAILED)
        return NULL;
    nobody->thread = thread_nobody;
    nobody->thread.counting = &nobody->slot;
    nobody->slot = (struct counts *)(void *)nobody->numbers;
    nobody->size = size;
    return nobody;
}

static void give_nobody(struct __instr_self *self)
{
    static uint32_t turn;
    struct nobody **place = &nobodies[__atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED) % NOBODIES];
    struct nobody *nobody = __atomic_load_n(place, __ATOMIC_SEQ_CST), *older = nobody;
    size_t size = __atomic_load_n(&nobody_size, __ATOMIC_SEQ_CST);
    if ((!nobody || nobody->size < size) && (nobody = new_nobody(size))) {
        nobody->older = older;
        if (!__atomic_compare_exchange_n(place, &older, nobody, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            munmap(nobody, sizeof *nobody + size);
            return; /* the next call finds what another thread put there */
        }
    }
    if (!nobody || size < __atomic_load_n(&nobody_size, __ATOMIC_SEQ_CST))
        return; /* the same where larger units came meanwhile */
    thread_self = &nobody->thread;
    if (self)
        self->__ahead = (uintptr_t)thread_self - (uintptr_t)self->__none;
}

void count_call(const struct __instr_region *descriptor, struct __instr_self *self)
{
    const struct __instr_unit *unit = descriptor->__state;
    uint32_t number = __INSTR_NUMBER(descriptor->__flags);
    int saved = errno;
    if (!store) {
        give_nobody(self);
        errno = saved;
        return;
    }
    struct region *region = unit ? counts_region(unit, number) : NULL;
    if (region && thread_is_held())
        __atomic_fetch_add(&region->astray, 1, __ATOMIC_RELAXED);
    else if (region && (thread_self != &thread_nobody || !count_forked(region)))
        count_here(unit, number, self);
    errno = saved;
}
