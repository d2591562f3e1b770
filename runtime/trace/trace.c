/*
 * trace.c - see trace.h.
 *
 * Everything here is guarded by one lock, which is taken once in thousands of events. Its owner holds the events of the calling thread
 * (events.c), so that no signal handler of the program finds the lock taken by its own thread.
 */
#include "runtime/trace/trace.h"

#include "common/arena.h"
#include "runtime/machine/big_stack.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/message.h"
#include "runtime/machine/pages.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/flow/team_settle.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output_folder.h"
#include "runtime/write/output_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAMES = 16 << 10 };

/* A slot of a ring that has a chunk. */
struct ring_slot {
    uint64_t last;   /* ticks: of its last event */
    uint32_t number; /* of the slot */
    uint32_t calls;
};

static struct {
    enum { CLOSED, OPEN, FULL, FAILED } state;
    uint64_t length;           /* of the file */
    uint64_t promised;         /* that the buffers in use may add to it */
    uint32_t regions;          /* that have a number */
    uint32_t sequence;         /* of the chunk of events that was written last */
    size_t names;              /* bytes of `names` that are in use, ... */
    size_t names_put;          /* ... and of them, in the file, ... */
    uint64_t names_at;         /* ... at this place */
    struct trace_chunk *spare; /* buffers of threads that ended, the first word of each is the next one's address */
    uint64_t left[TRACE_LEFT_COUNT]; /* of threads that ended */
    uint64_t told[TRACE_LEFT_COUNT]; /* of all, that the profile has */
    uint64_t from, to;               /* ticks: the window; 0: not reckoned yet */
    bool begun;                      /* the window has */
    bool asks;                       /* each call is looked at */
    struct ring_slot *ring;          /* null: none */
    uint32_t slots, first, used;     /* of the ring: how many, and the oldest of those that are in use */
} trace;

static char names[NAMES];

static const struct thread *_Atomic holder; /* of the lock */

/* Forgets the trace in a child of fork, which begins its own. */
static void forget(void)
{
    struct ring_slot *ring = trace.ring;
    uint32_t slots = trace.slots;
    bool asks = trace.asks;
    memset(&trace, 0, sizeof trace);
    trace.ring = ring;
    trace.slots = slots;
    trace.asks = asks;
    for (size_t i = 0; i < TRACE_LEFT_COUNT; i++)
        events_left[i] = 0;
    for (struct region *region = store->regions; region; region = region->next)
        PUT(region->trace, 0);
    trace_file_forget();
    store->trace = NULL;
    holder = NULL;
}

static struct lock lock = LOCK(LOCK_TRACE, forget);

static void take_lock(void)
{
    lock_take(&lock);
    holder = thread_self;
}

static void give_lock(void)
{
    holder = NULL;
    lock_give(&lock);
}

static uint64_t ticks_of(double seconds)
{
    double ps = clock_ps(store_scale(store, clock_pair_now()));
    double ticks = seconds * 1e12 / ps;
    return ticks < 0x1p62 ? (uint64_t)ticks : (uint64_t)1 << 62;
}

/* Reads the machine's identity since its start: processes with the same text share a clock. */
static void read_boot(char *text, size_t size)
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, size - 1) : 0;
    text[got > 0 ? got : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    if (file >= 0)
        close(file);
}

/* Reports once that the file can't be written any more; the program goes on. */
static bool fail(void)
{
    if (trace.state != FAILED)
        message_say("the trace ends here: %s; INSTR_TRACE=output=PATH says where else it may be", strerror(errno));
    trace.state = FAILED;
    return false;
}

/* Adds a chunk at the end, or at the given offset. */
static bool put_chunk(struct trace_chunk *chunk, const void *bytes, uint64_t at)
{
    struct clock_pair now = clock_pair_now();
    chunk->magic = TRACE_MAGIC;
    chunk->version = TRACE_VERSION;
    chunk->ticks = now.ticks;
    chunk->ns = now.ns;
    if (sandbox_is_entered()) {
        errno = EPERM;
        trace.state = FAILED;
        return false;
    }
    if (!trace_file_put(at, chunk, sizeof *chunk, bytes, chunk->size - sizeof *chunk))
        return fail();
    if (trace.length < at + chunk->stride)
        trace.length = at + chunk->stride;
    return true;
}

static struct trace_chunk chunk_of(enum trace_chunk_kind kind, size_t size)
{
    struct trace_chunk chunk = {.kind = (uint16_t)kind, .size = (uint32_t)(sizeof chunk + size)};
    chunk.stride = trace.ring ? TRACE_CHUNK : (chunk.size + 7) & ~7u;
    return chunk;
}

static bool put_other(enum trace_chunk_kind kind, const void *bytes, size_t size)
{
    struct trace_chunk chunk = chunk_of(kind, size);
    return put_chunk(&chunk, bytes, trace.length);
}

/* Makes the file; never where another process writes its own. */
static bool make_file(const char *path, struct arena *arena)
{
    const char *mark = arena_printf(arena, "%ld", (long)store->pid), *name = path;
    bool done = trace_file_make(name);
    for (unsigned i = 2; !done && errno == EBUSY && i < 1000 && mark; i++) {
        name = output_name_marked(path, mark, arena);
        done = name && trace_file_make(name);
        mark = done ? mark : arena_printf(arena, "%ld-%u", (long)store->pid, i);
    }
    if (done && name != path)
        message_say("%s is another process's trace, so this one has -%s after its name", path, mark);
    if (done)
        store->trace = store_text(name);
    return done;
}

static void open_here(void *done)
{
    struct arena arena = {0};
    struct timespec real = {0, 0};
    struct clock_pair now = clock_pair_now();
    struct trace_head head = {
        .clock = store->clock, .pid = store->pid, .ticks = store->start.ticks, .ns = store->start.ns};
    clock_gettime(CLOCK_REALTIME, &real);
    head.real_ns = (uint64_t)real.tv_sec * 1000000000u + (uint64_t)real.tv_nsec - (now.ns - store->start.ns);
    snprintf(head.host, sizeof head.host, "%s", store->host);
    snprintf(head.program, sizeof head.program, "%s", store->program);
    snprintf(head.clock_name, sizeof head.clock_name, "%s", clock_name((enum clock_kind)store->clock));
    read_boot(head.boot, sizeof head.boot);
    const char *path = output_name_trace(store, &arena);
    if (path && settings.folder && !*settings.trace_output)
        output_folder_make(path);
    errno = ENOMEM;
    bool made = path && make_file(path, &arena);
    arena_free(&arena);
    if (made)
        trace.state = OPEN;
    *(bool *)done = made ? put_other(TRACE_HEAD, &head, sizeof head) : fail();
}

static bool open_file(void)
{
    bool done;
    big_stack_run(open_here, &done);
    return done;
}

/* Writes names. In a ring, where each chunk keeps its slot, a chunk with room for further names is written again. */
static bool put_names(void)
{
    if (trace.names == trace.names_put)
        return true;
    if (!trace.ring || !trace.names_put)
        trace.names_at = trace.length;
    struct trace_chunk chunk = chunk_of(TRACE_NAMES, trace.names);
    trace.names_put = trace.names;
    bool done = put_chunk(&chunk, names, trace.names_at);
    if (!trace.ring)
        trace.names = trace.names_put = 0;
    return done;
}

/* Keeps a region's name until a chunk is written. */
static void add_name(const struct region *region)
{
    size_t name = strnlen(region->name, 1000), file = strnlen(region->file, 1000);
    size_t size = (sizeof(struct trace_name) + name + file + 3) & ~(size_t)3;
    struct trace_name head = {trace.regions, region->line, region->kind, (uint16_t)name, (uint16_t)file};
    if (trace.names + size > sizeof names) {
        put_names();
        trace.names = trace.names_put = 0;
    }
    char *at = names + trace.names;
    memset(at, 0, size);
    memcpy(at, &head, sizeof head);
    memcpy(at + sizeof head, region->name, name);
    memcpy(at + sizeof head + name, region->file, file);
    trace.names += size;
}

static uint32_t give_number(const struct region *region)
{
    if (trace.state == CLOSED)
        open_file();
    add_name(region);
    return trace.regions++;
}

static uint32_t name_region(struct region *region)
{
    if (!choice_takes(region))
        return EVENTS_NOT;
    int saved = errno;
    bool held = holder == thread_self; /* as where it names what is open when a buffer begins */
    if (!held)
        take_lock();
    uint32_t number = give_number(region);
    if (!held)
        give_lock();
    errno = saved;
    return number << 2 | (number >= TRACE_SHORT_REGIONS || trace.asks ? EVENTS_ASK : EVENTS_SHORT);
}

static unsigned why_not(enum trace_left why)
{
    return 1 + why;
}

static uint32_t count_calls(const struct events *events, uint32_t count)
{
    uint32_t calls = 0;
    for (uint32_t at = events->written; at < count; at++) {
        uint32_t word = events->words[at];
        calls += (word & 3) == 2 || (word & 63) == TRACE_ENTER << 2;
        at += (word & 3) == 0 && word;
    }
    return calls;
}

/* Returns where the next chunk of a ring goes: over the oldest one if that is old enough, or if there is no more room. */
static uint64_t next_slot(uint32_t calls, uint64_t last)
{
    const struct ring_slot *oldest = &trace.ring[trace.first % trace.slots];
    bool over = trace.used &&
                (trace.length / TRACE_CHUNK >= trace.slots || last - oldest->last > ticks_of(settings.trace_keep));
    struct ring_slot slot = {last, (uint32_t)(trace.length / TRACE_CHUNK), calls};
    if (over) {
        slot.number = oldest->number;
        trace.left[TRACE_LEFT_OLD] += oldest->calls;
        trace.first++;
        trace.used--;
    }
    trace.ring[(trace.first + trace.used++) % trace.slots] = slot;
    return (uint64_t)slot.number * TRACE_CHUNK;
}

/* Writes the first `count` words of a thread's buffer, unless they are in the file already. */
static bool put_words(struct thread *thread, uint32_t count, uint64_t last)
{
    struct events *events = &thread->events;
    struct trace_chunk *chunk = events->buffer;
    if (!chunk || count <= events->written || trace.state == FAILED)
        return trace.state != FAILED;
    uint32_t size = (count - events->written) * (uint32_t)sizeof *events->words;
    chunk->kind = TRACE_EVENTS;
    chunk->thread = thread->number;
    chunk->system_id = thread->system_id;
    chunk->sequence = ++trace.sequence;
    chunk->size = (uint32_t)sizeof *chunk + size;
    chunk->stride = trace.ring ? TRACE_CHUNK : (chunk->size + 7) & ~7u;
    bool done = (trace.state != CLOSED || open_file()) && put_names() &&
                put_chunk(chunk, &events->words[events->written],
                          trace.ring ? next_slot(count_calls(events, count), last) : trace.length);
    events->written = count;
    chunk->previous = chunk->sequence;
    chunk->open = 0;
    chunk->base = last;
    return done;
}

static bool put_events(struct thread *thread)
{
    uint64_t last;
    uint32_t count = events_count(&thread->events, clock_now(), &last);
    return put_words(thread, count, last);
}

/* Does the same for a running thread: a probe takes its place in the buffer before it writes the word. */
static bool put_whole_events(struct thread *thread)
{
    uint64_t last;
    uint32_t count = thread->events.buffer ? events_whole(&thread->events, clock_now(), &last) : 0;
    return !count || put_words(thread, count, last);
}

/* Writes the last events. Open calls end at the end of their team, because a thread that waits behind its part is told no more. */
static bool put_last_events(struct thread *thread)
{
    struct trace_chunk *buffer = thread->events.buffer;
    uint64_t now = clock_now(), until = team_settle_until(thread, now);
    uint32_t words[] = {TRACE_CUT << 2, 0};
    if (!put_events(thread) || !buffer || until >= now || trace.ring || trace.state == FAILED)
        return trace.state != FAILED;
    struct trace_chunk chunk = chunk_of(TRACE_EVENTS, sizeof words);
    chunk.thread = thread->number;
    chunk.system_id = thread->system_id;
    chunk.sequence = ++trace.sequence;
    chunk.previous = buffer->previous;
    chunk.base = until;
    buffer->previous = chunk.sequence;
    return put_chunk(&chunk, words, trace.length);
}

static struct trace_chunk *new_buffer(void)
{
    struct trace_chunk *buffer = trace.spare;
    if (!buffer)
        return store_alloc(TRACE_CHUNK);
    memcpy(&trace.spare, buffer, sizeof(void *));
    memset(buffer, 0, TRACE_CHUNK);
    return buffer;
}

/* The thread's events end here. */
static unsigned cut(struct events *events, enum trace_left why)
{
    if (events->on) {
        events_put(events, TRACE_CUT, (uint64_t)why << 32);
        trace.promised -= TRACE_CHUNK;
    }
    events->on = false;
    return why_not(why);
}

/* Starts the buffer again. Its old contents are cleared, so that a probe interrupted just before it took its place finds nothing old before
 * it. */
static void begin_buffer(struct thread *thread, uint64_t now)
{
    struct events *events = &thread->events;
    bool first = !events->begun;
    events->words = (uint32_t *)(events->buffer + 1);
    memset(events->words, 0, events->count * sizeof *events->words);
    events->count = events->written = 0;
    if (first)
        events->last = now;
    events->begun = events->on = true;
    events->buffer->base = events->last;
    if (settings.trace_shortest > 0)
        events->shortest = ticks_of(settings.trace_shortest);
    events->buffer->open = first || trace.ring ? events_begin(thread, first, events->last) : 0;
}

/* Returns whether the time is within the window. The length of a tick gets more exact with time, so it is computed again when the window
 * begins. */
static bool in_window(uint64_t now)
{
    if (!trace.to || (now >= trace.from && !trace.begun)) {
        trace.from = store->start.ticks + ticks_of(settings.trace_from);
        trace.to = store->start.ticks + ticks_of(settings.trace_to);
        trace.begun = now >= trace.from;
    }
    return now >= trace.from && now <= trace.to;
}

static unsigned make_room(struct thread *thread, uint64_t now)
{
    struct events *events = &thread->events;
    if (trace.state == FAILED)
        return cut(events, TRACE_LEFT_FAILED);
    if (!in_window(now))
        return cut(events, TRACE_LEFT_WINDOW);
    if (events->on)
        trace.promised -= TRACE_CHUNK;
    trace.promised += TRACE_CHUNK;
    if (!trace.ring && trace.length + trace.promised + (events->on ? TRACE_CHUNK : 0) > settings.trace_size) {
        trace.state = FULL;
        trace.promised -= events->on ? 0 : TRACE_CHUNK;
        unsigned why = cut(events, TRACE_LEFT_FULL);
        put_events(thread);
        return why;
    }
    if (!events->buffer && !(events->buffer = new_buffer())) {
        trace.promised -= TRACE_CHUNK;
        return why_not(TRACE_LEFT_BUSY);
    }
    if (!put_events(thread))
        return cut(events, TRACE_LEFT_FAILED);
    begin_buffer(thread, now);
    return 0;
}

/* Called with each event by threads that have no more room. */
static unsigned make_event_room(struct thread *thread, uint64_t now)
{
    struct events *events = &thread->events;
    if (sandbox_is_entered()) /* where even to ask whose the store is may be the end */
        return why_not(TRACE_LEFT_FAILED);
    if (!store_is_own() || (!events->buffer && thread_is_held()))
        return why_not(TRACE_LEFT_BUSY);
    if (!events->on && trace.state >= FULL)
        return why_not(trace.state == FULL ? TRACE_LEFT_FULL : TRACE_LEFT_FAILED);
    if (!events->on && trace.to && (now > trace.to || now < trace.from))
        return why_not(TRACE_LEFT_WINDOW);
    int saved = errno;
    take_lock();
    unsigned why = make_room(thread, now);
    give_lock();
    errno = saved;
    return why;
}

static unsigned ask_event(struct thread *thread, const struct node *node, uint64_t now)
{
    return now > trace.to ? make_event_room(thread, now) : choice_why_not(thread, node, now);
}

/* Adds a thread's counts of omitted calls. */
static void add_left(uint64_t *left, const struct thread *thread)
{
    left[TRACE_LEFT_FILTER] += thread->events.filtered;
    for (size_t i = 0; thread->events.buffer && i < TRACE_LEFT_COUNT; i++)
        left[i] += thread->events.buffer->left[i];
}

static void end_events(struct thread *thread)
{
    struct events *events = &thread->events;
    struct trace_chunk *buffer = events->buffer;
    if (!buffer) {
        events_left_out(NULL, TRACE_LEFT_FILTER, events->filtered);
        return;
    }
    int saved = errno;
    events_hold(events, clock_now());
    take_lock();
    put_events(thread);
    trace.promised -= events->on ? TRACE_CHUNK : 0;
    add_left(trace.left, thread);
    *events = EVENTS_NONE;
    memcpy(buffer, &trace.spare, sizeof(void *));
    trace.spare = buffer;
    give_lock();
    errno = saved;
}

/* The profile says it, too. */
static void tell_left(const uint64_t *left)
{
    static const char *const whys[] = {
#define WHY(kind, why) why,
        TRACE_LEFT_ROWS(WHY)
#undef WHY
    };
    char text[TALLY_NAME];
    for (size_t i = 0; i < TRACE_LEFT_COUNT; i++) {
        snprintf(text, sizeof text, "calls that are not in the trace: %s", whys[i]);
        if (left[i] > trace.told[i])
            tally_add_named(text, left[i] - trace.told[i]);
        trace.told[i] = left[i];
    }
}

bool trace_is_on(void)
{
    return settings.trace && !settings.told;
}

/* Writes what was omitted, into the file and the profile. */
static void put_end(struct clock_pair *moment)
{
    uint64_t left[TRACE_LEFT_COUNT];
    memcpy(left, trace.left, sizeof left);
    for (size_t i = 0; i < TRACE_LEFT_COUNT; i++)
        left[i] += events_left[i];
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        add_left(left, thread);
    if (trace.state == OPEN || trace.state == FULL) {
        struct trace_chunk end = chunk_of(TRACE_END, 0);
        memcpy(end.left, left, sizeof end.left);
        if (put_chunk(&end, NULL, trace.length))
            *moment = (struct clock_pair){.ticks = end.ticks, .ns = end.ns};
    }
    tell_left(left);
}

/* Writes all threads by `put`; with `end` the file is ended, and that is its moment. */
static void write_all(bool (*put)(struct thread *thread), struct clock_pair *end)
{
    if (!trace_is_on() || sandbox_is_entered() || !store_is_own() || thread_is_held())
        return;
    int saved = errno;
    struct thread *mine = thread_self;
    uintptr_t busy = thread_hold_begin_long();
    lock_take(&thread_lock);
    events_hold(&mine->events, clock_now());
    take_lock();
    for (struct thread *thread = store->threads; thread; thread = thread->next)
        put(thread);
    if (end)
        put_end(end);
    give_lock();
    events_release(&mine->events);
    lock_give(&thread_lock);
    thread_hold_end(busy);
    errno = saved;
}

struct clock_pair trace_write(void)
{
    struct clock_pair end = clock_pair_now();
    write_all(put_last_events, &end);
    return end;
}

void trace_flush(void)
{
    if (!trace.ring)
        write_all(put_whole_events, NULL);
}

void trace_join(const struct trace_job *joined)
{
    if (!trace_is_on() || sandbox_is_entered() || !store_is_own() || thread_is_held())
        return;
    struct thread *mine = thread_self;
    int saved = errno;
    uintptr_t busy = thread_hold_begin_long();
    events_hold(&mine->events, clock_now());
    take_lock();
    if (trace.state == OPEN || (trace.state == CLOSED && open_file()))
        put_other(TRACE_JOB, joined, sizeof *joined);
    give_lock();
    events_release(&mine->events);
    thread_hold_end(busy);
    errno = saved;
}

void trace_start(void)
{
    if (!trace_is_on())
        return;
    static const struct subscriber subscriber = {
        .name = name_region, .end = end_events, .ask = ask_event, .make_room = make_event_room};
    events_subscribe(&subscriber);
    choice_start();
    trace.asks = settings.trace_every > 1 || *settings.trace_below || settings.trace_to < 1e9;
    if (settings.trace_keep > 0) {
        trace.slots = (uint32_t)(settings.trace_size / TRACE_CHUNK);
        trace.ring = pages_map(trace.slots * sizeof *trace.ring);
    }
}
