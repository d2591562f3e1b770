/* option_rows.c - see option_rows.h. */
#include "report/show/option_rows.h"

#include "common/nearest.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* Returns the address of the option's member. */
static void *member(const struct option_row *row, void *options)
{
    return (char *)options + row->at;
}

static bool read_number(const struct option_row *row, const char *text, double *value, struct error *error)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end != text && *end == '%')
        end++;
    if (end == text || *end || errno || !(*value >= row->least && *value <= row->most))
        return error_set(error, ERROR_USAGE, "--%s needs a number from %g to %g, not '%s'", row->name, row->least,
                         row->most, text);
    return true;
}

bool option_rows_flag(const struct option_row *row, const char *text, void *options, struct error *error)
{
    (void)text, (void)error;
    *(bool *)member(row, options) = true;
    return true;
}

bool option_rows_text(const struct option_row *row, const char *text, void *options, struct error *error)
{
    (void)error;
    *(const char **)member(row, options) = text;
    return true;
}

bool option_rows_number(const struct option_row *row, const char *text, void *options, struct error *error)
{
    return read_number(row, text, member(row, options), error);
}

bool option_rows_whole(const struct option_row *row, const char *text, void *options, struct error *error)
{
    double number;
    if (!read_number(row, text, &number, error))
        return false;
    if (row->size == sizeof(long))
        *(long *)member(row, options) = (long)number;
    else
        *(unsigned *)member(row, options) = (unsigned)number;
    return true;
}

bool option_rows_itself(const struct option_row *row, const char *text, void *options, struct error *error)
{
    (void)text, (void)error;
    *(int *)member(row, options) = (int)row->least;
    return true;
}

bool option_rows_word(const struct option_row *row, const char *text, void *options, struct error *error)
{
    for (int i = 0; row->words[i]; i++)
        if (!strcmp(text, row->words[i])) {
            *(int *)member(row, options) = i;
            return true;
        }
    return error_set(error, ERROR_USAGE, "--%s does not know '%s'; it takes: %s", row->name, text, row->help);
}

bool option_rows_color(const struct option_row *row, const char *text, void *options, struct error *error)
{
    static const char *const words[] = {"never", "always", "auto", NULL};
    struct option_row known = *row;
    int *color = member(row, options);
    known.words = words;
    bool done = option_rows_word(&known, text ? text : "always", options, error);
    *color = *color == 2 ? -1 : *color;
    return done;
}

static bool has_option(unsigned accepts, const struct option_row *row)
{
    return !row->bit || accepts & row->bit;
}

/* Reports an unknown option. `typed` is --NAME or --NAME=VALUE. */
static bool unknown_option(const struct option_rows *table, const char *command, const char *typed,
                           const struct option *longs, struct error *error)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed + 2, "="), typed + 2);
    struct nearest nearest = nearest_begin(name);
    for (; longs->name && !strncmp(typed, "--", 2); longs++)
        nearest_offer(&nearest, longs->name);
    const char *like = nearest_end(&nearest);
    return like ? error_set(error, ERROR_USAGE, "%s: unknown option '%s'; did you mean '--%s'?", command, typed, like)
                : error_set(error, ERROR_USAGE, "%s: unknown option '%s'; '%s help %s' lists the options", command,
                            typed, table->tool, command);
}

static const struct option_row *row_of(const struct option_rows *table, int letter)
{
    const struct option_row *row = table->rows;
    while (row->letter != letter)
        row++;
    return row;
}

bool option_rows_parse(const struct option_rows *table, int argc, char **argv, const char *command, unsigned accepts,
                       void *options, bool *help, struct error *error)
{
    enum { FIRST = 256 }; /* above all letters */
    struct option longs[OPTION_ROWS_MOST + 1] = {0};
    char letters[2 * OPTION_ROWS_MOST + 2] = ":", *end = letters + 1;
    size_t used = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct option_row *row = &table->rows[i];
        if (!has_option(accepts, row))
            continue;
        longs[used++] = (struct option){row->name,
                                        !row->argument  ? no_argument
                                        : row->optional ? optional_argument
                                                        : required_argument,
                                        NULL, FIRST + (int)i};
        if (!row->letter)
            continue;
        *end++ = row->letter;
        if (row->argument)
            *end++ = ':';
    }
    *help = false;
    optind = 0;
    opterr = 0;
    for (int id; (id = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (id == '?')
            return unknown_option(table, command, argv[optind - 1], longs, error);
        if (id == ':')
            return error_set(error, ERROR_USAGE, "%s: a value is missing after '%s'; '%s help %s' lists the options",
                             command, argv[optind - 1], table->tool, command);
        const struct option_row *row = id < FIRST ? row_of(table, id) : &table->rows[id - FIRST];
        if (!row->take)
            *help = true;
        else if (!row->take(row, optarg, options, error))
            return false;
    }
    return true;
}

void option_rows_print(const struct option_rows *table, FILE *stream, unsigned accepts)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct option_row *row = &table->rows[i];
        const char *argument = row->argument ? row->argument : "";
        if (!has_option(accepts, row))
            continue;
        char left[40], more[OPTION_MORE] = "";
        snprintf(left, sizeof left, "--%s%s%s%s", row->name,
                 row->optional ? "[="
                 : *argument   ? "="
                               : "",
                 argument, row->optional ? "]" : "");
        if (row->more)
            row->more(more, accepts);
        if (row->letter)
            snprintf(more + strlen(more), sizeof more - strlen(more), " (-%c)", row->letter);
        fprintf(stream, "  %-18s %s%s\n", left, row->help, more);
    }
}
