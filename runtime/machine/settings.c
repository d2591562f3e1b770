/* settings.c - see settings.h. */
#include "runtime/machine/settings.h"

#include "common/variables.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings_values.h"

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
    .observer = OBSERVER_ON,
    .clock = CLOCK_TSC,
    .memory = 64,
    .trace_size = (uint64_t)256 << 20,
    .trace_every = 1,
    .trace_to = INFINITY,
    .output = OUTPUT_USUAL,
    .usual = true,
};

static void reject_unknown(void)
{
    const char *entry;
    for (size_t at = 0; (entry = variables_unknown(environ, &at));) {
        char text[200];
        variables_explain(entry, text, sizeof text);
        settings_reject("", NULL, text);
    }
}

static bool take_output(struct settings *to, const char *template)
{
    bool none = strcasecmp(template, "None") == 0, log = strcasecmp(template, "Log") == 0;
    template = none ? "None" : log ? "Log" : template;
    size_t length = strlen(template);
    bool folder = length && template[length - 1] == '/';
    if (length + (folder ? sizeof OUTPUT_USUAL : 1) > sizeof to->output)
        return false;
    memcpy(to->output, template, length);
    memcpy(to->output + length, folder ? OUTPUT_USUAL : "", folder ? sizeof OUTPUT_USUAL : 1);
    to->folder = folder;
    to->usual = false;
    return true;
}

static void read_output(struct setting setting, struct settings *to)
{
    if (setting.text && !take_output(to, setting.text))
        settings_reject(setting.name, setting.text, " is ignored: it is too long");
}

static bool output_is_said; /* by an object, or by the program */

bool settings_offer_output(const char *template)
{
    const char *said = getenv("INSTR_OUTPUT");
    if (GET(output_is_said) || (said && *said) || !take_output(&settings, template))
        return false;
    PUT(output_is_said, true);
    return true;
}

void settings_note_build(const char *build)
{
    char *all = settings.build;
    size_t length = strlen(build), used = strlen(all);
    for (const char *at = all; (at = strstr(at, build)); at++)
        if ((at == all || at[-1] == ' ') && (!at[length] || at[length] == ';') && (at == all || at[-2] == ';'))
            return;
    if (used + length + sizeof "; " <= sizeof settings.build)
        snprintf(all + used, sizeof settings.build - used, "%s%s", used ? "; " : "", build);
}

/* Not among the store's settings, because recovering a store writes a profile only. */
static bool export_e3sm;

bool settings_export_e3sm(void)
{
    return GET(export_e3sm);
}

bool settings_no_output(void)
{
    return strcmp(settings.output, "None") == 0;
}

bool settings_log_output(void)
{
    return strcmp(settings.output, "Log") == 0;
}

static uint64_t job_wait;

uint64_t settings_job_wait_ns(void)
{
    return GET(job_wait);
}

static void read_job_wait(struct setting setting)
{
    double seconds = 0;
    setting_duration(setting, &seconds);
    if (seconds > 0)
        PUT(job_wait, (uint64_t)(seconds * 1e9));
}

static void read_ranks(struct setting setting, struct settings *to)
{
    uint32_t number = UINT32_MAX;
    if (setting.text && strcmp(setting.text, "all") == 0) {
        memcpy(to->ranks, "all", sizeof "all");
        return;
    }
    setting_number(setting, 0, UINT32_MAX - 1, &number);
    if (number != UINT32_MAX)
        snprintf(to->ranks, sizeof to->ranks, "%u", number);
}

/* Returns whether INSTR_PROGRAMS, patterns separated by blanks, selects this program: a pattern matches it, or all patterns begin with `!` and
 * none matches. */
static bool is_wanted(struct setting setting, const char *program)
{
    const char *patterns = setting.text;
    bool named = false, matched = false;
    char pattern[256];
    while (patterns && *(patterns += strspn(patterns, " "))) {
        size_t length = strcspn(patterns, " ");
        bool not = *patterns == '!';
        if (length >= sizeof pattern) {
            settings_reject(setting.name, patterns, " is ignored: a pattern is too long");
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

/* Reads a number of MiB, or a size with a unit. */
static void read_memory(struct setting setting, uint32_t *megabytes)
{
    enum { MOST = 1u << 20 };
    uint64_t bytes = (uint64_t)*megabytes << 20;
    if (!setting.text || !setting.text[strspn(setting.text, "0123456789")]) {
        setting_number(setting, 1, MOST, megabytes);
        return;
    }
    setting_size(setting, &bytes);
    *megabytes = bytes >> 20 < MOST ? (uint32_t)(bytes >> 20) : MOST;
}

static const char *const changing[] = {"INSTR_LEVEL",  "INSTR_STRICT", "INSTR_JOB",    "INSTR_JOB_WAIT", "INSTR_RANKS",
                                       "INSTR_EXPORT", "INSTR_OUTPUT", "INSTR_GROUPS", "INSTR_TAG"};

/* Those but the last two, which others read. */
static void read_changing(struct settings *to)
{
    static const struct choice stricts[] = {
        {"0", STRICT_OFF}, {"1", STRICT_REPORT}, {"abort", STRICT_ABORT}, {NULL, 0}};
    static const struct choice exports[] = {{"e3sm", 1}, {NULL, 0}};
    static const struct choice jobs[] = {{"one", JOB_ONE}, {"each", JOB_EACH}, {"both", JOB_BOTH}, {NULL, 0}};
    unsigned strict = to->strict, job = to->job, export = settings_export_e3sm();
    setting_choice(setting_of("INSTR_STRICT"), stricts, &strict);
    setting_choice(setting_of("INSTR_JOB"), jobs, &job);
    setting_choice(setting_of("INSTR_EXPORT"), exports, &export);
    to->strict = (enum strict)strict;
    to->job = (enum job)job;
    PUT(export_e3sm, export != 0);
    setting_number(setting_of("INSTR_LEVEL"), 0, 4, &to->level);
    read_job_wait(setting_of("INSTR_JOB_WAIT"));
    read_ranks(setting_of("INSTR_RANKS"), to);
    read_output(setting_of("INSTR_OUTPUT"), to);
}

static bool is_changing(const char *name)
{
    size_t i = 0;
    while (i < sizeof changing / sizeof *changing && strcmp(changing[i], name) != 0)
        i++;
    return i < sizeof changing / sizeof *changing;
}

enum setting_change settings_change(struct settings *to, const char *name, const char *text)
{
    char *const entries[] = {(char *)name, NULL}, *said = getenv(name);
    size_t before = strlen(settings_complaint()), at = 0;
    char why[200];
    if (variables_unknown(entries, &at)) {
        variables_explain(name, why, sizeof why);
        settings_reject("", NULL, why);
        return SETTING_WRONG;
    }
    if (said && *said)
        return SETTING_KEPT;
    if (!is_changing(name)) {
        settings_reject(name, text, " is ignored: set it in the environment, which is read when the program starts");
        return SETTING_FIXED;
    }
    setting_give((struct setting){name, text});
    read_changing(to);
    setting_give((struct setting){NULL, NULL});
    bool taken = strlen(settings_complaint()) == before;
    if (taken && strcmp(name, "INSTR_OUTPUT") == 0)
        PUT(output_is_said, true);
    return taken ? SETTING_TAKEN : SETTING_WRONG;
}

void settings_read(void)
{
    static const struct choice timings[] = {{"exact", 0}, {"adaptive", 1}, {NULL, 0}};
    static const struct choice observers[] = {
        {"off", OBSERVER_OFF}, {"on", OBSERVER_ON}, {"signal", OBSERVER_SIGNAL}, {NULL, 0}};
#define CHOICE(kind, name, system, missing) {name, kind},
    static const struct choice clocks[] = {CLOCK_ROWS(CHOICE){NULL, 0}};
#undef CHOICE
    static const struct choice commands[] = {{"name", 0}, {"full", 1}, {NULL, 0}};
    if (getauxval(AT_SECURE) || !is_wanted(setting_of("INSTR_PROGRAMS"), program_invocation_short_name)) {
        settings.level = 0;
        return;
    }
    unsigned timing = settings.adaptive;
    unsigned arguments = settings.arguments;
    unsigned observer = settings.observer;
    unsigned clock = settings.clock;
    setting_choice(setting_of("INSTR_TIMING"), timings, &timing);
    setting_choice(setting_of("INSTR_OBSERVER"), observers, &observer);
    setting_choice(setting_of("INSTR_CLOCK"), clocks, &clock);
    setting_choice(setting_of("INSTR_COMMAND"), commands, &arguments);
    settings.adaptive = timing != 0;
    settings.arguments = arguments != 0;
    settings.clock = (enum clock_kind)clock;
    settings.observer = (uint8_t)observer;
    read_memory(setting_of("INSTR_MEMORY"), &settings.memory);
    setting_number(setting_of("INSTR_RECURSION"), 1, 100000, &settings.recursion);
    read_changing(&settings);
    setting_text(setting_of("INSTR_SNAPSHOT"), settings.snapshot, sizeof settings.snapshot);
    setting_text(setting_of("INSTR_TAG"), settings.tag, sizeof settings.tag);
    setting_text(setting_of("INSTR_TMPDIR"), settings.directory, sizeof settings.directory);
    reject_unknown();
}
