/*
 * make-odd.c - writes profiles as nobody hopes to meet them.
 *
 *     make-odd hostile FILE         names with line ends, escapes, marks of direction and bytes that are no UTF-8
 *     make-odd deep LEVELS FILE     one call path of so many levels
 *     make-odd long LETTERS FILE    a function whose name has so many letters
 *     make-odd faint FILE           two ranks; one of them is in a function for 10 ps, the other one is not
 *     make-odd threads FILE         a process of two threads, and what each of them did
 *     make-odd hybrid FILE          two ranks of two threads; the second thread of one works 50 us, of the other 20, and waits 30
 *     make-odd run PROGRAM PID RANK RANKS FILE    a process of a job of RANKS ranks; 0 = of none
 *     make-odd pair SOLVE BURN RANKS FILE [BARRIER]    a job whose ranks take so many us in two functions, and in MPI_Barrier
 *     make-odd wide PATHS RANKS FILE    a tree of so many call paths, with long names; ranks that differ
 *     make-odd marks FILE           two ranks with estimates, in MPI too, and with recursion of several kinds
 */
#include "make.h"

enum { US = 1000000 }; /* picoseconds in a microsecond */

/* Called once, for that long. */
static struct profile_node node(uint32_t region, uint32_t parent, uint64_t us)
{
    return make_node(region, parent, 1, us * US);
}

#define HOSTILE                                                                                                        \
    "a\nb\rc\x1b[31md\te\x7f\xc2\x9bg\xe2\x80\xaeh\xff\xed\xa0\x80\xe0\x80\x80i\xf4\x90\x80\x80\"j,k<l>&'m;n\\o"

static bool write_hostile(const char *path, struct arena *arena, struct error *error)
{
    enum { ROOT, MAIN, INNER, SEND, CONTEXT, ALONE, NEVER, REGIONS };
    static struct profile_region table[REGIONS] = {
        [ROOT] = REGION(REGION_ROOT, HOSTILE),
        [MAIN] = {"main" HOSTILE, NULL, HOSTILE ".c", "", "", "", 1, 0, REGION_FUNCTION, 1},
        [INNER] = {HOSTILE, NULL, HOSTILE ".c", "", "", "", 2, 0, REGION_BLOCK, 1},
        [SEND] = REGION(REGION_MPI, "MPI_" HOSTILE),
        [CONTEXT] = REGION(REGION_CONTEXT, "context" HOSTILE),
        [ALONE] = {"alone" HOSTILE, NULL, HOSTILE ".c", HOSTILE, "", HOSTILE, 3, 0, REGION_FUNCTION, 1},
        [NEVER] = {"never" HOSTILE, NULL, HOSTILE ".h", HOSTILE, "", "", 4, 0, REGION_FUNCTION, 1},
    };
    static struct profile_meta meta[] = {{"host", HOSTILE}, {"program", HOSTILE}, {"timing", "exact"}};
    static struct profile_tally tallies[] = {{HOSTILE, 1}};
    static struct profile_communicator communicators[] = {{HOSTILE, HOSTILE, "0-1", 2}};
    static struct profile_metric metrics[] = {{"cause", HOSTILE, "ns", METRIC_SUM},
                                              {"delay", HOSTILE, "ns", METRIC_SUM},
                                              {"waiting", HOSTILE, "ns", METRIC_SUM}};
    struct profile ranks[2], whole;
    for (uint32_t rank = 0; rank < 2; rank++) {
        struct profile_node nodes[] = {node(ROOT, PROFILE_NONE, 1000), node(MAIN, 0, 900), node(CONTEXT, 1, 600),
                                       node(INNER, 2, 500), node(SEND, 3, 200 + 100 * rank)};
        struct profile_traffic traffic[] = {{.node = 2, .calls = 1}, {.node = 4, .calls = 1}};
        struct profile_value waited = {.node = 4, .metric = 1 + rank, .own = {1000, 0}};
        profile_traffic_add(&traffic[1], 100);
        const struct profile one = {
            HAS(table, nodes, meta), .tallies = tallies, .tally_count = 1,      LIST(communicator, communicators),
            .traffic = traffic,      .traffic_count = 2, LIST(metric, metrics), .values = &waited,
            .value_count = 1};
        if (!make_rank(&one, rank, &ranks[rank], arena, error))
            return false;
    }
    return profile_merge(&ranks[0], &ranks[1], &whole, arena, error) && profile_write(&whole, path, error);
}

/* `timed` of `calls` calls. */
static struct profile_node estimated(struct profile_node made, uint64_t calls, uint64_t timed, double error2)
{
    made.calls.calls = calls;
    made.calls.timed = timed;
    made.calls.error2 = error2;
    return made;
}

/*
 * main 1,000 us: fib 300, of that 200 in what folded below it; tiny ~100; MPI_Iprobe ~50; walk 200, of that ~120 in calls that
 * folded and were estimated; a thread of 500 with tiny ~400.
 */
static bool write_marks(const char *path, struct arena *arena, struct error *error)
{
    enum { ROOT, MAIN, FIB, TINY, PROBE, WALK, WORKER, REGIONS };
    static struct profile_region table[REGIONS] = {
        [ROOT] = REGION(REGION_ROOT, "marks"),      [MAIN] = FUNCTION("main", "m.c", 1),
        [FIB] = FUNCTION("fib", "m.c", 2),          [TINY] = FUNCTION("tiny", "m.c", 3),
        [PROBE] = REGION(REGION_MPI, "MPI_Iprobe"), [WALK] = FUNCTION("walk", "m.c", 4),
        [WORKER] = REGION(REGION_THREAD, "worker"),
    };
    static struct profile_meta meta[] = {{"program", "marks"}, {"timing", "adaptive"}};
    struct profile ranks[2], whole;
    for (uint32_t rank = 0; rank < 2; rank++) {
        struct profile_node nodes[] = {node(ROOT, PROFILE_NONE, 1100),
                                       node(MAIN, 0, 1000),
                                       node(FIB, 1, 300),
                                       estimated(node(FIB, 2, 200), 20, 1, 0),
                                       estimated(node(TINY, 1, 100), 1000, 10, 1e12),
                                       estimated(node(PROBE, 1, 50), 500, 5, 1e12),
                                       node(WALK, 1, 200),
                                       estimated(node(WALK, 6, 120), 60, 6, 1e12),
                                       node(WORKER, 1, 500),
                                       estimated(node(TINY, 8, 400), 4000, 40, 1e12)};
        nodes[3].flags = nodes[7].flags = NODE_FOLDED;
        if (!make_rank(&(struct profile){HAS(table, nodes, meta)}, rank, &ranks[rank], arena, error))
            return false;
    }
    return profile_merge(&ranks[0], &ranks[1], &whole, arena, error) && profile_write(&whole, path, error);
}

static bool write_deep(uint32_t levels, const char *path, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "deep"), FUNCTION("even", "deep.c", 1),
                                            FUNCTION("odd", "deep.c", 2)};
    static struct profile_meta meta[] = {{"program", "deep"}, {"timing", "exact"}};
    struct profile_node *nodes = arena_array(arena, (size_t)levels + 1, sizeof *nodes);
    struct profile from = {LIST(region, table), .nodes = nodes, .node_count = levels + 1, .meta = meta,
                           .meta_count = 2};
    struct profile profile;
    for (uint32_t i = 0; i <= levels; i++)
        nodes[i] = node(i ? 1 + i % 2 : 0, i ? i - 1 : PROFILE_NONE, 2 * (levels - i) + 1);
    return make_rank(&from, 0, &profile, arena, error) && profile_write(&profile, path, error);
}

/* A thread that takes longer than the run, started by what takes next to nothing of it. */
static bool write_beside(const char *path, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "beside"), FUNCTION("main", "b.c", 1),
                                            FUNCTION("launch", "b.c", 2), REGION(REGION_THREAD, "start"),
                                            FUNCTION("work", "b.c", 3)};
    static struct profile_meta meta[] = {{"program", "beside"}, {"timing", "exact"}};
    struct profile_node nodes[] = {node(0, PROFILE_NONE, 100000), node(1, 0, 99999), node(2, 1, 1), node(3, 2, 300000),
                                   node(4, 3, 299999)};
    struct profile profile;
    return make_rank(&(struct profile){HAS(table, nodes, meta)}, 0, &profile, arena, error) &&
           profile_write(&profile, path, error);
}

/* A thread in main, with work; another one with more of it. */
static bool write_threads(const char *path, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "two"), FUNCTION("main", "src/two.c", 1),
                                            FUNCTION("work", "src/lib/work.c", 2), REGION(REGION_THREAD, "start")};
    static struct profile_meta meta[] = {{"program", "two"}, {"threads", "2"}, {"timing", "exact"}};
    struct profile_node nodes[] = {node(0, PROFILE_NONE, 160), node(1, 0, 100), node(2, 1, 40), node(3, 1, 60),
                                   node(2, 3, 50)};
    struct profile_location locations[] = {{0, 0, 7, "here"}, {0, 1, 7, "here"}};
    struct profile_row rows[] = {{0, 0, 1, 100 * US, 0, 0}, {0, 1, 1, 60 * US, 0, 0}, {1, 0, 1, 100 * US, 0, 0},
                                 {2, 0, 1, 40 * US, 0, 0},  {3, 1, 1, 60 * US, 0, 0}, {4, 1, 1, 50 * US, 0, 0}};
    struct profile profile;
    const struct profile from = {HAS(table, nodes, meta), LIST(location, locations), LIST(row, rows)};
    return make_rank(&from, 0, &profile, arena, error) && profile_write(&profile, path, error);
}

/* In both ranks main works 100 us, and a thread beside it 60, of which it waits what is not work. */
static bool write_hybrid(const char *path, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "hybrid"), FUNCTION("main", "h.c", 1),
                                            FUNCTION("work", "h.c", 2), REGION(REGION_THREAD, "start"),
                                            REGION(REGION_WAIT, "OpenMP wait: barrier")};
    static struct profile_meta meta[] = {{"program", "hybrid"}, {"threads", "2"}, {"timing", "exact"}};
    struct profile ranks[2], whole;
    for (uint32_t rank = 0; rank < 2; rank++) {
        uint64_t work = rank ? 20 : 50, wait = 60 - work;
        struct profile_node nodes[] = {node(0, PROFILE_NONE, 160), node(1, 0, 100), node(2, 1, 100), node(3, 1, 60),
                                       node(2, 3, work),           node(4, 3, wait)};
        struct profile_location locations[] = {{rank, 0, 7, "here"}, {rank, 1, 7, "here"}};
        struct profile_row rows[] = {{0, 0, 1, 100 * US, 0, 0}, {0, 1, 1, 60 * US, 0, 0}, {1, 0, 1, 100 * US, 0, 0},
                                     {2, 0, 1, 100 * US, 0, 0}, {3, 1, 1, 60 * US, 0, 0}, {4, 1, 1, work * US, 0, 0},
                                     {5, 1, 1, wait * US, 0, 0}};
        const struct profile from = {HAS(table, nodes, meta), LIST(location, locations), LIST(row, rows)};
        if (!make_rank(&from, rank, &ranks[rank], arena, error))
            return false;
    }
    return profile_merge(&ranks[0], &ranks[1], &whole, arena, error) && profile_write(&whole, path, error);
}

/* One process of a run: `ranks` of its job, 0 for no job. */
static bool write_run(char *const *words, struct arena *arena, struct error *error)
{
    const char *program = words[0], *pid = words[1], *ranks = words[3], *path = words[4];
    uint32_t rank = (uint32_t)atol(words[2]);
    struct profile_region table[] = {REGION(REGION_ROOT, "(process)"), FUNCTION("main", program, 1),
                                     REGION(REGION_MPI, "MPI_Init")};
    struct profile_meta meta[] = {{"command", program}, {"host", "here"},    {"pid", pid},
                                  {"program", program}, {"timing", "exact"}, {"job_ranks", ranks}};
    struct profile_node nodes[] = {node(0, PROFILE_NONE, 100), node(1, 0, 90), node(2, 1, 10)};
    static const uint64_t inside[] = {80, 80, 0}; /* rows hold neither MPI_Init nor what is around main */
    struct profile_location location = {rank, 0, (uint64_t)atol(pid), "here"};
    struct profile_row rows[3];
    struct profile from = {HAS(table, nodes, meta), .locations = &location, .location_count = 1, LIST(row, rows)},
                   profile;
    from.meta_count -= atol(ranks) == 0;
    for (uint32_t i = 0; i < 3; i++)
        rows[i] = (struct profile_row){.node = i, .calls = 1, .inclusive = inside[i] * US};
    return make_rank(&from, rank, &profile, arena, error) && profile_write(&profile, path, error);
}

static bool write_long(size_t letters, const char *path, struct arena *arena, struct error *error)
{
    char *name = arena_array(arena, letters + 1, 1);
    memset(name, 'f', letters);
    struct profile_region table[] = {REGION(REGION_ROOT, "(process)"), FUNCTION(name, "long.c", 1)};
    struct profile_node nodes[] = {node(0, PROFILE_NONE, 1000), node(1, 0, 900)};
    static struct profile_meta meta[] = {{"program", "long"}, {"timing", "exact"}};
    struct profile from = {HAS(table, nodes, meta)}, one;
    return make_rank(&from, 0, &one, arena, error) && profile_write(&one, path, error);
}

static bool write_faint(const char *path, struct arena *arena, struct error *error)
{
    static struct profile_region table[] = {REGION(REGION_ROOT, "(process)"), FUNCTION("faint", "faint.c", 2),
                                            FUNCTION("main", "faint.c", 1)};
    static struct profile_meta meta[] = {{"program", "faint"}, {"timing", "exact"}};
    struct profile ranks[2], whole;
    for (uint32_t rank = 0; rank < 2; rank++) {
        struct profile_node nodes[] = {node(0, PROFILE_NONE, 1000), node(2, 0, 900), make_node(1, 1, 1, rank ? 0 : 10)};
        struct profile from = {HAS(table, nodes, meta)};
        if (!make_rank(&from, rank, &ranks[rank], arena, error))
            return false;
    }
    return profile_merge(&ranks[0], &ranks[1], &whole, arena, error) && profile_write(&whole, path, error);
}

static bool write_pair(char *const *words, struct arena *arena, struct error *error)
{
    uint32_t count = (uint32_t)atol(words[2]);
    uint64_t barrier = words[4] ? (uint64_t)atol(words[4]) : 100;
    uint64_t solve = (uint64_t)atol(words[0]), burn = (uint64_t)atol(words[1] + (words[1][0] == '-'));
    struct profile_region table[] = {
        REGION(REGION_ROOT, "(process)"),
        REGION(REGION_MPI, "MPI_Barrier"),
        {"burn", NULL, "pair.c", "", "", words[1][0] == '-' ? "filter" : "", 3, 0, REGION_FUNCTION, 1, NULL},
        FUNCTION("main", "pair.c", 1),
        FUNCTION("solve", "pair.c", 2)};
    struct profile_meta meta[] = {{"job_ranks", words[2]}, {"program", "pair"}, {"timing", "exact"}};
    struct profile whole = {0};
    for (uint32_t rank = 0; rank < count; rank++) {
        struct profile_node nodes[] = {node(0, PROFILE_NONE, solve + burn + barrier),
                                       node(3, 0, solve + burn + barrier), node(4, 1, solve), node(1, 1, barrier),
                                       node(2, 1, burn)};
        struct profile from = {HAS(table, nodes, meta)}, one;
        from.node_count -= !burn; /* "-0": a filter left it alone */
        if (!make_rank(&from, rank, &one, arena, error))
            return false;
        if (rank ? !make_sum(&whole, &one, arena, error) : (whole = one, false))
            return false;
    }
    return profile_write(&whole, words[3], error);
}

/* Rank `rank` of a tree of `paths` paths, that is drawn alike for each rank: chains of three, 40 deep at most. */
static bool make_wide(struct profile *profile, uint32_t paths, uint32_t rank, struct arena *arena, struct error *error)
{
    enum { FUNCTIONS = 2000 };
    static struct profile_meta meta[] = {{"program", "wide"}, {"timing", "exact"}};
    static struct profile_region table[FUNCTIONS + 1] = {REGION(REGION_ROOT, "wide")};
    uint64_t random = 1;
    struct profile_node *nodes = arena_array(arena, (size_t)paths + 1, sizeof *nodes);
    uint32_t *depth = arena_array(arena, (size_t)paths + 1, sizeof *depth);
    uint64_t *us = arena_array(arena, (size_t)paths + 1, sizeof *us);
    if (!nodes || !depth || !us)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 1; i <= FUNCTIONS; i++) {
        table[i] = (struct profile_region)FUNCTION(arena_printf(arena, "step_%u", i),
                                                   arena_printf(arena, "src/part_%u.c", i % 40), i);
        if (i % 7 == 0)
            table[i].name = arena_printf(arena, "a_name_that_goes_on_for_longer_than_any_telephone_is_wide_%u", i);
        table[i].kind = i % 20 ? REGION_FUNCTION : REGION_MPI;
    }
    for (uint32_t i = 0; i <= paths; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t parent = i % 3 ? i - 1 : i ? (uint32_t)((random >> 33) % i) : PROFILE_NONE;
        while (i && depth[parent] > 40)
            parent = nodes[parent].parent;
        depth[i] = i ? depth[parent] + 1 : 0;
        us[i] = 1 + ((random >> 20) % 1000) * (i % 5 ? 1 : 1 + rank % 3);
        nodes[i].parent = parent;
        nodes[i].region = i ? 1 + (uint32_t)((random >> 40) % FUNCTIONS) : 0;
    }
    for (uint32_t i = paths; i > 0; i--)
        us[nodes[i].parent] += us[i];
    for (uint32_t i = 0; i <= paths; i++)
        nodes[i] = node(nodes[i].region, nodes[i].parent, us[i]);
    make_order(nodes, paths + 1);
    struct profile from = {LIST(region, table), .nodes = nodes, .node_count = paths + 1, .meta = meta, .meta_count = 2};
    return make_rank(&from, rank, profile, arena, error);
}

/* Other ranks, as many as there are: copies of these. */
static bool double_ranks(struct profile *all, uint32_t have, struct arena *arena, struct error *error)
{
    struct profile others = *all;
    others.nodes = arena_array(arena, all->node_count, sizeof *others.nodes);
    others.locations = arena_array(arena, (size_t)all->location_count + 1, sizeof *others.locations);
    if (!others.nodes || !others.locations)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    memcpy(others.nodes, all->nodes, all->node_count * sizeof *all->nodes);
    for (uint32_t i = 0; i < all->node_count; i++) {
        others.nodes[i].ranks.min_rank += have;
        others.nodes[i].ranks.max_rank += have;
    }
    for (uint32_t i = 0; i < all->location_count; i++) {
        others.locations[i] = all->locations[i];
        others.locations[i].rank += have;
    }
    return make_sum(all, &others, arena, error);
}

/* The first ranks are drawn; what is more comes by doubling. */
static bool write_wide(char *const *words, struct arena *arena, struct error *error)
{
    enum { DRAWN = 16 };
    uint32_t paths = (uint32_t)atol(words[0]), ranks = (uint32_t)atol(words[1]), have = 1;
    struct profile sum, rank;
    bool done = make_wide(&sum, paths, 0, arena, error);
    for (; done && have < ranks && have < DRAWN; have++)
        done = make_wide(&rank, paths, have, arena, error) && make_sum(&sum, &rank, arena, error);
    for (; done && have < ranks; have *= 2)
        done = double_ranks(&sum, have, arena, error);
    return done && profile_write(&sum, words[2], error);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error error = {0};
    bool done = false;
    if (argc == 3 && !strcmp(argv[1], "hostile"))
        done = write_hostile(argv[2], &arena, &error);
    else if (argc == 7 && !strcmp(argv[1], "run"))
        done = write_run(argv + 2, &arena, &error);
    else if ((argc == 6 || argc == 7) && !strcmp(argv[1], "pair"))
        done = write_pair(argv + 2, &arena, &error);
    else if (argc == 5 && !strcmp(argv[1], "wide"))
        done = write_wide(argv + 2, &arena, &error);
    else if (argc == 3 && !strcmp(argv[1], "marks"))
        done = write_marks(argv[2], &arena, &error);
    else if (argc == 3 && !strcmp(argv[1], "beside"))
        done = write_beside(argv[2], &arena, &error);
    else if (argc == 3 && !strcmp(argv[1], "threads"))
        done = write_threads(argv[2], &arena, &error);
    else if (argc == 3 && !strcmp(argv[1], "hybrid"))
        done = write_hybrid(argv[2], &arena, &error);
    else if (argc == 3 && !strcmp(argv[1], "faint"))
        done = write_faint(argv[2], &arena, &error);
    else if (argc == 4 && !strcmp(argv[1], "long"))
        done = write_long((size_t)atol(argv[2]), argv[3], &arena, &error);
    else if (argc == 4 && !strcmp(argv[1], "deep"))
        done = write_deep((uint32_t)atol(argv[2]), argv[3], &arena, &error);
    else
        error_set(&error, ERROR_USAGE, "see make-odd.c");
    if (!done)
        fprintf(stderr, "make-odd: %s\n", error.text);
    arena_free(&arena);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
