/*
 * method_genetic.c - the genetic algorithm of O. Kravchuk, Automatic Performance Measurements and Data Evaluation for
 * Highly Parallel Codes, master's thesis, Erlangen 2015, chapter 4.
 *
 * A population is drawn at random from all combinations. Each next one is made of children: two parents are taken by roulette, each with the
 * probability (1/f) / sum(1/f) of its time f; one-point or uniform crossover gives one child; one in N children is
 * mutated, by which each of its genes gets a random value with probability one half. With elitism the best variant goes
 * into the next population as it is. A failed variant has no time, so it is never a parent; nor is one that breaks a restriction,
 * which is not run and does not count. So a population of 30 may have few that do, and there are more generations. What the
 * thesis leaves open: where nothing of a population has a time, the next one is drawn as the first was.
 */
#include "tune/search/search.h"

#include "common/needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct population {
    uint16_t *genes;
    double *costs;
    double *wheel;  /* sums of 1/f up to each */
    unsigned drawn; /* generations */
};

static void end_genetic(struct search *search)
{
    struct population *population = search->method;
    free(population->genes);
    free(population->costs);
    free(population->wheel);
    free(population);
    search->method = NULL;
}

static void begin_genetic(struct search *search)
{
    unsigned size = search->settings->population;
    struct population *population = search->method = needed_zeros(1, sizeof *population);
    population->genes = needed_zeros((size_t)size * search->space->width, sizeof *population->genes);
    population->costs = needed_zeros(size, sizeof *population->costs);
    population->wheel = needed_zeros(size, sizeof *population->wheel);
}

static const uint16_t *parent(struct search *search)
{
    const struct population *population = search->method;
    unsigned size = search->settings->population, low = 0, high = size - 1;
    double all = population->wheel[size - 1];
    if (search->settings->random_parents || !(all > 0))
        return population->genes + (size_t)chance_pick(&search->chance, size) * search->space->width;
    double at = chance_fraction(&search->chance) * all;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (population->wheel[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return population->genes + (size_t)low * search->space->width;
}

static void cross(struct search *search, const uint16_t *a, const uint16_t *b, uint16_t *child)
{
    unsigned width = search->space->width;
    if (search->settings->one_point) {
        unsigned point = width > 1 ? 1 + chance_pick(&search->chance, width - 1) : 0;
        for (unsigned i = 0; i < width; i++)
            child[i] = i < point ? a[i] : b[i];
        return;
    }
    for (unsigned i = 0; i < width; i++)
        child[i] = chance_pick(&search->chance, 2) ? a[i] : b[i];
}

static void mutate(struct search *search, uint16_t *child)
{
    if (chance_pick(&search->chance, search->settings->mutation))
        return;
    for (unsigned i = 0; i < search->space->width; i++)
        if (chance_pick(&search->chance, 2))
            child[i] = (uint16_t)chance_pick(&search->chance, search->space->counts[i]);
}

static void spin(const struct search *search)
{
    struct population *population = search->method;
    double sum = 0;
    for (unsigned i = 0; i < search->settings->population; i++) {
        sum += population->costs[i] > 0 && isfinite(population->costs[i]) ? 1 / population->costs[i] : 0;
        population->wheel[i] = sum;
    }
}

static unsigned best_of(const struct search *search)
{
    const struct population *population = search->method;
    unsigned best = 0;
    for (unsigned i = 1; i < search->settings->population; i++)
        if (population->costs[i] < population->costs[best])
            best = i;
    return best;
}

static unsigned ask_genetic(struct search *search, uint16_t *genes)
{
    struct population *population = search->method;
    unsigned size = search->settings->population, width = search->space->width, count = 0;
    if (search->settings->generations && population->drawn == search->settings->generations)
        return 0;
    if (population->drawn && search->settings->elitism) {
        memcpy(genes, population->genes + (size_t)best_of(search) * width, width * sizeof *genes);
        count = 1;
    }
    bool first = !population->drawn || !(population->wheel[size - 1] > 0);
    for (; first && count < size; count++)
        search_draw_any(search, genes + (size_t)count * width);
    for (; count < size; count++) {
        uint16_t *child = genes + (size_t)count * width;
        const uint16_t *mother = parent(search), *father = parent(search);
        cross(search, mother, father, child);
        mutate(search, child);
    }
    population->drawn++;
    return size;
}

static void tell_genetic(struct search *search, const uint16_t *genes, const double *costs, unsigned count)
{
    struct population *population = search->method;
    memcpy(population->genes, genes, (size_t)count * search->space->width * sizeof *genes);
    memcpy(population->costs, costs, count * sizeof *costs);
    spin(search);
}

const struct search_method search_genetic = {
    "genetic",     "the genetic algorithm: roulette, crossover, mutation, elitism",
    begin_genetic, ask_genetic,
    tell_genetic,  end_genetic,
    true};
