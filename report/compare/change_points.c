/* change_points.c - see change_points.h. */
#include "report/compare/change_points.h"

#include "common/sort.h"

#include <math.h>
#include <stdlib.h>

/* How many of SEEN / chance random orders may have a step as large as the series' own: then a series without a step is reported with this
 * chance, for any SEEN. */
enum { SEEN = 4 };

/* Draws a number; the sequence is the same in each run. */
static uint64_t draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Returns the largest step over all places, squared, without dividing by the spread of the ranks, which is the same in any order. *at is its
 * place. */
static double largest(const double *ranks, uint32_t count, uint32_t *at)
{
    double sum = 0, most = 0, mean = ((double)count + 1) / 2;
    for (uint32_t k = 1; k + CHANGE_POINTS_LEAST <= count; k++) {
        sum += ranks[k - 1] - mean;
        double z = sum * sum / ((double)k * (count - k));
        if (k >= CHANGE_POINTS_LEAST && z > most) {
            most = z;
            *at = k;
        }
    }
    return most;
}

static int compare_at(const void *values, uint32_t a, uint32_t b)
{
    const double *of = values;
    return (of[a] > of[b]) - (of[a] < of[b]);
}

/* Ranks the values; equal values share the mean of their ranks. */
static void rank(double *ranks, const double *values, uint32_t count, struct arena *scratch)
{
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    sort_positions(order, count, compare_at, values, scratch);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && !compare_at(values, order[i], order[next]);)
            next++;
        for (uint32_t k = i; k < next; k++)
            ranks[order[k]] = (i + next + 1) / 2.0;
    }
}

/* Orders `ranks` anew. */
static bool is_step(double *ranks, uint32_t count, double found, double chance)
{
    uint64_t state = count;
    uint32_t orders = (uint32_t)ceil(SEEN / chance), seen = 0, at;
    for (uint32_t i = 0; i < orders && seen < SEEN; i++) {
        for (uint32_t k = count; k > 1; k--) {
            uint32_t other = (uint32_t)(draw(&state) % k);
            double kept = ranks[k - 1];
            ranks[k - 1] = ranks[other];
            ranks[other] = kept;
        }
        seen += largest(ranks, count, &at) >= found * (1 - 1e-9);
    }
    return seen < SEEN;
}

static int compare_values(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double median(const double *values, uint32_t count, double *room)
{
    for (uint32_t i = 0; i < count; i++)
        room[i] = values[i];
    qsort(room, count, sizeof *room, compare_values);
    return (room[count / 2] + room[(count - 1) / 2]) / 2;
}

/* Finds steps among values[from] up to values[to], in order. */
static void find_between(struct steps *steps, const double *values, uint32_t from, uint32_t to, double chance,
                         double *room, struct arena *scratch)
{
    uint32_t count = to - from, at = 0;
    if (count < 2 * CHANGE_POINTS_LEAST)
        return;
    rank(room, values + from, count, scratch);
    double found = largest(room, count, &at);
    if (!(found > 0) || !is_step(room, count, found, chance))
        return;
    find_between(steps, values, from, from + at, chance, room, scratch);
    steps->list[steps->count++].at = from + at;
    find_between(steps, values, from + at, to, chance, room, scratch);
}

void change_points_find(struct steps *steps, const double *values, uint32_t count, double chance, struct arena *arena)
{
    struct arena scratch = {0};
    double *room = arena_array(&scratch, count, sizeof *room);
    *steps = (struct steps){.list = arena_array(arena, count, sizeof *steps->list)};
    find_between(steps, values, 0, count, chance, room, &scratch);
    for (uint32_t i = 0; i < steps->count; i++) {
        struct step *step = &steps->list[i];
        uint32_t from = i ? step[-1].at : 0, to = i + 1 < steps->count ? step[1].at : count;
        step->count_before = step->at - from;
        step->count_now = to - step->at;
        step->before = median(values + from, step->count_before, room);
        step->now = median(values + step->at, step->count_now, room);
    }
    arena_free(&scratch);
}
