/* options.c - see options.h. */
#include "tune/options.h"

#include "base/nearest.h"

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* One option: how its value is taken, and into which member of the options. */
struct option_row {
    const char *name;
    char letter;   /* what getopt_long calls it */
    bool is_short; /* and a person may */
    unsigned bit;  /* 0: all commands have it */
    const char *argument, *text;
    bool (*take)(const struct option_row *row, const char *text, struct tune_options *options, struct error *error);
    size_t at;
};

static void *member(const struct option_row *row, struct tune_options *options)
{
    return (char *)options + row->at;
}

static bool read_number(const struct option_row *row, const char *text, double least, double most, double *number,
                        struct error *error)
{
    char *end;
    *number = strtod(text, &end);
    return (*text && !*end && *number >= least && *number <= most) ||
           error_set(error, ERROR_USAGE, "--%s: '%s' is no number from %g to %g", row->name, text, least, most);
}

static bool take_flag(const struct option_row *row, const char *text, struct tune_options *options, struct error *error)
{
    (void)text, (void)error;
    *(bool *)member(row, options) = true;
    return true;
}

static bool take_text(const struct option_row *row, const char *text, struct tune_options *options, struct error *error)
{
    (void)error;
    *(const char **)member(row, options) = text ? text : "";
    return true;
}

static bool take_count(const struct option_row *row, const char *text, struct tune_options *options,
                       struct error *error)
{
    double number;
    if (!read_number(row, text, 1, 1e9, &number, error))
        return false;
    *(unsigned *)member(row, options) = (unsigned)number;
    return true;
}

static bool take_percent(const struct option_row *row, const char *text, struct tune_options *options,
                         struct error *error)
{
    return read_number(row, text, 0, 1e6, member(row, options), error);
}

static bool take_seed(const struct option_row *row, const char *text, struct tune_options *options, struct error *error)
{
    double number;
    if (!read_number(row, text, 0, 1e9, &number, error))
        return false;
    options->seed = (uint64_t)number;
    options->seeded = true;
    return true;
}

static bool take_only(const struct option_row *row, const char *text, struct tune_options *options, struct error *error)
{
    options->only = text;
    return !strcmp(text, "build") || !strcmp(text, "run") ||
           error_set(error, ERROR_USAGE, "--%s: '%s' is neither build nor run", row->name, text);
}

static bool take_color(const struct option_row *row, const char *text, struct tune_options *options,
                       struct error *error)
{
    options->color = !strcmp(text, "always") ? 1 : !strcmp(text, "never") ? 0 : -1;
    return options->color >= 0 || !strcmp(text, "auto") ||
           error_set(error, ERROR_USAGE, "--%s: '%s' is none of auto, always and never", row->name, text);
}

#define AT(member) offsetof(struct tune_options, member)
static const struct option_row rows[] = {
    {"jobs", 'j', true, TAKES_JOBS, "N", "builds at once; as many as cores if nothing is said", take_count, AT(jobs)},
    {"search", 's', true, TAKES_SEARCH, "METHOD",
     "random, genetic or model; sweep, which is all variants, if nothing is said", take_text, AT(search)},
    {"unique", 'u', true, TAKES_UNIQUE, "N", "different variants to try in a search", take_count, AT(unique)},
    {"seed", 'S', false, TAKES_SEED, "N", "another search of the same method", take_seed, 0},
    {"only", 'O', false, TAKES_ONLY, "STEP", "build or run", take_only, 0},
    {"retry", 'R', false, TAKES_RETRY, NULL, "try again what failed", take_flag, AT(retry)},
    {"number", 'n', true, TAKES_NUMBER, "N", "rows to show", take_count, AT(number)},
    {"output", 'o', true, TAKES_OUTPUT, "FILE", "write there instead of to standard output", take_text, AT(output)},
    {"repeats", 'r', true, TAKES_REPEATS, "N", "how often", take_count, AT(repeats)},
    {"within", 'w', true, TAKES_WITHIN, "PERCENT", "how near to the best is near enough; 5 if nothing is said",
     take_percent, AT(within)},
    {"csv", 'c', false, TAKES_CSV, NULL, "for other programs", take_flag, AT(csv)},
    {"slurm", 'L', false, TAKES_SLURM, "ARGUMENTS",
     "measure as an array of Slurm jobs; the arguments, if any, are sbatch's", take_text, AT(slurm)},
    {"part", 'P', false, TAKES_PART, "FOLDER", "of the task", take_text, AT(task)},
    {"failed", 'F', false, TAKES_FAILED, NULL, "those that failed, and why", take_flag, AT(failed)},
    {"file", 'f', true, 0, "FILE", "the project file; tune.lua if nothing is said", take_text, AT(file)},
    {"color", 'C', false, 0, "WHEN", "auto, always or never", take_color, 0},
    {"help", 'h', true, 0, NULL, "show this", NULL, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool has_option(unsigned accepts, const struct option_row *row)
{
    return !row->bit || accepts & row->bit;
}

/* What getopt_long wants. Only options that the command accepts are known to it. */
static void make_tables(unsigned accepts, struct option longs[ROWS + 1], char letters[2 * ROWS + 2])
{
    unsigned count = 0;
    *letters++ = ':';
    for (int i = 0; i < ROWS; i++) {
        if (!has_option(accepts, &rows[i]))
            continue;
        longs[count++] = (struct option){rows[i].name,
                                         !rows[i].argument       ? no_argument
                                         : rows[i].letter == 'L' ? optional_argument
                                                                 : required_argument,
                                         NULL, rows[i].letter};
        if (!rows[i].is_short)
            continue;
        *letters++ = rows[i].letter;
        if (rows[i].argument)
            *letters++ = ':';
    }
    longs[count] = (struct option){0};
    *letters = '\0';
}

static bool unknown_option(const char *name, const char *typed, const struct option *table, struct error *error)
{
    const char *like = nearest_option(typed, table);
    return like ? error_set(error, ERROR_USAGE, "%s: no option '%s'; did you mean '--%s'?", name, typed, like)
                : error_set(error, ERROR_USAGE, "%s: no option '%s'; see 'instr-tune help %s'", name, typed, name);
}

bool tune_options_parse(int argc, char **argv, const char *name, unsigned accepts, struct tune_options *options,
                        bool *help, struct error *error)
{
    struct option longs[ROWS + 1];
    char letters[2 * ROWS + 2];
    *options = (struct tune_options){.file = "tune.lua", .color = -1, .within = 5};
    *help = false;
    make_tables(accepts, longs, letters);
    opterr = 0;
    for (int letter; (letter = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (letter == '?')
            return unknown_option(name, argv[optind - 1], longs, error);
        if (letter == ':')
            return error_set(error, ERROR_USAGE, "%s: '%s' needs an argument; see 'instr-tune help %s'", name,
                             argv[optind - 1], name);
        const struct option_row *row = rows;
        while (row->letter != letter)
            row++;
        if (!row->take)
            *help = true;
        else if (!row->take(row, optarg, options, error))
            return false;
    }
    if (optind < argc && (accepts & TAKES_FILE))
        options->file = argv[optind++];
    return *help || optind >= argc ||
           error_set(error, ERROR_USAGE, "%s: '%s' is one word too many; see 'instr-tune help %s'", name, argv[optind],
                     name);
}

void tune_options_print(FILE *stream, unsigned accepts)
{
    for (int i = 0; i < ROWS; i++) {
        char left[40];
        if (!has_option(accepts, &rows[i]))
            continue;
        snprintf(left, sizeof left, "--%s%s%s", rows[i].name,
                 rows[i].letter == 'L' ? "[="
                 : rows[i].argument    ? "="
                                       : "",
                 rows[i].argument ? rows[i].argument : "");
        if (rows[i].letter == 'L')
            strcat(left, "]");
        fprintf(stream, "  %-18s %s\n", left, rows[i].text);
    }
}
