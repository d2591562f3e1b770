/*
 * heap.c - see heap.h.
 *
 * The table is open addressing in ordinary memory; where it can't grow a block is left out, and that is told. What the runtime
 * itself allocates is none of the program's: a thread that is in it is busy.
 */
#include "runtime/measure/beside/heap.h"
#include "common/check.h"

#include "runtime/machine/pages.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/signals_blocked.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/meter.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>
#include <string.h>

enum { FIRST_BLOCKS = 4096 };

static void forget(void);

static struct lock lock = LOCK(LOCK_HEAP, forget);
static bool on;
static int calls, bytes, held, highest; /* places of the metrics */
static THREAD_LOCAL int inside;

static struct {
    struct heap_block *blocks;
    size_t mask, used;
} table;

/* Values that no node uses any more but blocks still name, by their `home`. */
static struct node_values *spare;

void heap_start(void)
{
    calls = metrics_place(METRIC_HEAP_CALLS);
    bytes = metrics_place(METRIC_HEAP_BYTES);
    held = metrics_place(METRIC_HEAP_HELD);
    highest = metrics_place(METRIC_HEAP_PEAK);
    on = calls >= 0 && bytes >= 0 && held >= 0 && highest == held + 1;
}

bool heap_is_metered(void)
{
    return on;
}

/* Forgets all blocks in a child of fork, which does not know those of its parent. */
static void forget(void)
{
    if (table.blocks)
        memset(table.blocks, 0, (table.mask + 1) * sizeof *table.blocks);
    table.used = 0;
    spare = NULL;
    memset(&store->heap, 0, sizeof store->heap);
}

bool heap_enter(void)
{
    if (inside || thread_is_held())
        return false;
    inside = 1;
    return true;
}

void heap_leave(void)
{
    inside = 0;
}

/* Takes the lock. In a sandbox no thread may wait for it by a system call; false: this process is not measured. */
static bool take(void)
{
    if (!sandbox_is_entered())
        return lock_take(&lock);
    bool taken;
    while (!(taken = lock_try(&lock)) && !lock_is_over())
        continue;
    return taken;
}

static size_t home_of(uintptr_t address)
{
    return (size_t)(((uint64_t)address >> 4) * 0x9e3779b97f4a7c15u >> 20) & table.mask;
}

static struct heap_block *find(uintptr_t address)
{
    CHECK(address && table.used <= table.mask);
    size_t at = home_of(address);
    while (table.blocks[at].address && table.blocks[at].address != address)
        at = (at + 1) & table.mask;
    return &table.blocks[at];
}

static bool grow(void)
{
    struct heap_block *old = table.blocks;
    size_t count = old ? table.mask + 1 : 0, wanted = count ? 2 * count : FIRST_BLOCKS;
    struct heap_block *blocks = pages_map(wanted * sizeof *blocks);
    if (!blocks)
        return false;
    table.blocks = blocks;
    CHECK((wanted & (wanted - 1)) == 0 && table.used < wanted);
    table.mask = wanted - 1;
    for (size_t i = 0; i < count; i++)
        if (old[i].address)
            *find(old[i].address) = old[i];
    if (old)
        pages_unmap(old, count * sizeof *old);
    return true;
}

/* Removes a block and moves the following ones up, so that every search still reaches its aim. */
static void take_out(struct heap_block *block)
{
    size_t hole = (size_t)(block - table.blocks), at = hole;
    CHECK(table.used && block->address && hole <= table.mask);
    for (;;) {
        at = (at + 1) & table.mask;
        if (!table.blocks[at].address)
            break;
        size_t home = home_of(table.blocks[at].address);
        if (((at - home) & table.mask) >= ((at - hole) & table.mask)) {
            table.blocks[hole] = table.blocks[at];
            hole = at;
        }
    }
    table.blocks[hole].address = 0;
    table.used--;
}

/* Releases values after a block that named them is gone. */
static void let_go(struct node_values *values)
{
    while (values && --values->named == 0 && values->orphan) {
        struct node_values *home = values->home;
        values->home = spare;
        spare = values;
        values = home;
    }
}

static struct node_values *settled(struct node_values *values)
{
    while (values->home)
        values = values->home;
    if (values->marked != store->heap.marks) {
        PUT(values->of[highest], values->of[held]);
        PUT(values->marked, store->heap.marks);
    }
    return values;
}

static void book(struct node_values *values, uint64_t more, uint64_t less)
{
    CHECK(values);
    CHECK(!more || !less);
    values = settled(values);
    PUT(values->of[held], values->of[held] + more - less);
    store->heap.held += more - less;
    if (store->heap.held > store->heap.highest) {
        store->heap.highest = store->heap.held;
        PUT(store->heap.marks, store->heap.marks + 1);
    }
}

static void forget_block(struct heap_block *block)
{
    CHECK(block->values->named);
    book(block->values, 0, block->size);
    let_go(block->values);
    take_out(block);
}

/* Adds a block. If an older one is recorded at its address, that one was freed unnoticed. */
static void put(struct heap_block block)
{
    bool room =
        (table.blocks && table.used < (table.mask + 1) / 8 * 5) || grow() || (table.blocks && table.used < table.mask);
    if (!room) {
        tally_add(TALLY_NO_MEMORY, 1);
        return;
    }
    struct heap_block *slot = find(block.address);
    if (slot->address) {
        forget_block(slot);
        slot = find(block.address);
    }
    CHECK(!slot->address && block.values);
    *slot = block;
    table.used++;
    block.values->named++;
    book(block.values, block.size, 0);
}

void heap_taken(const void *block, uint64_t size)
{
    int saved = errno;
    if (on && block && take()) {
        struct node_values *values = meter_values();
        if (values) {
            put((struct heap_block){(uintptr_t)block, size, values});
            values = settled(values);
            PUT(values->of[calls], values->of[calls] + 1);
            PUT(values->of[bytes], values->of[bytes] + size);
        }
        lock_give(&lock);
    }
    errno = saved;
}

struct heap_block heap_given(const void *block)
{
    struct heap_block was = {.address = 0};
    int saved = errno;
    if (on && block && take()) {
        struct heap_block *slot = table.blocks ? find((uintptr_t)block) : NULL;
        if (slot && slot->address) {
            was = *slot;
            forget_block(slot);
        }
        lock_give(&lock);
    }
    errno = saved;
    return was;
}

void heap_kept(struct heap_block block)
{
    int saved = errno;
    if (block.address && take()) {
        put(block);
        lock_give(&lock);
    }
    errno = saved;
}

void heap_before_move(struct node_values *to, struct node_values *from)
{
    if (on && to && from && take()) {
        settled(to);
        settled(from);
    }
}

void heap_after_move(struct node_values *to, struct node_values *from)
{
    if (!on || !to || !from || lock_is_over())
        return;
    if (!from->home) {
        from->home = to;
        to->named++;
    }
    lock_give(&lock);
}

struct node_values *heap_renew(struct node_values *values)
{
    if (!on)
        return values;
    signals_blocked_begin(); /* in any function, out of which a handler may jump: not so out of a call of the allocator */
    if (take()) {
        if (!values->named) {
            let_go(values->home);
        } else {
            values->orphan = 1;
            values = spare;
            spare = values ? values->home : NULL;
        }
        lock_give(&lock);
    }
    signals_blocked_end();
    return values;
}
