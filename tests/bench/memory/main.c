/*
 * main.c - what the runtime keeps in memory: bytes of a node and of a thread, and what extremes cost.
 *
 * The runtime is linked in, so that its store can be asked how much it handed out. Tables of slots are
 * ordinary memory beside the store, hence the resident set as a second measure.
 */
#include "include/instr_abi.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/store_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern __instr_attach_fn __instr_attach11;

/* What attaches this program; its probes are called by hand below. */
static struct __instr_region first __attribute__((__section__("instr_regions"), __aligned__(8), __used__)) = {
    __INSTR_MAGIC, sizeof(struct __instr_region), 1, 1, 1, 0, "deep", "memory.c", 0, 0, 0, 0};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double resident_mb(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

static struct {
    double s, mb;
    uint64_t used;
} before;

static void begin(void)
{
    before.mb = resident_mb();
    before.used = store->used;
    before.s = now_s();
}

static void row(const char *what, double count)
{
    double s = now_s() - before.s;
    printf("%-34s %9.3f s %9.1f ns each %9.1f MB store %9.1f MB resident\n", what, s, s * 1e9 / count,
           (double)(store->used - before.used) / 1e6, resident_mb() - before.mb);
}

static void deep_stack(void)
{
    enum { DEPTH = 1000000 };
    struct __instr_frame **frames = calloc(DEPTH, sizeof *frames);
    if (!frames)
        return;
    begin();
    for (int i = 0; i < DEPTH; i++)
        frames[i] = __instr_link11.__enter(&first);
    for (int i = DEPTH; i-- > 0;)
        __instr_link11.__exit(frames[i]);
    row("a million frames, and back", DEPTH);
    free(frames);
}

/* Regions made at run time: attach them as a shared object would. */
static struct __instr_region *many_regions(int count)
{
    struct __instr_region *regions = calloc((size_t)count, sizeof *regions);
    char(*names)[16] = calloc((size_t)count, sizeof *names);
    struct __instr_link link = __instr_link11;
    if (!regions || !names)
        exit(1);
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "region%d", i);
        regions[i] = (struct __instr_region){.__magic = __INSTR_MAGIC,
                                             .__size = sizeof *regions,
                                             .__kind = 1,
                                             .__level = 1,
                                             .__name = names[i],
                                             .__file = "made.c"};
    }
    begin();
    __instr_attach11(&link, regions, regions + count);
    row("100,000 regions", count);
    return regions;
}

static void many_nodes(struct __instr_region *regions)
{
    begin();
    for (int parent = 0; parent < 1000; parent++) {
        struct __instr_frame *frame = __instr_link11.__enter(&regions[parent]);
        for (int child = 0; child < 1000; child++)
            __instr_link11.__exit(__instr_link11.__enter(&regions[1000 + child]));
        __instr_link11.__exit(frame);
    }
    row("a million nodes", 1e6);
}

static void *short_lived(void *region)
{
    __instr_link11.__exit(__instr_link11.__enter(region));
    return NULL;
}

static void many_threads(void)
{
    enum { THREADS = 10000 };
    begin();
    for (int i = 0; i < THREADS; i++) {
        pthread_t id;
        if (thread_create(&id, NULL, short_lived, &first) == 0)
            pthread_join(id, NULL);
    }
    row("10,000 threads, one after another", THREADS);
}

int main(void)
{
    if (!store)
        return 1;
    printf("bytes: %zu a node, %zu more for a sampled or folded one, %zu a frame, %zu a region, %zu a thread\n",
           sizeof(struct node), sizeof(struct extra), sizeof(struct __instr_frame), sizeof(struct region),
           sizeof(struct thread) + sizeof(struct segment) + STACK_FRAMES * sizeof(struct __instr_frame));
    deep_stack();
    many_nodes(many_regions(100000));
    many_threads();
    return 0;
}
