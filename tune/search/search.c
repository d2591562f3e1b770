/* search.c - see search.h. */
#include "tune/search/search.h"

#include "common/hash.h"
#include "common/needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limit of random draws for an allowed variant; after that one is searched in order, if the combinations can be enumerated. */
enum { DRAWS_MOST = 20000, STALE_MOST = 2000 };

/* --- what was tried --- */

static uint64_t hash_genes(const uint16_t *genes, unsigned width)
{
    uint64_t hash = HASH_START;
    for (unsigned i = 0; i < width; i++)
        hash = hash_number(hash, genes[i]);
    return hash;
}

static uint32_t *find_slot(const struct trials *trials, const uint16_t *genes)
{
    uint32_t mask = trials->table_size - 1;
    uint32_t at = (uint32_t)hash_genes(genes, trials->width) & mask;
    while (trials->table[at] && memcmp(trials->genes + (size_t)(trials->table[at] - 1) * trials->width, genes,
                                       trials->width * sizeof *genes) != 0)
        at = (at + 1) & mask;
    return &trials->table[at];
}

uint32_t trials_find(const struct trials *trials, const uint16_t *genes)
{
    return trials->table_size ? *find_slot(trials, genes) - 1 : NOT_TRIED;
}

static void grow(struct trials *trials)
{
    unsigned room = trials->room ? 2 * trials->room : 256;
    trials->genes = needed_room(trials->genes, (size_t)room * trials->width * sizeof *trials->genes);
    trials->costs = needed_room(trials->costs, room * sizeof *trials->costs);
    free(trials->table);
    trials->table = needed_zeros(4 * (size_t)room, sizeof *trials->table);
    trials->table_size = 4 * room;
    trials->room = room;
    for (unsigned i = 0; i < trials->count; i++)
        *find_slot(trials, trials->genes + (size_t)i * trials->width) = i + 1;
}

static void add_trial(struct trials *trials, const uint16_t *genes, double cost)
{
    if (trials->count == trials->room)
        grow(trials);
    memcpy(trials->genes + (size_t)trials->count * trials->width, genes, trials->width * sizeof *genes);
    trials->costs[trials->count++] = cost;
    *find_slot(trials, genes) = trials->count;
}

/* --- drawing --- */

void search_draw_any(struct search *search, uint16_t *genes)
{
    for (unsigned k = 0; k < search->space->width; k++)
        genes[k] = (uint16_t)chance_pick(&search->chance, search->space->counts[k]);
}

bool search_draw(struct search *search, uint16_t *genes)
{
    for (int i = 0; i < DRAWS_MOST; i++) {
        search_draw_any(search, genes);
        if (trials_find(&search->trials, genes) == NOT_TRIED && search->space->allowed(search->space->state, genes))
            return true;
    }
    return false;
}

/* --- the loop --- */

/* Picks the new and allowed variants of the batch, each once, and at most `left`. */
static unsigned pick_new(const struct search *search, const uint16_t *batch, unsigned count, uint16_t *picked,
                         unsigned left)
{
    unsigned width = search->space->width, picks = 0;
    for (unsigned i = 0; i < count && picks < left; i++) {
        const uint16_t *genes = batch + (size_t)i * width;
        bool known =
            trials_find(&search->trials, genes) != NOT_TRIED || !search->space->allowed(search->space->state, genes);
        for (unsigned k = 0; k < picks && !known; k++)
            known = !memcmp(picked + (size_t)k * width, genes, width * sizeof *genes);
        if (!known)
            memcpy(picked + (size_t)picks++ * width, genes, width * sizeof *genes);
    }
    return picks;
}

struct batch {
    uint16_t *genes, *picked;
    double *costs;
};

static void tell_best(const struct search *search, const uint16_t *batch, unsigned count)
{
    uint32_t best = NOT_TRIED;
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = trials_find(&search->trials, batch + (size_t)i * search->space->width);
        if (at != NOT_TRIED && (best == NOT_TRIED || search->trials.costs[at] < search->trials.costs[best]))
            best = at;
    }
    if (best != NOT_TRIED)
        search->space->turned(search->space->state, search->trials.genes + (size_t)best * search->space->width,
                              search->trials.costs[best]);
}

static bool turn(struct search *search, const struct search_method *method, struct batch *batch, unsigned count,
                 unsigned *fresh, search_evaluate *evaluate, void *state, struct error *error)
{
    unsigned width = search->space->width;
    unsigned left = method->whole ? count : search->settings->unique - search->trials.count;
    *fresh = pick_new(search, batch->genes, count, batch->picked, left);
    if (*fresh && !evaluate(state, batch->picked, *fresh, batch->costs, error))
        return false;
    for (unsigned i = 0; i < *fresh; i++)
        add_trial(&search->trials, batch->picked + (size_t)i * width, batch->costs[i]);
    if (search->space->turned)
        tell_best(search, batch->genes, count);
    if (!method->tell || search->trials.count >= search->settings->unique)
        return true;
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = trials_find(&search->trials, batch->genes + (size_t)i * width);
        batch->costs[i] = at == NOT_TRIED ? HUGE_VAL : search->trials.costs[at];
    }
    method->tell(search, batch->genes, batch->costs, count);
    return true;
}

bool search_go(struct search *search, const struct search_method *method, const struct search_space *space,
               const struct search_settings *settings, uint64_t seed, search_evaluate *evaluate, void *state,
               struct error *error)
{
    size_t size = (size_t)settings->population * space->width * sizeof(uint16_t);
    struct batch batch = {needed_room(NULL, size), needed_room(NULL, size),
                          needed_room(NULL, settings->population * sizeof(double))};
    *search = (struct search){.space = space, .settings = settings, .trials = {.width = space->width}};
    chance_seed(&search->chance, seed);
    if (method->begin)
        method->begin(search);
    bool done = true;
    /* A population may have become all alike; then a mutation is waited for, but not for ever. */
    for (unsigned stale = 0, count; done && search->trials.count < settings->unique && stale < STALE_MOST;) {
        unsigned fresh;
        count = method->ask(search, batch.genes);
        if (!count)
            break;
        done = turn(search, method, &batch, count, &fresh, evaluate, state, error);
        stale = fresh ? 0 : stale + 1;
    }
    if (method->end)
        method->end(search);
    free(batch.genes);
    free(batch.picked);
    free(batch.costs);
    return done;
}

void search_free(struct search *search)
{
    free(search->trials.genes);
    free(search->trials.costs);
    free(search->trials.table);
    search->trials = (struct trials){0};
}
