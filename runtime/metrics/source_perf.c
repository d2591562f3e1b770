/*
 * source_perf.c - counters of the processor and of the system, by perf events of each thread (perf_event_open(2)).
 *
 * Events of a thread are opened as groups, which are on the processor together and read by one call: one of the system's
 * own, and one of the processor's, or as many as it takes where that has too few counters; they then take turns, and what
 * is read is stretched over the time that they were not on. Where the kernel allows it, counters of the processor are read by
 * an instruction (rdpmc), as the comment in linux/perf_event.h says.
 *
 * A program may close descriptors that it does not know, and get their numbers for files of its own. So ours have high numbers, and before
 * reading each is checked to be still the same event.
 */
#include "runtime/metrics/sources.h"

#include "runtime/machine/pages.h"
#include "runtime/machine/tallies.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CACHE(which, result) (PERF_COUNT_HW_CACHE_##which | PERF_COUNT_HW_CACHE_RESULT_##result << 16)

enum { OUT_OF_THE_WAY = 400, PERF_RAW = 16 };

/* Events by field. From PERF_RAW on those requested by number. */
static struct {
    uint32_t type;
    uint64_t config;
} events[SOURCE_FIELDS] = {
    [PERF_INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    [PERF_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    [PERF_REF_CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
    [PERF_CACHE_REFERENCES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    [PERF_CACHE_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    [PERF_BRANCHES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    [PERF_BRANCH_MISSES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    [PERF_STALLED_FRONT] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    [PERF_STALLED_BACK] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    [PERF_L1_MISSES] = {PERF_TYPE_HW_CACHE, CACHE(L1D, MISS)},
    [PERF_LLC_MISSES] = {PERF_TYPE_HW_CACHE, CACHE(LL, MISS)},
    [PERF_TLB_MISSES] = {PERF_TYPE_HW_CACHE, CACHE(DTLB, MISS)},
    [PERF_TASK_CLOCK] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    [PERF_MIGRATIONS] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    [PERF_ALIGNMENT] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
    [PERF_EMULATION] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
};
static unsigned raw_count;
static uint32_t wanted;
static bool user_only;

struct event {
    int fd; /* -1: gone */
    uint8_t field;
    bool leads;                        /* a group, with those behind it */
    uint64_t id;                       /* the system's number of it */
    struct perf_event_mmap_page *page; /* null: it can't be read without a call */
    uint64_t last;                     /* as read last */
    uint64_t enabled, running;         /* of a leader, likewise, ns */
};

/* The events of one thread. */
struct perf_thread {
    struct perf_thread *next, **link;
    unsigned count;
    struct event events[SOURCE_FIELDS];
    uint64_t totals[SOURCE_FIELDS];
};

static struct perf_thread *threads; /* the lock of those that come and go guards it */

static int open_event(unsigned field, int leader)
{
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = events[field].type;
    attr.config = events[field].config;
    attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attr.exclude_kernel = attr.exclude_hv = user_only;
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
    int away = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
    if (away < 0)
        return fd;
    close(fd);
    return away;
}

static void say_why(int error, char *why, unsigned size)
{
    const char *text = strerror(error);
    if (error == EACCES || error == EPERM)
        text = "kernel.perf_event_paranoid does not allow it";
    else if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV)
        text = "this machine has no such counter for programs";
    else if (error == ENOSYS)
        text = "the system has no perf events";
    snprintf(why, size, "%s", text);
}

static bool is_allowed(unsigned field, int *error)
{
    int fd = open_event(field, -1);
    *error = errno;
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool is_ours(const struct event *event)
{
    uint64_t id;
    return event->fd >= 0 && ioctl(event->fd, PERF_EVENT_IOC_ID, &id) == 0 && id == event->id;
}

static void close_events(struct perf_thread *thread)
{
    for (unsigned i = 0; i < thread->count; i++) {
        if (thread->events[i].page)
            munmap(thread->events[i].page, (size_t)sysconf(_SC_PAGESIZE));
        if (is_ours(&thread->events[i]))
            close(thread->events[i].fd);
    }
    thread->count = 0;
}

/* Forgets, in a child of fork, the descriptors of its parent's threads; their pages are not mapped. */
static void forget_threads(void)
{
    for (struct perf_thread *thread = threads; thread; thread = thread->next)
        for (unsigned i = 0; i < thread->count; i++)
            if (is_ours(&thread->events[i]))
                close(thread->events[i].fd);
    threads = NULL;
}

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    int error = 0;
    uint32_t there = 0;
    forget_threads();
    for (unsigned field = 0; field < SOURCE_FIELDS; field++) {
        if (!(fields >> field & 1))
            continue;
        bool allowed = is_allowed(field, &error);
        if (!allowed && !user_only && (error == EACCES || error == EPERM)) {
            user_only = true;
            allowed = is_allowed(field, &error);
            user_only = allowed;
        }
        if (allowed)
            there |= 1u << field;
        else
            say_why(error, why, size);
    }
    if (user_only && !wanted)
        tally_add_named("INSTR_METRICS: counters exclude the kernel (kernel.perf_event_paranoid)", 1);
    return wanted = there;
}

/* Accepts an event given by number as in perf: r and hexadecimal digits. */
static int offer(const char *word, unsigned length, char *name, unsigned size)
{
    unsigned field = PERF_RAW + raw_count;
    if (length < 2 || word[0] != 'r' || strspn(word + 1, "0123456789abcdefABCDEF") < length - 1 ||
        field >= SOURCE_FIELDS)
        return -1;
    events[field].type = PERF_TYPE_RAW;
    events[field].config = strtoull(word + 1, NULL, 16);
    snprintf(name, size, "events %.*s of the processor", (int)length, word);
    return (int)(PERF_RAW + raw_count++);
}

static bool is_system(unsigned field)
{
    return events[field].type == PERF_TYPE_SOFTWARE;
}

static void add_event(struct perf_thread *thread, unsigned field, int *leader)
{
    struct event *event = &thread->events[thread->count];
    int fd = *leader >= 0 ? open_event(field, *leader) : -1;
    *event = (struct event){.fd = fd, .field = (uint8_t)field};
    if (fd < 0) { /* the first, or one too many */
        event->fd = *leader = open_event(field, -1);
        event->leads = true;
    }
    if (event->fd < 0 || ioctl(event->fd, PERF_EVENT_IOC_ID, &event->id) != 0)
        return;
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, event->fd, 0);
    if (page != MAP_FAILED && is_system(field))
        munmap(page, (size_t)sysconf(_SC_PAGESIZE));
    else if (page != MAP_FAILED)
        event->page = page;
    thread->count++;
}

static void *open_thread(void)
{
    struct perf_thread *thread = pages_map(sizeof *thread);
    if (!thread)
        return NULL;
    for (int system = 0; system < 2; system++) {
        int leader = -1;
        for (unsigned field = 0; field < SOURCE_FIELDS; field++)
            if (wanted >> field & 1 && is_system(field) == system)
                add_event(thread, field, &leader);
    }
    thread->next = threads;
    thread->link = &threads;
    if (threads)
        threads->link = &thread->next;
    threads = thread;
    return thread;
}

static void close_thread(void *handle)
{
    struct perf_thread *thread = handle;
    if (!thread)
        return;
    *thread->link = thread->next;
    if (thread->next)
        thread->next->link = thread->link;
    close_events(thread);
    pages_unmap(thread, sizeof *thread);
}

#if defined __x86_64__ || defined __i386__

/* Reads an event without a system call; returns false if it is not on a counter now, or may not be read so. */
static bool read_here(const struct event *event, uint64_t *value)
{
    const volatile struct perf_event_mmap_page *page = event->page;
    if (!page)
        return false;
    uint32_t lock;
    do {
        lock = page->lock;
        atomic_signal_fence(memory_order_seq_cst);
        uint32_t index = page->index;
        if (!page->cap_user_rdpmc || !index || page->time_enabled != page->time_running)
            return false;
        uint32_t low, high;
        __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index - 1));
        unsigned spare = 64u - page->pmc_width;
        int64_t counted = (int64_t)((((uint64_t)high << 32) | low) << spare) >> spare;
        *value = (uint64_t)page->offset + (uint64_t)counted;
        atomic_signal_fence(memory_order_seq_cst);
    } while (page->lock != lock);
    return true;
}

#else

static bool read_here(const struct event *event, uint64_t *value)
{
    (void)event, (void)value;
    return false;
}

#endif

static bool read_group_here(struct perf_thread *thread, unsigned first, unsigned end)
{
    uint64_t values[SOURCE_FIELDS];
    for (unsigned i = first; i < end; i++)
        if (!read_here(&thread->events[i], &values[i]))
            return false;
    for (unsigned i = first; i < end; i++) {
        struct event *event = &thread->events[i];
        thread->totals[event->field] += values[i] - event->last;
        event->last = values[i];
    }
    return true;
}

/* Returns the estimate of `more` if the event had been counted all the time. */
static uint64_t stretched(uint64_t more, uint64_t enabled, uint64_t running)
{
    return enabled == running ? more : (uint64_t)((double)more * (double)enabled / (double)running);
}

static void read_group(struct perf_thread *thread, unsigned first, unsigned end)
{
    struct event *leader = &thread->events[first];
    struct {
        uint64_t count, enabled, running, values[SOURCE_FIELDS];
    } now;
    if (!is_ours(leader)) {
        if (leader->fd >= 0)
            tally_add_named("INSTR_METRICS: threads whose counters the program has closed", 1);
        leader->fd = -1;
        return;
    }
    if (read(leader->fd, &now, sizeof now) < (ssize_t)(3 * sizeof(uint64_t)) || now.count != end - first)
        return;
    uint64_t enabled = now.enabled - leader->enabled, running = now.running - leader->running;
    if (!running) /* it was not its turn: next time */
        return;
    if (enabled != running && leader->enabled == leader->running)
        tally_add_named(
            "INSTR_METRICS: threads in which counters took turns, being more than the processor has: values are "
            "estimates",
            1);
    for (unsigned i = first; i < end; i++) {
        struct event *event = &thread->events[i];
        thread->totals[event->field] += stretched(now.values[i - first] - event->last, enabled, running);
        event->last = now.values[i - first];
    }
    leader->enabled = now.enabled;
    leader->running = now.running;
}

static void read_events(void *handle, uint64_t fields[SOURCE_FIELDS])
{
    struct perf_thread *thread = handle;
    for (unsigned first = 0, end; thread && first < thread->count; first = end) {
        for (end = first + 1; end < thread->count && !thread->events[end].leads;)
            end++;
        if (!read_group_here(thread, first, end))
            read_group(thread, first, end);
    }
    if (thread)
        memcpy(fields, thread->totals, sizeof thread->totals);
    else
        memset(fields, 0, SOURCE_FIELDS * sizeof *fields);
}

const struct metric_source source_perf = {
    .start = start, .open = open_thread, .close = close_thread, .read = read_events, .offer = offer};
