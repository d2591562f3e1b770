/* baseline.c - see baseline.h. */
#include "report/compare/baseline.h"

#include "common/input.h"
#include "common/name.h"
#include "report/compare/changes.h"
#include "report/show/quote.h"
#include "report/show/screen.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- writing --- */

/* "12", "12..14". */
static const char *range_text(struct counts_range range, struct arena *arena)
{
    return range.least == range.most ? arena_printf(arena, "%" PRIu64, range.least)
                                     : arena_printf(arena, "%" PRIu64 "..%" PRIu64, range.least, range.most);
}

/* Returns "from parse 10, main 2", or "~". The only caller's number is that of the function. */
static const char *callers_text(const struct counts_function *function, struct arena *arena)
{
    const char *text = "";
    bool only = function->caller_count == 1 && function->callers[0].calls.least == function->calls.least &&
                function->callers[0].calls.most == function->calls.most;
    if (function->spread)
        return "\t~";
    if (only)
        return arena_printf(arena, "\tfrom %s", function->callers[0].name);
    for (uint32_t i = 0; i < function->caller_count; i++) {
        const struct counts_caller *caller = &function->callers[i];
        text =
            arena_printf(arena, "%s%s %s %s", text, i ? "," : "\tfrom", caller->name, range_text(caller->calls, arena));
    }
    return text;
}

/* Returns a function's line of the baseline. */
static const char *line_text(const struct counts *counts, const struct counts_function *function, struct arena *arena)
{
    const char *text = arena_printf(arena, "%s\t%s\t%s%s", function->file, function->name,
                                    range_text(function->calls, arena), callers_text(function, arena));
    for (uint32_t m = 0; m < counts->metric_count; m++)
        if (function->metrics[m].most)
            text = arena_printf(arena, "%s\t%s %s", text, counts->metrics[m], range_text(function->metrics[m], arena));
    if (counts->time_runs && function->time.of >= times_least(counts->total))
        text = arena_printf(arena, "%s\ttime %s", text, times_text(function->time, arena));
    return text;
}

const char *baseline_metrics(const struct counts *counts, struct arena *arena)
{
    const char *keys = "";
    for (uint32_t m = 0; m < counts->metric_count; m++)
        keys = arena_printf(arena, "%s%s%s", keys, m ? "," : "", counts->metrics[m]);
    return keys;
}

/* Returns the lines that describe the program and the runs. */
static const char *program_text(const struct counts_of *of, struct arena *arena)
{
    const char *tag = *of->tag ? arena_printf(arena, "tag %s\n", quote_replaced(of->tag, "\t", ' ', arena)) : "";
    if (!*of->time)
        return tag;
    return arena_printf(arena, "commit %s %s %s\n%s", *of->commit ? of->commit : "-", of->time,
                        quote_replaced(of->subject, "\t", ' ', arena), tag);
}

const char *baseline_head(const struct counts *counts, const char *rules, struct arena *arena)
{
    const char *keys = baseline_metrics(counts, arena);
    return arena_printf(
        arena,
        "# Calls of each function, exact, as instr-report gate recorded them; A..B varied between runs.\n"
        "# Rules can be added here, for functions, files or metrics: allow PERCENT PATTERN, or allow any "
        "PATTERN.\n"
        "%s%s%s%s%s%s",
        counts->time_runs ? "# A time is the function's own, with its standard error: it fails only "
                            "where gate has --times.\n"
                          : "",
        program_text(&counts->of, arena), rules, *keys ? "metrics " : "", keys, *keys ? "\n" : "");
}

const char *baseline_rules(const struct counts *counts, struct arena *arena)
{
    const char *rules = "";
    for (const char *line = counts->head; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (name_starts(line, "allow "))
            rules = arena_printf(arena, "%s%.*s\n", rules, (int)strcspn(line, "\n"), line);
    return rules;
}

void baseline_write(const struct counts *counts, FILE *stream, struct arena *arena)
{
    fputs(counts->head, stream);
    for (uint32_t i = 0; i < counts->function_count; i++) {
        const struct counts_function *function = &counts->functions[i];
        fprintf(stream, "%s%s\n", function->remarks ? function->remarks : "",
                function->text ? function->text : line_text(counts, function, arena));
    }
    fputs(counts->tail ? counts->tail : "", stream);
}

bool baseline_save(const struct counts *counts, const char *output, struct arena *arena, struct error *error)
{
    struct options options = {.output = output};
    struct screen screen;
    if (!screen_open(&screen, &options, error))
        return false;
    baseline_write(counts, screen.stream, arena);
    return screen_close(&screen, error);
}

/* --- reading --- */

enum { MOST_HEAD = 256 << 10 }; /* bytes, in front of the first function */

struct reader {
    struct counts *counts;
    size_t functions, rules; /* for how many there is room */
    const char *path, *text; /* the whole file */
    size_t at,
        remarks; /* where in the text the line begins, and where what stands in front of it does, behind the last function */
    unsigned line;
    struct arena *arena;
    struct error *error;
};

static bool refuse(const struct reader *reader, const char *why)
{
    return error_set(reader->error, ERROR_USAGE, "%s:%u: %s", reader->path, reader->line, why);
}

/* Reads a range. Returns false, and changes nothing, if the text is no range. */
static bool read_range(const char *text, struct counts_range *range)
{
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    struct counts_range read = {.least = strtoull(text, &end, 10)};
    read.most = read.least;
    if (name_starts(end, "..") && end[2] >= '0' && end[2] <= '9')
        read.most = strtoull(end + 2, &end, 10);
    if (*end || errno || read.least > read.most)
        return false;
    *range = read;
    return true;
}

static bool read_rule(struct reader *reader, char *text)
{
    struct counts *counts = reader->counts;
    char *pattern = text + strcspn(text, " \t"), *end;
    counts->rules = arena_room(reader->arena, counts->rules, counts->rule_count, &reader->rules, sizeof *counts->rules);
    if (*pattern)
        *pattern++ = '\0';
    pattern += strspn(pattern, " \t");
    double allow = !strcmp(text, "any") ? INFINITY : strtod(text, &end);
    if (!isinf(allow) && (end == text || (*end == '%' ? end[1] : *end) || !(allow >= 0)))
        return refuse(reader, "a rule is 'allow PERCENT PATTERN' or 'allow any PATTERN'");
    counts->rules[counts->rule_count++] = (struct counts_rule){*pattern ? pattern : NULL, allow};
    return true;
}

static bool read_callers(struct reader *reader, struct counts_function *function, char *text)
{
    uint32_t count = 1;
    for (const char *at = text; *at; at++)
        count += *at == ',';
    function->callers = arena_array(reader->arena, count, sizeof *function->callers);
    for (char *next; text; text = next) {
        struct counts_caller *caller = &function->callers[function->caller_count++];
        next = strstr(text, ", ");
        if (next)
            *next = '\0', next += 2;
        *caller = (struct counts_caller){text, COUNTS_NONE, function->calls};
        char *calls = strrchr(text, ' ');
        if (calls && read_range(calls + 1, &caller->calls))
            *calls = '\0';
        else if (count > 1)
            return refuse(reader, "a caller needs its calls after its name");
    }
    return true;
}

/* Reads "ID TIME SUBJECT", with "-" for an unknown ID. */
static bool read_commit(struct reader *reader, char *text)
{
    char *time = strchr(text, ' '), *subject = time ? strchr(time + 1, ' ') : NULL;
    if (!subject)
        return refuse(reader, "a commit needs its time and subject after it");
    *time++ = *subject++ = '\0';
    struct counts_of *of = &reader->counts->of;
    of->commit = strcmp(text, "-") != 0 ? text : "";
    of->time = time;
    of->subject = subject;
    return true;
}

static bool read_metrics(struct reader *reader, char *text)
{
    struct counts *counts = reader->counts;
    char *rest;
    for (char *key = strtok_r(text, ", ", &rest); key; key = strtok_r(NULL, ", ", &rest)) {
        if (counts->metric_count == METRICS_SHOWN)
            return refuse(reader, "too many metrics");
        counts->metrics[counts->metric_count++] = key;
    }
    return true;
}

/* "124 +-3 ms, 5 runs". */
static bool read_time(struct reader *reader, struct counts_function *function, const char *text)
{
    if (!times_read(text, &function->time))
        return refuse(reader, "a time is '124 +-3 ms, 5 runs'");
    if (reader->counts->time_runs < function->time.runs)
        reader->counts->time_runs = function->time.runs;
    return true;
}

/* "heap-calls 24". */
static bool read_value(struct reader *reader, struct counts_function *function, char *text)
{
    const struct counts *counts = reader->counts;
    char *value = strchr(text, ' ');
    if (value)
        *value++ = '\0';
    for (uint32_t m = 0; m < counts->metric_count; m++)
        if (value && !strcmp(text, counts->metrics[m]))
            return read_range(value, &function->metrics[m]) || refuse(reader, "a metric needs a number after it");
    return refuse(reader, "callers follow 'from', or a ~ if they are unknown; a metric follows its key, which an "
                          "earlier line 'metrics' lists");
}

/* Reads the fields behind a function's calls. */
static bool read_rest(struct reader *reader, struct counts_function *function, char *text)
{
    char *rest;
    for (char *part = text ? strtok_r(text, "\t", &rest) : NULL; part; part = strtok_r(NULL, "\t", &rest)) {
        bool done = true;
        if (!strcmp(part, "~"))
            function->spread = true;
        else if (name_starts(part, "from "))
            done = function->callers ? refuse(reader, "callers follow one 'from', separated by commas")
                                     : read_callers(reader, function, part + 5);
        else if (name_starts(part, "time "))
            done = read_time(reader, function, part + 5);
        else
            done = read_value(reader, function, part);
        if (!done)
            return false;
    }
    return true;
}

static bool read_function(struct reader *reader, char *line)
{
    struct counts *counts = reader->counts;
    counts->functions = arena_room(reader->arena, counts->functions, counts->function_count, &reader->functions,
                                   sizeof *counts->functions);
    const char *text = arena_copy(reader->arena, line, strlen(line));
    const char *remarks = arena_copy(reader->arena, reader->text + reader->remarks, reader->at - reader->remarks);
    char *name = strchr(line, '\t'), *calls = name ? strchr(name + 1, '\t') : NULL;
    char *rest = calls ? strchr(calls + 1, '\t') : NULL;
    if (!calls)
        return refuse(reader,
                      name_starts(line, "<<<<<<<") || name_starts(line, "=======") || name_starts(line, ">>>>>>>")
                          ? "a merge conflict: keep either line, then run gate --accept"
                          : "a line needs a file, a function and its calls, separated by tabs");
    *name++ = *calls++ = '\0';
    if (rest)
        *rest++ = '\0';
    struct counts_function *function = &counts->functions[counts->function_count++];
    *function = (struct counts_function){.file = line, .name = name, .text = text, .remarks = remarks};
    if (counts->function_count == 1) {
        counts->head = remarks;
        function->remarks = "";
    }
    reader->remarks = reader->at + strlen(text) + 1;
    if (!read_range(calls, &function->calls))
        return refuse(reader, "calls must be a number, or two with .. between them");
    return read_rest(reader, function, rest);
}

static bool read_line(struct reader *reader, char *line)
{
    bool head = !strchr(line, '\t'), rule = head && name_starts(line, "allow ");
    bool metrics = head && name_starts(line, "metrics "), tag = head && name_starts(line, "tag ");
    if (head && name_starts(line, "commit "))
        return read_commit(reader, line + strlen("commit "));
    if (*line && *line != '#' && !rule && !metrics && !tag)
        return read_function(reader, line);
    if (tag)
        reader->counts->of.tag = line + strlen("tag ");
    if (metrics && reader->counts->function_count)
        return refuse(reader, "the line 'metrics' must be before the first function");
    if (metrics)
        return read_metrics(reader, line + strlen("metrics "));
    return !rule || read_rule(reader, line + 6 + strspn(line + 6, " "));
}

/* Sorts the lines and removes duplicates, because a merge by git leaves them in any order and sometimes twice. */
static bool put_in_order(struct reader *reader, struct arena *scratch)
{
    struct counts *counts = reader->counts;
    bool sorted = true;
    for (uint32_t i = 1; sorted && i < counts->function_count; i++)
        sorted = counts_compare(&counts->functions[i - 1], &counts->functions[i]) <= 0;
    if (!sorted)
        qsort(counts->functions, counts->function_count, sizeof *counts->functions, counts_order);
    for (uint32_t i = 1; i < counts->function_count; i++)
        if (!counts_compare(&counts->functions[i - 1], &counts->functions[i]))
            return error_set(reader->error, ERROR_USAGE, "%s: two lines of %s %s; remove one of them", reader->path,
                             counts->functions[i].file, counts->functions[i].name);
    struct counts_names names;
    counts_index(&names, counts, scratch);
    for (uint32_t i = 0; i < counts->function_count; i++) {
        struct counts_function *function = &counts->functions[i];
        for (uint32_t c = 0; c < function->caller_count; c++)
            function->callers[c].function = counts_resolve(counts, &names, function, function->callers[c].name);
    }
    return true;
}

/* Takes the text apart. */
static bool read_lines(struct reader *reader, char *text)
{
    const char *begin = text;
    for (char *next; text && *text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = '\0';
        reader->line++;
        reader->at = (size_t)(text - begin);
        if (!read_line(reader, text))
            return false;
    }
    if (!reader->counts->function_count)
        reader->counts->head = reader->text;
    else
        reader->counts->tail = reader->text + reader->remarks;
    return true;
}

bool baseline_take(struct counts *counts, const char *path, char *text, struct arena *arena, struct error *error)
{
    size_t size = strlen(text);
    *counts = (struct counts){.of = {"", "", "", ""}, .head = ""};
    struct reader reader = {.counts = counts, .path = path, .arena = arena, .error = error};
    char *copy = arena_grow(arena, arena_copy(arena, text, size), size + 1, size + 2);
    if (size && text[size - 1] != '\n')
        copy[size] = '\n';
    reader.text = copy;
    struct arena scratch = {0};
    bool done = read_lines(&reader, text) && put_in_order(&reader, &scratch);
    arena_free(&scratch);
    return done;
}

static bool is_text(const char *path, const char *text, size_t size, struct error *error)
{
    return strlen(text) == size || error_set(error, ERROR_USAGE, "%s: not a text file: it contains zero bytes", path);
}

char *baseline_text(const char *path, struct arena *arena, struct error *error)
{
    const char *why;
    size_t size;
    char *text = input_read(path, INPUT_TEXT, &size, arena, &why);
    if (!text)
        error_set(error, ERROR_USAGE, "%s: %s; 'instr-report gate --record RUN... -o %s' makes a baseline", path, why,
                  path);
    return text && is_text(path, text, size, error) ? text : NULL;
}

bool baseline_read(struct counts *counts, const char *path, struct arena *arena, struct error *error)
{
    char *text = baseline_text(path, arena, error);
    return text && baseline_take(counts, path, text, arena, error);
}

bool baseline_read_of(struct counts_of *of, const char *path, struct arena *arena, struct error *error)
{
    struct counts counts = {.of = {"", "", "", ""}};
    struct reader reader = {.counts = &counts, .path = path, .arena = arena, .error = error};
    const char *why;
    size_t size;
    char *line = input_head(path, MOST_HEAD, &size, arena, &why), *next;
    bool done = line ? is_text(path, line, size, error) : error_set(error, ERROR_USAGE, "%s: %s", path, why);
    if (done && !size)
        done = error_set(error, ERROR_USAGE, "%s: empty, and no baseline; remove it", path);
    for (; done && *line && !memchr(line, '\t', strcspn(line, "\n")); line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        reader.line++;
        done = read_line(&reader, line);
    }
    *of = counts.of;
    return done;
}
