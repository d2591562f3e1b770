/*
 * heap_calls.c - see heap_calls.h.
 *
 * A block is told of when the program has got it, and before it gives it back: another thread may have the same address as soon
 * as that is done. realloc is both. An allocator may call another one of these, its own or a wrapped one; only the outermost
 * call is the program's.
 */
#include "runtime/attach/heap_calls.h"

#include "runtime/machine/objects.h"
#include "runtime/measure/beside/heap.h"
#include "runtime/metrics/sources.h"

#include <errno.h>
#include <string.h>

/* Who really does it. */
static struct heap_calls of;

static void *told(void *block, size_t size)
{
    heap_taken(block, size);
    heap_leave();
    return block;
}

static void *in_malloc(size_t size)
{
    return heap_enter() ? told(of.malloc(size), size) : of.malloc(size);
}

static void *in_calloc(size_t count, size_t size)
{
    return heap_enter() ? told(of.calloc(count, size), count * size) : of.calloc(count, size);
}

static void *in_aligned_alloc(size_t alignment, size_t size)
{
    return heap_enter() ? told(of.aligned_alloc(alignment, size), size) : of.aligned_alloc(alignment, size);
}

static void *in_memalign(size_t alignment, size_t size)
{
    return heap_enter() ? told(of.memalign(alignment, size), size) : of.memalign(alignment, size);
}

static void *in_valloc(size_t size)
{
    return heap_enter() ? told(of.valloc(size), size) : of.valloc(size);
}

static void *in_pvalloc(size_t size)
{
    return heap_enter() ? told(of.pvalloc(size), size) : of.pvalloc(size);
}

static int in_posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!heap_enter())
        return of.posix_memalign(block, alignment, size);
    int result = of.posix_memalign(block, alignment, size);
    told(result == 0 ? *block : NULL, size);
    return result;
}

/* With a size of 0 it may have freed the block and returned null, and has if it says nothing of an error. */
static void *again(void *block, size_t size, struct heap_block was)
{
    int failed = errno;
    if (!block && (size || failed == ENOMEM))
        heap_kept(was);
    told(block, size);
    errno = failed;
    return block;
}

static void *in_realloc(void *block, size_t size)
{
    if (!heap_enter())
        return of.realloc(block, size);
    struct heap_block was = heap_given(block);
    return again(of.realloc(block, size), size, was);
}

static void *in_reallocarray(void *block, size_t count, size_t size)
{
    if (!heap_enter())
        return of.reallocarray(block, count, size);
    struct heap_block was = heap_given(block);
    return again(of.reallocarray(block, count, size), count * size, was);
}

static void in_free(void *block)
{
    if (!heap_enter()) {
        of.free(block);
        return;
    }
    heap_given(block);
    of.free(block);
    heap_leave();
}

#ifdef INSTR_STATIC_RUNTIME

#define HOOK(name) .name = in_##name,
static const struct heap_calls hooks = {HEAP_CALLS(HOOK)};

void heap_calls_find(void)
{
    if (&__instr_heap_calls)
        of = __instr_heap_calls;
    else
        source_heap_missing = "this static program was not linked by instr-cc";
}

void heap_calls_begin(void)
{
    __instr_heap_calls = hooks;
}

#else

#define REDIRECT(name) {#name, (uintptr_t)in_##name, 0},
static struct redirect redirects[] = {HEAP_CALLS(REDIRECT)};

void heap_calls_find(void)
{
    size_t i = 0;
#define FIND(name)                                                                                                     \
    redirects[i].original = objects_find(#name);                                                                       \
    of.name = (__typeof__(name) *)redirects[i++].original;
    HEAP_CALLS(FIND)
    if (!of.malloc || !of.free)
        source_heap_missing = "this process has no malloc that could be found";
}

void heap_calls_begin(void)
{
    static struct objects_watch watch = {
        .redirects = redirects, .count = sizeof redirects / sizeof *redirects, .own = true};
    objects_redirect(&watch);
}

#endif
