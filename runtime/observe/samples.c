/* samples.c - see samples.h. */
#include "runtime/observe/samples.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/raw.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/mman.h>

enum { DATA_PAGES = 1, FIRST_ROOM = 64, MOST_RINGS = 1 << 16 };

static void *map(long size, long file)
{
    long memory = raw_call(SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                           file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0);
    return memory < 0 && memory > -4096 ? NULL : (void *)(intptr_t)memory;
}

/* The event's file, or the kernel's negative number. */
static long open_event(int thread, uint32_t period)
{
    struct perf_event_attr attr;
    for (size_t i = 0; i < sizeof attr; i++)
        ((volatile char *)&attr)[i] = 0;
    attr.type = PERF_TYPE_SOFTWARE;
    attr.size = PERF_ATTR_SIZE_VER0;
    attr.config = PERF_COUNT_SW_CPU_CLOCK;
    attr.sample_period = period;
    attr.sample_type = PERF_SAMPLE_IP;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return raw_call(SYS_perf_event_open, raw_word(&attr), thread, -1, -1, PERF_FLAG_FD_CLOEXEC, 0);
}

static int open_ring(struct ring *ring, uint64_t page)
{
    long file = open_event(ring->system_id, ring->period);
    if (file < 0)
        return (int)-file;
    ring->page = map((long)((1 + DATA_PAGES) * page), file);
    raw_with(SYS_close, file, 0, 0);
    return ring->page ? 0 : ENOMEM;
}

static void close_ring(struct ring *ring, uint64_t page)
{
    if (ring->page)
        raw_with(SYS_munmap, raw_word(ring->page), (long)((1 + DATA_PAGES) * page), 0);
    ring->page = NULL;
}

static bool grow(struct samples *samples)
{
    uint32_t room = samples->room ? 2 * samples->room : FIRST_ROOM;
    struct ring *rings = samples->room < MOST_RINGS ? map((long)(room * sizeof *rings), -1) : NULL;
    for (uint32_t i = 0; rings && i < samples->count; i++)
        rings[i] = samples->rings[i];
    if (rings && samples->rings)
        raw_with(SYS_munmap, raw_word(samples->rings), (long)(samples->room * sizeof *rings), 0);
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

/* What says that no thread of the program's may be sampled; else it is this one. */
static bool is_refusal(int fault)
{
    return fault == EPERM || fault == EACCES || fault == ENOSYS || fault == EINVAL || fault == EOPNOTSUPP ||
           fault == ENOENT || fault == ENODEV;
}

struct ring *samples_of(struct samples *samples, struct observed *observed, struct thread *thread)
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
    int fault = open_ring(ring, samples->page);
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
        bool gone = ring->round != samples->round;
        if (!ring->thread || (!gone && ring->period == samples->period))
            continue;
        close_ring(ring, samples->page);
        ring->period = samples->period;
        if (gone || open_ring(ring, samples->page))
            ring->thread = 0;
    }
}

bool samples_any(const struct ring *ring)
{
    const struct perf_event_mmap_page *control = ring->page;
    return __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE) != control->data_tail;
}

/* The kernel puts records at the head, and who reads them moves the tail. Each is a multiple of 8 bytes, the first of which say what it
 * is. */
bool samples_next(struct ring *ring, uint64_t page, uint64_t *counter, uint32_t *stands_for)
{
    struct perf_event_mmap_page *control = ring->page;
    const uint64_t *words = (const uint64_t *)(const void *)((const char *)ring->page + page);
    uint64_t size = DATA_PAGES * page / sizeof *words, tail = control->data_tail;
    uint64_t head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
    bool found = false;
    uint32_t lost = 0;
    while (!found && tail < head) {
        uint64_t at = tail / sizeof *words, what = words[at % size];
        uint32_t type = (uint32_t)what, length = (uint32_t)(what >> 48);
        if (type == PERF_RECORD_SAMPLE) {
            *counter = words[(at + 1) % size];
            found = true;
        } else if (type == PERF_RECORD_LOST) {
            lost += (uint32_t)words[(at + 2) % size];
        }
        tail = length ? tail + length : head;
    }
    *stands_for = 1 + lost;
    __atomic_store_n(&control->data_tail, tail, __ATOMIC_RELEASE);
    return found;
}
