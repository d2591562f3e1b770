/*
 * main.c - what the reduction costs one rank, up to a million of them.
 *
 * The real reduce_profiles runs for each rank of a job that does not exist: the transport calls the
 * reduction of the sending rank when its message is asked for. Rank 0 is the one to look at: it takes in
 * a profile on every level of the tree, and while it does so the other ranks would be at work beside it.
 * Its own processor time, the bytes it receives and its largest memory are printed.
 *
 *   every   each rank has numbers of its own and its profile is made, packed and merged
 *   halves  only the left half of each subtree is; the right half is a copy of it with other ranks. That
 *           is 20 merges for 2^20 ranks in place of a million, so trees of 10^4 paths can be had.
 *
 * Each rank has either all paths, or a part of them drawn by its number. Every result is checked: calls
 * and ranks must be what was put in.
 */
#include "common/arena.h"
#include "runtime/job/reduce.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FAN_OUT = 8, MAX_LEVELS = 24 };

struct message {
    unsigned char *bytes;
    size_t size;
    struct arena arena;
};

struct simulation {
    struct arena arena;
    struct profile template; /* of all paths; its statistics mean nothing */
    bool different;          /* ranks have a part of the paths each */
    bool halves;
    int size;
    struct message right[MAX_LEVELS]; /* halves: what rank 2^level sends */
    double away;                      /* seconds that rank 0 spent on what others would do */
    size_t received;                  /* bytes, by rank 0 */
};

struct rank {
    struct simulation *simulation;
    struct transport transport;
    struct message in, out;
};

static void die(const char *what)
{
    fprintf(stderr, "bench-reduce: %s\n", what);
    exit(1);
}

/* Of the processor: others may be using the machine. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A figure of /proc/self/status, in bytes. */
static size_t memory(const char *key)
{
    char text[4096];
    int fd = open("/proc/self/status", O_RDONLY);
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got < 0)
        die("/proc/self/status can't be read");
    text[got] = 0;
    const char *line = strstr(text, key);
    return line ? (size_t)strtoull(line + strlen(key), NULL, 10) * 1024 : 0;
}

static void reset_peak(void)
{
    int fd = open("/proc/self/clear_refs", O_WRONLY);
    if (fd < 0 || write(fd, "5", 1) != 1)
        die("/proc/self/clear_refs can't be written");
    close(fd);
}

static void make_template(struct simulation *simulation, uint32_t paths)
{
    struct profile *profile = &simulation->template;
    struct arena *arena = &simulation->arena;
    profile->regions = arena_array(arena, paths, sizeof *profile->regions);
    profile->nodes = arena_array(arena, paths, sizeof *profile->nodes);
    for (uint32_t i = 0; i < paths; i++) {
        profile->regions[i] = (struct profile_region){
            .name = i ? arena_printf(arena, "function_%05" PRIu32, i) : "(process)",
            .file = i ? arena_printf(arena, "source/part_%02" PRIu32 ".c", i % 50) : "",
            .origin = "",
            .groups = "",
            .reason = "",
            .line = i,
            .kind = i ? REGION_FUNCTION : REGION_ROOT,
            .level = 1,
        };
        profile->nodes[i].region = i;
        profile->nodes[i].parent = i ? (i - 1) / FAN_OUT : PROFILE_NONE;
    }
    profile->region_count = profile->node_count = paths;
    if (!profile_normalize(profile, arena, NULL))
        die("no memory");
}

/* Below the first two levels a rank has the subtrees that its number picks. */
static bool has_node(const struct simulation *simulation, const struct profile_node *node, int rank)
{
    if (!simulation->different || node->parent < FAN_OUT * FAN_OUT)
        return true;
    return mix((uint64_t)rank * 1000003 + node->region) & 1;
}

static void make_profile(const struct simulation *simulation, int rank, struct profile *out, struct arena *arena)
{
    const struct profile *from = &simulation->template;
    uint32_t *place = arena_array(arena, from->node_count, sizeof *place);
    *out = *from;
    out->node_count = 0;
    out->nodes = arena_array(arena, from->node_count, sizeof *out->nodes);
    if (!place || !out->nodes)
        die("no memory");
    for (uint32_t i = 0; i < from->node_count; i++) {
        const struct profile_node *old = &from->nodes[i];
        place[i] = PROFILE_NONE;
        if (i && (place[old->parent] == PROFILE_NONE || !has_node(simulation, old, rank)))
            continue;
        place[i] = out->node_count;
        struct profile_node *node = &out->nodes[out->node_count++];
        uint64_t each = 1000 + (mix((uint64_t)rank << 20 | i) & 0xfffff);
        *node = (struct profile_node){.region = old->region, .parent = i ? place[old->parent] : PROFILE_NONE};
        stat_calls_init(&node->calls);
        node->calls.calls = node->calls.timed = 4;
        node->calls.sum.low = 4 * each;
        node->calls.min = each / 2;
        node->calls.max = each * 2;
        node->calls.mean = (double)each;
        node->calls.m2 = (double)each;
    }
    profile_set_rank(out, (uint32_t)rank, NULL);
}

static void reduce_rank(struct simulation *simulation, int rank, struct message *sent, struct profile *result,
                        struct arena *arena);

static bool simulated_send(struct transport *self, int to, const void *bytes, size_t size)
{
    (void)to;
    struct rank *rank = self->state;
    rank->out.bytes = (unsigned char *)arena_copy(&rank->out.arena, bytes, size);
    rank->out.size = size;
    return rank->out.bytes != NULL;
}

static int level_of(int rank)
{
    return __builtin_ctz((unsigned)rank);
}

static bool simulated_receive_size(struct transport *self, int from, size_t *size)
{
    struct rank *rank = self->state;
    struct simulation *simulation = rank->simulation;
    double start = now();
    if (simulation->halves) {
        rank->in = simulation->right[level_of(from)];
    } else {
        arena_free(&rank->in.arena);
        reduce_rank(simulation, from, &rank->in, NULL, NULL);
    }
    *size = rank->in.size;
    if (self->rank == 0) {
        simulation->received += *size;
        simulation->away += now() - start;
    }
    return true;
}

static bool simulated_receive(struct transport *self, int from, void *bytes, size_t size)
{
    (void)from;
    struct rank *rank = self->state;
    if (bytes)
        memcpy(bytes, rank->in.bytes, size);
    return true;
}

static bool simulated_agree(struct transport *self, bool mine, bool *all)
{
    (void)self;
    *all = mine;
    return true;
}

/* All that `rank` does; what it sends goes to `sent`. */
static void reduce_rank(struct simulation *simulation, int rank, struct message *sent, struct profile *result,
                        struct arena *arena)
{
    struct rank self = {.simulation = simulation};
    struct arena mine_arena = {0};
    struct profile mine;
    struct error error = {0};
    self.transport = (struct transport){.rank = rank,
                                        .size = simulation->size,
                                        .send = simulated_send,
                                        .receive_size = simulated_receive_size,
                                        .receive = simulated_receive,
                                        .agree = simulated_agree,
                                        .state = &self};
    make_profile(simulation, rank, &mine, &mine_arena);
    if (!reduce_profiles(&self.transport, &mine, result, arena, &error))
        die(error.text);
    arena_free(&mine_arena);
    if (!simulation->halves)
        arena_free(&self.in.arena);
    if (sent)
        *sent = self.out;
}

static void check(const struct simulation *simulation, const struct profile *result)
{
    uint64_t ranks = (uint64_t)simulation->size;
    for (uint32_t i = 0; i < result->node_count; i++) {
        const struct profile_node *node = &result->nodes[i];
        if (node->calls.calls != 4ull * node->ranks.called || node->ranks.called > ranks ||
            node->ranks.in_context != ranks || node->ranks.max_rank >= ranks)
            die("the result is wrong");
        if (!simulation->different && node->ranks.called != ranks)
            die("a rank is missing");
    }
    if (result->nodes[0].ranks.called != ranks || result->node_count > simulation->template.node_count)
        die("a rank or a path is missing");
}

/* What the right half would send, made from what the left half has. */
static void keep_as_right_half(struct simulation *simulation, struct profile *left)
{
    struct message *right = &simulation->right[level_of(simulation->size)];
    uint32_t shift = (uint32_t)simulation->size;
    for (uint32_t i = 0; i < left->node_count; i++) {
        left->nodes[i].ranks.min_rank += shift;
        left->nodes[i].ranks.max_rank += shift;
    }
    for (uint32_t i = 0; i < left->location_count; i++)
        left->locations[i].rank += shift;
    if (!profile_pack(left, &right->arena, &right->bytes, &right->size, NULL))
        die("no memory");
}

static void run(struct simulation *simulation, uint32_t paths)
{
    struct arena arena = {0};
    struct profile result;
    simulation->away = 0;
    simulation->received = 0;
    reset_peak();
    size_t base = memory("VmRSS:");
    double start = now();
    reduce_rank(simulation, 0, NULL, &result, &arena);
    double took = now() - start - simulation->away;
    size_t peak = memory("VmHWM:") - base;
    check(simulation, &result);
    printf("%s,%s,%" PRIu32 ",%d,%.3f,%zu,", simulation->halves ? "halves" : "every",
           simulation->different ? "different" : "equal", paths, simulation->size, took * 1e3, simulation->received);
    /* With every rank simulated the memory of the others is there too. */
    simulation->halves ? printf("%zu\n", peak / 1024) : printf("\n");
    fflush(stdout);
    if (simulation->halves)
        keep_as_right_half(simulation, &result);
    arena_free(&arena);
}

static void series(bool halves, bool different, uint32_t paths, int most)
{
    struct simulation simulation = {.halves = halves, .different = different};
    make_template(&simulation, paths);
    for (simulation.size = 1; simulation.size <= most; simulation.size *= halves ? 2 : 4)
        run(&simulation, paths);
    for (int i = 0; i < MAX_LEVELS; i++)
        arena_free(&simulation.right[i].arena);
    arena_free(&simulation.arena);
}

int main(void)
{
    printf("simulated,trees,paths,ranks,rank0_ms,rank0_received_bytes,rank0_peak_kib\n");
    series(true, false, 1000, 1 << 20);
    series(true, false, 10000, 1 << 20);
    series(true, true, 10000, 1 << 20);
    series(false, false, 30, 1 << 20);
    series(false, true, 1000, 1 << 14);
    return 0;
}
