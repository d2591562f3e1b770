/*
 * test_reduce.c - the reduction, with ranks that are threads and a transport that is pipes.
 *
 * Each rank's profile is made so that every figure of the reduced one can be worked out by hand: rank r
 * calls `work` r + 1 times at 1000 (r + 1) ps each, and ranks that are multiples of 3 also `rare`.
 */
#include "runtime/job/reduce.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/common/unit.h"

enum { MAX_RANKS = 70 };

static const char rows_path[] = "test-reduce.rows";

/* A pipe for each pair of ranks that the tree uses, made when first needed. */
struct wire {
    pthread_mutex_t lock;
    int pipes[MAX_RANKS][MAX_RANKS][2];
    pthread_barrier_t barrier;
    int unhealthy;
};

struct rank {
    struct transport transport;
    struct wire *wire;
    pthread_t thread;
    bool broken;  /* has no profile of its own */
    bool garbles; /* sends bytes that are no profile */
    bool reduced; /* what reduce_profiles returned */
    struct profile result;
    struct arena arena; /* of the result */
    struct error error;
};

static int pipe_end(struct wire *wire, int from, int to, int end)
{
    pthread_mutex_lock(&wire->lock);
    int *ends = wire->pipes[from][to];
    if (ends[0] == 0)
        assert_int_equal(pipe(ends), 0);
    pthread_mutex_unlock(&wire->lock);
    return ends[end];
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t wrote = write(fd, (const char *)bytes + done, size - done);
        if (wrote < 0)
            return false;
        done += (size_t)wrote;
    }
    return true;
}

static bool read_all(int fd, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)bytes + done, size - done);
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

static bool wire_send(struct transport *self, int to, const void *bytes, size_t size)
{
    struct rank *rank = self->state;
    int fd = pipe_end(rank->wire, self->rank, to, 1);
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    if (rank->garbles)
        memset(copy, 0x5a, size);
    bool ok = write_all(fd, &size, sizeof size) && write_all(fd, copy, size);
    free(copy);
    return ok;
}

static bool wire_receive_size(struct transport *self, int from, size_t *size)
{
    struct rank *rank = self->state;
    return read_all(pipe_end(rank->wire, from, self->rank, 0), size, sizeof *size);
}

static bool wire_receive(struct transport *self, int from, void *bytes, size_t size)
{
    struct rank *rank = self->state;
    return read_all(pipe_end(rank->wire, from, self->rank, 0), bytes, size);
}

static bool wire_agree(struct transport *self, bool mine, bool *all)
{
    struct wire *wire = ((struct rank *)self->state)->wire;
    pthread_mutex_lock(&wire->lock);
    wire->unhealthy += !mine;
    pthread_mutex_unlock(&wire->lock);
    pthread_barrier_wait(&wire->barrier);
    *all = wire->unhealthy == 0;
    pthread_barrier_wait(&wire->barrier);
    return true;
}

static bool wire_write_all(struct transport *self, const char *path, uint64_t offset, const void *bytes, size_t size)
{
    (void)self;
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    bool ok = fd >= 0 && pwrite(fd, bytes, size, (off_t)offset) == (ssize_t)size;
    close(fd);
    return ok;
}

static struct profile_node timed_node(uint32_t region, uint32_t parent, uint32_t rank, uint64_t calls, uint64_t each)
{
    struct profile_node node = {.region = region, .parent = parent};
    stat_calls_init(&node.calls);
    node.calls.calls = node.calls.timed = calls;
    node.calls.sum.low = calls * each;
    node.calls.min = node.calls.max = each;
    node.calls.mean = (double)each;
    stat_ranks_init(&node.ranks, rank, calls * each, 1);
    return node;
}

static void make_profile(struct profile *profile, uint32_t rank, struct arena *arena)
{
    static const struct profile_region regions[] = {
        {.name = "", .file = "", .origin = "", .groups = "", .reason = "", .kind = REGION_ROOT},
        {.name = "work",
         .file = "a.c",
         .origin = "",
         .groups = "",
         .reason = "",
         .line = 3,
         .kind = REGION_FUNCTION,
         .level = 1},
        {.name = "rare",
         .file = "b.c",
         .origin = "",
         .groups = "",
         .reason = "",
         .line = 7,
         .kind = REGION_FUNCTION,
         .level = 1},
    };
    uint32_t count = rank % 3 == 0 ? 3 : 2;
    memset(profile, 0, sizeof *profile);
    profile->regions = arena_array(arena, count, sizeof regions[0]);
    memcpy(profile->regions, regions, count * sizeof regions[0]);
    profile->nodes = arena_array(arena, count, sizeof *profile->nodes);
    profile->nodes[0] = timed_node(0, PROFILE_NONE, rank, 1, 1000000000);
    profile->nodes[1] = timed_node(1, 0, rank, rank + 1, 1000 * (rank + 1));
    if (count == 3)
        profile->nodes[2] = timed_node(2, 1, rank, 1, 500);
    profile->region_count = profile->node_count = count;
    assert_true(profile_normalize(profile, arena, NULL));
}

/* The profile of one rank as its process would write it, all ranks of the job to be kept. */
static void make_rowed(struct profile *profile, uint32_t rank, struct arena *arena)
{
    make_profile(profile, rank, arena);
    profile->meta = arena_array(arena, 3, sizeof *profile->meta);
    profile->meta[0] = (struct profile_meta){"host", arena_printf(arena, "node%u", rank / 4)};
    profile->meta[1] = (struct profile_meta){"pid", arena_printf(arena, "%u", 100 + rank)};
    profile->meta[2] = (struct profile_meta){"ranks_kept", "all"};
    profile->meta_count = 3;
    profile->communicators = arena_array(arena, 1, sizeof *profile->communicators);
    profile->communicators[0] = (struct profile_communicator){"world", "here", "0-99", 100};
    profile->communicator_count = 1;
}

/* What merging the profiles of all ranks gives, in the order of the tree. */
static void merge_ranks(struct profile *out, uint32_t first, uint32_t count, struct arena *arena)
{
    struct profile a, b;
    uint32_t left = 1;
    if (count == 1) {
        make_rowed(out, first, arena);
        return;
    }
    while (left * 2 < count)
        left *= 2;
    merge_ranks(&a, first, left, arena);
    merge_ranks(&b, first + left, count - left, arena);
    assert_true(profile_merge(&a, &b, out, arena, NULL));
}

static void *run_rows(void *argument)
{
    struct rank *rank = argument;
    struct arena arena = {0};
    struct profile mine, all;
    make_rowed(&mine, (uint32_t)rank->transport.rank, &arena);
    if (rank->transport.rank == 0)
        merge_ranks(&all, 0, (uint32_t)rank->transport.size, &arena);
    rank->reduced = reduce_rows(&rank->transport, &all, rank->broken ? NULL : &mine, rows_path, &rank->error);
    arena_free(&arena);
    return NULL;
}

static void *run_rank(void *argument)
{
    struct rank *rank = argument;
    struct arena arena = {0};
    struct profile mine;
    make_profile(&mine, (uint32_t)rank->transport.rank, &arena);
    rank->reduced =
        reduce_profiles(&rank->transport, rank->broken ? NULL : &mine, &rank->result, &rank->arena, &rank->error);
    arena_free(&arena);
    return NULL;
}

/* Runs `work` on `size` ranks; `broken` and `garbling` name a rank each, or -1. */
static struct rank *run_over(int size, int broken, int garbling, void *(*work)(void *))
{
    static struct wire wire;
    static struct rank ranks[MAX_RANKS];
    memset(&wire, 0, sizeof wire);
    memset(ranks, 0, sizeof ranks);
    pthread_mutex_init(&wire.lock, NULL);
    pthread_barrier_init(&wire.barrier, NULL, (unsigned)size);
    for (int i = 0; i < size; i++) {
        ranks[i].transport = (struct transport){.rank = i,
                                                .size = size,
                                                .send = wire_send,
                                                .receive_size = wire_receive_size,
                                                .receive = wire_receive,
                                                .agree = wire_agree,
                                                .write_all = wire_write_all,
                                                .state = &ranks[i]};
        ranks[i].wire = &wire;
        ranks[i].broken = i == broken;
        ranks[i].garbles = i == garbling;
        assert_int_equal(pthread_create(&ranks[i].thread, NULL, work, &ranks[i]), 0);
    }
    for (int i = 0; i < size; i++)
        pthread_join(ranks[i].thread, NULL);
    for (int i = 0; i < MAX_RANKS; i++)
        for (int j = 0; j < MAX_RANKS; j++)
            if (wire.pipes[i][j][0]) {
                close(wire.pipes[i][j][0]);
                close(wire.pipes[i][j][1]);
            }
    pthread_barrier_destroy(&wire.barrier);
    return ranks;
}

static struct rank *reduce_over(int size, int broken, int garbling)
{
    return run_over(size, broken, garbling, run_rank);
}

static const struct profile_node *find_node(const struct profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(profile->regions[profile->nodes[i].region].name, name) == 0)
            return &profile->nodes[i];
    return NULL;
}

TEST(any_number_of_ranks)
{
    static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 65};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        uint64_t n = (uint64_t)sizes[s], calls = 0, sum = 0;
        for (uint64_t r = 1; r <= n; r++) {
            calls += r;
            sum += 1000 * r * r;
        }
        struct rank *ranks = reduce_over(sizes[s], -1, -1);
        for (int i = 0; i < sizes[s]; i++)
            assert_true(ranks[i].reduced);
        const struct profile *profile = &ranks[0].result;
        assert_int_equal(profile->node_count, 3);
        const struct profile_node *work = find_node(profile, "work"), *rare = find_node(profile, "rare");
        assert_int_equal(work->calls.calls, calls);
        assert_int_equal(work->calls.sum.low, sum);
        assert_int_equal(work->calls.min, 1000);
        assert_int_equal(work->calls.max, 1000 * n);
        assert_int_equal(work->ranks.called, n);
        assert_int_equal(work->ranks.in_context, n);
        assert_int_equal(work->ranks.min_rank, 0);
        assert_int_equal(work->ranks.max_rank, n - 1);
        assert_int_equal(work->ranks.max, 1000 * n * n);
        assert_int_equal(rare->ranks.called, (n + 2) / 3);
        assert_int_equal(rare->ranks.in_context, n);
        assert_int_equal(rare->parent, work - profile->nodes);
        assert_int_equal(rare->ranks.min_rank, 0); /* the lowest of equal ones */
        assert_int_equal(rare->ranks.max_rank, 0);
        double mean = (double)sum / (double)n, spread = 0;
        for (uint64_t r = 1; r <= n; r++)
            spread += (1000.0 * (double)(r * r) - mean) * (1000.0 * (double)(r * r) - mean);
        double error = stat_ranks_variance(&work->ranks) - spread / (double)n;
        assert_true(error <= 1e-9 * spread && error >= -1e-9 * spread);
        /* A constant series has no spread at all. */
        assert_true(find_node(profile, "rare")->ranks.m2 == 0.0);
        arena_free(&ranks[0].arena);
    }
}

TEST(a_rank_without_a_profile_is_known_to_all)
{
    struct rank *ranks = reduce_over(6, 3, -1);
    for (int i = 0; i < 6; i++) {
        assert_false(ranks[i].reduced);
        assert_int_not_equal(ranks[i].error.code, ERROR_NONE);
    }
}

TEST(damage_on_the_way_is_known_to_all)
{
    for (int garbling = 1; garbling < 6; garbling++) {
        struct rank *ranks = reduce_over(6, -1, garbling);
        for (int i = 0; i < 6; i++) {
            assert_false(ranks[i].reduced);
            arena_free(&ranks[i].arena);
        }
    }
}

/* The file that the ranks write together is, bit for bit, the one that whoever merges their profiles writes. */
TEST(rows_of_all_ranks)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 13, 16, 32, 65};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        struct arena arena = {0};
        struct profile merged, read;
        struct error error = {ERROR_NONE, ""};
        unsigned char *expected, found[1 << 16];
        size_t size;
        unlink(rows_path);
        struct rank *ranks = run_over(sizes[s], -1, -1, run_rows);
        for (int i = 0; i < sizes[s]; i++)
            assert_true(ranks[i].reduced);
        if (!profile_read(rows_path, &read, &arena, &error))
            fail_msg("%s", error.text);
        assert_int_equal(read.location_count, sizes[s]);
        assert_string_equal(read.communicators[0].name, "world");
        for (uint32_t i = 0; i < read.row_count; i++) {
            uint32_t rank = read.locations[read.rows[i].location].rank;
            if (strcmp(read.regions[read.nodes[read.rows[i].node].region].name, "work") == 0)
                assert_int_equal(read.rows[i].calls, rank + 1);
        }
        merge_ranks(&merged, 0, (uint32_t)sizes[s], &arena);
        if (sizes[s] > 1) {
            assert_true(profile_pack(&merged, &arena, &expected, &size, &error));
            FILE *file = fopen(rows_path, "rb");
            assert_int_equal(fread(found, 1, sizeof found, file), size);
            fclose(file);
            assert_memory_equal(found, expected, size);
        }
        arena_free(&arena);
    }
    for (int broken = 0; broken < 6; broken += 5) {
        struct rank *ranks = run_over(6, broken, -1, run_rows);
        for (int i = 0; i < 6; i++)
            assert_false(ranks[i].reduced);
    }
    unlink(rows_path);
}
