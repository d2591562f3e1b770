/*
 * metered_calls.c - see metered_calls.h.
 *
 * An allocation is recorded after the program has got the block, and a release before the block is freed, because another thread may get the same
 * address immediately afterwards. realloc is both. An allocator may call another one of these, its own or a wrapped one; only the outermost call
 * is the program's. A read or a write is recorded when it is done.
 */
#include "runtime/attach/metered_calls.h"

#include "runtime/machine/code.h"
#include "runtime/machine/objects.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/heap.h"
#include "runtime/measure/beside/io.h"
#include "runtime/metrics/sources.h"

#include <errno.h>
#include <string.h>

/* The original functions. */
static struct metered_calls of;

static void *told(void *block, size_t size)
{
    heap_taken(block, size);
    heap_leave();
    return block;
}

static void *hook_malloc(size_t size)
{
    return heap_enter() ? told(of.malloc(size), size) : of.malloc(size);
}

static void *hook_calloc(size_t count, size_t size)
{
    return heap_enter() ? told(of.calloc(count, size), count * size) : of.calloc(count, size);
}

static void *hook_aligned_alloc(size_t alignment, size_t size)
{
    return heap_enter() ? told(of.aligned_alloc(alignment, size), size) : of.aligned_alloc(alignment, size);
}

static void *hook_memalign(size_t alignment, size_t size)
{
    return heap_enter() ? told(of.memalign(alignment, size), size) : of.memalign(alignment, size);
}

static void *hook_valloc(size_t size)
{
    return heap_enter() ? told(of.valloc(size), size) : of.valloc(size);
}

static void *hook_pvalloc(size_t size)
{
    return heap_enter() ? told(of.pvalloc(size), size) : of.pvalloc(size);
}

static int hook_posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!heap_enter())
        return of.posix_memalign(block, alignment, size);
    int result = of.posix_memalign(block, alignment, size);
    told(result == 0 ? *block : NULL, size);
    return result;
}

/* Handles realloc. With a size of 0 it may have freed the block and returned NULL; it has, unless it reports an error. */
static void *again(void *block, size_t size, struct heap_block was)
{
    int failed = errno;
    if (!block && (size || failed == ENOMEM))
        heap_kept(was);
    told(block, size);
    errno = failed;
    return block;
}

static void *hook_realloc(void *block, size_t size)
{
    if (!heap_enter())
        return of.realloc(block, size);
    struct heap_block was = heap_given(block);
    return again(of.realloc(block, size), size, was);
}

static void *hook_reallocarray(void *block, size_t count, size_t size)
{
    if (!heap_enter())
        return of.reallocarray(block, count, size);
    struct heap_block was = heap_given(block);
    return again(of.reallocarray(block, count, size), count * size, was);
}

static void hook_free(void *block)
{
    if (!heap_enter()) {
        of.free(block);
        return;
    }
    heap_given(block);
    of.free(block);
    heap_leave();
}

#define IO_CALL(type, name, parameters, arguments, what)                                                               \
    static type hook_##name parameters                                                                                 \
    {                                                                                                                  \
        type result = of.name arguments;                                                                               \
        io_done(what, result);                                                                                         \
        return result;                                                                                                 \
    }
IO_CALLS(IO_CALL)

/* The functions in stdio's own tables of the GNU C library that fill and empty a buffer. */
typedef ssize_t buffer_fn(void *stream, void *buffer, ssize_t size);
static buffer_fn *fill, *empty;

static ssize_t stdio_read_hook(void *stream, void *buffer, ssize_t size)
{
    ssize_t result = fill(stream, buffer, size);
    io_done(IO_READ, result);
    return result;
}

static ssize_t hook_empty(void *stream, void *buffer, ssize_t size)
{
    ssize_t result = empty(stream, buffer, size);
    io_done(IO_WRITE, result);
    return result;
}

static void begin_stdio(void)
{
    if (!fill || !empty || !code_replace_words((uintptr_t)fill, (uintptr_t)stdio_read_hook) ||
        !code_replace_words((uintptr_t)empty, (uintptr_t)hook_empty))
        tally_add_named("what stdio reads and writes is not in the metrics of io", 1);
}

#ifdef INSTR_STATIC_RUNTIME

extern buffer_fn _IO_file_read __attribute__((weak)), _IO_file_write __attribute__((weak));

void metered_calls_find(void)
{
    fill = _IO_file_read;
    empty = _IO_file_write;
    if (&__instr_metered_calls)
        of = __instr_metered_calls;
    else
        source_calls_missing = "this static program was not linked by instr-cc";
}

void metered_calls_begin(void)
{
#define HOOK(name) __instr_metered_calls.name = hook_##name;
#define HOOK_IO(type, name, ...) __instr_metered_calls.name = hook_##name;
    if (heap_is_metered()) {
        HEAP_CALLS(HOOK)
    }
    if (io_is_metered()) {
        IO_CALLS(HOOK_IO)
        begin_stdio();
    }
}

#else

#define ROW(name) {#name, (uintptr_t)hook_##name, 0},
#define ROW_IO(type, name, ...) {#name, (uintptr_t)hook_##name, 0},
static struct redirect heap_rows[] = {HEAP_CALLS(ROW)}, io_rows[] = {IO_CALLS(ROW_IO)};

void metered_calls_find(void)
{
    size_t i = 0;
#define FIND(name) of.name = (__typeof__(of.name))(heap_rows[i++].original = objects_find(#name));
    HEAP_CALLS(FIND)
    i = 0;
#define FIND_IO(type, name, ...) of.name = (__typeof__(of.name))(io_rows[i++].original = objects_find(#name));
    IO_CALLS(FIND_IO)
    fill = (buffer_fn *)objects_find("_IO_file_read");
    empty = (buffer_fn *)objects_find("_IO_file_write");
    if (!of.malloc || !of.free)
        source_calls_missing = "this process has no malloc that could be found";
}

void metered_calls_begin(void)
{
    static struct objects_watch heap = {
        .redirects = heap_rows, .count = sizeof heap_rows / sizeof *heap_rows, .own = true};
    static struct objects_watch io = {.redirects = io_rows, .count = sizeof io_rows / sizeof *io_rows};
    if (heap_is_metered())
        objects_redirect(&heap);
    if (io_is_metered()) {
        objects_redirect(&io);
        begin_stdio();
    }
}

#endif
