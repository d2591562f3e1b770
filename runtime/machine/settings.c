/* settings.c - see settings.h. */
#include "runtime/machine/settings.h"

#include "common/variables.h"
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

static bool take_output(const char *template)
{
    bool none = strcasecmp(template, "None") == 0, log = strcasecmp(template, "Log") == 0;
    template = none ? "None" : log ? "Log" : template;
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

static void read_output(struct setting setting)
{
    if (setting.text && !take_output(setting.text))
        settings_reject(setting.name, setting.text, " is ignored: it is too long");
}

bool settings_offer_output(const char *template)
{
    static bool taken;
    if (taken || setting_of("INSTR_OUTPUT").text || !take_output(template))
        return false;
    taken = true;
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

static void read_ranks(struct setting setting)
{
    uint32_t number = UINT32_MAX;
    if (setting.text && strcmp(setting.text, "all") == 0) {
        memcpy(settings.ranks, "all", sizeof "all");
        return;
    }
    setting_number(setting, 0, UINT32_MAX - 1, &number);
    if (number != UINT32_MAX)
        snprintf(settings.ranks, sizeof settings.ranks, "%u", number);
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

void settings_read(void)
{
    static const struct choice timings[] = {{"exact", 0}, {"adaptive", 1}, {NULL, 0}};
    static const struct choice observers[] = {
        {"off", OBSERVER_OFF}, {"on", OBSERVER_ON}, {"signal", OBSERVER_SIGNAL}, {NULL, 0}};
#define CHOICE(kind, name, system, missing) {name, kind},
    static const struct choice clocks[] = {CLOCK_ROWS(CHOICE){NULL, 0}};
#undef CHOICE
    static const struct choice stricts[] = {
        {"0", STRICT_OFF}, {"1", STRICT_REPORT}, {"abort", STRICT_ABORT}, {NULL, 0}};
    static const struct choice commands[] = {{"name", 0}, {"full", 1}, {NULL, 0}};
    static const struct choice exports[] = {{"e3sm", 1}, {NULL, 0}};
    static const struct choice jobs[] = {{"one", JOB_ONE}, {"each", JOB_EACH}, {"both", JOB_BOTH}, {NULL, 0}};
    if (getauxval(AT_SECURE) || !is_wanted(setting_of("INSTR_PROGRAMS"), program_invocation_short_name)) {
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
    setting_choice(setting_of("INSTR_TIMING"), timings, &timing);
    setting_choice(setting_of("INSTR_OBSERVER"), observers, &observer);
    setting_choice(setting_of("INSTR_CLOCK"), clocks, &clock);
    setting_choice(setting_of("INSTR_STRICT"), stricts, &strict);
    setting_choice(setting_of("INSTR_JOB"), jobs, &job);
    setting_choice(setting_of("INSTR_EXPORT"), exports, &export);
    setting_choice(setting_of("INSTR_COMMAND"), commands, &arguments);
    settings.adaptive = timing != 0;
    settings.arguments = arguments != 0;
    settings.strict = (enum strict)strict;
    settings.job = (enum job)job;
    export_e3sm = export != 0;
    settings.clock = (enum clock_kind)clock;
    settings.observer = (uint8_t)observer;
    setting_number(setting_of("INSTR_LEVEL"), 0, 4, &settings.level);
    read_memory(setting_of("INSTR_MEMORY"), &settings.memory);
    setting_number(setting_of("INSTR_RECURSION"), 1, 100000, &settings.recursion);
    setting_duration(setting_of("INSTR_JOB_WAIT"), &job_wait);
    read_ranks(setting_of("INSTR_RANKS"));
    read_output(setting_of("INSTR_OUTPUT"));
    setting_text(setting_of("INSTR_SNAPSHOT"), settings.snapshot, sizeof settings.snapshot);
    setting_text(setting_of("INSTR_TAG"), settings.tag, sizeof settings.tag);
    setting_text(setting_of("INSTR_TMPDIR"), settings.directory, sizeof settings.directory);
    reject_unknown();
}
