/*
 * pages.c - see pages.h.
 *
 * What is set aside is handed out from its beginning on, and taken back when it was handed out last or nothing else is
 * out: it serves the few moments when nothing else does.
 */
#include "runtime/machine/pages.h"

#include "runtime/machine/limits.h"

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char *aside;
static size_t length, opened; /* of it; what can be used */
static size_t next, touched;  /* what is handed out; what may hold something other than zeros */
static size_t out;            /* pieces */
static atomic_flag taken = ATOMIC_FLAG_INIT;
static bool sealed;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        continue;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&taken, memory_order_release);
}

static size_t rounded(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) & ~(page - 1);
}

static bool open_up_to(size_t end)
{
    if (end > opened && !sealed && mprotect(aside + opened, end - opened, PROT_READ | PROT_WRITE) == 0)
        opened = end;
    return end <= opened;
}

void pages_start(void)
{
    length = limits_space((size_t)1 << (sizeof(void *) == 8 ? 30 : 26));
    aside = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (aside == MAP_FAILED)
        length = 0;
    else
        open_up_to(rounded(1));
}

static void *take(size_t size)
{
    void *memory = NULL;
    lock();
    if (size <= length - next && open_up_to(next + size)) {
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
    if (!sealed) {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            return memory;
    }
    return length ? take(rounded(size)) : NULL;
}

void pages_unmap(void *memory, size_t size)
{
    if (!memory)
        return;
    if (length && (uintptr_t)memory - (uintptr_t)aside < length)
        give(memory, rounded(size));
    else if (!sealed)
        munmap(memory, size);
}

void pages_seal(size_t size)
{
    lock();
    size = rounded(size);
    if (size <= length - next)
        open_up_to(next + size);
    sealed = true;
    unlock();
}

void pages_fit(rlim_t space)
{
    lock();
    size_t keep = limits_share(space, length);
    if (keep < opened)
        keep = opened;
    if (keep < length && munmap(aside + keep, length - keep) == 0)
        length = keep;
    unlock();
}

void pages_unseal(void)
{
    sealed = false;
}

void pages_forked(void)
{
    unlock();
}
