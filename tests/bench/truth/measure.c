/*
 * measure.c - see measure.h.
 *
 * A round runs every way once, so that what disturbs the machine disturbs all of them. Looks are taken in runs of
 * their own: the sampler must not be in the price.
 */
#include "tests/bench/truth/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES_MOST = 2 * 12 + 1 };

/* The environment of a run, for struct run. */
struct variables {
    const char *words[VARIABLES_MOST];
    size_t count;
};

static void set(struct variables *variables, const char *name, const char *value)
{
    variables->words[variables->count++] = name;
    variables->words[variables->count++] = value;
}

/* What of the user's settings would make another way of this one. */
static void set_way(struct variables *variables, const struct way *way, const char *profile)
{
    static const char *const settings[] = {"INSTR_LEVEL", "INSTR_TIMING"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        set(variables, settings[i], NULL);
    set(variables, "INSTR_OUTPUT", profile);
    if (!way->instrumented)
        return;
    if (!strcmp(way->name, "off"))
        set(variables, "INSTR_LEVEL", "0");
    else if (!strcmp(way->name, "exact"))
        set(variables, "INSTR_TIMING", "exact");
}

static struct way *add_way(struct measured *measured, const char *name, const char *command, struct arena *arena)
{
    struct way *way = &measured->ways[measured->count++];
    *way = (struct way){.name = name, .command = command, .own.arena = arena, .calls.arena = arena};
    for (int i = 0; i < ROUNDS_MOST; i++)
        way->said_s[i] = way->from_plain[i] = way->from_off[i] = -1;
    return way;
}

static void list_ways(struct measured *measured, const struct program *program, struct arena *arena)
{
    static const char *const instrumented[] = {"default", "off", "exact"}; /* in the order of WAY_... */
    const char *command = commands_of(program, "instr");
    add_way(measured, "plain", commands_of(program, "plain"), arena);
    for (size_t i = 0; command && i < sizeof instrumented / sizeof *instrumented; i++)
        add_way(measured, instrumented[i], command, arena)->instrumented = true;
    for (size_t i = 0; i < program->count; i++)
        if (strcmp(program->commands[i].kind, "plain") != 0 && strcmp(program->commands[i].kind, "instr") != 0)
            add_way(measured, program->commands[i].kind, program->commands[i].text, arena);
}

/* Runs a tool that prints; its text is what the caller gets. */
static char *read_tool(const char *command, const char *output, struct arena *arena, struct error *error)
{
    struct spent spent;
    struct run run = {command, NULL, output, 0};
    if (!command || !output || !command_run(&run, &spent, error))
        return NULL;
    char *text = command_output(output, arena);
    if (!text)
        error_set(error, ERROR_INTERNAL, "%s can't be read", output);
    return text;
}

/* What the profile of an instrumented run says. */
static bool read_profile(struct way *way, int round, const struct plan *plan, const char *profile, struct arena *arena,
                         struct error *error)
{
    char *output = arena_printf(arena, "%s/report", plan->folder);
    char *text =
        read_tool(arena_printf(arena, "%s flat --csv --min=0 %s", plan->report, profile), output, arena, error);
    char *again = text ? arena_copy(arena, text, strlen(text)) : NULL;
    way->own.count = way->calls.count = 0;
    if (!again || !shares_read_flat(&way->own, text, "exclusive_s") || !shares_read_flat(&way->calls, again, "calls"))
        return error_set(error, ERROR_INTERNAL, "%s flat --csv %s: no table came of it", plan->report, profile);
    text = read_tool(arena_printf(arena, "%s flat --min=100 %s", plan->report, profile), output, arena, error);
    way->said_s[round] = text ? shares_read_overhead(text) : -1;
    return text != NULL;
}

static bool read_gprof(struct way *way, const struct plan *plan, const char *program, const char *gmon,
                       struct arena *arena, struct error *error)
{
    char *output = arena_printf(arena, "%s/report", plan->folder);
    char *text = read_tool(arena_printf(arena, "gprof -b -p %s %s.*", program, gmon), output, arena, error);
    way->own.count = 0;
    if (!text || !shares_read_gprof(&way->own, text))
        return error_set(error, ERROR_USAGE, "%s: gprof finds no profile: build it with -pg", program);
    return true;
}

/* Where the stack begins makes one program take 1.8 times as long, and another hash other addresses: it is the same for all ways of a
 * round, and another one in the next. */
static size_t room_of(int round)
{
    return 32768 + (size_t)round * 272;
}

/* One run of one way with the sampler preloaded. */
static bool look(struct looks_sum *sum, const struct way *way, int round, const char *hz, const struct plan *plan,
                 const char *prefix, struct arena *arena, struct error *error)
{
    struct variables variables = {0};
    struct spent spent;
    const char *others = getenv("LD_PRELOAD");
    set_way(&variables, way, "/dev/null");
    set(&variables, "LD_PRELOAD", others ? arena_printf(arena, "%s:%s", plan->sampler, others) : plan->sampler);
    set(&variables, LOOKS_FILE, prefix);
    set(&variables, LOOKS_SECOND, hz);
    set(&variables, "GMON_OUT_PREFIX", arena_printf(arena, "%s/unused", plan->folder));
    struct run run = {way->command, variables.words, arena_printf(arena, "%s/output", plan->folder), room_of(round)};
    return command_run(&run, &spent, error) && looks_read(sum, prefix, error);
}

static void start_sum(struct looks_sum *sum, struct arena *arena)
{
    *sum = (struct looks_sum){.all.arena = arena, .own.arena = arena};
}

static bool add_all(struct shares *to, const struct shares *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (!shares_add(to, from->list[i].name, from->list[i].file, from->list[i].amount))
            return false;
    shares_sort(to);
    return true;
}

/* As many runs with looks as there are rounds: all of them together are the truth, the odd ones against the even ones
 * its noise. */
static bool take_looks(struct looks_sum *sum, double *noise, const struct way *way, const struct plan *plan,
                       struct arena *arena, struct error *error)
{
    struct looks_sum halves[2];
    char *hz = arena_printf(arena, "%d", plan->looks_second);
    start_sum(sum, arena);
    start_sum(&halves[0], arena);
    start_sum(&halves[1], arena);
    for (int round = 0; round < plan->rounds; round++) {
        char *prefix = arena_printf(arena, "%s/%s-looks.%d", plan->folder, way->name, round);
        if (!look(&halves[round % 2], way, round, hz, plan, prefix, arena, error))
            return false;
    }
    *noise = plan->rounds > 1 ? shares_misplaced(&halves[0].all, &halves[1].all) : -1;
    for (size_t i = 0; i < 2; i++) {
        if (!add_all(&sum->all, &halves[i].all) || !add_all(&sum->own, &halves[i].own))
            return error_set(error, ERROR_INTERNAL, "no memory for the looks");
        sum->probes += halves[i].probes;
        sum->runtime += halves[i].runtime;
        sum->nowhere += halves[i].nowhere;
        sum->waiting += halves[i].waiting;
    }
    return true;
}

static bool same_file(const char *path, const char *other, struct arena *arena)
{
    const char *text = command_output(path, arena), *other_text = command_output(other, arena);
    return text && other_text && !strcmp(text, other_text);
}

struct paths {
    char *profile, *gmon, *output, *expected;
};

static bool run_way(struct measured *measured, struct way *way, int round, const struct plan *plan,
                    const char *gprof_program, struct arena *arena, struct error *error)
{
    struct paths paths = {arena_printf(arena, "%s/%s.%d.instr", plan->folder, way->name, round),
                          arena_printf(arena, "%s/gmon.%d", plan->folder, round),
                          arena_printf(arena, "%s/%s.output", plan->folder, way->name),
                          arena_printf(arena, "%s/plain.output", plan->folder)};
    struct variables variables = {0};
    struct spent spent;
    set_way(&variables, way, paths.profile);
    set(&variables, "GMON_OUT_PREFIX", paths.gmon);
    struct run run = {way->command, variables.words, paths.output, room_of(round)};
    if (!command_run(&run, &spent, error))
        return false;
    way->cpu_s[round] = spent.cpu_s;
    way->beside_s[round] = spent.beside_s;
    way->still += spent.still;
    way->prints_other |= !same_file(paths.output, paths.expected, arena);
    bool ok = true, gprof = !strcmp(way->name, "gprof");
    size_t index = (size_t)(way - measured->ways);
    if (way->instrumented && (index == WAY_DEFAULT || index == WAY_EXACT))
        ok = read_profile(way, round, plan, paths.profile, arena, error);
    else if (gprof)
        ok = read_gprof(way, plan, gprof_program, paths.gmon, arena, error);
    if (!ok)
        return false;
    /* gprof sees nothing of libraries: it is held against looks that do not either. */
    if (way->own.count && plan->looks_second) {
        way->from_plain[round] = shares_misplaced(&way->own, gprof ? &measured->plain.own : &measured->plain.all);
        if (way->instrumented)
            way->from_off[round] = shares_misplaced(&way->own, &measured->off.all);
    }
    return true;
}

bool measure_program(struct measured *measured, const struct program *program, const struct plan *plan,
                     struct arena *arena, struct error *error)
{
    const char *gprof_program = NULL;
    memset(measured, 0, sizeof *measured);
    measured->plain_noise = measured->off_noise = -1;
    list_ways(measured, program, arena);
    if (plan->looks_second &&
        !take_looks(&measured->plain, &measured->plain_noise, &measured->ways[0], plan, arena, error))
        return false;
    for (size_t i = 1; i < measured->count; i++) {
        const struct way *way = &measured->ways[i];
        if (plan->looks_second && way->instrumented && i == WAY_OFF &&
            !take_looks(&measured->off, &measured->off_noise, way, plan, arena, error))
            return false;
        if (strcmp(way->name, "gprof") != 0)
            continue;
        struct looks_sum some; /* enough to tell which program it is */
        start_sum(&some, arena);
        if (!look(&some, way, 0, "1000", plan, arena_printf(arena, "%s/gprof-looks", plan->folder), arena, error))
            return false;
        gprof_program = some.program;
    }
    for (int round = 0; round < plan->rounds; round++)
        for (size_t i = 0; i < measured->count; i++)
            if (!run_way(measured, &measured->ways[i], round, plan, gprof_program, arena, error))
                return false;
    return true;
}

size_t measure_calls_differ(const struct shares *a, const struct shares *b)
{
    size_t differ = 0;
    for (size_t i = 0; i < a->count; i++)
        differ += fabs(shares_amount(a, &a->list[i]) - shares_amount(b, &a->list[i])) > 0.5;
    for (size_t i = 0; i < b->count; i++)
        differ += shares_amount(a, &b->list[i]) < 0.5;
    return differ;
}
