/* options.c - see options.h. */
#include "tune/options.h"

#include "common/duration.h"
#include "report/show/option_rows.h"

#include <getopt.h>

static bool take_seed(const struct option_row *row, const char *text, void *data, struct error *error)
{
    struct tune_options *options = data;
    options->seeded = true;
    return option_rows_whole(row, text, options, error);
}

static bool take_time(const struct option_row *row, const char *text, void *options, struct error *error)
{
    double *time = &((struct tune_options *)options)->time;
    const char *rest = duration_read(text, time);
    return (rest && !*rest && *time > 0) ||
           error_set(error, ERROR_USAGE, "--%s: '%s' is not a time such as 90s, 10min or 2h", row->name, text);
}

static const char *const steps[] = {"build", "run", NULL};

#define AT(member) OPTION_AT(struct tune_options, member)
#define COUNT OPTION_RANGE(1, 1e9)
static const struct option_row rows[] = {
    {TAKES_JOBS, "jobs", "N", "builds at once; default: one per core", option_rows_whole, AT(jobs), COUNT,
     .letter = 'j'},
    {TAKES_SEARCH, "search", "METHOD", "random, genetic or model; default: sweep, all variants", option_rows_text,
     AT(search), .letter = 's'},
    {TAKES_UNIQUE, "unique", "N", "different variants to try in a search (100)", option_rows_whole, AT(unique), COUNT,
     .letter = 'u'},
    {TAKES_SEED, "seed", "N", "another order of runs, another search of the same method", take_seed, AT(seed),
     OPTION_RANGE(0, 1e9)},
    {TAKES_TIME, "time", "TIME", "budget, as 10min: more rounds for the best, few for the others", take_time, AT(time)},
    {TAKES_ONLY, "only", "STEP", "build: only build; run: only measure what is built", option_rows_word, AT(only),
     .words = steps},
    {TAKES_RETRY, "retry", NULL, "try failed variants again", option_rows_flag, AT(retry)},
    {TAKES_NUMBER, "number", "N", "rows to show; of confirm, variants to run (3)", option_rows_whole, AT(number), COUNT,
     .letter = 'n'},
    {TAKES_OUTPUT, "output", "FILE", "write there instead of to standard output", option_rows_text, AT(output),
     .letter = 'o'},
    {TAKES_REPEATS, "repeats", "N", "searches of run (1), replays (1000), rounds of confirm (15)", option_rows_whole,
     AT(repeats), COUNT, .letter = 'r'},
    {TAKES_WITHIN, "within", "PERCENT", "distance from the best that is good enough (5)", option_rows_number,
     AT(within), OPTION_RANGE(0, 1e6), .letter = 'w'},
    {TAKES_CSV, "csv", NULL, "comma-separated values, for scripts", option_rows_flag, AT(csv)},
    {TAKES_FAILED, "failed", NULL, "variants that failed, with the reason", option_rows_flag, AT(failed)},
    {0, "file", "FILE", "the project file (tune.lua)", option_rows_text, AT(file), .letter = 'f'},
    OPTION_ROWS_COMMON(struct tune_options),
};
static const struct option_rows table = {"instr-tune", rows, sizeof rows / sizeof *rows};

bool tune_options_parse(int argc, char **argv, const char *name, unsigned accepts, struct tune_options *options,
                        bool *help, struct error *error)
{
    *options = (struct tune_options){.file = "tune.lua", .color = -1, .within = 5, .only = -1};
    if (!option_rows_parse(&table, argc, argv, name, accepts, options, help, error))
        return false;
    if (optind < argc && (accepts & TAKES_FILE))
        options->file = argv[optind++];
    return *help || optind >= argc ||
           error_set(error, ERROR_USAGE, "%s: '%s' is one word too many; see 'instr-tune help %s'", name, argv[optind],
                     name);
}

void tune_options_print(FILE *stream, unsigned accepts)
{
    option_rows_print(&table, stream, accepts);
}
