/*
 * method_model.c - search by a model of what was tried: SMAC (Hutter, Hoos and Leyton-Brown, Sequential Model-Based
 * Optimization for General Algorithm Configuration, LION 2011), cut down to one instance and a discrete space.
 *
 * After some variants at random, a random forest is grown over the logarithms of the costs before each
 * trial. It is asked about the neighbours of the best variants, which differ in one parameter, and about variants at random;
 * the one with the largest expected improvement is tried. One trial in some is at random, so that no part of the space is
 * written off. A failure counts as the worst that was seen.
 */
#include "tune/search/forest.h"

#include "common/needed.h"
#include "tune/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Constants. For a parameter with more values than NEAR_ALL, neighbours have the next values and some random ones. */
enum { RANDOM_EVERY = 6, AROUND = 6, DRAWN = 60, NEAR_ALL = 9, NEAR_SOME = 4 };

struct model {
    struct forest forest;
    double *numbers; /* logarithms of the costs */
    unsigned first;  /* trials at random before the model */
    bool any;        /* a candidate is at hand */
    uint16_t best[PARAMETERS_MOST];
    double best_gain;
    unsigned ties;
    double least; /* of the numbers */
};

static void end_model(struct search *search)
{
    struct model *model = search->method;
    forest_free(&model->forest);
    free(model->numbers);
    free(model);
    search->method = NULL;
}

static void begin_model(struct search *search)
{
    struct model *model = search->method = needed_zeros(1, sizeof *model);
    unsigned width = search->space->width;
    model->first = width < 4 ? 8 : width > 10 ? 20 : 2 * width;
    if (model->first > search->settings->unique / 3 + 2)
        model->first = search->settings->unique / 3 + 2;
    model->numbers = needed_room(NULL, (search->settings->unique + 1) * sizeof *model->numbers);
    forest_make(&model->forest, search->space, search->settings->unique + 1);
}

/* Fills in the numbers; returns false while no variant has worked. */
static bool learn(struct search *search, struct model *model)
{
    const struct trials *trials = &search->trials;
    double worst = -HUGE_VAL;
    model->least = HUGE_VAL;
    for (unsigned i = 0; i < trials->count; i++) {
        if (!isfinite(trials->costs[i]))
            continue;
        worst = fmax(worst, log(trials->costs[i]));
        model->least = fmin(model->least, log(trials->costs[i]));
    }
    if (!isfinite(worst))
        return false;
    for (unsigned i = 0; i < trials->count; i++)
        model->numbers[i] = isfinite(trials->costs[i]) ? log(trials->costs[i]) : worst;
    forest_grow(&model->forest, search->space, &search->chance, trials->genes, model->numbers, trials->count);
    return true;
}

static double expected_improvement(double least, double mean, double variance)
{
    double deviation = sqrt(variance), better = least - mean;
    if (deviation < 1e-9)
        return better > 0 ? better : 0;
    double z = better / deviation;
    return better * 0.5 * erfc(-z * M_SQRT1_2) + deviation * exp(-z * z / 2) * 0.3989422804014327;
}

static void consider(struct search *search, struct model *model, const uint16_t *genes)
{
    double mean, variance;
    if (trials_find(&search->trials, genes) != NOT_TRIED || !search->space->allowed(search->space->state, genes))
        return;
    forest_predict(&model->forest, search->space, genes, &mean, &variance);
    double gain = expected_improvement(model->least, mean, variance);
    if (model->any && gain < model->best_gain)
        return;
    /* Among equals each is as likely as the others. */
    model->ties = model->any && gain == model->best_gain ? model->ties + 1 : 1;
    if (chance_pick(&search->chance, model->ties))
        return;
    model->any = true;
    model->best_gain = gain;
    memcpy(model->best, genes, search->space->width * sizeof *genes);
}

static void consider_neighbours(struct search *search, struct model *model, const uint16_t *genes)
{
    const struct search_space *space = search->space;
    uint16_t near[PARAMETERS_MOST];
    memcpy(near, genes, space->width * sizeof *near);
    for (unsigned i = 0; i < space->width; i++) {
        unsigned count = space->counts[i];
        for (unsigned v = 0; count <= NEAR_ALL && v < count; v++) {
            near[i] = (uint16_t)v;
            consider(search, model, near);
        }
        for (unsigned k = 0; count > NEAR_ALL && k < NEAR_SOME + 2; k++) {
            unsigned other = k == 0   ? (genes[i] + 1u) % count
                             : k == 1 ? (genes[i] + count - 1u) % count
                                      : chance_pick(&search->chance, count);
            near[i] = (uint16_t)other;
            consider(search, model, near);
        }
        near[i] = genes[i];
    }
}

/* Finds the places of the best trials, best first. */
static unsigned best_trials(const struct trials *trials, unsigned places[AROUND])
{
    unsigned count = 0;
    for (unsigned i = 0; i < trials->count; i++) {
        unsigned at = count < AROUND ? count++ : AROUND;
        for (; at && trials->costs[i] < trials->costs[places[at - 1]]; at--)
            if (at < AROUND)
                places[at] = places[at - 1];
        if (at < AROUND)
            places[at] = i;
    }
    return count;
}

/* Draws several variants at a time, so that they can be built in parallel. */
static unsigned draw_first(struct search *search, uint16_t *genes, unsigned most)
{
    unsigned count = 0;
    while (count < most && count < search->settings->population &&
           search_draw(search, genes + (size_t)count * search->space->width))
        count++;
    return count;
}

static unsigned ask_model(struct search *search, uint16_t *genes)
{
    struct model *model = search->method;
    const struct trials *trials = &search->trials;
    unsigned places[AROUND], width = search->space->width;
    uint16_t drawn[PARAMETERS_MOST];
    if (trials->count < model->first)
        return draw_first(search, genes, model->first - trials->count);
    if (trials->count % RANDOM_EVERY == 0 || !learn(search, model))
        return search_draw(search, genes);
    model->any = false;
    unsigned around = best_trials(trials, places);
    for (unsigned i = 0; i < around; i++)
        consider_neighbours(search, model, trials->genes + (size_t)places[i] * width);
    for (int i = 0; i < DRAWN; i++) {
        for (unsigned k = 0; k < width; k++)
            drawn[k] = (uint16_t)chance_pick(&search->chance, search->space->counts[k]);
        consider(search, model, drawn);
    }
    if (!model->any)
        return search_draw(search, genes);
    memcpy(genes, model->best, width * sizeof *genes);
    return 1;
}

const struct search_method search_model = {
    "model",     "a random forest predicts the cost of variants, and the most promising one is tried",
    begin_model, ask_model,
    NULL,        end_model,
    false};
