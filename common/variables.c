/* variables.c - see variables.h. */
#include "common/variables.h"

#include "common/nearest.h"
#include "common/variables_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NAME_OF(name, value, help) name,
static const char *const names[] = {VARIABLES_OF_BUILDS(NAME_OF) VARIABLES_OF_RUNS(NAME_OF)
                                        VARIABLES_OF_REPORTS(NAME_OF)};
/* Variables that have no effect any more. */
static const struct {
    const char *name, *why;
} gone[] = {
    {"INSTR_BUDGET", "functions with short calls are now always counted, and not timed"},
    {"INSTR_KEEP", "use the option --instr-keep"},
    {"INSTR_MAX_NODES", "use INSTR_MEMORY"},
    {"INSTR_MPI_BARRIER", "it counted the time of its own barrier as waiting"},
    {"INSTR_PAGER", "use PAGER"},
    {"INSTR_PATCH", "probes that are off for good are always taken out of the code"},
    {"INSTR_THROTTLE", "adaptive timing only counts functions with short calls"},
};
enum { NAMES = sizeof names / sizeof *names, LONGEST = 31 };

static size_t name_length(const char *entry)
{
    return strcspn(entry, "=");
}

static bool is_known(const char *entry)
{
    size_t length = name_length(entry), i = 0;
    while (i < NAMES && (strlen(names[i]) != length || strncmp(names[i], entry, length) != 0))
        i++;
    return i < NAMES;
}

const char *variables_unknown(char *const *environment, size_t *at)
{
    static const char ours[] = "INSTR_", tests[] = "INSTR_TEST_";
    for (const char *entry; environment && (entry = environment[*at]); ++*at) {
        if (strncmp(entry, ours, sizeof ours - 1) != 0 || strncmp(entry, tests, sizeof tests - 1) == 0 ||
            is_known(entry))
            continue;
        ++*at;
        return entry;
    }
    return NULL;
}

/* Returns the name most similar to an unknown entry, or NULL if none is. */
static const char *find_nearest(const char *entry)
{
    char typed[LONGEST + 1];
    snprintf(typed, sizeof typed, "%.*s", (int)name_length(entry), entry);
    struct nearest nearest = nearest_begin(typed);
    for (size_t i = 0; i < NAMES; i++)
        nearest_offer(&nearest, names[i]);
    return nearest_end(&nearest);
}

void variables_explain(const char *entry, char *text, size_t size)
{
    int length = (int)name_length(entry);
    const char *nearest = find_nearest(entry);
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        if (strlen(gone[i].name) == (size_t)length && strncmp(gone[i].name, entry, (size_t)length) == 0) {
            snprintf(text, size, "%s is gone: %s", gone[i].name, gone[i].why);
            return;
        }
    }
    snprintf(text, size, "%.*s is not a setting of instr%s%s%s", length < 60 ? length : 60, entry, nearest ? ": " : "",
             nearest ? nearest : "", nearest ? "?" : "");
}
