/* samples.c - see samples.h. */
#include "runtime/observe/samples.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/raw.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stddef.h>

enum {
    FEW_PAGES = 1,  /* of program counters: for a quarter of a second */
    MANY_PAGES = 8, /* with pieces of stack: for 30 ms at first, then twice that */
    FIRST_ROOM = 64,
    MOST_RINGS = 1 << 16
};

/* Asks for the stack. Only x86-64 can be unwound. The registers are the program's, even while the kernel runs for it. */
static bool ask_for_stack(struct perf_event_attr *attr)
{
#ifdef __x86_64__
    enum { BASE = 1 << 6, STACK = 1 << 7, COUNTER = 1 << 8 }; /* PERF_REG_X86_* */
    attr->size = PERF_ATTR_SIZE_VER3;
    attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    attr->sample_regs_user = BASE | STACK | COUNTER;
    attr->sample_stack_user = sizeof(((struct sample *)0)->words);
    return true;
#else
    (void)attr;
    return false;
#endif
}

/* Opens the event; returns its descriptor, or the kernel's negative error. */
static long open_event(const struct ring *ring)
{
    struct perf_event_attr attr;
    for (size_t i = 0; i < sizeof attr; i++)
        ((volatile char *)&attr)[i] = 0;
    attr.type = PERF_TYPE_SOFTWARE;
    attr.size = PERF_ATTR_SIZE_VER0;
    attr.config = PERF_COUNT_SW_CPU_CLOCK;
    attr.sample_period = ring->period;
    attr.sample_type = PERF_SAMPLE_IP;
    bool stack = ring->pages > FEW_PAGES && ask_for_stack(&attr);
    attr.exclude_kernel = !ring->kernel || !stack;
    attr.exclude_hv = 1;
    return raw_call(SYS_perf_event_open, raw_word(&attr), ring->system_id, -1, -1, PERF_FLAG_FD_CLOEXEC, 0);
}

static int open_with(struct ring *ring, uint64_t page, uint32_t pages, bool kernel)
{
    ring->pages = pages;
    ring->kernel = kernel;
    long file = open_event(ring);
    if (file < 0)
        return (int)-file;
    ring->page = raw_map((1 + pages) * page, file);
    raw_with(SYS_close, file, 0, 0);
    return ring->page ? 0 : ENOMEM;
}

static bool is_large(const struct ring *ring)
{
    return ring->page && !ring->own && ring->pages > FEW_PAGES;
}

static bool too_many_large(const struct samples *samples)
{
    return samples->bound && samples->large > samples->bound;
}

/* Opens a ring with as much information as the kernel allows. */
static int open_ring(struct samples *samples, struct ring *ring)
{
    if (!samples->bound || samples->large < samples->bound) {
        int fault = open_with(ring, samples->page, MANY_PAGES, true);
        if (fault && fault != ENOMEM)
            fault = open_with(ring, samples->page, MANY_PAGES, false);
        samples->large += !fault;
        if (fault == ENOMEM)
            samples->bound = samples->large / 2 + 1;
        if (!fault)
            return 0;
    }
    return open_with(ring, samples->page, FEW_PAGES, false);
}

/* Opens a thread's own ring, whose memory is in the store, at the same address here. */
static int open_own(struct ring *ring, const struct thread *thread, void *own)
{
    ring->own = ring->kernel = true;
    ring->period = GET(thread->samples_period);
    ring->page = own;
    ring->pages = SELF_SAMPLES_PAGES;
    return 0;
}

static void close_ring(struct samples *samples, struct ring *ring)
{
    samples->large -= is_large(ring);
    if (ring->page && !ring->own)
        raw_unmap(ring->page, (1 + ring->pages) * samples->page);
    ring->page = NULL;
}

static bool grow(struct samples *samples)
{
    uint32_t room = samples->room ? 2 * samples->room : FIRST_ROOM;
    struct ring *rings = samples->room < MOST_RINGS ? raw_map(room * sizeof *rings, -1) : NULL;
    for (uint32_t i = 0; rings && i < samples->count; i++)
        rings[i] = samples->rings[i];
    if (rings && samples->rings)
        raw_unmap(samples->rings, samples->room * sizeof *rings);
    if (rings) {
        samples->rings = rings;
        samples->room = room;
    }
    return rings;
}

static struct ring *free_ring(struct samples *samples)
{
    for (uint32_t i = 0; i < samples->count; i++)
        if (!samples->rings[i].thread)
            return &samples->rings[i];
    return samples->count < samples->room || grow(samples) ? &samples->rings[samples->count++] : NULL;
}

/* Returns whether the error means that no thread of the program may be sampled, rather than this one. */
static bool is_refusal(int fault)
{
    return fault == EPERM || fault == EACCES || fault == ENOSYS || fault == EINVAL || fault == EOPNOTSUPP ||
           fault == ENOENT || fault == ENODEV;
}

struct ring *samples_of(struct samples *samples, struct observed *observed, struct thread *thread, void *own)
{
    uint32_t number = GET(thread->watched.ring);
    uint64_t address = (uintptr_t)thread;
    int32_t id = GET(thread->system_id);
    struct ring *ring = number && number <= samples->count ? &samples->rings[number - 1] : NULL;
    if (ring && ring->thread == address && ring->system_id == id) {
        ring->round = samples->round;
        return ring;
    }
    if (number == OBSERVED_NO_RING || GET(observed->refused) || id <= 0)
        return NULL;
    ring = free_ring(samples);
    if (!ring) {
        PUT(thread->watched.ring, OBSERVED_NO_RING);
        return NULL;
    }
    *ring = (struct ring){.system_id = id, .period = samples->period, .round = samples->round};
    int fault = own && GET(thread->samples_period) ? open_own(ring, thread, own) : open_ring(samples, ring);
    if (fault) {
        if (is_refusal(fault))
            PUT(observed->refused, fault);
        else if (fault != ESRCH)
            PUT(thread->watched.ring, OBSERVED_NO_RING);
        return NULL;
    }
    ring->thread = address;
    PUT(thread->watched.ring, (uint32_t)(ring - samples->rings) + 1);
    return ring;
}

void samples_begin(struct samples *samples)
{
    samples->round++;
}

void samples_end(struct samples *samples)
{
    for (uint32_t i = 0; i < samples->count; i++) {
        struct ring *ring = &samples->rings[i];
        bool gone = ring->round != samples->round, shrinks = is_large(ring) && too_many_large(samples);
        if (!ring->thread || (!gone && !shrinks && (ring->own || ring->period == samples->period)))
            continue;
        close_ring(samples, ring);
        ring->period = samples->period;
        if (gone || open_ring(samples, ring))
            ring->thread = 0;
    }
}

bool samples_any(const struct ring *ring)
{
    const struct perf_event_mmap_page *control = ring->page;
    return __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE) != control->data_tail;
}

/* The records of a ring. The kernel adds at the head, the reader moves the tail. Each is a multiple of 8 bytes, the first of which tell its
 * kind. */
struct records {
    const uint64_t *words;
    uint64_t count, at; /* of words: a power of 2; and where the record begins */
};

static uint64_t word_of(const struct records *records, uint64_t number)
{
    return records->words[(records->at + number) & (records->count - 1)];
}

/* Reads the rest of a record: which registers there are, in the order of their numbers; the size of the stack copy; the copy; how much of it
 * is valid. */
static void read_stack(const struct records *records, uint64_t length, struct sample *sample)
{
    enum { ABI = 2, BASE, STACK, COUNTER, SIZE, WORDS, MOST = sizeof sample->words / sizeof *sample->words };
    uint64_t count = length > WORDS ? word_of(records, SIZE) / sizeof *sample->words : 0;
    if (!word_of(records, ABI) || !count || count > MOST || WORDS + count >= length)
        return;
    uint64_t used = word_of(records, WORDS + count) / sizeof *sample->words;
    sample->counter = word_of(records, COUNTER);
    sample->base = word_of(records, BASE);
    sample->stack = word_of(records, STACK);
    sample->word_count = (uint32_t)(used < count ? used : count);
    for (uint32_t i = 0; i < sample->word_count; i++)
        sample->words[i] = word_of(records, WORDS + i);
}

bool samples_next(struct ring *ring, uint64_t page, struct sample *sample)
{
    struct perf_event_mmap_page *control = ring->page;
    struct records records = {(const uint64_t *)(const void *)((const char *)ring->page + page),
                              ring->pages * page / sizeof *records.words, 0};
    uint64_t tail = control->data_tail, head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
    bool found = false;
    sample->stands_for = 1;
    while (!found && tail < head) {
        records.at = tail / sizeof *records.words;
        uint64_t what = word_of(&records, 0);
        uint32_t type = (uint32_t)what, length = (uint32_t)(what >> 48);
        if (type == PERF_RECORD_SAMPLE) {
            sample->counter = word_of(&records, 1);
            sample->word_count = 0;
            if (ring->pages > FEW_PAGES)
                read_stack(&records, length / sizeof *records.words, sample);
            found = true;
        } else if (type == PERF_RECORD_LOST) {
            sample->stands_for += (uint32_t)word_of(&records, 2);
        }
        tail = length ? tail + length : head;
    }
    __atomic_store_n(&control->data_tail, tail, __ATOMIC_RELEASE);
    return found;
}
