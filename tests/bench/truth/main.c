/*
 * main.c - bench-truth: what instr costs in programs of the user's choice, and how true its times are.
 *
 *     bench-truth [OPTION...] LIST [PROGRAM...]
 *
 * docs/timing.md says what is in a list and what the figures mean.
 */
#include "tests/bench/truth/measure.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char USAGE[] =
    "usage: bench-truth [OPTION...] LIST [PROGRAM...]\n"
    "prices of instr, and how true its times are, of the programs in LIST: lines of PROGRAM KIND COMMAND...,\n"
    "with KIND plain, instr (built by instr-cc), gprof (built with -pg), or a name of yours that is timed as well\n"
    "\n"
    "  --rounds=N       how often each is run (5)\n"
    "  --looks=N        how often a second the sampler looks at the plain program; 0: never (5000)\n"
    "  --functions=N    also show the N functions that take most of the time (0)\n"
    "  --csv=FILE       add each single run to FILE\n"
    "  --report=COMMAND what stands for instr-report\n"
    "  --keep=FOLDER    leave profiles, looks and outputs there\n"
    "  --help           this text\n";

struct options {
    struct plan plan;
    int functions;
    const char *csv, *keep, *list;
};

/* A whole number from `least` to `most`, or an end with a message. */
static int number(const char *option, const char *text, int least, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < least || value > most) {
        fprintf(stderr, "bench-truth: --%s=%s: a number from %d to %d is wanted\n", option, text, least, most);
        exit(ERROR_USAGE);
    }
    return (int)value;
}

static struct options read_options(int count, char **words)
{
    static const struct option names[] = {{"rounds", required_argument, NULL, 'r'},
                                          {"looks", required_argument, NULL, 'l'},
                                          {"functions", required_argument, NULL, 'f'},
                                          {"csv", required_argument, NULL, 'c'},
                                          {"report", required_argument, NULL, 'p'},
                                          {"keep", required_argument, NULL, 'k'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    struct options options = {.plan = {5, 5000, BENCH_TRUTH_REPORT, BENCH_TRUTH_SAMPLER, NULL}};
    for (int option; (option = getopt_long(count, words, "", names, NULL)) != -1;) {
        switch (option) {
        case 'r':
            options.plan.rounds = number("rounds", optarg, 1, ROUNDS_MOST);
            break;
        case 'l':
            options.plan.looks_second = number("looks", optarg, 0, 20000);
            break;
        case 'f':
            options.functions = number("functions", optarg, 0, 1000000);
            break;
        case 'c':
            options.csv = optarg;
            break;
        case 'p':
            options.plan.report = optarg;
            break;
        case 'k':
            options.keep = optarg;
            break;
        case 'h':
            fputs(USAGE, stdout);
            exit(0);
        default:
            fputs(USAGE, stderr);
            exit(ERROR_USAGE);
        }
    }
    if (optind == count) {
        fputs(USAGE, stderr);
        exit(ERROR_USAGE);
    }
    options.list = words[optind];
    return options;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* `quantile` 0 is the least, 1 the greatest. */
static double middle(const double *values, int count, double quantile)
{
    double sorted[ROUNDS_MOST];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    int at = (int)(quantile * (count - 1));
    return quantile == 0.5 && count % 2 == 0 ? (sorted[at] + sorted[at + 1]) / 2 : sorted[at];
}

static double median(const double *values, int count)
{
    return middle(values, count, 0.5);
}

/* One that is not known is negative: so are all of its way. */
static void print_figure(int width, int decimals, double value)
{
    if (value < 0)
        printf(" %*s", width, "-");
    else
        printf(" %*.*f", width, decimals, value);
}

static void print_way(const struct measured *measured, const struct way *way, int rounds)
{
    const struct way *plain = &measured->ways[0];
    double ratio[ROUNDS_MOST], added[ROUNDS_MOST];
    for (int i = 0; i < rounds; i++) {
        ratio[i] = (way->cpu_s[i] + way->beside_s[i]) / plain->cpu_s[i];
        added[i] = way->cpu_s[i] + way->beside_s[i] - plain->cpu_s[i];
    }
    printf("  %-10s %8.2f %6.2f %6.2f", way->name, median(ratio, rounds), middle(ratio, rounds, 0),
           middle(ratio, rounds, 1));
    print_figure(7, 1, 100 * median(way->from_plain, rounds));
    print_figure(7, 1, 100 * median(way->from_off, rounds));
    double said = median(way->said_s, rounds);
    print_figure(8, 3, said);
    if (said < 0)
        print_figure(8, 3, -1);
    else
        printf(" %8.3f", median(added, rounds));
    print_figure(7, 2, median(way->beside_s, rounds) > 0 ? median(way->beside_s, rounds) : -1);
    printf("%s\n", way->prints_other ? "  prints something else than the plain program" : "");
    if (way->still)
        printf("  %-10s a process that it left behind still ran a second later: its CPU time is missing\n", "");
}

static int by_amount(const void *a, const void *b)
{
    const struct share *x = a, *y = b;
    return compare(&y->amount, &x->amount);
}

/* The functions that the plain program spends most in, as each way tells it; in percent. */
static void print_functions(const struct measured *measured, int most, struct arena *arena)
{
    size_t count = measured->plain.all.count;
    struct share *sorted = arena_array(arena, count, sizeof *sorted);
    if (!sorted || !count)
        return;
    memcpy(sorted, measured->plain.all.list, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_amount);
    printf("\n  %% of own time\n  %7s %7s", "plain", "off");
    for (size_t w = 1; w < measured->count; w++)
        if (measured->ways[w].own.count)
            printf(" %7s", measured->ways[w].name);
    printf("\n");
    for (size_t i = 0; i < count && i < (size_t)most; i++) {
        printf("  %7.1f", 100 * sorted[i].amount / shares_sum(&measured->plain.all));
        double off = shares_sum(&measured->off.all);
        print_figure(7, 1, off > 0 ? 100 * shares_amount(&measured->off.all, &sorted[i]) / off : -1);
        for (size_t w = 1; w < measured->count; w++) {
            const struct shares *own = &measured->ways[w].own;
            if (own->count)
                printf(" %7.1f", 100 * shares_amount(own, &sorted[i]) / shares_sum(own));
        }
        printf("  %s  %s\n", sorted[i].name, sorted[i].file);
    }
}

static void print_looks(const char *of, const struct looks_sum *sum, double noise)
{
    double kept = shares_sum(&sum->all), all = kept + sum->runtime + sum->nowhere;
    if (all <= 0)
        return;
    double part = 100 / all;
    printf("  %.0f looks at %s, %.1f %% of them at its own text, %.1f %% at probes there, %.1f %% in the runtime, "
           "%.1f %% in no function",
           all, of, part * shares_sum(&sum->own), part * sum->probes, part * sum->runtime, part * sum->nowhere);
    if (noise >= 0)
        printf("; half against half %.1f %%", 100 * noise);
    printf("\n");
}

static void print_program(const struct measured *measured, const struct program *program, const struct options *options,
                          struct arena *arena)
{
    int rounds = options->plan.rounds;
    printf("%s: %.3f s of CPU time plain, median of %d rounds\n", program->name,
           median(measured->ways[0].cpu_s, rounds), rounds);
    print_looks("plain", &measured->plain, measured->plain_noise);
    print_looks("off", &measured->off, measured->off_noise);
    printf("  %-10s %22s %15s %17s %7s\n", "", "CPU time, plain = 1", "misplaced, %", "probes took, s", "beside");
    printf("  %-10s %8s %6s %6s %7s %7s %8s %8s %7s\n", "", "median", "min", "max", "plain", "off", "said", "truly",
           "s");
    for (size_t i = 1; i < measured->count; i++)
        print_way(measured, &measured->ways[i], rounds);
    if (measured->count > WAY_EXACT && measured->ways[WAY_EXACT].instrumented) {
        size_t differ = measure_calls_differ(&measured->ways[WAY_EXACT].calls, &measured->ways[WAY_DEFAULT].calls);
        printf("  calls of %zu functions; %zu of them differ between default and exact\n",
               measured->ways[WAY_EXACT].calls.count, differ);
    }
    if (options->functions)
        print_functions(measured, options->functions, arena);
    printf("\n");
    fflush(stdout);
}

static bool write_csv(const struct measured *measured, const struct program *program, const struct options *options,
                      struct error *error)
{
    FILE *out = fopen(options->csv, "a");
    if (!out)
        return error_set(error, ERROR_USAGE, "%s can't be written", options->csv);
    if (ftell(out) == 0)
        fputs("program,way,round,cpu_s,beside_s,misplaced_plain,misplaced_off,said_s\n", out);
    for (size_t i = 0; i < measured->count; i++)
        for (int round = 0; round < options->plan.rounds; round++) {
            const struct way *way = &measured->ways[i];
            fprintf(out, "%s,%s,%d,%.6f,%.6f,%.6f,%.6f,%.6f\n", program->name, way->name, round, way->cpu_s[round],
                    way->beside_s[round], way->from_plain[round], way->from_off[round], way->said_s[round]);
        }
    return fclose(out) == 0 || error_set(error, ERROR_INTERNAL, "%s could not be written", options->csv);
}

static bool is_wanted(const struct program *program, char **names)
{
    for (char **name = names; *name; name++)
        if (!strcmp(*name, program->name))
            return true;
    return !*names;
}

static bool measure_all(struct options *options, char **names, const char *folder, struct arena *arena,
                        struct error *error)
{
    static struct measured measured;
    struct programs programs = {0};
    size_t done = 0;
    if (!commands_read(&programs, options->list, arena, error))
        return false;
    for (size_t i = 0; i < programs.count; i++) {
        const struct program *program = &programs.list[i];
        if (!is_wanted(program, names))
            continue;
        options->plan.folder = arena_printf(arena, "%s/%s", folder, program->name);
        if (mkdir(options->plan.folder, 0777) != 0)
            return error_set(error, ERROR_USAGE, "%s can't be made: give --keep a new folder", options->plan.folder);
        if (!measure_program(&measured, program, &options->plan, arena, error))
            return error_prefix(error, "%s", program->name);
        print_program(&measured, program, options, arena);
        if (options->csv && !write_csv(&measured, program, options, error))
            return false;
        done++;
    }
    return done || error_set(error, ERROR_USAGE, "%s: no such program in it", options->list);
}

static void remove_folder(const char *folder, struct arena *arena)
{
    struct spent spent;
    struct run run = {arena_printf(arena, "rm -rf '%s'", folder), NULL, "/dev/null", 0};
    if (run.command)
        command_run(&run, &spent, NULL);
}

int main(int count, char **words)
{
    struct options options = read_options(count, words);
    struct arena arena = {0};
    struct error error = {0};
    const char *scratch = getenv("TMPDIR");
    char *folder = options.keep ? arena_printf(&arena, "%s", options.keep)
                                : arena_printf(&arena, "%s/truth-XXXXXX", scratch ? scratch : "/tmp");
    if (!folder || !(options.keep ? mkdir(folder, 0777) == 0 || access(folder, W_OK) == 0 : mkdtemp(folder) != NULL)) {
        fprintf(stderr, "bench-truth: %s can't be made\n", folder ? folder : "a folder");
        return ERROR_INTERNAL;
    }
    bool ok = measure_all(&options, words + optind + 1, folder, &arena, &error);
    if (!options.keep)
        remove_folder(folder, &arena);
    if (!ok)
        fprintf(stderr, "bench-truth: %s\n", error.text);
    arena_free(&arena);
    return ok ? 0 : (int)error.code;
}
