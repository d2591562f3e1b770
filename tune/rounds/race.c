/* race.c - see race.h. */
#include "tune/rounds/race.h"

#include <math.h>
#include <stdlib.h>

void race_begin(struct race *race, unsigned count, uint64_t seed, struct arena *arena)
{
    *race = (struct race){.count = count,
                          .least = 1,
                          .most = 1,
                          .with = count,
                          .out = arena_array(arena, count, sizeof *race->out),
                          .goes_on = arena_array(arena, count, sizeof *race->goes_on),
                          .arena = arena};
    chance_seed(&race->chance, seed);
}

unsigned race_looks(unsigned least, unsigned most)
{
    unsigned looks = 1;
    for (; least < most; least *= 2)
        looks++;
    return looks;
}

/* Fisher and Yates. */
void race_shuffle(struct chance *chance, unsigned *order, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned k = chance_pick(chance, i), other = order[i - 1];
        order[i - 1] = order[k];
        order[k] = other;
    }
}

static int by_level(const void *left, const void *right, void *state)
{
    const double *level = state;
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
    return level[a] < level[b] ? -1 : level[a] > level[b] ? 1 : (a > b) - (a < b);
}

unsigned race_rank(const struct rounds *rounds, const bool *out, unsigned *places)
{
    unsigned count = 0;
    for (unsigned i = 0; i < rounds->variants; i++)
        if (!out[i] && rounds_runs(rounds, i))
            places[count++] = i;
    qsort_r(places, count, sizeof *places, by_level, rounds->level);
    return count;
}

/* Decides who continues: the leader and those that may be as good. */
static unsigned judge(struct race *race, const struct rounds *rounds, double left)
{
    unsigned *places = arena_array(race->arena, race->count, sizeof *places), contenders = 0;
    unsigned count = race_rank(rounds, race->out, places);
    bool budget = isfinite(left);
    for (unsigned i = 0; i < race->count; i++)
        race->goes_on[i] = false;
    for (unsigned i = 1; i < count; i++) {
        struct interval behind = rounds_compare(rounds, places[i], places[0], rounds->together, race->arena);
        unsigned runs = rounds_runs(rounds, places[i]);
        bool enough = runs >= race->most || (runs > 1 && rounds_error(rounds, places[i]) <= race->spread);
        /* Of those that never ran beside the leader the better half does. */
        bool apart = !behind.rounds && runs < race->most;
        if (apart ? i <= count / 2 : behind.low <= 0 && (budget || !enough))
            places[++contenders] = places[i];
    }
    /* Time that was given is used until the best two are known well, too. */
    if (!contenders && budget && count > 1 &&
        fmax(rounds_error(rounds, places[0]), rounds_error(rounds, places[1])) > race->spread)
        contenders = 1;
    if (!contenders)
        return 0;
    unsigned field = contenders + 1, most = rounds_runs(rounds, places[0]);
    if (budget && field > left / 2)
        field = left < 4 ? 2 : (unsigned)(left / 2);
    for (unsigned i = 0; i < field; i++)
        race->goes_on[places[i]] = true;
    if (race->with < race->count && !race->out[race->with])
        race->goes_on[race->with] = true;
    /* At most as many again, and no more than there may be. */
    double share = budget ? left / 2 / field : race->most > most ? race->most - most : 1;
    race->ahead = share < 1 ? 1 : share < most ? (unsigned)share : most;
    return field;
}

/* Selects those that have not had their first rounds. */
static unsigned first_rounds(const struct race *race, const struct rounds *rounds, unsigned least, unsigned *order)
{
    unsigned count = 0;
    for (unsigned i = 0; i < race->count; i++)
        if (!race->out[i] && rounds_runs(rounds, i) < least)
            order[count++] = i;
    return count;
}

unsigned race_next(struct race *race, const struct rounds *rounds, double left, unsigned *order)
{
    unsigned count = left < 1 ? 0 : first_rounds(race, rounds, isfinite(left) ? 1 : race->least, order);
    if (!count) {
        if (left < 1 || (!race->ahead && !judge(race, rounds, left)))
            return 0;
        race->ahead--;
        for (unsigned i = 0; i < race->count; i++)
            if (race->goes_on[i] && !race->out[i])
                order[count++] = i;
    }
    race_shuffle(&race->chance, order, count);
    return count;
}
