/* settings_trace.c - see settings_trace.h. */
#include "runtime/machine/settings_trace.h"

#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_BELOW,
    OPTION_EVERY,
    OPTION_FILTER,
    OPTION_FLUSH,
    OPTION_KEEP,
    OPTION_MIN,
    OPTION_OUTPUT,
    OPTION_SIZE,
    OPTION_WINDOW,
    OPTION_COUNT
};

static const struct {
    const char *word, *of_trace, *of_print; /* as it is called in messages */
} names[] = {
#define NAMES(word)                                                                                                    \
    {                                                                                                                  \
#word, "INSTR_TRACE=" #word, "INSTR_PRINT=" #word                                                              \
    }
    [OPTION_BELOW] = NAMES(below),   [OPTION_EVERY] = NAMES(every), [OPTION_FILTER] = NAMES(filter),
    [OPTION_FLUSH] = NAMES(flush),   [OPTION_KEEP] = NAMES(keep),   [OPTION_MIN] = NAMES(min),
    [OPTION_OUTPUT] = NAMES(output), [OPTION_SIZE] = NAMES(size),   [OPTION_WINDOW] = NAMES(window),
};

static struct setting options[OPTION_COUNT];
static const char *filter;

/* Returns the option with which `text` begins, such as "size=500M", or OPTION_COUNT. */
static unsigned find_option(const char *text)
{
    unsigned option = 0;
    size_t length = strcspn(text, "=");
    while (option < OPTION_COUNT &&
           (!text[length] || strlen(names[option].word) != length || strncmp(names[option].word, text, length) != 0))
        option++;
    return option;
}

/* Returns the end of an option. A comma that no option follows is part of a path or a name. */
static char *find_end(char *text)
{
    while (*text && (*text != ',' || find_option(text + 1) == OPTION_COUNT))
        text++;
    return text;
}

/* Reads the options in the variable, whose text is copied to `room`. Returns the text before them. */
static struct setting read_options(const char *variable, bool of_print, char *room, size_t size)
{
    struct setting all = setting_of(variable);
    setting_text(all, room, size);
    if (!*room)
        return (struct setting){variable, NULL};
    bool bare = find_option(room) < OPTION_COUNT;
    char *at = bare ? room : find_end(room);
    while (*at) {
        if (at != room || !bare)
            *at++ = '\0';
        unsigned option = find_option(at);
        options[option].name = of_print ? names[option].of_print : names[option].of_trace;
        options[option].text = at + strlen(names[option].word) + 1;
        at = find_end(at);
    }
    return (struct setting){variable, bare ? "1" : room};
}

static bool is_trace(struct setting setting)
{
    if (!setting.text || strcmp(setting.text, "0") == 0)
        return false;
    if (strcmp(setting.text, "1") == 0)
        return true;
    settings_reject(setting.name, setting.text, " is ignored: expected 1, or options, as in size=500M,min=10us");
    return false;
}

void settings_read_trace(void)
{
    static const struct choice clocks[] = {
        {"0", PRINT_NOT}, {"1", PRINT_WALL}, {"wall", PRINT_WALL}, {"cpu", PRINT_CPU}, {NULL, 0}};
    static char of_trace[4096], of_print[4096];
    bool trace = is_trace(read_options("INSTR_TRACE", false, of_trace, sizeof of_trace));
    unsigned print = PRINT_NOT;
    setting_choice(read_options("INSTR_PRINT", true, of_print, sizeof of_print), clocks, &print);
    if (trace && print)
        settings_reject("INSTR_TRACE", NULL, " is ignored: INSTR_PRINT prints the calls in place of a trace");
    settings.trace = trace || print;
    settings.print = (uint8_t)print;
    settings.told = print != PRINT_NOT;
    if (!settings.trace)
        return;
    setting_size(options[OPTION_SIZE], &settings.trace_size);
    setting_number(options[OPTION_EVERY], 1, UINT32_MAX, &settings.trace_every);
    setting_duration(options[OPTION_MIN], &settings.trace_shortest);
    setting_duration(options[OPTION_KEEP], &settings.trace_keep);
    setting_duration(options[OPTION_FLUSH], &settings.trace_flush);
    if (settings.trace_flush > 0 && settings.trace_keep > 0)
        settings_reject(options[OPTION_FLUSH].name, NULL, " is ignored: it does not work with keep");
    setting_window(options[OPTION_WINDOW], &settings.trace_from, &settings.trace_to);
    setting_text(options[OPTION_BELOW], settings.trace_below, sizeof settings.trace_below);
    setting_text(options[OPTION_OUTPUT], settings.trace_output, sizeof settings.trace_output);
    filter = options[OPTION_FILTER].text;
    const char *timing = getenv("INSTR_TIMING");
    if (timing && strcmp(timing, "adaptive") == 0)
        settings_reject("INSTR_TIMING", timing, " is ignored: INSTR_TRACE and INSTR_PRINT time each call");
    settings.adaptive = false;
}

const char *settings_trace_filter(void)
{
    return filter;
}
