/*
 * grown_memory.c - see grown_memory.h.
 *
 * The system puts mappings next to each other, from one end of a large gap on. So a stretch begins in the midst of that, far
 * from the ends. Where a checker in the program or an emulator keeps such places for itself, one is tried that is nearer.
 */
#include "runtime/machine/grown_memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { READ_WRITE = PROT_READ | PROT_WRITE, MEMORY = MAP_PRIVATE | MAP_ANONYMOUS };

/* Distance from where the system would map it; the next mapping begins elsewhere. */
static uintptr_t distance = (uintptr_t)1 << (sizeof(void *) == 8 ? 43 : 29);
static const uintptr_t LEAST = 1 << 24;

size_t grown_memory_pages(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) & ~(page - 1);
}

static bool map_at(char *at, size_t size)
{
    char *got = mmap(at, size, READ_WRITE, MEMORY, -1, 0);
    if (got != at && got != MAP_FAILED)
        munmap(got, size);
    if (got != at)
        return false;
    madvise(at, size, MADV_DONTDUMP);
    return true;
}

char *grown_memory_begin(size_t size)
{
    char *usual = mmap(NULL, size, READ_WRITE, MEMORY, -1, 0), *at = NULL;
    if (usual == MAP_FAILED)
        return NULL;
    bool found = false;
    for (; !found && distance >= LEAST; distance /= 2) {
        at = (uintptr_t)usual > 2 * distance ? usual - distance : usual + distance;
        found = map_at(at, size);
    }
    munmap(usual, size);
    return found ? at : NULL;
}

/* Frees grown memory from mlockall. A program that locks all its memory may not exceed its limit, and needs that for its own. Grown memory is
 * locked if its last page is. */
static void leave_locks(char *end)
{
    struct rlimit limit;
    size_t page = grown_memory_pages(1);
    if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        munlock(end - page, page);
}

bool grown_memory_grow(char *end, size_t size)
{
    size_t page = grown_memory_pages(1);
    leave_locks(end);
    return mremap(end - page, page, page + size, 0) != MAP_FAILED;
}

bool grown_memory_follow(char *end, size_t size)
{
    size_t page = grown_memory_pages(1);
    if (!map_at(end, page))
        return false;
    if (size == page || grown_memory_grow(end + page, size - page) ||
        map_at(end + page, size - page)) /* as under valgrind */
        return true;
    munmap(end, page);
    return false;
}

bool grown_memory_place(char *at, size_t size, int file)
{
    if (mmap(at, size, READ_WRITE, MAP_FIXED | (file < 0 ? MEMORY : MAP_SHARED), file, 0) == MAP_FAILED)
        return false;
    madvise(at, size, MADV_DONTDUMP);
    return true;
}

bool grown_memory_copy(char *at, size_t size)
{
    char *copy = mmap(NULL, size, READ_WRITE, MEMORY, -1, 0);
    if (copy == MAP_FAILED)
        return false;
    memcpy(copy, at, size);
    bool done = mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) != MAP_FAILED;
    if (done)
        madvise(at, size, MADV_DONTDUMP);
    else
        munmap(copy, size);
    return done;
}
