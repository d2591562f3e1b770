/* settings_values.c - see settings_values.h. */
#include "runtime/machine/settings_values.h"

#include "common/duration.h"
#include "runtime/machine/tallies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct setting given;

void setting_give(struct setting setting)
{
    given = setting;
}

struct setting setting_of(const char *variable)
{
    const char *text = !given.name ? getenv(variable) : strcmp(given.name, variable) == 0 ? given.text : NULL;
    return (struct setting){variable, text && *text ? text : NULL};
}

void setting_choice(struct setting setting, const struct choice *choices, unsigned *value)
{
    const char *text = setting.text;
    if (!text)
        return;
    char wanted[200] = " is ignored: expected ";
    size_t used = strlen(wanted);
    for (const struct choice *choice = choices; choice->word; choice++) {
        if (strcmp(text, choice->word) == 0) {
            *value = choice->value;
            return;
        }
        used +=
            (size_t)snprintf(wanted + used, sizeof wanted - used, "%s%s", choice == choices ? "" : ", ", choice->word);
    }
    settings_reject(setting.name, text, wanted);
}

void setting_number(struct setting setting, uint32_t low, uint32_t high, uint32_t *value)
{
    const char *text = setting.text;
    if (!text)
        return;
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*end || *text < '0' || *text > '9' || number < low || number > high) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, " is ignored: expected a number from %u to %u", low, high);
        settings_reject(setting.name, text, wanted);
    } else {
        *value = (uint32_t)number;
    }
}

/* Reads a number of bytes, with K, M, G or T behind it. */
void setting_size(struct setting setting, uint64_t *value)
{
    static const char units[] = "KMGT";
    const char *text = setting.text, *unit;
    if (!text)
        return;
    char *end;
    double number = strtod(text, &end);
    if (*end && (unit = strchr(units, *end)) && !end[1]) {
        number *= (double)((uint64_t)1 << 10 * (unit - units + 1));
        end++;
    }
    if (end == text || *end || !(number >= 1 << 20 && number <= 0x1p50))
        settings_reject(setting.name, text, " is ignored: expected 1M or more, as in 500M or 2G");
    else
        *value = (uint64_t)number;
}

void setting_duration(struct setting setting, double *value)
{
    const char *text = setting.text, *rest;
    double seconds;
    if (!text)
        return;
    if (!(rest = duration_read(text, &seconds)) || *rest)
        settings_reject(setting.name, text, " is ignored: expected a time, as in 10us or 2s");
    else
        *value = seconds;
}

void setting_window(struct setting setting, double *from, double *to)
{
    const char *text = setting.text;
    if (text && !duration_read_window(text, from, to))
        settings_reject(setting.name, text, " is ignored: expected two times, as in 2s-5.5s");
}

void setting_text(struct setting setting, char *value, size_t size)
{
    const char *text = setting.text;
    if (!text)
        return;
    if (strlen(text) >= size)
        settings_reject(setting.name, text, " is ignored: it is too long");
    else
        memcpy(value, text, strlen(text) + 1);
}

static char complaint[900];

/* Appends a value from the environment, shortened, to a message. */
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

void settings_complaint_said(void)
{
    complaint[0] = '\0';
}
