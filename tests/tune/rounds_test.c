/*
 * rounds_test.c - sweeps of 60 variants with a known truth on a machine that is simulated: each run makes it slower by 1 %, and in the
 * second half a busy loop takes a third of it. The best is found, intervals have the truth, and effects are those of the truth.
 */
#include "tests/common/unit.h"
#include "tune/execute/effects.h"
#include "tune/numbers.h"
#include "tune/rounds/race.h"

#include <math.h>
#include <string.h>

enum { A = 5, B = 4, C = 3, VARIANTS = A * B * C, RUNS_MOST = 4096, SWEEPS = 20, MANY = 100, REFERENCE = 7 };

struct machine {
    struct chance chance;
    double drift, noise, busy; /* by run; a standard deviation; how much longer runs take in the second half */
    unsigned half;             /* begins with this run */
};

struct sweep {
    double truth[VARIANTS];
    struct timed_run ran[RUNS_MOST], runs[RUNS_MOST];
    unsigned count;
    struct rounds rounds;
    struct arena arena;
};

/* Box and Muller. */
static double normal(struct chance *chance)
{
    double radius = sqrt(-2 * log(1 - chance_fraction(chance)));
    return radius * cos(2 * M_PI * chance_fraction(chance));
}

/* Three parameters of which each value costs something, in another order each time. The second best is 5 % behind. */
static void make_truth(struct sweep *sweep, struct chance *chance)
{
    static const double a[A] = {1, 1.1, 1.25, 1.4, 1.6}, b[B] = {1, 1.05, 1.15, 1.3}, c[C] = {1, 1.08, 1.2};
    unsigned as[A] = {0, 1, 2, 3, 4}, bs[B] = {0, 1, 2, 3}, cs[C] = {0, 1, 2};
    race_shuffle(chance, as, A);
    race_shuffle(chance, bs, B);
    race_shuffle(chance, cs, C);
    for (unsigned i = 0; i < VARIANTS; i++)
        sweep->truth[i] = log(a[as[i / (B * C)]] * b[bs[i / C % B]] * c[cs[i % C]]);
}

static unsigned best_of(const double *costs)
{
    unsigned best = 0;
    for (unsigned i = 1; i < VARIANTS; i++)
        best = costs[i] < costs[best] ? i : best;
    return best;
}

static void run(struct sweep *sweep, struct machine *machine, unsigned variant, int64_t round)
{
    double slow = log(1 + machine->drift * sweep->count) + (sweep->count >= machine->half ? log(1 + machine->busy) : 0);
    assert_true(sweep->count < RUNS_MOST);
    sweep->ran[sweep->count] =
        (struct timed_run){.variant = variant,
                           .round = round,
                           .order = sweep->count + 1,
                           .cost = sweep->truth[variant] + slow + machine->noise * normal(&machine->chance)};
    sweep->count++;
}

static void make_rounds(struct sweep *sweep, const struct race *race)
{
    memcpy(sweep->runs, sweep->ran, sweep->count * sizeof *sweep->runs);
    rounds_make(&sweep->rounds, sweep->runs, sweep->count, VARIANTS, race_looks(race->least, race->most),
                &sweep->arena);
}

/* A race on the machine; with a budget if that is finite. */
static void race(struct sweep *sweep, struct machine *machine, uint64_t seed, double budget)
{
    struct race race;
    unsigned order[VARIANTS], count;
    race_begin(&race, VARIANTS, seed, &sweep->arena);
    race.least = 3;
    race.most = 10;
    race.spread = 0.02;
    race.with = REFERENCE;
    for (int64_t round = 1;; round++) {
        make_rounds(sweep, &race);
        count = race_next(&race, &sweep->rounds, budget - sweep->count, order);
        if (!count)
            break;
        for (unsigned i = 0; i < count; i++)
            run(sweep, machine, order[i], round);
    }
}

/* Where the truly best one stands among all. */
static unsigned place_of_best(const struct sweep *sweep)
{
    unsigned places[VARIANTS], best = best_of(sweep->truth), at = 0;
    bool out[VARIANTS] = {false};
    unsigned count = race_rank(&sweep->rounds, out, places);
    while (at < count && places[at] != best)
        at++;
    return at;
}

static struct machine busy_machine(uint64_t seed)
{
    struct machine machine = {.drift = 0.01, .noise = 0.03, .busy = 0.5, .half = 100};
    chance_seed(&machine.chance, seed);
    return machine;
}

static void each_sweep(unsigned sweeps, void (*check)(struct sweep *sweep, void *state), void *state, double budget)
{
    for (uint64_t seed = 1; seed <= sweeps; seed++) {
        struct sweep *sweep = test_malloc(sizeof *sweep);
        struct machine machine = busy_machine(seed);
        memset(sweep, 0, sizeof *sweep);
        make_truth(sweep, &machine.chance);
        race(sweep, &machine, seed, budget);
        check(sweep, state);
        arena_free(&sweep->arena);
        test_free(sweep);
    }
}

static void count_best(struct sweep *sweep, void *state)
{
    *(unsigned *)state += place_of_best(sweep) < 3;
}

TEST(finds_the_best_while_the_machine_gets_slower)
{
    unsigned found = 0;
    each_sweep(SWEEPS, count_best, &found, RACE_NO_BUDGET);
    assert_true(found >= 19);
}

TEST(finds_the_best_with_a_budget)
{
    unsigned found = 0;
    each_sweep(SWEEPS, count_best, &found, 300);
    assert_true(found >= 19);
}

/* As a sweep was that goes by the file and repeats each variant at once: by the truth it is told from rounds. */
TEST(order_of_the_file_would_not)
{
    unsigned found = 0;
    for (uint64_t seed = 1; seed <= SWEEPS; seed++) {
        struct sweep *sweep = test_malloc(sizeof *sweep);
        struct machine machine = busy_machine(seed);
        double costs[VARIANTS];
        memset(sweep, 0, sizeof *sweep);
        make_truth(sweep, &machine.chance);
        for (unsigned i = 0; i < VARIANTS; i++) {
            costs[i] = HUGE_VAL;
            for (int repeat = 0; repeat < 3; repeat++) {
                run(sweep, &machine, i, 0);
                costs[i] = fmin(costs[i], sweep->ran[sweep->count - 1].cost);
            }
        }
        found += best_of(costs) == best_of(sweep->truth);
        test_free(sweep);
    }
    assert_true(found < SWEEPS / 2);
}

/* Of those that can't be told from the leader; and how far the reference is behind it. */
struct held {
    unsigned best, difference;
};

static void count_held(struct sweep *sweep, void *state)
{
    struct held *held = state;
    unsigned leader = best_of(sweep->rounds.level), best = best_of(sweep->truth);
    struct interval of_best = rounds_compare(&sweep->rounds, best, leader, sweep->rounds.together, &sweep->arena);
    struct interval behind = rounds_compare(&sweep->rounds, REFERENCE, leader, sweep->rounds.alone, &sweep->arena);
    double truth = sweep->truth[REFERENCE] - sweep->truth[leader];
    held->best += best == leader || of_best.low <= 0;
    held->difference += behind.low <= truth && truth <= behind.high;
}

TEST(intervals_have_the_truth)
{
    struct held held = {0};
    each_sweep(MANY, count_held, &held, RACE_NO_BUDGET);
    assert_true(held.best >= 95);
    assert_true(held.difference >= 95);
}

/* The best three get more rounds than the worse half: of all sweeps together, half as many again. */
static void compare_runs(struct sweep *sweep, void *state)
{
    unsigned places[VARIANTS], *sums = state;
    bool out[VARIANTS] = {false};
    assert_int_equal(race_rank(&sweep->rounds, out, places), VARIANTS);
    for (unsigned i = 0; i < VARIANTS; i++)
        if (i < 3 || i >= VARIANTS / 2)
            sums[i < 3] += rounds_runs(&sweep->rounds, places[i]);
}

TEST(gives_rounds_to_those_that_may_be_best)
{
    unsigned sums[2] = {0};
    each_sweep(SWEEPS, compare_runs, sums, RACE_NO_BUDGET);
    assert_true(2 * sums[1] / 3 > 3 * sums[0] / (VARIANTS / 2));
}

/* --- effects --- */

static void share_of(const double *costs, double spread, double shares[3], double *noise)
{
    struct arena arena = {0};
    struct parameter parameters[] = {{.count = A}, {.count = B}, {.count = C}};
    struct measure objective = {.metric = METRIC_WALL};
    struct project project = {.parameter_count = 3, .parameters = parameters, .measures = &objective};
    struct outcome outcomes[VARIANTS];
    uint16_t genes[VARIANTS][3];
    struct results results = {.genes = &genes[0][0], .outcomes = outcomes, .count = VARIANTS, .done = VARIANTS};
    struct effect *effects;
    unsigned count;
    for (uint16_t i = 0; i < VARIANTS; i++) {
        outcomes[i] = (struct outcome){.state = OUTCOME_DONE, .values = {exp(costs[i])}, .spread = spread};
        genes[i][0] = i / (B * C);
        genes[i][1] = i / C % B;
        genes[i][2] = i % C;
    }
    effects_find(&project, &results, &effects, &count, noise, &arena);
    for (unsigned i = 0; i < 3; i++)
        shares[effects[i].a] = effects[i].share;
    arena_free(&arena);
}

static void compare_effects(struct sweep *sweep, void *state)
{
    double truth[3], seen[3], noise, squares = 0;
    for (unsigned i = 0; i < VARIANTS; i++)
        squares += pow(rounds_error(&sweep->rounds, i), 2) / VARIANTS;
    share_of(sweep->truth, 0, truth, &noise);
    assert_true(noise == 0);
    share_of(sweep->rounds.level, sqrt(squares), seen, &noise);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(seen[i] - truth[i]) < 0.1);
    assert_true(noise < 0.1);
    ++*(unsigned *)state;
}

TEST(effects_are_those_of_the_truth)
{
    unsigned sweeps = 0;
    each_sweep(SWEEPS, compare_effects, &sweeps, RACE_NO_BUDGET);
    assert_int_equal(sweeps, SWEEPS);
}

/* Parameters that do nothing have no effect: what is left is noise. */
TEST(chance_has_no_effect)
{
    struct sweep *sweep = test_malloc(sizeof *sweep);
    struct machine machine = busy_machine(1);
    double shares[3], noise, squares = 0;
    memset(sweep, 0, sizeof *sweep);
    race(sweep, &machine, 1, RACE_NO_BUDGET);
    for (unsigned i = 0; i < VARIANTS; i++)
        squares += pow(rounds_error(&sweep->rounds, i), 2) / VARIANTS;
    share_of(sweep->rounds.level, sqrt(squares), shares, &noise);
    assert_true(shares[0] < 0.1 && shares[1] < 0.1 && shares[2] < 0.1);
    assert_true(noise > 0.5);
    arena_free(&sweep->arena);
    test_free(sweep);
}

/* --- what is simple --- */

/* Without noise nothing moves: no pace, no error, and an interval without width. */
TEST(is_exact_without_noise)
{
    struct sweep *sweep = test_malloc(sizeof *sweep);
    struct machine machine = {.half = RUNS_MOST};
    chance_seed(&machine.chance, 5);
    memset(sweep, 0, sizeof *sweep);
    make_truth(sweep, &machine.chance);
    race(sweep, &machine, 5, RACE_NO_BUDGET);
    assert_int_equal(sweep->count, 3 * VARIANTS);
    for (unsigned i = 0; i < VARIANTS; i++) {
        struct interval behind = rounds_compare(&sweep->rounds, i, REFERENCE, sweep->rounds.alone, &sweep->arena);
        assert_true(fabs(sweep->rounds.level[i] - sweep->truth[i]) < 1e-9 && rounds_error(&sweep->rounds, i) < 1e-9);
        assert_true(behind.high - behind.low < 1e-9 && behind.rounds == 3);
    }
    arena_free(&sweep->arena);
    test_free(sweep);
}

/* One run says nothing of how sure it is, and all may be the best. */
TEST(one_run_tells_nothing)
{
    struct timed_run runs[] = {{.variant = 0, .round = 1, .order = 1, .cost = 1},
                               {.variant = 1, .round = 1, .order = 2, .cost = 2}};
    struct arena arena = {0};
    struct rounds rounds;
    rounds_make(&rounds, runs, 2, 2, 1, &arena);
    struct interval behind = rounds_compare(&rounds, 1, 0, rounds.alone, &arena);
    assert_true(behind.low == -HUGE_VAL && behind.high == HUGE_VAL && behind.middle == 1);
    assert_true(rounds_error(&rounds, 0) == HUGE_VAL);
    arena_free(&arena);
}

/* What ran alone while the machine was fast is not faster than what ran later, beside it. */
TEST(a_run_alone_is_no_yardstick)
{
    struct timed_run runs[8];
    struct arena arena = {0};
    struct rounds rounds;
    for (unsigned i = 0; i < 2; i++)
        runs[i] = (struct timed_run){.variant = 0, .round = i + 1, .order = i + 1, .cost = 1};
    for (unsigned i = 2; i < 8; i++)
        runs[i] = (struct timed_run){.variant = i % 2, .round = 3 + i / 2, .order = i + 1, .cost = i % 2 ? 2 : 2.5};
    rounds_make(&rounds, runs, 8, 2, 1, &arena);
    assert_true(fabs(rounds.level[0] - rounds.level[1] - 0.5) < 1e-6);
    arena_free(&arena);
}
