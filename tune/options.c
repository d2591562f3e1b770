/* options.c - see options.h. */
#include "tune/options.h"

#include "report/nearest.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

struct option_row {
    const char *name;
    char letter;
    unsigned bit; /* 0: all commands have it */
    const char *argument, *text;
};

static const struct option_row rows[] = {
    {"jobs", 'j', TAKES_JOBS, "N", "builds at once; as many as cores if nothing is said"},
    {"search", 's', TAKES_SEARCH, "METHOD",
     "random, genetic or model; sweep, which is all variants, if nothing is said"},
    {"unique", 'u', TAKES_UNIQUE, "N", "different variants to try in a search"},
    {"seed", 'S', TAKES_SEED, "N", "another search of the same method"},
    {"only", 'O', TAKES_ONLY, "STEP", "build or run"},
    {"retry", 'R', TAKES_RETRY, NULL, "try again what failed"},
    {"number", 'n', TAKES_NUMBER, "N", "rows to show"},
    {"output", 'o', TAKES_OUTPUT, "FILE", "write there instead of to standard output"},
    {"repeats", 'r', TAKES_REPEATS, "N", "how often"},
    {"within", 'w', TAKES_WITHIN, "PERCENT", "how near to the best is near enough; 5 if nothing is said"},
    {"csv", 'c', TAKES_CSV, NULL, "for other programs"},
    {"slurm", 'L', TAKES_SLURM, "ARGUMENTS", "measure as an array of Slurm jobs; the arguments, if any, are sbatch's"},
    {"part", 'P', TAKES_PART, "FOLDER", "of the task"},
    {"trust", 'T', TAKES_TRUST, NULL, "let the project file do anything, as it may in 'run'"},
    {"failed", 'F', TAKES_FAILED, NULL, "those that failed, and why"},
    {"file", 'f', 0, "FILE", "the project file; tune.lua if nothing is said"},
    {"color", 'C', 0, "WHEN", "auto, always or never"},
    {"help", 'h', 0, NULL, "show this"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool has_option(unsigned accepts, const struct option_row *row)
{
    return !row->bit || accepts & row->bit;
}

static bool read_number(const char *name, const char *text, double least, double most, double *number,
                        struct error *error)
{
    char *end;
    *number = strtod(text, &end);
    return (*text && !*end && *number >= least && *number <= most) ||
           error_set(error, ERROR_USAGE, "--%s: '%s' is no number from %g to %g", name, text, least, most);
}

static bool read_option(const struct option_row *row, const char *text, struct tune_options *options,
                        struct error *error)
{
    double number = 0;
    switch (row->letter) {
    case 'f':
        options->file = text;
        return true;
    case 'o':
        options->output = text;
        return true;
    case 's':
        options->search = text;
        return true;
    case 'O':
        options->only = text;
        return !strcmp(text, "build") || !strcmp(text, "run") ||
               error_set(error, ERROR_USAGE, "--only: '%s' is neither build nor run", text);
    case 'L':
        options->slurm = text ? text : "";
        return true;
    case 'P':
        options->task = text;
        return true;
    case 'R':
        options->retry = true;
        return true;
    case 'c':
        options->csv = true;
        return true;
    case 'T':
        options->trusted = true;
        return true;
    case 'F':
        options->failed = true;
        return true;
    case 'C':
        options->color = !strcmp(text, "always") ? 1 : !strcmp(text, "never") ? 0 : -1;
        return options->color >= 0 || !strcmp(text, "auto") ||
               error_set(error, ERROR_USAGE, "--color: '%s' is none of auto, always and never", text);
    case 'w':
        return read_number(row->name, text, 0, 1e6, &options->within, error);
    default:
        break;
    }
    if (!read_number(row->name, text, row->letter == 'S' ? 0 : 1, 1e9, &number, error))
        return false;
    switch (row->letter) {
    case 'j':
        options->jobs = (unsigned)number;
        break;
    case 'u':
        options->unique = (unsigned)number;
        break;
    case 'n':
        options->number = (unsigned)number;
        break;
    case 'r':
        options->repeats = (unsigned)number;
        break;
    case 'S':
        options->seed = (uint64_t)number;
        options->seeded = true;
        break;
    }
    return true;
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
        if (strchr("CSORFTcLP", rows[i].letter))
            continue; /* these have no short form */
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
        *help |= letter == 'h';
        for (int i = 0; i < ROWS; i++)
            if (rows[i].letter == letter && letter != 'h' && !read_option(&rows[i], optarg, options, error))
                return false;
    }
    options->trusted |= !(accepts & TAKES_TRUST);
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
