/* living.c - see living.h. */
#include "report/read/living.h"

#include "common/name.h"
#include "profile/exclude_startup.h"
#include "profile/files.h"
#include "report/derive/runs.h"
#include "runtime/write/recover.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A running process, and its store. */
struct living {
    const char *path;
    struct recovered who;
};

/* Returns whether the process runs. A store may name a process of another container, or one that ended and whose number was reused. */
static bool runs(const struct recovered *who, struct arena *arena)
{
    char program[PATH_MAX];
    const char *link = arena_printf(arena, "/proc/%ld/exe", who->pid);
    ssize_t length = readlink(link, program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    return strncmp(program, who->program, strlen(who->program)) == 0; /* behind it may stand that it was deleted */
}

static bool list(struct living **living, uint32_t *count, struct arena *arena, struct error *error)
{
    const char **paths;
    size_t path_count;
    *count = 0;
    if (!recover_list(&paths, &path_count, arena, error))
        return false;
    *living = arena_array(arena, path_count + 1, sizeof **living);
    for (size_t i = 0; i < path_count; i++) {
        struct living *each = &(*living)[*count];
        each->path = paths[i];
        *count += recover_look(paths[i], &each->who, arena, NULL) && !each->who.written && runs(&each->who, arena) &&
                  recover_in_use(paths[i], &each->who);
    }
    return true;
}

static bool same_run(const struct recovered *a, const struct recovered *b)
{
    return a->pid == b->pid || (*a->roll && strcmp(a->roll, b->roll) == 0);
}

/* Returns the process with that number; without a number the first one, if all are of one program. */
static const struct living *living_of(const struct living *living, uint32_t count, const char *whom)
{
    char *end;
    long pid = whom ? strtol(whom, &end, 10) : 0;
    for (uint32_t i = 0; i < count && whom && !*end; i++)
        if (living[i].who.pid == pid)
            return &living[i];
    return NULL;
}

static bool is_meant(const struct recovered *who, const struct living *number, const char *whom)
{
    if (number)
        return same_run(who, &number->who);
    return !whom || strcmp(name_base(who->program), whom) == 0 || (*who->job && strcmp(who->job, whom) == 0);
}

/* Reports that there are several programs and the user must choose. */
static bool ask(const struct living *living, uint32_t count, struct arena *arena, struct error *error)
{
    enum { NAMED = 5 };
    const char *text = "";
    for (uint32_t i = 0; i < count && i < NAMED; i++)
        text = arena_printf(arena, "%s%s%ld (%s)", text, i ? ", " : "", living[i].who.pid,
                            name_base(living[i].who.program));
    return error_set(error, ERROR_USAGE, "several programs are running: name one, as in 'instr-report top %ld': %s%s",
                     living[0].who.pid, text, count > NAMED ? " ..." : "");
}

static bool is_one_program(const struct living *living, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (strcmp(living[i].who.program, living[0].who.program) != 0)
            return false;
    return true;
}

static bool complain(const char *whom, uint32_t count, struct error *error)
{
    if (!whom || !count)
        return error_set(error, ERROR_USAGE, "no program built with instr-cc is running here");
    return error_set(error, ERROR_USAGE, "%s: no measured process, job or program of that name is running here", whom);
}

bool living_read(const char *whom, bool raw, struct profile *profile, const char **name, struct arena *arena,
                 struct error *error)
{
    struct living *living;
    uint32_t count, used = 0;
    if (!list(&living, &count, arena, error))
        return false;
    if (!whom && !is_one_program(living, count))
        return ask(living, count, arena, error);
    const struct living *number = living_of(living, count, whom);
    struct profile *inputs = arena_array(arena, (size_t)count + 1, sizeof *inputs);
    char **names = arena_array(arena, (size_t)count + 1, sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        struct recovered each;
        /* One that ends meanwhile is one less. */
        if (!is_meant(&living[i].who, number, whom) || !recover_living(living[i].path, &each, arena, NULL))
            continue;
        inputs[used] = each.profile;
        names[used++] = (char *)(uintptr_t)living[i].path;
        *name = arena_printf(arena, "process %ld", each.pid);
    }
    if (!used)
        return complain(whom, count, error);
    if (used > 1)
        *name = arena_printf(arena, "%u processes that are running", used);
    return runs_merge(inputs, names, used, profile, stderr, arena, error) &&
           exclude_startup_make(profile, raw, arena, error) && files_show_profile(profile, arena, error);
}
