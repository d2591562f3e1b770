/*
 * pages.c - see pages.h.
 *
 * The reserve is allocated from its beginning, and a block can be reused if it was the last one or no other is in use. It serves the few moments
 * when there is no other memory. It never shrinks.
 */
#include "runtime/machine/pages.h"

#include "common/arena.h"
#include "runtime/machine/grown_memory.h"
#include "runtime/machine/limits.h"
#include "runtime/machine/signals_blocked.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static char *aside;
static size_t length;        /* of it */
static size_t next, touched; /* what is handed out; what may hold something other than zeros */
static size_t out;           /* pieces */
static void
    *_Atomic kept[4]; /* blocks of arenas, which come and go one after the other when a profile is made; zeros */
static atomic_flag taken = ATOMIC_FLAG_INIT;
static bool sealed;

static void lock(void)
{
    signals_blocked_begin();
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        continue;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
    signals_blocked_end();
}

static bool lengthen(size_t to)
{
    static const size_t MOST = (size_t)1 << (sizeof(void *) == 8 ? 30 : 26);
    if (to > length && !sealed && length && to <= limits_space(MOST) && grown_memory_grow(aside + length, to - length))
        length = to;
    return to <= length;
}

void pages_start(void)
{
    aside = grown_memory_begin(grown_memory_pages(1));
    length = aside ? grown_memory_pages(1) : 0;
}

static void *take_pages(size_t size)
{
    void *memory = NULL;
    lock();
    if (lengthen(next + size)) {
        memory = aside + next;
        if (next < touched)
            memset(memory, 0, touched - next < size ? touched - next : size);
        next += size;
        if (touched < next)
            touched = next;
        out++;
    }
    unlock();
    return memory;
}

static void give(const char *memory, size_t size)
{
    lock();
    if (--out == 0)
        next = 0;
    else if (memory + size == aside + next)
        next -= size;
    unlock();
}

void *pages_map(size_t size)
{
    void *block = NULL;
    for (size_t i = 0; size == ARENA_BLOCK && !block && i < sizeof kept / sizeof *kept; i++)
        block = atomic_exchange(&kept[i], NULL);
    if (block)
        return block;
    if (!sealed) {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            return memory;
    }
    return take_pages(grown_memory_pages(size));
}

static bool is_aside(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)aside < length;
}

void pages_empty(void *memory, size_t size)
{
    if (!is_aside(memory) && !sealed)
        madvise(memory, size, MADV_DONTNEED);
}

void pages_unmap(void *memory, size_t size)
{
    if (!memory)
        return;
    if (is_aside(memory))
        give(memory, grown_memory_pages(size));
    else if (!sealed)
        munmap(memory, size);
}

void pages_keep(void *memory, size_t size, size_t used)
{
    enum { FEW = 16 << 10 };
    void *none = NULL;
    if (size == ARENA_BLOCK && used <= FEW && !is_aside(memory)) {
        memset(memory, 0, used);
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++, none = NULL)
            if (atomic_compare_exchange_strong(&kept[i], &none, memory))
                return;
    }
    pages_unmap(memory, size);
}

void pages_seal(size_t size)
{
    lock();
    lengthen(next + grown_memory_pages(size));
    sealed = true;
    unlock();
}

void pages_unseal(void)
{
    sealed = false;
}

void pages_forked(void)
{
    atomic_flag_clear(&taken);
}
