/* settings_complaints.c - see settings_complaints.h. */
#include "runtime/machine/settings_complaints.h"

#include "runtime/machine/tallies.h"

#include <string.h>

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
