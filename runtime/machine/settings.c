/* settings.c - see settings.h. */
#include "runtime/machine/settings.h"

#include "base/duration.h"
#include "base/variables.h"
#include "runtime/machine/tallies.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

struct settings settings = {
    .level = 4,
    .adaptive = true,
    .observer = true,
    .patch = true,
    .clock = CLOCK_TSC,
    .memory = 64,
    .recursion = 2,
    .threads = 256,
    .trace_size = (uint64_t)256 << 20,
    .trace_every = 1,
    .trace_to = INFINITY,
    .output = OUTPUT_USUAL,
    .usual = true,
};

static char complaint[900];

/* What is shown of a value from the environment: enough to know it by. */
static void append(const char *text, size_t most)
{
    size_t used = strlen(complaint);
    for (; *text && most && used + 1 < sizeof complaint; text++, most--)
        complaint[used++] = *text;
    complaint[used] = '\0';
}

void settings_reject(const char *name, const char *value, const char *why)
{
    tally_add(TALLY_BAD_SETTINGS, 1);
    settings_remark(name, value, why);
}

void settings_remark(const char *name, const char *value, const char *why)
{
    if (*complaint)
        append("; ", 2);
    append(name, 60);
    if (value) {
        append("=", 1);
        append(value, 60);
    }
    append(why, 900);
}

const char *settings_complaint(void)
{
    return complaint;
}

static void reject_unknown(void)
{
    const char *entry;
    for (size_t at = 0; (entry = variables_unknown(environ, &at));) {
        char text[200];
        variables_explain(entry, text, sizeof text);
        settings_reject("", NULL, text);
    }
}

struct choice {
    const char *word;
    unsigned value;
};

static void read_choice(const char *variable, const struct choice *choices, unsigned *value)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return;
    char wanted[200] = " is ignored: it wants ";
    size_t used = strlen(wanted);
    for (const struct choice *choice = choices; choice->word; choice++) {
        if (strcmp(text, choice->word) == 0) {
            *value = choice->value;
            return;
        }
        used +=
            (size_t)snprintf(wanted + used, sizeof wanted - used, "%s%s", choice == choices ? "" : ", ", choice->word);
    }
    settings_reject(variable, text, wanted);
}

static void read_number(const char *variable, uint32_t low, uint32_t high, uint32_t *value)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return;
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*end || *text < '0' || *text > '9' || number < low || number > high) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, " is ignored: it wants a number from %u to %u", low, high);
        settings_reject(variable, text, wanted);
    } else {
        *value = (uint32_t)number;
    }
}

/* "2%" or "0.02" */
static void read_share(const char *variable, double *value)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return;
    char *end;
    double number = strtod(text, &end);
    if (*end == '%') {
        number /= 100;
        end++;
    }
    if (*end || !(number > 0 && number <= 1))
        settings_reject(variable, text, " is ignored: it wants a share of the time, as in 2%");
    else
        *value = number;
}

/* A number of bytes, with K, M, G or T behind it. */
static void read_size(const char *variable, uint64_t *value)
{
    static const char units[] = "KMGT";
    const char *text = getenv(variable), *unit;
    if (!text || !*text)
        return;
    char *end;
    double number = strtod(text, &end);
    if (*end && (unit = strchr(units, *end)) && !end[1]) {
        number *= (double)((uint64_t)1 << 10 * (unit - units + 1));
        end++;
    }
    if (end == text || *end || !(number >= 1 << 20 && number <= 0x1p50))
        settings_reject(variable, text, " is ignored: it wants 1M or more, as in 500M or 2G");
    else
        *value = (uint64_t)number;
}

static void read_duration(const char *variable, double *value)
{
    const char *text = getenv(variable), *rest;
    double seconds;
    if (!text || !*text)
        return;
    if (!(rest = duration_read(text, &seconds)) || *rest)
        settings_reject(variable, text, " is ignored: it wants a time, as in 10us or 2s");
    else
        *value = seconds;
}

static void read_window(const char *variable, double *from, double *to)
{
    const char *text = getenv(variable);
    if (text && *text && !duration_read_window(text, from, to))
        settings_reject(variable, text, " is ignored: it wants two times, as in 2s-5.5s");
}

static void read_text(const char *variable, char *value, size_t size)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return;
    if (strlen(text) >= size)
        settings_reject(variable, text, " is ignored: it is too long");
    else
        memcpy(value, text, strlen(text) + 1);
}

static void read_trace(void)
{
    static const struct choice switches[] = {{"0", 0}, {"1", 1}, {NULL, 0}};
    static const struct choice clocks[] = {
        {"0", PRINT_NOT}, {"1", PRINT_WALL}, {"wall", PRINT_WALL}, {"cpu", PRINT_CPU}, {NULL, 0}};
    unsigned trace = 0, print = PRINT_NOT;
    read_choice("INSTR_TRACE", switches, &trace);
    read_choice("INSTR_PRINT", clocks, &print);
    if (trace && print)
        settings_reject("INSTR_TRACE", NULL, " is ignored: INSTR_PRINT prints the calls in place of a trace");
    settings.trace = trace || print;
    settings.print = (uint8_t)print;
    settings.told = print != PRINT_NOT;
    if (!settings.trace)
        return;
    read_size("INSTR_TRACE_SIZE", &settings.trace_size);
    read_number("INSTR_TRACE_EVERY", 1, UINT32_MAX, &settings.trace_every);
    read_duration("INSTR_TRACE_MIN", &settings.trace_shortest);
    read_duration("INSTR_TRACE_KEEP", &settings.trace_keep);
    read_duration("INSTR_TRACE_FLUSH", &settings.trace_flush);
    if (settings.trace_flush > 0 && settings.trace_keep > 0)
        settings_reject("INSTR_TRACE_FLUSH", NULL,
                        " is ignored: with INSTR_TRACE_KEEP the file has whole buffers alone");
    read_window("INSTR_TRACE_WINDOW", &settings.trace_from, &settings.trace_to);
    read_text("INSTR_TRACE_BELOW", settings.trace_below, sizeof settings.trace_below);
    read_text("INSTR_TRACE_OUTPUT", settings.trace_output, sizeof settings.trace_output);
    const char *timing = getenv("INSTR_TIMING");
    if (timing && strcmp(timing, "adaptive") == 0)
        settings_reject("INSTR_TIMING", timing, " is ignored: INSTR_TRACE and INSTR_PRINT time each call");
    settings.adaptive = false;
}

static bool take_output(const char *template)
{
    size_t length = strlen(template);
    bool folder = length && template[length - 1] == '/';
    if (length + (folder ? sizeof OUTPUT_USUAL : 1) > sizeof settings.output)
        return false;
    memcpy(settings.output, template, length);
    memcpy(settings.output + length, folder ? OUTPUT_USUAL : "", folder ? sizeof OUTPUT_USUAL : 1);
    settings.folder = folder;
    settings.usual = false;
    return true;
}

static void read_output(void)
{
    const char *text = getenv("INSTR_OUTPUT");
    if (text && *text && !take_output(text))
        settings_reject("INSTR_OUTPUT", text, " is ignored: it is too long");
}

bool settings_offer_output(const char *template)
{
    static bool taken;
    const char *own = getenv("INSTR_OUTPUT");
    if (taken || (own && *own) || !take_output(template))
        return false;
    taken = true;
    return true;
}

/* Beside the settings that the store holds: who recovers it writes a profile only. */
static bool export_e3sm;

bool settings_export_e3sm(void)
{
    return export_e3sm;
}

bool settings_no_output(void)
{
    return strcmp(settings.output, "None") == 0;
}

bool settings_log_output(void)
{
    return strcmp(settings.output, "Log") == 0;
}

static double job_wait;

uint64_t settings_job_wait_ns(void)
{
    return job_wait > 0 ? (uint64_t)(job_wait * 1e9) : 0;
}

static void read_ranks(void)
{
    const char *text = getenv("INSTR_RANKS");
    uint32_t number = UINT32_MAX;
    if (text && strcmp(text, "all") == 0) {
        memcpy(settings.ranks, "all", sizeof "all");
        return;
    }
    read_number("INSTR_RANKS", 0, UINT32_MAX - 1, &number);
    if (number != UINT32_MAX)
        snprintf(settings.ranks, sizeof settings.ranks, "%u", number);
}

static void read_throttle(const char *variable)
{
    const char *text = getenv(variable);
    if (!text || !*text)
        return;
    char *comma, *end = NULL;
    unsigned long calls = strtoul(text, &comma, 10);
    double us = *comma == ',' ? strtod(comma + 1, &end) : 0;
    if (*text == '-' || calls == 0 || calls > UINT32_MAX || !end || *end || !(us > 0)) {
        settings_reject(variable, text, " is ignored: it wants calls,microseconds");
    } else {
        settings.throttle_calls = (uint32_t)calls;
        settings.throttle_us = us;
    }
}

/* Whether INSTR_PROGRAMS, patterns with blanks between them, wants this program: one of them matches it, or all begin
 * with `!`, and none of these matches. */
static bool is_wanted(const char *patterns, const char *program)
{
    bool named = false, matched = false;
    char pattern[256];
    while (patterns && *(patterns += strspn(patterns, " "))) {
        size_t length = strcspn(patterns, " ");
        bool not = *patterns == '!';
        if (length >= sizeof pattern) {
            settings_reject("INSTR_PROGRAMS", patterns, " is ignored: a pattern is too long");
            return true;
        }
        memcpy(pattern, patterns + not, length - not );
        pattern[length - not ] = '\0';
        patterns += length;
        bool matches = fnmatch(pattern, program, 0) == 0;
        if (not &&matches)
            return false;
        named |= !not ;
        matched |= matches;
    }
    return matched || !named;
}

void settings_read(void)
{
    static const struct choice timings[] = {{"exact", 0}, {"adaptive", 1}, {NULL, 0}};
    static const struct choice switches[] = {{"off", 0}, {"on", 1}, {NULL, 0}};
#define CHOICE(kind, name, system, missing) {name, kind},
    static const struct choice clocks[] = {CLOCK_ROWS(CHOICE){NULL, 0}};
#undef CHOICE
    static const struct choice stricts[] = {
        {"0", STRICT_OFF}, {"1", STRICT_REPORT}, {"abort", STRICT_ABORT}, {NULL, 0}};
    static const struct choice commands[] = {{"name", 0}, {"full", 1}, {NULL, 0}};
    static const struct choice exports[] = {{"e3sm", 1}, {NULL, 0}};
    static const struct choice jobs[] = {
        {"one", JOB_ONE}, {"each", JOB_EACH}, {"both", JOB_BOTH}, {"apart", JOB_APART}, {NULL, 0}};
    unsigned patch = settings.patch;
    read_choice("INSTR_PATCH", switches, &patch);
    settings.patch = patch != 0;
    if (getauxval(AT_SECURE) || !is_wanted(getenv("INSTR_PROGRAMS"), program_invocation_short_name)) {
        settings.level = 0;
        return;
    }
    unsigned timing = settings.adaptive;
    unsigned arguments = settings.arguments;
    unsigned observer = settings.observer;
    unsigned clock = settings.clock;
    unsigned strict = settings.strict;
    unsigned job = settings.job;
    unsigned export = 0;
    read_choice("INSTR_TIMING", timings, &timing);
    read_choice("INSTR_OBSERVER", switches, &observer);
    read_choice("INSTR_CLOCK", clocks, &clock);
    read_choice("INSTR_STRICT", stricts, &strict);
    read_choice("INSTR_JOB", jobs, &job);
    read_choice("INSTR_EXPORT", exports, &export);
    read_choice("INSTR_COMMAND", commands, &arguments);
    settings.adaptive = timing != 0;
    settings.arguments = arguments != 0;
    settings.strict = (enum strict)strict;
    settings.job = (enum job)job;
    export_e3sm = export != 0;
    settings.clock = (enum clock_kind)clock;
    settings.observer = observer != 0;
    read_number("INSTR_LEVEL", 0, 4, &settings.level);
    read_number("INSTR_MEMORY", 1, 1u << 20, &settings.memory);
    read_number("INSTR_RECURSION", 1, 100000, &settings.recursion);
    settings.folds_early = !getenv("INSTR_RECURSION");
    read_number("INSTR_THREADS", 0, 100000, &settings.threads);
    read_share("INSTR_BUDGET", &settings.budget);
    read_throttle("INSTR_THROTTLE");
    read_duration("INSTR_JOB_WAIT", &job_wait);
    read_ranks();
    read_output();
    read_text("INSTR_SNAPSHOT", settings.snapshot, sizeof settings.snapshot);
    read_text("INSTR_TMPDIR", settings.directory, sizeof settings.directory);
    read_trace();
    reject_unknown();
}
