/*
 * make-sample.c - writes the profiles that the report's tests look at: three ranks of a small program
 * with a worker thread, a recursion, an estimate, functions never called and one left alone. The times
 * are chosen, so every figure of a report can be checked by hand. And four ranks of a program with unequal
 * work, once more of which is known how long they waited, and two with functions of which next to nothing was seen.
 *
 *     make-sample DIRECTORY        writes rank0.instr rank1.instr rank2.instr, merged.instr, waits.instr, waiting.instr, estimated.instr,
 *                                  threads.instr and unseen.instr there
 */
#include "make.h"

enum { RANKS = 3, MS = 1000000000 }; /* picoseconds in a millisecond */
enum { R_ROOT, R_MAIN, R_SOLVE, R_HALO, R_FIB, R_TINY, R_THREAD, R_WORK, R_UNUSED, R_NAKED, REGIONS };

static struct profile_region regions[REGIONS] = {
    [R_ROOT] = REGION(REGION_ROOT, "heat"),
    [R_MAIN] = FUNCTION("main", "heat.c", 10),
    [R_SOLVE] = {"solve", NULL, "solve.c", "", "numerics", "", 20, 0, REGION_FUNCTION, 1, NULL},
    [R_HALO] = {"exchange, \"halo\"", NULL, "halo.c", "", "", "", 30, 0, REGION_BLOCK, 1},
    [R_FIB] = FUNCTION("fib", "solve.c", 40),
    [R_TINY] = {"tiny", NULL, "grid.h", "MAKE_TINY solve.c:7", "", "", 50, 0, REGION_FUNCTION, 1, NULL},
    [R_THREAD] = REGION(REGION_THREAD, "work"),
    [R_WORK] = FUNCTION("work", "work.c", 60),
    [R_UNUSED] = {"unused", NULL, "solve.c", "MAKE solve.c:70", "", "", 70, 0, REGION_FUNCTION, 1, NULL},
    [R_NAKED] = {"trampoline", NULL, "start.c", "", "", "naked", 80, 0, REGION_FUNCTION, 1, NULL},
};

/* `calls` calls that took `each_ms` milliseconds each. */
static struct profile_node node(uint32_t region, uint32_t parent, uint64_t calls, uint64_t each_ms)
{
    return make_node(region, parent, calls, each_ms * MS);
}

static bool write_rank(const char *directory, uint32_t rank, struct profile *profile, struct arena *arena,
                       struct error *error)
{
    static struct profile_meta meta[] = {{"cost_timed_ps", "10000"}, {"job_ranks", "3"},     {"looks", "1000"},
                                         {"program", "heat"},        {"timing", "adaptive"}, {"wall_s", "1.000000000"}};
    /* Of a runtime that knows more than this one: both rules, and a unit that nothing here has. */
    static struct profile_metric metrics[] = {{"quanta", "quanta absorbed", "q", METRIC_SUM},
                                              {"rss-peak", "high-water mark of memory", "B", METRIC_MAX}};
    struct profile_value values[] = {
        {.node = 2, .metric = 0, .own = {1000 + 500 * rank, 0}},
        {.node = 5, .metric = 0, .own = {30, 0}},
        {.node = 2, .metric = 1, .own = {(uint64_t)(4 + rank) << 20, 0}},
        {.node = 1, .metric = 1, .own = {5 << 20, 0}},
    };
    static struct profile_tally tallies[] = {{"frames left by a jump", 2}};
    struct profile_node nodes[] = {
        node(R_ROOT, PROFILE_NONE, 1, 1000),
        node(R_MAIN, 0, 1, 990),
        node(R_SOLVE, 1, 10, 50 + 10 * rank), /* 500, 600, 700 ms */
        node(R_HALO, 2, 10, 5),
        node(R_FIB, 1, 1, 100),
        node(R_FIB, 4, 2, 40),
        node(R_TINY, 2, 1000000, 0),
        node(R_THREAD, 1, 1, 2000),
        node(R_WORK, 7, 1, 1900),
    };
    nodes[3].calls.min_iteration = 1 + rank;
    nodes[3].calls.max_iteration = 10;
    struct stat_calls *tiny = &nodes[6].calls; /* the first 1,000 calls were timed: 20 ms in all, 4 of them in probes */
    tiny->probes = u128_from_double(4.0 * MS);
    nodes[2].calls.probes = u128_from_double(6.0 * MS);
    tiny->timed = 1000;
    tiny->sum = u128_from_double(20.0 * MS);
    tiny->min = 10000;
    tiny->max = 40000;
    tiny->mean = 20000;
    tiny->m2 = 1000 * 25e6;
    tiny->error2 = 1e18;
    nodes[5].flags = NODE_FOLDED;
    nodes[8].flags = NODE_OPEN;

    make_order(nodes, COUNT(nodes));
    struct profile from = {HAS(regions, nodes, meta), LIST(metric, metrics), LIST(value, values), .tallies = tallies,
                           .tally_count = 1};
    from.node_count -= rank == 2 ? 2 : 0; /* rank 2 starts no thread */
    return make_rank(&from, rank, profile, arena, error) &&
           profile_write(profile, arena_printf(arena, "%s/rank%u.instr", directory, rank), error);
}

/*
 * Ranks 0 to 3: `compute` takes 100, 200, 300, 800 ms and the others wait for rank 3 in MPI_Barrier; `log` is
 * called on rank 2 only and takes 120 ms there, so 30 ms in the mean; `even` takes 50 ms everywhere. Of the time in
 * MPI_Barrier 50 ms of each rank are no waiting, and for 1,700 of the other 1,800 `compute` is the cause; that is in the
 * profile by its form, which may be an estimate by clocks that differ; then 40 of these 50 ms of ranks 0 to 2 are for messages whose
 * other rank is outside of MPI.
 */
enum waits_form { WAITS_UNKNOWN, WAITS_KNOWN, WAITS_ESTIMATED, WAITS_OF_NOBODY };

static bool make_waits(uint32_t rank, enum waits_form form, struct profile *profile, struct arena *arena,
                       struct error *error)
{
    enum { W_ROOT, W_MAIN, W_COMPUTE, W_EVEN, W_LOG, W_BARRIER, W_SEND, W_REGIONS };
    static struct profile_region table[W_REGIONS] = {
        [W_ROOT] = REGION(REGION_ROOT, "waits"),          [W_MAIN] = FUNCTION("main", "waits.c", 10),
        [W_COMPUTE] = FUNCTION("compute", "waits.c", 20), [W_EVEN] = FUNCTION("even", "waits.c", 30),
        [W_LOG] = FUNCTION("log", "waits.c", 40),         [W_BARRIER] = REGION(REGION_MPI, "MPI_Barrier"),
        [W_SEND] = REGION(REGION_MPI, "MPI_Send"),
    };
    static struct profile_meta meta[] = {{"program", "waits"}, {"timing", "exact"}, {"wall_s", "1.000000000"}};
    uint64_t compute = rank == 3 ? 800 : 100 + 100 * rank;
    struct profile_node nodes[] = {
        node(W_ROOT, PROFILE_NONE, 1, 1000),
        node(W_MAIN, 0, 1, 1000),
        node(W_COMPUTE, 1, 1, compute),
        node(W_EVEN, 1, 1, 50),
        node(W_BARRIER, 1, 2, (850 - compute) / 2),
        node(rank == 2 ? W_LOG : W_SEND, 2, 1, rank == 2 ? 120 : 1 + rank),
    };
    make_order(nodes, COUNT(nodes));
    static struct profile_metric metrics[] = {
        {"away", "time that calls of MPI waited at most for messages whose other rank was outside of MPI", "ns",
         METRIC_SUM},
        {"cause", "time that other ranks waited for what was done here", "ns", METRIC_SUM},
        {"clock-error", "what was received had come so long before it was sent: clocks differ", "ns", METRIC_MAX},
        {"delay", "time that other ranks waited for these calls", "ns", METRIC_SUM},
        {"waiting", "time that calls of MPI waited for other ranks", "ns", METRIC_SUM},
        {"waiting-error", "standard error of that, at most: it is an estimate", "ns", METRIC_SUM}};
    bool known = form != WAITS_UNKNOWN, looked = known && form != WAITS_OF_NOBODY;
    static struct profile_tally tallies[] = {{"calls of MPI whose waiting is not known", 14}};
    struct profile_value late[] = {{.node = 2, .metric = 1, .own = {1700000000, 0}},
                                   {.node = 4, .metric = 3, .own = {1800000000, 0}},
                                   {.node = 4, .metric = 2, .own = {12000, 0}}};
    struct profile_value waiting[] = {{.node = 4, .metric = 4, .own = {(800 - compute) * 1000000, 0}},
                                      {.node = 4, .metric = 5, .own = {10000000, 0}},
                                      {.node = 4, .metric = 0, .own = {40000000, 0}}};
    uint64_t waited = known ? (800 - compute) * 1000000 : 0, delayed = rank == 3 ? 600000000 : 0;
    struct profile_call_site sites[] = {
        {4, "waits.c:12", {waited / 3, waited / 3, rank}, {delayed, delayed, rank}},
        {4, "waits.c:17", {waited - waited / 3, waited - waited / 3, rank}, {2 * delayed, 2 * delayed, rank}}};
    struct profile_wait for_last = {rank, 3, (800 - compute) * 1000000};
    const struct profile waits = {HAS(table, nodes, meta),
                                  .metrics = metrics,
                                  .metric_count = known ? COUNT(metrics) : 0,
                                  .values = rank == 3 ? late : waiting,
                                  .value_count = looked ? form + (rank == 3 || form == WAITS_ESTIMATED) : 0u,
                                  .waits = &for_last,
                                  .wait_count = looked && rank != 3,
                                  .call_sites = sites,
                                  .call_site_count = looked ? COUNT(sites) : 0,
                                  .tallies = tallies,
                                  .tally_count = form == WAITS_OF_NOBODY};
    return make_rank(&waits, rank, profile, arena, error);
}

/* A thread waits 3 times 20 ms at the end of regions that begin in main, and is kept there 40 ms by a lock that is held in `hold`. */
static bool write_threads(const char *directory, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "threads"), FUNCTION("main", "threads.c", 10),
                                            FUNCTION("hold", "threads.c", 20),
                                            REGION(REGION_WAIT, "OpenMP wait: end of region")};
    static struct profile_meta meta[] = {
        {"program", "threads"}, {"timing", "adaptive"}, {"wall_s", "0.200000000"}, {"threads", "2"}};
    struct profile_node nodes[] = {node(0, PROFILE_NONE, 1, 200), node(1, 0, 1, 200), node(2, 1, 1, 50),
                                   node(3, 1, 3, 20)};
    struct profile_stay stays[] = {{1, 0, 0, STAY_OWN, PROFILE_NONE, 3, 60ull * MS, 20ull * MS},
                                   {1, 0, 0, STAY_KEPT + 1, 2, 8, 40ull * MS, 5ull * MS}};
    struct profile profile;
    make_order(nodes, COUNT(nodes));
    return make_rank(&(struct profile){HAS(table, nodes, meta), LIST(stay, stays)}, 0, &profile, arena, error) &&
           profile_write(&profile, arena_printf(arena, "%s/threads.instr", directory), error);
}

static bool write_waits(const char *directory, enum waits_form form, struct arena *arena, struct error *error)
{
    struct profile sum, rank;
    bool done = make_waits(0, form, &sum, arena, error);
    for (uint32_t i = 1; done && i < 4; i++)
        done = make_waits(i, form, &rank, arena, error) && make_sum(&sum, &rank, arena, error);
    static const char *const names[] = {"waits", "waiting", "estimated", "nobody"};
    return done && profile_write(&sum, arena_printf(arena, "%s/%s.instr", directory, names[form]), error);
}

/* A call that looks saw for `us` microseconds of each rank, which may be off by `off`. */
static struct profile_node looked_at(uint32_t region, uint32_t parent, uint64_t us, double off)
{
    struct profile_node made = node(region, parent, 1, 0);
    made.calls.calls = 1000;
    made.calls.sum = u128_from_double((double)us * 1e6);
    made.calls.min = made.calls.max = 1000;
    made.calls.error2 = off * off * 1e12;
    return made;
}

/*
 * main 1,000 ms on each of two ranks: `solve` ~300 +- 10, in it `tiny` 4 +- 8; `halo` ~100 +- 10, in it `tiny` 10 +- 8; `peek` 0.5 +- 4.
 * So no path of `peek` is seen, and one of the two of `tiny`, which is seen as a whole.
 */
static bool make_unseen(uint32_t rank, struct profile *profile, struct arena *arena, struct error *error)
{
    enum { U_ROOT, U_MAIN, U_SOLVE, U_HALO, U_TINY, U_PEEK, U_REGIONS };
    static struct profile_region table[U_REGIONS] = {
        [U_ROOT] = REGION(REGION_ROOT, "unseen"),      [U_MAIN] = FUNCTION("main", "unseen.c", 10),
        [U_SOLVE] = FUNCTION("solve", "unseen.c", 20), [U_HALO] = FUNCTION("halo", "unseen.c", 30),
        [U_TINY] = FUNCTION("tiny", "unseen.c", 40),   [U_PEEK] = FUNCTION("peek", "unseen.c", 50),
    };
    static struct profile_meta meta[] = {
        {"looks", "1000"}, {"program", "unseen"}, {"timing", "adaptive"}, {"wall_s", "1.000000000"}};
    struct profile_node nodes[] = {
        node(U_ROOT, PROFILE_NONE, 1, 1000),    node(U_MAIN, 0, 1, 1000),
        looked_at(U_SOLVE, 1, 300000, 10000),   looked_at(U_TINY, 2, 4000, 8000),
        looked_at(U_HALO, 1, 100000, 10000),    looked_at(U_TINY, 4, 10000, 8000),
        looked_at(U_PEEK, 1, 500 + rank, 4000),
    };
    return make_rank(&(struct profile){HAS(table, nodes, meta)}, rank, profile, arena, error);
}

static bool write_unseen(const char *directory, struct arena *arena, struct error *error)
{
    struct profile sum, second;
    return make_unseen(0, &sum, arena, error) && make_unseen(1, &second, arena, error) &&
           make_sum(&sum, &second, arena, error) &&
           profile_write(&sum, arena_printf(arena, "%s/unseen.instr", directory), error);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile sum, rank;
    const char *directory = argc > 1 ? argv[1] : ".";
    bool done = write_rank(directory, 0, &sum, &arena, &error);
    for (uint32_t i = 1; done && i < RANKS; i++)
        done = write_rank(directory, i, &rank, &arena, &error) && make_sum(&sum, &rank, &arena, &error);
    done = done && profile_write(&sum, arena_printf(&arena, "%s/merged.instr", directory), &error) &&
           write_waits(directory, WAITS_UNKNOWN, &arena, &error) &&
           write_waits(directory, WAITS_KNOWN, &arena, &error) &&
           write_waits(directory, WAITS_ESTIMATED, &arena, &error) &&
           write_waits(directory, WAITS_OF_NOBODY, &arena, &error) && write_threads(directory, &arena, &error) &&
           write_unseen(directory, &arena, &error);
    if (!done)
        fprintf(stderr, "make-sample: %s\n", error.text);
    arena_free(&arena);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
