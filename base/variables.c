/* variables.c - see variables.h. */
#include "base/variables.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* In the order of the alphabet, each with the manual page of docs/man that says what it does. */
static const char *const names[] = {
    "INSTR_BUDGET",
    "INSTR_BUILD_FILTER",
    "INSTR_BUILD_LEVEL",
    "INSTR_BUILD_OUTPUT",
    "INSTR_BUILD_PATHS",
    "INSTR_CC",
    "INSTR_CLOCK",
    "INSTR_COMMAND",
    "INSTR_CXX",
    "INSTR_DISABLE",
    "INSTR_EXACT_MESSAGES",
    "INSTR_EXPORT",
    "INSTR_FILTER",
    "INSTR_FORMULAS",
    "INSTR_GPTL",
    "INSTR_GROUPS",
    "INSTR_JOB",
    "INSTR_JOB_WAIT",
    "INSTR_KEEP",
    "INSTR_LEVEL",
    "INSTR_LIBDIR",
    "INSTR_LIBGPTL",
    "INSTR_LOG",
    "INSTR_MEMORY",
    "INSTR_METRICS",
    "INSTR_MPICC",
    "INSTR_NESTED",
    "INSTR_OBSERVER",
    "INSTR_OUTPUT",
    "INSTR_PAGER",
    "INSTR_PARSE_LIMIT",
    "INSTR_PLUGINS",
    "INSTR_PRINT",
    "INSTR_PROGRAMS",
    "INSTR_RANKS",
    "INSTR_RECURSION",
    "INSTR_SNAPSHOT",
    "INSTR_STRICT",
    "INSTR_THREADS",
    "INSTR_TIMING",
    "INSTR_TMPDIR",
    "INSTR_TRACE",
};
/* Those of older versions that still do what they did: they are options of INSTR_TRACE now. */
static const char *const older[] = {
    "INSTR_TRACE_BELOW", "INSTR_TRACE_EVERY",  "INSTR_TRACE_FILTER", "INSTR_TRACE_FLUSH",  "INSTR_TRACE_KEEP",
    "INSTR_TRACE_MIN",   "INSTR_TRACE_OUTPUT", "INSTR_TRACE_SIZE",   "INSTR_TRACE_WINDOW",
};
/* Those that do nothing any more. */
static const struct {
    const char *name, *why;
} gone[] = {
    {"INSTR_MAX_NODES", "INSTR_MEMORY bounds memory"},
    {"INSTR_MPI_BARRIER", "it counted the time of its own barrier as waiting"},
    {"INSTR_PATCH", "probes that are off for good are always taken out of the code"},
    {"INSTR_THROTTLE", "adaptive timing only counts what is tiny, and times it again now and then"},
};
enum { NAMES = sizeof names / sizeof *names, OLDER = sizeof older / sizeof *older, LONGEST = 31, LIKE = 3 };

static size_t name_length(const char *entry)
{
    return strcspn(entry, "=");
}

static bool is_among(const char *const *list, size_t count, const char *entry)
{
    size_t length = name_length(entry), i = 0;
    while (i < count && (strlen(list[i]) != length || strncmp(list[i], entry, length) != 0))
        i++;
    return i < count;
}

const char *variables_unknown(char *const *environment, size_t *at)
{
    static const char ours[] = "INSTR_", tests[] = "INSTR_TEST_";
    for (const char *entry; environment && (entry = environment[*at]); ++*at) {
        if (strncmp(entry, ours, sizeof ours - 1) != 0 || strncmp(entry, tests, sizeof tests - 1) == 0 ||
            is_among(names, NAMES, entry) || is_among(older, OLDER, entry))
            continue;
        ++*at;
        return entry;
    }
    return NULL;
}

/* Letters to insert, delete or change to get from one to the other (Levenshtein). */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned row[LONGEST + 1];
    if (a_length > LONGEST || b_length > LONGEST)
        return LONGEST;
    for (unsigned i = 0; i <= b_length; i++)
        row[i] = i;
    for (size_t i = 0; i < a_length; i++) {
        unsigned corner = row[0]++;
        for (size_t j = 0; j < b_length; j++) {
            unsigned above = row[j + 1], best = corner + (a[i] != b[j]);
            best = above + 1 < best ? above + 1 : best;
            best = row[j] + 1 < best ? row[j] + 1 : best;
            corner = above;
            row[j + 1] = best;
        }
    }
    return row[b_length];
}

/* The name that an unknown entry comes nearest to, or null when it is like none. */
static const char *find_nearest(const char *entry)
{
    const char *nearest = NULL;
    unsigned least = LIKE + 1;
    for (size_t i = 0; i < NAMES; i++) {
        unsigned away = distance(entry, name_length(entry), names[i], strlen(names[i]));
        if (away < least) {
            least = away;
            nearest = names[i];
        }
    }
    return nearest;
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
    snprintf(text, size, "%.*s is no setting of instr%s%s%s", length < 60 ? length : 60, entry, nearest ? ": " : "",
             nearest ? nearest : "", nearest ? "?" : "");
}
