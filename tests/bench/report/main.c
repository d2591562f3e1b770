/*
 * main.c - what each report costs: seconds and memory of instr-report on profiles of 10^5 and 10^6 call paths, of 1 and of
 * 1,000 ranks.
 *
 *     bench-report INSTR_REPORT [PATHS RANKS]
 *
 * The tree is drawn with a fixed seed: functions by the hundred, paths mostly 5 to 40 deep, times over six orders of size.
 * Ranks come by doubling: a profile is merged with a copy of itself that has other ranks, which is what a job's reduction
 * would give of equal ranks. What a report writes goes to /dev/null; the time is that of the whole process.
 */
#include "common/arena.h"
#include "profile/profile.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FUNCTIONS = 600, WORDS = 8 };

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static bool make_tree(uint32_t paths, struct profile *profile, struct arena *arena, struct error *error)
{
    static struct profile_meta meta[] = {{"program", "bench"}, {"timing", "exact"}};
    uint64_t random = 1;
    *profile = (struct profile){.regions = arena_array(arena, FUNCTIONS + 1, sizeof *profile->regions),
                                .region_count = FUNCTIONS + 1,
                                .nodes = arena_array(arena, (size_t)paths + 1, sizeof *profile->nodes),
                                .node_count = paths + 1,
                                .meta = meta,
                                .meta_count = 2};
    uint32_t *depth = arena_array(arena, (size_t)paths + 1, sizeof *depth);
    double *inclusive = arena_array(arena, (size_t)paths + 1, sizeof *inclusive);
    if (!profile->regions || !profile->nodes || !depth || !inclusive)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    profile->regions[0] = (struct profile_region){"(process)", NULL, "", "", "", "", 0, 0, REGION_ROOT, 0, NULL};
    for (uint32_t i = 1; i <= FUNCTIONS; i++)
        profile->regions[i] = (struct profile_region){arena_printf(arena, "function_%u", i),
                                                      NULL,
                                                      arena_printf(arena, "src/file_%u.c", i % 40),
                                                      "",
                                                      "",
                                                      "",
                                                      i,
                                                      0,
                                                      i % 20 ? REGION_FUNCTION : REGION_MPI,
                                                      1,
                                                      NULL};
    for (uint32_t i = 0; i <= paths; i++) {
        struct profile_node *node = &profile->nodes[i];
        uint32_t parent = i ? (uint32_t)(next_random(&random) % i) : PROFILE_NONE;
        if (i && i % 3) /* chains make it deep */
            parent = i - 1;
        while (i && depth[parent] > 40)
            parent = profile->nodes[parent].parent;
        depth[i] = i ? depth[parent] + 1 : 0;
        *node =
            (struct profile_node){.region = i ? 1 + (uint32_t)(next_random(&random) % FUNCTIONS) : 0, .parent = parent};
        inclusive[i] = (double)(1000 << next_random(&random) % 20);
    }
    for (uint32_t i = paths; i > 0; i--)
        inclusive[profile->nodes[i].parent] += inclusive[i];
    for (uint32_t i = 0; i <= paths; i++) {
        struct stat_calls *calls = &profile->nodes[i].calls;
        stat_calls_init(calls);
        calls->calls = calls->timed = 1 + next_random(&random) % 1000;
        calls->sum = u128_from_double(inclusive[i]);
        calls->mean = inclusive[i] / (double)calls->calls;
        calls->min = (uint64_t)(calls->mean / 2);
        calls->max = (uint64_t)(calls->mean * 2);
        calls->m2 = calls->mean * calls->mean;
    }
    if (!profile_normalize(profile, arena, error))
        return false;
    profile_set_rank(profile, 0, NULL);
    return true;
}

/* A copy whose ranks are `offset` more. */
static bool shift_ranks(const struct profile *profile, uint32_t offset, struct profile *copy, struct arena *arena)
{
    *copy = *profile;
    copy->nodes = arena_array(arena, profile->node_count, sizeof *copy->nodes);
    copy->locations = arena_array(arena, (size_t)profile->location_count + 1, sizeof *copy->locations);
    if (!copy->nodes || !copy->locations)
        return false;
    memcpy(copy->nodes, profile->nodes, profile->node_count * sizeof *copy->nodes);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        copy->nodes[i].ranks.min_rank += offset;
        copy->nodes[i].ranks.max_rank += offset;
    }
    for (uint32_t i = 0; i < profile->location_count; i++) {
        copy->locations[i] = profile->locations[i];
        copy->locations[i].rank += offset;
    }
    return true;
}

static bool write_profile(uint32_t paths, uint32_t ranks, const char *path)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile whole;
    bool done = make_tree(paths, &whole, &arena, &error);
    for (uint32_t have = 1; done && have < ranks; have *= 2) {
        struct profile before = whole, copy;
        done = shift_ranks(&before, have, &copy, &arena) && profile_merge(&before, &copy, &whole, &arena, &error);
    }
    done = done && profile_write(&whole, path, &error);
    if (!done)
        fprintf(stderr, "bench-report: %s\n", error.text);
    arena_free(&arena);
    return done;
}

static void run(char *const *words, const char *path)
{
    struct timespec begin, end;
    struct rusage used;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    pid_t child = fork();
    if (!child) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execv(words[0], words);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double wall = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    double cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                 (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("%8.2f s %8.2f s %6ld MB ", wall, cpu, used.ru_maxrss / 1024);
    for (char *const *word = words + 1; *word && *word != path; word++)
        printf(" %s", *word);
    if (status)
        printf("  (status %d)", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    putchar('\n');
    fflush(stdout);
}

static bool measure(char *report, uint32_t paths, uint32_t ranks)
{
    static char *const reports[][WORDS] = {
        {"summary"},
        {"tree"},
        {"tree", "--csv"},
        {"tree", "--json"},
        {"tree", "--bottom-up"},
        {"tree", "--callers=function_7"},
        {"tree", "--callees=function_7"},
        {"tree", "--focus=function_7"},
        {"tree", "--hide=function_7"},
        {"tree", "--by=directory"},
        {"flat"},
        {"flat", "--json"},
        {"mpi"},
        {"ranks"},
        {"imbalance"},
        {"coverage"},
        {"filter"},
        {"html", "-o", "/dev/null"},
        {"merge", "-o", "merged.instr"},
        {"export", "folded"},
        {"export", "speedscope"},
        {"export", "callgrind"},
        {"export", "dot"},
        {"export", "pprof"},
        {"export", "firefox"},
        {"export", "caliper"},
        {"export", "cubex"},
        {"export", "timers"},
        {"export", "callstack"},
        {"export", "extrap"},
        {"diff"},
        {"diff", "--csv"},
    };
    char path[64];
    snprintf(path, sizeof path, "bench.%" PRIu32 ".%" PRIu32 ".instr", paths, ranks);
    if (!write_profile(paths, ranks, path))
        return false;
    printf("%" PRIu32 " paths, %" PRIu32 " rank%s:  wall, processor, memory\n", paths, ranks, ranks > 1 ? "s" : "");
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        char *words[WORDS + 4] = {report};
        unsigned count = 1;
        for (unsigned k = 0; k < WORDS && reports[i][k]; k++)
            words[count++] = reports[i][k];
        words[count++] = path;
        if (!strcmp(words[1], "diff"))
            words[count++] = path;
        run(words, path);
    }
    unlink(path);
    unlink("merged.instr");
    return true;
}

int main(int argc, char **argv)
{
    static const uint32_t sizes[][2] = {{100000, 1}, {1000000, 1}, {100000, 1024}, {1000000, 1024}};
    if (argc != 2 && argc != 4) {
        fputs("usage: bench-report INSTR_REPORT [PATHS RANKS]\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc == 4)
        return measure(argv[1], (uint32_t)atol(argv[2]), (uint32_t)atol(argv[3])) ? EXIT_SUCCESS : EXIT_FAILURE;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!measure(argv[1], sizes[i][0], sizes[i][1]))
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
