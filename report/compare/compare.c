/* compare.c - see compare.h. */
#include "report/compare/compare.h"

#include "common/name.h"
#include "common/sort.h"
#include "profile/profile.h"
#include "report/compare/checkouts.h"
#include "report/read/load.h"
#include "report/shape/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A region named by its line. Because lines move between runs, it gets its number within the enclosing function instead: `main::lambda 2` for
 * `main::lambda at a.cpp:12`, `solve: loop 1` for `solve: loop at 14`.
 */

struct placed {
    struct profile_region *region;
    size_t scope;     /* how much of the recorded name stands in front of the number */
    unsigned of_line; /* which one of its line */
};

/* Returns the text behind the last "lambda ", or NULL. */
static char *behind_lambda(const char *name)
{
    static const char word[] = "lambda ";
    const char *at = name, *last = NULL;
    while ((at = strstr(at, word)))
        last = at++;
    return last ? (char *)(uintptr_t)(last + sizeof word - 1) : NULL;
}

/* Returns the text behind "solve: loop ", the name of a region made by a level (instrumenter/front/region_level.c), or NULL. */
static char *behind_part(const char *name)
{
    static const char *const parts[] = {": loop ", ": turns of loop ", ": if ", ": else ", ": case "};
    const char *at = name + strlen(name);
    while (at > name && at[-1] >= '0' && at[-1] <= '9')
        at--;
    if (!*at || at - name < 3 || strncmp(at - 3, "at ", 3) != 0)
        return NULL;
    at -= 3;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t length = strlen(parts[i]);
        if ((size_t)(at - name) > length && !strncmp(at - length, parts[i], length))
            return (char *)(uintptr_t)at;
    }
    return NULL;
}

static char *behind_scope(const struct profile_region *region, const char *name)
{
    return region->kind == REGION_LOOP || region->kind == REGION_BRANCH ? behind_part(name) : behind_lambda(name);
}

/* Recognises "lambda at a.cpp:12", "lambda 2 at a.cpp:12" or "loop at 14" at the end of a name. */
static bool recognize(struct profile_region *region, struct placed *placed)
{
    const char *name = region_recorded(region);
    char *end = behind_scope(region, name);
    if (!end)
        return false;
    *placed = (struct placed){region, (size_t)(end - name), 1};
    if (*end >= '0' && *end <= '9') {
        placed->of_line = (unsigned)strtoul(end, &end, 10);
        end++;
    }
    const char *line = strrchr(end, ':');
    line = line ? line + 1 : end + 3;
    return name_starts(end, "at ") && *line && !line[strspn(line, "0123456789")];
}

/* Compares by the enclosing scope. */
static int compare_scopes(const struct placed *a, const struct placed *b)
{
    int order = (a->scope > b->scope) - (a->scope < b->scope);
    if (!order)
        order = strncmp(region_recorded(a->region), region_recorded(b->region), a->scope);
    return order ? order : strcmp(a->region->file, b->region->file);
}

static int compare(const void *table, uint32_t left, uint32_t right)
{
    const struct placed *all = table, *a = &all[left], *b = &all[right];
    int order = compare_scopes(a, b);
    if (!order)
        order = (a->region->line > b->region->line) - (a->region->line < b->region->line);
    return order ? order : (a->of_line > b->of_line) - (a->of_line < b->of_line);
}

static const char *numbered(const struct profile_region *region, const char *name, unsigned number, struct arena *arena)
{
    const char *end = behind_scope(region, name);
    return end ? arena_printf(arena, "%.*s%u", (int)(end - name), name, number) : name;
}

/* Gives them such names. */
static void number_placed(struct profile *profile, struct arena *arena)
{
    struct arena scratch = {0};
    struct placed *all = arena_array(&scratch, profile->region_count, sizeof *all);
    uint32_t count = 0, *order = arena_array(&scratch, profile->region_count, sizeof *order);
    for (uint32_t i = 0; i < profile->region_count; i++)
        count += recognize(&profile->regions[i], &all[count]);
    sort_positions(order, count, compare, all, &scratch);
    unsigned *numbers = arena_array(&scratch, count, sizeof *numbers);
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = !i || compare_scopes(&all[order[i - 1]], &all[order[i]])
                         ? 1
                         : numbers[i - 1] + (compare(all, order[i - 1], order[i]) != 0);
    for (uint32_t i = 0; i < count; i++) {
        struct profile_region *region = all[order[i]].region;
        region->name = numbered(region, region->name, numbers[i], arena);
        if (region->full)
            region->full = numbered(region, region->full, numbers[i], arena);
    }
    arena_free(&scratch);
}

/* Returns how far a node's own time would spread if its calls were drawn anew. Waiting in MPI is excluded, because it depends on other ranks. */
static double node_variance(const struct view *view, uint32_t i)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const struct view_node *shown = &view->nodes[i];
    bool mpi = view->profile->regions[node->region].kind == REGION_MPI;
    double share = shown->inclusive > 0 ? shown->exclusive / shown->inclusive : 0;
    double calls = (double)node->calls.calls * stat_calls_variance(&node->calls);
    double ranks = mpi ? node->ranks.in_context * stat_ranks_variance(&node->ranks) : 0;
    return share * share * (calls + ranks) + view_error2(view, i, shown->exclusive);
}

static void take_waiting(struct compare_run *run, const struct profile *profile)
{
    uint32_t waiting = profile_metric(profile, "waiting"), error = profile_metric(profile, "waiting-error");
    run->waiting = waiting == PROFILE_NONE ? NAN : 0;
    for (uint32_t i = 0; i < profile->value_count; i++) {
        if (profile->values[i].metric == waiting)
            run->waiting += 1000 * u128_double(profile->values[i].own);
        run->waiting_estimated |= profile->values[i].metric == error;
    }
}

static void take_nodes(struct compare_run *run, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    take_waiting(run, profile);
    run->node_count = profile->node_count;
    run->nodes = arena_array(arena, profile->node_count, sizeof *run->nodes);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        const struct view_node *shown = &view->nodes[i];
        run->nodes[i] = (struct compare_node){.region = node->region,
                                              .parent = node->parent,
                                              .calls = node->calls.calls,
                                              .own = shown->exclusive,
                                              .inclusive = shown->outermost ? shown->inclusive : 0,
                                              .variance = node_variance(view, i),
                                              .error2 = shown->outermost ? node->calls.error2 : 0,
                                              .own_error2 = view_error2(view, i, shown->exclusive),
                                              .estimated = shown->own_estimated,
                                              .spread = shown->calls_estimated};
    }
}

/* Loads the profile, and derives its view. */
static bool load(struct compare_run *run, char *const *files, int count, const struct options *options,
                 struct arena *arena, struct error *error)
{
    if (!load_profile(files, count, options, &run->profile, &run->name, arena, error))
        return false;
    number_placed(&run->profile, arena);
    if (!shape_profile(&run->profile, options, arena, error))
        return false;
    view_make(&run->view, &run->profile, SORT_NAME, options->raw, arena);
    return true;
}

bool compare_load(struct compare_run *run, char *const *files, int count, const struct options *options,
                  struct arena *arena, struct error *error)
{
    if (!load(run, files, count, options, arena, error) ||
        !metrics_show(&run->metrics, options, &run->view, arena, error) ||
        !metrics_measured(&run->metrics, "a comparison", error))
        return false;
    take_nodes(run, &run->view, arena);
    return true;
}

static const char *copy(const char *text, struct arena *arena)
{
    return arena_copy(arena, text, strlen(text));
}

static void outline(struct compare_run *run, const struct compare_run *whole, struct arena *arena)
{
    const struct profile *from = &whole->profile;
    struct profile *to = &run->profile;
    *to = (struct profile){.regions = arena_array(arena, from->region_count, sizeof *to->regions),
                           .nodes = arena_array(arena, 1, sizeof *to->nodes),
                           .meta = arena_array(arena, from->meta_count, sizeof *to->meta),
                           .tallies = arena_array(arena, from->tally_count, sizeof *to->tallies),
                           .region_count = from->region_count,
                           .node_count = 1,
                           .meta_count = from->meta_count,
                           .tally_count = from->tally_count};
    run->name = copy(whole->name, arena);
    run->view = (struct view){.profile = to,
                              .total = whole->view.total,
                              .raw = whole->view.raw,
                              .folder = whole->view.folder,
                              .folder_file = copy(whole->view.folder ? whole->view.folder_file : "", arena),
                              .overhead = whole->view.overhead};
    to->nodes[0] = from->nodes[0];
    for (uint32_t i = 0; i < from->region_count; i++) {
        struct profile_region *region = &to->regions[i];
        *region = from->regions[i];
        region->name = copy(region->name, arena);
        region->full = region->full ? copy(region->full, arena) : NULL;
        region->file = copy(region->file, arena);
        region->path = NULL;
        region->origin = copy(region->origin, arena);
        region->groups = copy(region->groups, arena);
        region->reason = copy(region->reason, arena);
    }
    for (uint32_t i = 0; i < from->meta_count; i++)
        to->meta[i] = (struct profile_meta){copy(from->meta[i].key, arena), copy(from->meta[i].value, arena)};
    for (uint32_t i = 0; i < from->tally_count; i++)
        to->tallies[i] = (struct profile_tally){copy(from->tallies[i].name, arena), from->tallies[i].value};
}

bool compare_load_outline(struct compare_run *run, char *const *files, int count, const struct options *options,
                          struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    struct compare_run whole = {.name = NULL};
    if (options->metrics) /* whose values stay by node */
        return compare_load(run, files, count, options, arena, error);
    bool done = load(&whole, files, count, options, &scratch, error);
    if (done) {
        take_nodes(run, &whole.view, arena);
        outline(run, &whole, arena);
    }
    arena_free(&scratch);
    return done;
}

/* Compares by ranks, then by threads. */
static int compare_ranks(const void *left, const void *right)
{
    const struct profile *a = &((const struct compare_run *)left)->profile;
    const struct profile *b = &((const struct compare_run *)right)->profile;
    uint32_t x = a->nodes[0].ranks.called, y = b->nodes[0].ranks.called;
    return x != y ? (x > y) - (x < y)
                  : (a->location_count > b->location_count) - (a->location_count < b->location_count);
}

void compare_sort(struct compare_run *runs, uint32_t count)
{
    qsort(runs, count, sizeof *runs, compare_ranks);
    for (uint32_t i = 0; i < count; i++) /* they have moved */
        runs[i].view.profile = &runs[i].profile;
}

const struct compare_value *compare_at(const struct compare *compare, uint32_t line, uint32_t run)
{
    return &compare->values[(size_t)line * compare->run_count + run];
}

/* All regions of all runs; ids[run][region] is the same number for the same region. */
struct identities {
    const struct profile_region **regions; /* of all runs, one after the other */
    const char **files;                    /* of each, see checkouts.h */
    uint32_t **ids;
    const struct profile_region **of_id;
    uint32_t count;
};

static int compare_identity(const void *table, uint32_t a, uint32_t b)
{
    const struct identities *all = table;
    struct profile_region left = *all->regions[a], right = *all->regions[b];
    left.file = all->files[a];
    right.file = all->files[b];
    return view_compare_regions(&left, &right);
}

static void identify(struct identities *all, const struct compare_run *runs, uint32_t count, struct arena *scratch)
{
    struct checkouts checkouts;
    uint32_t total = 0;
    *all = (struct identities){0};
    for (uint32_t k = 0; k < count; k++)
        total += runs[k].profile.region_count;
    all->regions = arena_array(scratch, total, sizeof(struct profile_region *));
    all->files = arena_array(scratch, total, sizeof *all->files);
    all->of_id = arena_array(scratch, total, sizeof(struct profile_region *));
    all->ids = arena_array(scratch, count, sizeof(uint32_t *));
    uint32_t *flat = arena_array(scratch, total, sizeof *flat), *order = arena_array(scratch, total, sizeof *order);
    for (uint32_t k = 0, at = 0; k < count; k++) {
        const struct profile *profile = &runs[k].profile;
        const char **files = all->files + at;
        all->ids[k] = flat + at;
        for (uint32_t i = 0; i < profile->region_count; i++, at++) {
            all->regions[at] = &profile->regions[i];
            all->files[at] = profile->regions[i].file;
        }
        (k ? checkouts_follow : checkouts_begin)(&checkouts, files, profile->region_count, scratch);
    }
    sort_positions(order, total, compare_identity, all, scratch);
    for (uint32_t i = 0; i < total; i++) {
        if (!i || compare_identity(all, order[i - 1], order[i]))
            all->of_id[all->count++] = all->regions[order[i]];
        flat[order[i]] = all->count - 1;
    }
}

/* Returns the sampling variance of an own time, in ps^2. On a busy machine samples come in bunches, which contain less information; and a
 * thread that loses its processor is sampled at the same place all the while. */
static double look_variance(const struct view *view, double own)
{
    static const double bunch = 5, slice = 8e9;
    double looks = strtod(profile_meta(view->profile, "looks", "0"), NULL);
    return slice * slice + own * bunch * view->total / (looks > 1 ? looks : 1);
}

static void add_node(struct compare_value *value, const struct compare_node *node)
{
    value->own += node->own;
    value->variance += node->variance;
    value->error2 += node->error2;
    value->own_error2 += node->own_error2;
    value->calls += node->calls;
    value->estimated |= node->estimated;
    value->spread |= node->spread;
    value->inclusive += node->inclusive;
}

/* Adds the sampling variance, after all nodes of all lines are in. */
static void add_looks(struct compare *compare, const struct compare_run *runs)
{
    for (uint32_t i = 0; i < compare->line_count; i++)
        for (uint32_t k = 0; k < compare->run_count; k++) {
            struct compare_value *value = &compare->values[(size_t)i * compare->run_count + k];
            if (value->estimated)
                value->variance += look_variance(&runs[k].view, value->own);
        }
}

/* Records for each line the runs in which its function was not instrumented. */
static void add_left_alone(struct compare *compare, const struct compare_run *runs, const struct identities *all,
                           struct arena *scratch)
{
    bool *alone = arena_array(scratch, all->count, sizeof *alone);
    for (uint32_t k = 0; k < compare->run_count; k++) {
        const struct profile *profile = &runs[k].profile;
        memset(alone, 0, all->count * sizeof *alone);
        for (uint32_t i = 0; i < profile->region_count; i++)
            alone[all->ids[k][i]] |= *profile->regions[i].reason != '\0';
        for (uint32_t i = 0; i < compare->line_count; i++) {
            struct compare_value *value = &compare->values[(size_t)i * compare->run_count + k];
            value->left_alone = !value->calls && alone[compare->lines[i].place];
        }
    }
}

/* Adds the metrics of node i of run k to this line. */
static void add_metrics(struct compare *compare, uint32_t line, const struct compare_run *runs, uint32_t k, uint32_t i)
{
    double *values = compare->metrics + ((size_t)line * compare->run_count + k) * compare->metric_count;
    for (uint32_t m = 0; m < compare->metric_count; m++)
        values[m] = metric_join(runs[k].metrics.of[m].what, values[m], runs[k].metrics.of[m].own[i]);
}

/* Adds node i of run k to this line. */
static void add_to_line(struct compare *compare, uint32_t line, const struct compare_run *runs, uint32_t k, uint32_t i)
{
    add_node(&compare->values[(size_t)line * compare->run_count + k], &runs[k].nodes[i]);
    add_metrics(compare, line, runs, k, i);
}

static void make_lines(struct compare *compare, const struct compare_run *runs, uint32_t room, uint32_t count,
                       struct arena *arena)
{
    uint32_t metrics = count ? runs[0].metrics.count : 0;
    *compare = (struct compare){.lines = arena_array(arena, room, sizeof *compare->lines),
                                .values = arena_array(arena, (size_t)room * count, sizeof *compare->values),
                                .metrics = arena_array(arena, (size_t)room * count * metrics, sizeof *compare->metrics),
                                .run_count = count,
                                .metric_count = metrics};
}

void compare_functions(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena)
{
    struct arena scratch = {0};
    struct identities all;
    identify(&all, runs, count, &scratch);
    make_lines(compare, runs, all.count, count, arena);
    uint32_t *line_of = arena_array(&scratch, all.count, sizeof *line_of); /* from 1 */
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 1; i < runs[k].node_count; i++) {
            uint32_t id = all.ids[k][runs[k].nodes[i].region];
            if (!line_of[id]) {
                compare->lines[compare->line_count++] = (struct compare_line){all.of_id[id], PROFILE_NONE, id, 0};
                line_of[id] = compare->line_count;
            }
            add_to_line(compare, line_of[id] - 1, runs, k, i);
        }
    add_left_alone(compare, runs, &all, &scratch);
    arena_free(&scratch);
    add_looks(compare, runs);
}

/* --- call paths, by a table of (path above, region) --- */

struct path_table {
    uint32_t *slots; /* line + 1, 0 = free; as many as a power of two */
    uint32_t mask;
    uint32_t *ids; /* of each line */
};

/* Returns the line of region `id` below line `above`, which is made if it is missing. */
static uint32_t find_line(struct path_table *table, struct compare *compare, const struct identities *all,
                          uint32_t above, uint32_t id)
{
    uint64_t hash = ((uint64_t)above << 32 | id) * 0x9e3779b97f4a7c15u;
    for (uint32_t slot = (uint32_t)(hash >> 32) & table->mask;; slot = (slot + 1) & table->mask) {
        uint32_t line = table->slots[slot];
        if (line && compare->lines[line - 1].above == above && table->ids[line - 1] == id)
            return line - 1;
        if (line)
            continue;
        compare->lines[compare->line_count] = (struct compare_line){all->of_id[id], above, id, 0};
        table->ids[compare->line_count] = id;
        table->slots[slot] = ++compare->line_count;
        return compare->line_count - 1;
    }
}

/* Returns the loop of "work: turns of loop at 5", whose path is unknown, or the function around it if the loop is no region; PROFILE_NONE for
 * other regions. */
static uint32_t find_loop(const struct profile *profile, const struct profile_region *turns)
{
    if (turns->kind != REGION_LOOP)
        return PROFILE_NONE;
    const char *name = region_recorded(turns), *end = strstr(name, ": turns of loop ");
    size_t length = end ? (size_t)(end - name) : 0;
    uint32_t best = PROFILE_NONE;
    for (uint32_t i = 0; end && i < profile->region_count; i++) {
        const struct profile_region *region = &profile->regions[i];
        const char *other = region_recorded(region);
        if (*region->reason || region->line > turns->line || strncmp(name, other, length) != 0 ||
            strcmp(region->file, turns->file) != 0)
            continue;
        if (region->line == turns->line && region->kind == REGION_LOOP && name_starts(other + length, ": loop "))
            return i;
        /* Of overloads, whose names have their parameters, the one in front of it. */
        if (region->kind == REGION_FUNCTION && (!other[length] || other[length] == '(') &&
            (best == PROFILE_NONE || region->line > profile->regions[best].line))
            best = i;
    }
    return best;
}

/* Compares all runs. `pairs`: one line for each function and one for each function below a caller, instead of one per path. */
static void compare_lines(struct compare *compare, const struct compare_run *runs, uint32_t count, bool pairs,
                          struct arena *arena)
{
    struct arena scratch = {0};
    struct identities all;
    struct path_table table = {0};
    uint32_t room = 0, slots = 64, most = 1;
    for (uint32_t k = 0; k < count; k++) {
        room += pairs ? 3 * runs[k].node_count : runs[k].node_count;
        most = runs[k].node_count > most ? runs[k].node_count : most;
    }
    while (slots < 2 * room)
        slots *= 2;
    table.mask = slots - 1;
    table.slots = arena_array(&scratch, slots, sizeof *table.slots);
    table.ids = arena_array(&scratch, room, sizeof *table.ids);
    uint32_t *line_of = arena_array(&scratch, most, sizeof *line_of);
    identify(&all, runs, count, &scratch);
    make_lines(compare, runs, room, count, arena);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 1; i < runs[k].node_count; i++) {
            const struct compare_node *node = &runs[k].nodes[i];
            uint32_t above = node->parent ? line_of[node->parent] : PROFILE_NONE, id = all.ids[k][node->region];
            line_of[i] = find_line(&table, compare, &all, pairs ? PROFILE_NONE : above, id);
            add_to_line(compare, line_of[i], runs, k, i);
            uint32_t around =
                pairs ? find_loop(&runs[k].profile, &runs[k].profile.regions[node->region]) : PROFILE_NONE;
            if (around != PROFILE_NONE)
                above = find_line(&table, compare, &all, PROFILE_NONE, all.ids[k][around]);
            if (!pairs || above == PROFILE_NONE)
                continue;
            uint32_t pair = find_line(&table, compare, &all, above, id);
            compare->lines[pair].function = line_of[i];
            add_to_line(compare, pair, runs, k, i);
        }
    add_left_alone(compare, runs, &all, &scratch);
    arena_free(&scratch);
    add_looks(compare, runs);
}

void compare_paths(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena)
{
    compare_lines(compare, runs, count, false, arena);
}

void compare_callers(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena)
{
    compare_lines(compare, runs, count, true, arena);
}

const char *compare_name(const struct compare *compare, uint32_t line, struct arena *arena)
{
    const char *name = "";
    for (unsigned depth = 0; line != PROFILE_NONE; line = compare->lines[line].above, depth++) {
        if (depth == VIEW_TAIL)
            return arena_printf(arena, ".../%s", name);
        name = arena_printf(arena, "%s%s%s", compare->lines[line].region->name, *name ? "/" : "", name);
    }
    return name;
}
