/* search_test.c - each method tries allowed variants only, each once, no more than it may, and the same for one seed. */
#include "tests/common/unit.h"
#include "tune/search/forest.h"
#include "tune/search/search.h"

#include <math.h>
#include <string.h>

static bool odd_sum(void *state, const uint16_t *genes)
{
    (void)state;
    return (genes[0] + genes[1] + genes[2]) % 2;
}

static const struct search_space space = {
    .width = 3, .counts = {8, 9, 10}, .ordered = {true, true, false}, .allowed = odd_sum};

struct ledger {
    unsigned calls, evaluated;
};

static bool costs_of(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    struct ledger *ledger = state;
    (void)error;
    ledger->calls++;
    ledger->evaluated += count;
    for (unsigned i = 0; i < count; i++, genes += 3)
        costs[i] = genes[2] == 4 ? HUGE_VAL : 1 + pow(genes[0] - 5, 2) + pow(genes[1] - 2, 2) + (genes[2] != 6);
    return true;
}

static struct search_settings settings(void)
{
    return (struct search_settings){.unique = 80, .population = 12, .mutation = 10, .elitism = true};
}

static void check_trials(const struct trials *trials)
{
    for (unsigned i = 0; i < trials->count; i++) {
        const uint16_t *genes = trials->genes + 3 * (size_t)i;
        assert_true(odd_sum(NULL, genes));
        for (unsigned k = 0; k < 3; k++)
            assert_true(genes[k] < space.counts[k]);
        assert_int_equal(trials_find(trials, genes), i); /* so it is there once */
    }
}

TEST(tries_what_it_may)
{
    for (int m = 0; m < SEARCH_METHODS; m++) {
        for (uint64_t seed = 1; seed < 30; seed++) {
            struct search_settings own = settings();
            struct ledger ledger = {0};
            struct search one, two;
            own.one_point = seed % 2;
            assert_true(search_go(&one, search_methods[m], &space, &own, seed, costs_of, &ledger, NULL));
            bool whole = search_methods[m] == &search_genetic; /* it ends with a generation */
            assert_true(one.trials.count < 80 + (whole ? own.population : 1) && one.trials.count > 20);
            assert_int_equal(ledger.evaluated, one.trials.count);
            check_trials(&one.trials);
            assert_true(search_go(&two, search_methods[m], &space, &own, seed, costs_of, &ledger, NULL));
            assert_int_equal(two.trials.count, one.trials.count);
            assert_memory_equal(two.trials.genes, one.trials.genes, one.trials.count * 3 * sizeof(uint16_t));
            search_free(&one);
            search_free(&two);
        }
    }
}

/* A space of fewer variants than may be tried is exhausted, and that is an end. */
TEST(ends_when_all_is_tried)
{
    struct search_space small = {.width = 3, .counts = {2, 2, 1}, .allowed = odd_sum};
    for (int m = 0; m < SEARCH_METHODS; m++) {
        struct search_settings own = settings();
        struct ledger ledger = {0};
        struct search search;
        assert_true(search_go(&search, search_methods[m], &small, &own, 1, costs_of, &ledger, NULL));
        assert_int_equal(search.trials.count, 2);
        search_free(&search);
    }
}

/* Nothing works: no method falls over it. */
static bool all_fail(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    (void)state, (void)genes, (void)error;
    for (unsigned i = 0; i < count; i++)
        costs[i] = HUGE_VAL;
    return true;
}

TEST(bears_failures)
{
    for (int m = 0; m < SEARCH_METHODS; m++) {
        struct search_settings own = settings();
        struct search search;
        assert_true(search_go(&search, search_methods[m], &space, &own, 1, all_fail, NULL, NULL));
        assert_int_equal(search.trials.count, 80);
        search_free(&search);
    }
}

/* The thesis' listing 4.6: 450 of 3,072 combinations may be, 30 are drawn, and 20 different ones that may be are the limit. So a
 * population has four or five of them, and there are generations to choose from, as in its listing 4.7. */
static bool strong_scaling(void *state, const uint16_t *g)
{
    unsigned x = g[1] + 1u, y = (g[2] + 1u) * (g[3] + 1u), z = (g[4] + 1u) * (g[5] + 1u);
    (void)state;
    return x == y && y == z && g[6] + g[7] > 0;
}

static bool smoothing(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    (void)state, (void)error;
    for (unsigned i = 0; i < count; i++, genes += 10)
        costs[i] = 2900 + 200 * fabs(genes[6] - 2.) + 150 * fabs(genes[7] - 1.) + 400 * (genes[9] == 1) + 80 * genes[2];
    return true;
}

static void count_generation(void *state, const uint16_t *genes, double cost)
{
    (void)genes, (void)cost;
    ++*(unsigned *)state;
}

TEST(chooses_over_generations)
{
    const struct search_space thesis = {
        .width = 10, .counts = {1, 2, 2, 2, 2, 2, 4, 4, 2, 3}, .allowed = strong_scaling};
    struct search_settings own = {.unique = 20, .population = 30, .mutation = 100, .elitism = true};
    unsigned enough = 0;
    for (unsigned seed = 0; seed < 20; seed++) {
        struct search search;
        unsigned generations = 0;
        struct search_space counted = thesis;
        counted.state = &generations;
        counted.turned = count_generation;
        assert_true(search_go(&search, &search_genetic, &counted, &own, seed + 1, smoothing, NULL, NULL));
        assert_true(search.trials.count >= 20 && search.trials.count < 30);
        enough += generations >= 5;
        search_free(&search);
    }
    assert_true(enough >= 10);
}

/* Over many seeds, the mean of the best that is found. */
static double mean_best(const struct search_method *method, struct search_settings own)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct ledger ledger = {0};
        struct search search;
        double best = HUGE_VAL;
        assert_true(search_go(&search, method, &space, &own, seed, costs_of, &ledger, NULL));
        for (unsigned i = 0; i < search.trials.count; i++)
            best = fmin(best, search.trials.costs[i]);
        sum += best / 100;
        search_free(&search);
    }
    return sum;
}

TEST(is_better_than_chance)
{
    struct search_settings own = settings(), random_parents = settings();
    own.unique = random_parents.unique = 60;
    random_parents.random_parents = true;
    double chance = mean_best(&search_random, own);
    assert_true(mean_best(&search_genetic, own) < chance);
    assert_true(mean_best(&search_model, own) < chance);
    assert_true(mean_best(&search_model, own) < 1.5);
    assert_true(mean_best(&search_genetic, own) < mean_best(&search_genetic, random_parents));
}

/* A forest over a step in one parameter predicts it. */
TEST(learns_a_step)
{
    uint16_t genes[200][3];
    double numbers[200], low, high, variance;
    struct forest forest;
    struct chance chance;
    chance_seed(&chance, 7);
    for (int i = 0; i < 200; i++) {
        for (int k = 0; k < 3; k++)
            genes[i][k] = (uint16_t)chance_pick(&chance, space.counts[k]);
        numbers[i] = genes[i][1] > 4 ? 10 : genes[i][2] == 3 ? 5 : 1;
    }
    forest_make(&forest, &space, 200);
    forest_grow(&forest, &space, &chance, &genes[0][0], numbers, 200);
    forest_predict(&forest, &space, (uint16_t[]){0, 8, 0}, &high, &variance);
    forest_predict(&forest, &space, (uint16_t[]){7, 1, 0}, &low, &variance);
    assert_true(high > 9 && low < 2);
    forest_predict(&forest, &space, (uint16_t[]){4, 1, 3}, &low, &variance);
    assert_true(low > 3 && low < 7);
    forest_free(&forest);
}
