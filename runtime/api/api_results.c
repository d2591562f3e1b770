/*
 * api_results.c - answers the program's questions about its own labels and call tree.
 *
 * Every question is answered from a profile made for it, so that the answers are those of the file
 * that is written at the end. Only clearing changes the trees themselves.
 */
#include "runtime/api/api.h"

#include "common/name.h"
#include "common/sort.h"
#include "profile/profile.h"
#include "runtime/collect/collect.h"
#include "runtime/job/mpi_load.h"
#include "runtime/job/transport.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/floats.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/tree/tree.h"
#include "runtime/write/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double seconds(uint64_t ps)
{
    return (double)ps * 1e-12;
}

static double sum_seconds(const struct stat_calls *calls)
{
    return u128_double(calls->sum) * 1e-12;
}

int results_collect(int scope, struct profile *profile, struct arena *arena)
{
    if (scope != INSTR_THREAD && scope != INSTR_PROCESS)
        return INSTR_EARGUMENT;
    if (thread_is_busy())
        return INSTR_EBUSY;
    struct thread *thread = thread_settled();
    if (scope == INSTR_THREAD && thread == &thread_none)
        return INSTR_ENONE;
    bool done = scope == INSTR_THREAD ? snapshot_thread(thread, profile, arena, NULL)
                                      : snapshot_take(clock_pair_now(), profile, arena, NULL);
    return done ? INSTR_OK : INSTR_EMEMORY;
}

int results_print(const struct profile *profile, const char *where, struct arena *arena)
{
    int failed = output_text(profile, where, arena);
    return !failed ? INSTR_OK : failed == ENOMEM ? INSTR_EMEMORY : INSTR_EFILE;
}

int instr_print(const char *where)
{
    FLOATS_OF_OUR_OWN;
    struct arena arena = {0};
    struct profile profile;
    int saved = errno;
    int result = results_collect(INSTR_PROCESS, &profile, &arena);
    if (result == INSTR_OK)
        result = results_print(&profile, where, &arena);
    arena_free(&arena);
    errno = saved;
    return result;
}

static bool is_of(const struct profile_region *region, const struct instr_label *label)
{
    const struct __instr_region *own = &label->descriptor;
    return region->kind == REGION_LABEL && region->line == own->__line && strcmp(region->name, own->__name) == 0 &&
           strcmp(region->file, own->__file) == 0;
}

static bool inside_itself(const struct profile *profile, uint32_t node)
{
    uint32_t region = profile->nodes[node].region;
    for (uint32_t i = profile->nodes[node].parent; i != PROFILE_NONE; i = profile->nodes[i].parent)
        if (profile->nodes[i].region == region)
            return true;
    return false;
}

static uint32_t depth_of(const struct profile *profile, uint32_t node)
{
    uint32_t depth = 0;
    while ((node = profile->nodes[node].parent) != PROFILE_NONE)
        depth++;
    return depth;
}

/* The sum of all paths of one region. */
struct total {
    struct stat_calls calls; /* but its sum is that of frames not inside another of the region */
    uint32_t depth;          /* of the first path */
    uint32_t open;           /* paths that are open */
    int min_rank, max_rank;
    bool any;
};

static struct total total_of(const struct profile *profile, uint32_t region)
{
    struct total total = {.min_rank = store->rank, .max_rank = store->rank};
    stat_calls_init(&total.calls);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        if (node->region != region)
            continue;
        struct stat_calls calls = node->calls;
        if (inside_itself(profile, i))
            calls.sum = (struct u128){0, 0};
        stat_calls_merge(&total.calls, &calls);
        total.open += (node->flags & NODE_OPEN) != 0;
        if (!total.any)
            total.depth = depth_of(profile, i);
        total.any = true;
    }
    return total;
}

static struct total total_of_label(const struct profile *profile, const struct instr_label *label)
{
    uint32_t region = 0;
    while (region < profile->region_count && !is_of(&profile->regions[region], label))
        region++;
    return total_of(profile, region);
}

static double iteration_number(uint64_t stored)
{
    return (double)stored - 1;
}

static double last_start(const struct instr_label *label)
{
    uint64_t ticks = __atomic_load_n(&label->last_start, __ATOMIC_RELAXED);
    if (!ticks)
        return 0;
    return (double)(ticks - store->start.ticks) * clock_ps(store_scale(store, clock_pair_now())) * 1e-12;
}

/* Returns false if there is no such field. */
static bool field_of(const struct instr_label *label, const struct total *total, const char *field, double *value)
{
    static const struct instr_label none = {.groups = 0};
    label = label ? label : &none;
    const struct stat_calls *calls = &total->calls;
    const struct {
        const char *name;
        double value;
    } fields[] = {
        {"total_time", sum_seconds(calls)},
        {"iter_time", sum_seconds(calls)},
        {"calls", (double)calls->calls},
        {"iter_count", (double)calls->calls},
        {"min_time", calls->timed ? seconds(calls->min) : 0},
        {"max_time", calls->timed ? seconds(calls->max) : 0},
        {"running_mean", calls->mean * 1e-12},
        {"running_var", stat_calls_variance(calls) * 1e-24},
        {"min_iter", iteration_number(calls->min_iteration)},
        {"max_iter", iteration_number(calls->max_iteration)},
        {"iter_num", iteration_number(__atomic_load_n(&label->iteration, __ATOMIC_RELAXED))},
        {"start_time", last_start(label)},
        {"depth", total->depth},
        {"open", total->open},
        {"__line__", label->descriptor.__line},
        {"min_rank", total->min_rank},
        {"max_rank", total->max_rank},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(field, fields[i].name) == 0) {
            *value = fields[i].value;
            return true;
        }
    return false;
}

int instr_query(instr_label *label, const char *field, int scope, double *value)
{
    FLOATS_OF_OUR_OWN;
    struct arena arena = {0};
    struct profile profile;
    if (!label || !field || !value)
        return INSTR_EARGUMENT;
    int result = results_collect(scope, &profile, &arena);
    if (result == INSTR_OK) {
        struct total total = total_of_label(&profile, label);
        if (!field_of(label, &total, field, value))
            result = INSTR_EFIELD;
    }
    arena_free(&arena);
    return result;
}

/* One rank's part of a question to many ranks, and the answer. */
struct part {
    int32_t result; /* an INSTR_E* */
    int32_t rank;
    struct total total;
};
struct answer {
    int32_t result;
    double value;
};
struct question {
    const struct instr_label *label;
    const char *field;
    double *value;
};

static struct part take_part(const struct question *question, int rank)
{
    struct arena arena = {0};
    struct profile profile;
    struct part part;
    memset(&part, 0, sizeof part); /* it travels, gaps and all */
    part.rank = rank;
    part.result =
        question->field && question->value ? results_collect(INSTR_PROCESS, &profile, &arena) : INSTR_EARGUMENT;
    stat_calls_init(&part.total.calls);
    if (part.result == INSTR_OK && question->label)
        part.total = total_of_label(&profile, question->label);
    part.total.min_rank = part.total.max_rank = rank;
    arena_free(&arena);
    return part;
}

static void add_part(struct part *all, const struct part *part)
{
    struct total *total = &all->total;
    const struct stat_calls *calls = &part->total.calls;
    if (calls->timed && calls->min < total->calls.min)
        total->min_rank = part->rank;
    if (calls->timed && calls->max > total->calls.max)
        total->max_rank = part->rank;
    stat_calls_merge(&total->calls, calls);
    total->open += part->total.open;
    all->result = all->result ? all->result : part->result;
}

/* Rank 0 asks all ranks, and tells all the result; called by instr_collective of the MPI part. */
static int ask_ranks(struct transport *transport, void *state)
{
    const struct question *question = state;
    struct part all = take_part(question, transport->rank), part;
    struct answer answer = {INSTR_OK, 0};
    size_t size;
    if (transport->rank) {
        if (!transport->send(transport, 0, &all, sizeof all) || !transport->receive_size(transport, 0, &size) ||
            size != sizeof answer || !transport->receive(transport, 0, &answer, size))
            return INSTR_ENONE;
    } else {
        for (int rank = 1; rank < transport->size; rank++) {
            if (!transport->receive_size(transport, rank, &size) || size != sizeof part ||
                !transport->receive(transport, rank, &part, size))
                return INSTR_ENONE;
            add_part(&all, &part);
        }
        answer.result = all.result;
        if (!answer.result && !field_of(question->label, &all.total, question->field, &answer.value))
            answer.result = INSTR_EFIELD;
        for (int rank = 1; rank < transport->size; rank++)
            if (!transport->send(transport, rank, &answer, sizeof answer))
                return INSTR_ENONE;
    }
    if (answer.result == INSTR_OK)
        *question->value = answer.value;
    return answer.result;
}

int instr_query_ranks_at(const void *comm, unsigned long size, instr_label *label, const char *field, double *value)
{
    FLOATS_OF_OUR_OWN;
    typedef int collective_fn(const void *, unsigned long, int (*)(struct transport *, void *), void *);
    struct question question = {label, field, value};
    int saved = errno;
    collective_fn *collective = (collective_fn *)mpi_load_own("instr_collective");
    struct transport alone = {.rank = 0, .size = 1};
    int result = collective ? collective(comm, size, ask_ranks, &question) : ask_ranks(&alone, &question);
    errno = saved;
    return result;
}

static struct instr_path path_of(const struct profile *profile, uint32_t index)
{
    const struct profile_node *node = &profile->nodes[index];
    const struct profile_region *region = &profile->regions[node->region];
    const struct stat_calls *calls = &node->calls;
    return (struct instr_path){
        .name = region->name,
        .file = name_given(region->file),
        .kind = region_kind_name(region->kind),
        .line = (int)region->line,
        .depth = (int)depth_of(profile, index),
        .open = (node->flags & NODE_OPEN) != 0,
        .groups = groups_of(region->groups),
        .calls = calls->calls,
        .timed = calls->timed,
        .total = sum_seconds(calls),
        .min = calls->timed ? seconds(calls->min) : 0,
        .max = calls->timed ? seconds(calls->max) : 0,
        .mean = calls->mean * 1e-12,
        .variance = stat_calls_variance(calls) * 1e-24,
        .min_iteration = (long)calls->min_iteration - 1,
        .max_iteration = (long)calls->max_iteration - 1,
    };
}

static int compare_later(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_node *nodes = table;
    return profile_compare_first(&nodes[b], &nodes[a]);
}

/* Children in the order of first calls; 0: no further one. */
struct walk {
    const struct profile *profile;
    uint32_t *first, *next;
};

static bool walk_make(struct walk *walk, const struct profile *profile, struct arena *arena)
{
    uint32_t count = profile->node_count, *order = arena_array(arena, count, sizeof *order);
    *walk = (struct walk){profile, arena_array(arena, count, sizeof *order), arena_array(arena, count, sizeof *order)};
    if (!walk->first || !walk->next || !order || !sort_positions(order, count, compare_later, profile->nodes, arena))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (order[i]) {
            uint32_t *first = &walk->first[profile->nodes[order[i]].parent];
            walk->next[order[i]] = *first;
            *first = order[i];
        }
    return true;
}

/* Returns the node after `node`, children first; 0 at the end. */
static uint32_t walk_on(const struct walk *walk, uint32_t node)
{
    if (walk->first[node])
        return walk->first[node];
    while (node && !walk->next[node])
        node = walk->profile->nodes[node].parent;
    return node ? walk->next[node] : 0;
}

int instr_visit(int scope, instr_visitor visitor, void *context)
{
    struct arena arena = {0};
    struct profile profile;
    if (!visitor)
        return INSTR_EARGUMENT;
    int result = results_collect(scope, &profile, &arena);
    struct walk walk;
    if (result == INSTR_OK && !walk_make(&walk, &profile, &arena))
        result = INSTR_EMEMORY;
    uint32_t i = 0;
    while (result == INSTR_OK) {
        struct instr_path path = path_of(&profile, i);
        result = visitor(&path, context);
        if (!(i = walk_on(&walk, i)))
            break;
    }
    arena_free(&arena);
    return result;
}

/* Returns how many standard deviations `value` is from the mean; 0 without spread. */
static double deviations(double value, double mean, double deviation)
{
    return deviation > 0 ? (value - mean) / deviation : 0;
}

static char *dump_line(const struct profile_region *region, const struct total *total)
{
    const struct stat_calls *calls = &total->calls;
    double mean = calls->mean * 1e-12, deviation = __builtin_sqrt(stat_calls_variance(calls)) * 1e-12;
    double min = calls->timed ? seconds(calls->min) : 0, max = calls->timed ? seconds(calls->max) : 0;
    char *line = NULL;
    int length = asprintf(
        &line,
        "TOT=%10.5f,CNT=%04llu,MIN=%8.5f(%4.2f):%06d,AVG=%8.5f,MAX=%8.5f(%4.2f):%06d,DEV=%8.8f:FILE=%s:LINE=%u:"
        "LAB=%s",
        sum_seconds(calls), (unsigned long long)calls->calls, min, deviations(min, mean, deviation), store->rank, mean,
        max, deviations(max, mean, deviation), store->rank, deviation, name_given(region->file), region->line,
        region->name);
    return length < 0 ? NULL : line;
}

static bool is_dumped(const struct profile_region *region, instr_groups groups)
{
    return region->kind == REGION_LABEL && (groups == INSTR_ALL_GROUPS || (groups_of(region->groups) & groups) != 0);
}

static int dump(const struct profile *profile, instr_groups groups, char **lines, int *count, int *longest)
{
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (!is_dumped(&profile->regions[i], groups))
            continue;
        struct total total = total_of(profile, i);
        if (!total.any || !total.calls.calls)
            continue;
        char *line = dump_line(&profile->regions[i], &total);
        if (!line)
            return INSTR_EMEMORY;
        lines[(*count)++] = line;
        if ((int)strlen(line) > *longest)
            *longest = (int)strlen(line);
    }
    return INSTR_OK;
}

int instr_dump(instr_groups groups, char ***strings, int *count, int *longest)
{
    struct arena arena = {0};
    struct profile profile;
    int unused = 0;
    if (!strings || !count)
        return INSTR_EARGUMENT;
    if (!longest)
        longest = &unused;
    *strings = NULL;
    *count = *longest = 0;
    int result = results_collect(INSTR_PROCESS, &profile, &arena);
    char **lines = result == INSTR_OK ? calloc(profile.region_count + 1, sizeof *lines) : NULL;
    if (result == INSTR_OK)
        result = lines ? dump(&profile, groups, lines, count, longest) : INSTR_EMEMORY;
    if (result != INSTR_OK)
        while (*count)
            free(lines[--*count]);
    if (*count) {
        *strings = lines;
    } else {
        free(lines);
        *longest = 0;
    }
    arena_free(&arena);
    return result;
}

/* What to clear: one label, or with NULL all labels in one of the groups. */
struct clearing {
    const struct region *region;
    instr_groups groups;
};

static bool is_cleared(const struct node *node, const struct clearing *what)
{
    if (what->region)
        return node->region == what->region;
    return node->region->kind == REGION_LABEL &&
           (what->groups == INSTR_ALL_GROUPS || (groups_of(node->region->groups) & what->groups) != 0);
}

static void clear_tree(struct node *root, const struct clearing *what)
{
    for (struct node *node = tree_next(root, root); node; node = tree_next(root, node))
        if (is_cleared(node, what)) {
            node->calls = node->timed = node->sum = node->max = 0;
            node->squares = (struct u128){0, 0};
            node->min = UINT64_MAX;
            if (node->extra)
                memset(node->extra, 0, sizeof *node->extra);
        }
}

/* Counts the open calls again after clearing. */
static void count_open(const struct thread *thread, const struct clearing *what)
{
    for (struct open_call call = stack_calls_of(thread); call.node; stack_next_call(&call))
        if (is_cleared(call.node, what))
            call.node->calls++;
}

static int clear(const struct clearing *what)
{
    if (thread_is_busy())
        return INSTR_EBUSY;
    lock_take(&thread_lock);
    clear_tree(thread_process.root, what);
    for (struct thread *thread = store->threads; thread; thread = thread->next) {
        clear_tree(thread->tree.root, what);
        count_open(thread, what);
    }
    lock_give(&thread_lock);
    for (instr_label *label = instr_label_next(NULL); label; label = label->next)
        if (what->region ? label->region == what->region
                         : what->groups == INSTR_ALL_GROUPS || (instr_label_groups(label) & what->groups) != 0)
            label->iteration = 0;
    return INSTR_OK;
}

int instr_clear(instr_groups groups)
{
    return clear(&(struct clearing){NULL, groups});
}

int instr_clear_label(instr_label *label)
{
    return label ? clear(&(struct clearing){label->region, 0}) : INSTR_EARGUMENT;
}
