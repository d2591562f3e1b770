/*
 * test_verdict.c - programs with one planted cause, as profiles: the first finding is that cause, by its words, and where nothing is
 * planted nothing is found.
 */
#include "make.h"
#include "profile/exclude_startup.h"
#include "report/derive/findings_words.h"
#include "report/derive/what_if.h"

#include <math.h>

#include "tests/common/unit.h"

enum { RANKS = 4, FUNCTIONS = 4, WORDS = 3 };

/* A function below main, by rank; 0 calls: it never came there. */
struct planted_function {
    const char *name;
    uint32_t calls[RANKS], ms[RANKS];
    uint32_t waits[RANKS], late[RANKS], causes[RANKS], away[RANKS]; /* ms, as the log of meetings says it */
    uint32_t probes;                                                /* ms of each rank, beside the others */
};

struct planted {
    const char *name;
    uint32_t ranks;
    struct planted_function functions[FUNCTIONS];
    uint32_t wall, ran, ready; /* ms of a rank; ran 0: not known */
    uint32_t processors;       /* 0: not known */
    enum finding_kind kind;    /* FINDING_KINDS: none */
    double gain;               /* ms */
    const char *words[WORDS];  /* of the first finding */
    struct {
        const char *name;
        double stays, least, most; /* of the time of that function; ms by which the run would be shorter */
    } what;
};

#define ALL(n)                                                                                                         \
    {                                                                                                                  \
        n, n, n, n                                                                                                     \
    }
/* All its time is waiting, of one call. */
#define WAITING(name_of, ...) .name = name_of, .calls = ALL(1), .ms = {__VA_ARGS__}, .waits = {__VA_ARGS__}

static const struct planted programs[] = {
    {.name = "uneven loop",
     .ranks = 4,
     .functions = {{.name = "loop", .calls = ALL(10), .ms = {100, 100, 100, 500}, .causes = {0, 0, 0, 1200}},
                   {.name = "rest", .calls = ALL(10), .ms = ALL(200)},
                   {WAITING("MPI_Barrier", 400, 400, 400, 0), .late = {0, 0, 0, 1200}}},
     .kind = FINDING_UNEVEN,
     .gain = 300,
     .words = {"load imbalance: rank 3 works 700 ms, mean 400 ms", "in loop (p.c:1): 500 ms, mean 200 ms",
               "same number of calls, more work in each"},
     .what = {"loop", NAN, 300, 300}},
    {.name = "one rank with more calls",
     .ranks = 4,
     .functions =
         {{.name = "leaf", .calls = {100, 500, 100, 100}, .ms = {100, 500, 100, 100}, .causes = {0, 1200, 0, 0}},
          {WAITING("MPI_Barrier", 400, 0, 400, 400), .late = {0, 1200, 0, 0}}},
     .kind = FINDING_UNEVEN,
     .gain = 300,
     .words = {"rank 1 works", "in leaf", "more calls: 500, mean 200"},
     .what = {"leaf", 0.8, 100, 100}},
    {.name = "slow rank",
     .ranks = 4,
     .functions = {{.name = "a", .calls = ALL(10), .ms = {300, 100, 100, 100}},
                   {.name = "b", .calls = ALL(10), .ms = {150, 50, 50, 50}},
                   {.name = "c", .calls = ALL(10), .ms = {120, 40, 40, 40}},
                   {WAITING("MPI_Barrier", 0, 380, 380, 380), .late = {1140, 0, 0, 0}}},
     .kind = FINDING_UNEVEN,
     .words = {"rank 0 works", "take 3 times as long: slow or shared processor"},
     .what = {"b", 0, 150, 150}},
    {.name = "nothing to hold it against",
     .ranks = 4,
     .functions = {{.name = "loop", .calls = ALL(10), .ms = {100, 100, 100, 500}},
                   {WAITING("MPI_Barrier", 400, 400, 400, 0), .late = {0, 0, 0, 1200}}},
     .kind = FINDING_UNEVEN,
     .words = {"rank 3 works", "in loop", "more work, or a slower processor"}},
    {.name = "serial section",
     .ranks = 4,
     .functions = {{.name = "read_input", .calls = {1, 0, 0, 0}, .ms = {400, 0, 0, 0}, .causes = {1200, 0, 0, 0}},
                   {.name = "work", .calls = ALL(10), .ms = ALL(300)},
                   {WAITING("MPI_Bcast", 0, 400, 400, 400), .late = {1200, 0, 0, 0}}},
     .kind = FINDING_UNEVEN,
     .gain = 300,
     .words = {"rank 0 works", "in read_input (p.c:1): 400 ms", "no other rank calls it"},
     .what = {"read_input", 0, 400, 400}},
    {.name = "late root, as busy as the others",
     .ranks = 4,
     .functions = {{.name = "prepare", .calls = {1, 0, 0, 0}, .ms = {300, 0, 0, 0}, .causes = {900, 0, 0, 0}},
                   {.name = "work", .calls = {10, 10, 10, 10}, .ms = {100, 400, 400, 400}},
                   {WAITING("MPI_Bcast", 0, 300, 300, 300), .late = {900, 0, 0, 0}},
                   {WAITING("MPI_Barrier", 300, 0, 0, 0), .late = {0, 100, 100, 100}}},
     .kind = FINDING_LATE,
     .gain = 225,
     .words = {"serial part: the others wait while rank 0 is in prepare (p.c:1)"}},
    {.name = "by turns",
     .ranks = 4,
     .functions = {{.name = "step", .calls = ALL(40), .ms = ALL(400), .causes = ALL(350)},
                   {.name = "MPI_Barrier", .calls = ALL(40), .ms = ALL(400), .waits = ALL(350), .late = ALL(350)}},
     .kind = FINDING_LATE,
     .gain = 350,
     .words = {"late ranks, alternating: others wait for ranks in step (p.c:1)", "they wait in MPI_Barrier in main"},
     .what = {"step", 0.5, 200, 375}},
    {.name = "late in MPI",
     .ranks = 4,
     .functions = {{.name = "work", .calls = ALL(10), .ms = ALL(150)},
                   {.name = "more", .calls = ALL(10), .ms = ALL(150)},
                   {.name = "MPI_Send", .calls = ALL(10), .ms = ALL(0), .late = {900, 0, 0, 0}},
                   {.name = "MPI_Recv", .calls = ALL(10), .ms = ALL(250), .waits = ALL(225)}},
     .kind = FINDING_LATE_MPI,
     .gain = 225,
     .words = {"were in MPI", "most of it for rank 0, which was in MPI_Send in main"}},
    {.name = "messages that wait for MPI to be called",
     .ranks = 4,
     .functions =
         {{.name = "work", .calls = ALL(10), .ms = ALL(300)},
          {.name = "MPI_Waitall", .calls = ALL(10), .ms = ALL(320), .waits = ALL(1), .late = ALL(1), .away = ALL(300)}},
     .kind = FINDING_AWAY,
     .gain = 300,
     .words = {"upper bound", "in MPI_Waitall in main"}},
    {.name = "MPI itself",
     .ranks = 4,
     .functions = {{.name = "work", .calls = ALL(10), .ms = ALL(100)},
                   {.name = "MPI_Allreduce", .calls = ALL(1000), .ms = ALL(500), .waits = ALL(1), .late = ALL(1)}},
     .kind = FINDING_MPI,
     .gain = 499,
     .words = {"MPI itself", "most in MPI_Allreduce: 4,000 calls"},
     .what = {"MPI_Allreduce", 0.5, 249.5, 249.5}},
    {.name = "more ranks than processors",
     .ranks = 4,
     .functions = {{.name = "a", .calls = ALL(10), .ms = {300, 200, 220, 210}},
                   {WAITING("MPI_Barrier", 0, 100, 80, 90), .late = {270, 0, 0, 0}}},
     .wall = 300,
     .ran = 100,
     .ready = 200,
     .kind = FINDING_PROCESSOR,
     .gain = 155,
     .words = {"CPU oversubscribed: ranks were ready to run but had no processor"}},
    {.name = "probes",
     .ranks = 1,
     .functions = {{.name = "tiny", .calls = ALL(1000000), .ms = ALL(100), .probes = 400},
                   {.name = "work", .calls = ALL(1), .ms = ALL(100)}},
     .kind = FINDING_PROBES,
     .gain = 400,
     .words = {"probe overhead, not part of the run: all other times are distorted"}},
    {.name = "fsync in a loop",
     .ranks = 1,
     .functions = {{.name = "write_log", .calls = ALL(1000), .ms = ALL(900)},
                   {.name = "work", .calls = ALL(1), .ms = ALL(100)}},
     .wall = 1000,
     .ran = 300,
     .ready = 0,
     .kind = FINDING_BLOCKED,
     .gain = 700,
     .words = {"blocked: neither running nor ready to run", "most in write_log (p.c:1)"}},
    {.name = "quadratic",
     .ranks = 1,
     .functions = {{.name = "find", .calls = ALL(5000), .ms = ALL(950)},
                   {.name = "work", .calls = ALL(1), .ms = ALL(50)}},
     .wall = 1000,
     .ran = 1000,
     .kind = FINDING_WORK,
     .gain = 950,
     .words = {"find (p.c:1), by its own work", "5,000 calls of 190.0 us"},
     .what = {"find", 0.1, 855, 855}},
    {.name = "beside other programs",
     .ranks = 1,
     .functions = {{.name = "find", .calls = ALL(5000), .ms = ALL(950)},
                   {.name = "work", .calls = ALL(1), .ms = ALL(50)}},
     .wall = 1000,
     .ran = 400,
     .ready = 600,
     .processors = 2,
     .kind = FINDING_WORK,
     .gain = 380,
     .words = {"find (p.c:1), by its own work", "5,000 calls of 76.00 us"}},
    {.name = "nothing",
     .ranks = 4,
     .functions = {{.name = "a", .calls = ALL(10), .ms = ALL(300)},
                   {.name = "b", .calls = ALL(10), .ms = ALL(300)},
                   {.name = "c", .calls = ALL(10), .ms = ALL(300)},
                   {.name = "MPI_Barrier", .calls = ALL(10), .ms = ALL(2), .waits = ALL(1), .late = ALL(1)}},
     .wall = 902,
     .ran = 902,
     .kind = FINDING_KINDS,
     .words = {"only less work makes it faster"}},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static struct u128 ms_of(double ms)
{
    return u128_from_double(ms * 1e9);
}

static struct profile_node node_of(uint32_t region, uint32_t parent, uint32_t calls, double ms, double probes)
{
    struct profile_node node = {.region = region, .parent = parent};
    stat_calls_init(&node.calls);
    node.calls.calls = node.calls.timed = calls;
    node.calls.sum = ms_of(ms + probes);
    node.calls.probes = ms_of(probes);
    return node;
}

static void add_value(struct profile *profile, uint32_t node, uint32_t metric, uint32_t ms)
{
    if (ms)
        profile->values[profile->value_count++] =
            (struct profile_value){.node = node, .metric = metric, .own = {ms * 1000000ull, 0}};
}

static const char *ns_text(struct arena *arena, uint32_t ms)
{
    return arena_printf(arena, "%u000000", ms);
}

static struct profile rank_of(const struct planted *planted, uint32_t rank, struct arena *arena)
{
    static const struct profile_metric metrics[] = {{"away", "away", "ns", METRIC_SUM},
                                                    {"cause", "cause", "ns", METRIC_SUM},
                                                    {"delay", "delay", "ns", METRIC_SUM},
                                                    {"waiting", "waiting", "ns", METRIC_SUM}};
    enum { METRICS = sizeof metrics / sizeof *metrics };
    struct profile profile = {.regions = arena_array(arena, FUNCTIONS + 2, sizeof *profile.regions),
                              .nodes = arena_array(arena, FUNCTIONS + 2, sizeof *profile.nodes),
                              .metrics = arena_array(arena, METRICS, sizeof *profile.metrics),
                              .values = arena_array(arena, (size_t)METRICS * FUNCTIONS, sizeof *profile.values),
                              .meta = arena_array(arena, 8, sizeof *profile.meta)};
    double all = 0, probes = 0;
    profile.regions[profile.region_count++] = (struct profile_region)REGION(REGION_ROOT, planted->name);
    profile.regions[profile.region_count++] = (struct profile_region)FUNCTION("main", "p.c", 9);
    profile.node_count = 2;
    for (uint32_t i = 0; i < FUNCTIONS && planted->functions[i].name; i++) {
        const struct planted_function *function = &planted->functions[i];
        profile.regions[profile.region_count++] = (struct profile_region)FUNCTION(function->name, "p.c", i + 1);
        if (!strncmp(function->name, "MPI_", 4))
            profile.regions[i + 2] = (struct profile_region)REGION(REGION_MPI, function->name);
        if (!function->calls[rank])
            continue;
        uint32_t node = profile.node_count++;
        profile.nodes[node] = node_of(i + 2, 1, function->calls[rank], function->ms[rank], function->probes);
        all += function->ms[rank];
        probes += function->probes;
        add_value(&profile, node, 0, function->away[rank]);
        add_value(&profile, node, 1, function->causes[rank]);
        add_value(&profile, node, 2, function->late[rank]);
        add_value(&profile, node, 3, function->waits[rank]);
    }
    profile.nodes[0] = node_of(0, PROFILE_NONE, 1, all + probes, 0);
    profile.nodes[1] = node_of(1, 0, 1, all + probes, 0);
    memcpy(profile.metrics, metrics, sizeof metrics);
    profile.metric_count = planted->ranks > 1 ? METRICS : 0;
    if (planted->ran) {
        profile_meta_add(&profile, "ran_count", "1", arena);
        profile_meta_add(&profile, "ran_ns", ns_text(arena, planted->ran), arena);
        profile_meta_add(&profile, "ready_ns", ns_text(arena, planted->ready), arena);
        profile_meta_add(&profile, "processors", arena_printf(arena, "%u", planted->processors), arena);
        profile_meta_add(&profile, "wall_s", arena_printf(arena, "%f", planted->wall / 1000.0), arena);
    }
    assert_true(profile_normalize(&profile, arena, NULL));
    assert_true(profile_set_rank(&profile, rank, NULL) && profile_set_values(&profile, rank, arena, NULL));
    return profile;
}

static struct profile profile_of(const struct planted *planted, struct arena *arena)
{
    struct profile sum = rank_of(planted, 0, arena);
    for (uint32_t rank = 1; rank < planted->ranks; rank++) {
        struct profile *parts = arena_array(arena, 2, sizeof *parts);
        parts[0] = sum;
        parts[1] = rank_of(planted, rank, arena);
        assert_true(profile_merge(&parts[0], &parts[1], &sum, arena, NULL));
    }
    assert_true(exclude_startup_make(&sum, false, arena, NULL));
    return sum;
}

/* What is foretold is what the same program takes with that much less work: its ranks meet as often. */
static void judge_what_if(const struct planted *planted, const struct profile *profile, const struct balance *balance,
                          double least, struct arena *arena)
{
    struct what_if what;
    bool *chosen = arena_array(arena, profile->node_count, sizeof *chosen);
    if (!planted->what.name)
        return;
    for (uint32_t i = 0; i < profile->node_count; i++)
        chosen[i] = !strcmp(profile->regions[profile->nodes[i].region].name, planted->what.name);
    what_if_find(&what, balance, chosen, planted->what.stays, least);
    if (fabs(what.least / 1e9 - planted->what.least) > 1 || fabs(what.most / 1e9 - planted->what.most) > 1)
        fail_msg("%s: %s: %g to %g ms", planted->name, planted->what.name, what.least / 1e9, what.most / 1e9);
}

static void judge(const struct planted *planted, struct arena *arena)
{
    struct profile profile = profile_of(planted, arena);
    struct view view;
    struct members members;
    struct balance balance;
    struct division division;
    struct findings findings;
    struct finding_words words;
    view_make(&view, &profile, SORT_INCLUSIVE, false, arena);
    members_make(&members, &view, arena);
    balance_make(&balance, &view, &members, arena);
    division_make(&division, &view, &balance.waiting, arena);
    findings_make(&findings, &balance, &division, arena);
    double all = 0, parts = 0;
    for (unsigned i = 0; i < findings.count; i++)
        all += findings.of[i].kind == FINDING_PROBES ? 0 : findings.of[i].gain;
    for (int i = 0; i < TIME_PARTS; i++)
        parts += division.part[i];
    if (all > findings.run * 1.000001 || fabs(parts - division.all) > division.all * 1e-9)
        fail_msg("%s: findings of %g ms, and the run took %g", planted->name, all / 1e9, findings.run / 1e9);
    if (planted->kind == FINDING_KINDS) {
        if (findings.count)
            fail_msg("%s: finding %d", planted->name, (int)findings.of[0].kind);
        assert_non_null(strstr(findings_fine(&findings, arena), planted->words[0]));
        return;
    }
    if (!findings.count || findings.of[0].kind != planted->kind)
        fail_msg("%s: %u findings, the first is %d", planted->name, findings.count,
                 findings.count ? (int)findings.of[0].kind : -1);
    if (planted->gain > 0 &&
        (findings.of[0].gain < 0.99e9 * planted->gain || findings.of[0].gain > 1.01e9 * planted->gain))
        fail_msg("%s: %g ms", planted->name, findings.of[0].gain / 1e9);
    findings_words(&words, &findings, &findings.of[0], arena);
    for (unsigned i = 0; i < WORDS && planted->words[i]; i++) {
        bool said = strstr(words.says, planted->words[i]);
        for (unsigned k = 0; k < FINDING_MORE && words.more[k]; k++)
            said |= strstr(words.more[k], planted->words[i]) != NULL;
        if (!said)
            fail_msg("%s: \"%s\" is not in %s; %s; %s", planted->name, planted->words[i], words.says,
                     words.more[0] ? words.more[0] : "", words.more[1] ? words.more[1] : "");
    }
    judge_what_if(planted, &profile, &balance, findings.run / 100, arena);
    /* Who lacks a processor for most of the time is late by no function. */
    for (unsigned i = 0; planted->kind == FINDING_PROCESSOR && i < findings.count; i++)
        assert_true(findings.of[i].kind != FINDING_LATE &&
                    (findings.of[i].kind != FINDING_UNEVEN || findings.of[i].region == PROFILE_NONE));
}

TEST(test_planted)
{
    for (size_t i = 0; i < PROGRAMS; i++) {
        struct arena arena = {0};
        judge(&programs[i], &arena);
        arena_free(&arena);
    }
}
