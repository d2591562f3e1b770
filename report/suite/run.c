/* run.c - see run.h. */
#include "report/suite/run.h"

#include "base/name.h"
#include "report/folder.h"
#include "report/launch.h"
#include "report/progress.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct names {
    const char **of;
    uint32_t count;
    size_t room;
};

static bool add_name(struct names *names, const char *name, struct arena *arena)
{
    const char **of = arena_room(arena, names->of, names->count, &names->room, sizeof *of);
    const char *copy = of ? arena_copy(arena, name, strlen(name)) : NULL;
    if (!copy)
        return false;
    names->of = of;
    of[names->count++] = copy;
    return true;
}

static bool read_names(struct names *names, struct arena *arena, struct error *error)
{
    char *line = NULL;
    size_t room = 0;
    bool done = true;
    while (done && !isatty(STDIN_FILENO) && getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        done = !*line || add_name(names, line, arena);
    }
    free(line);
    if (!done)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    return names->count || error_set(error, ERROR_USAGE,
                                     "tests: --run wants the names of the tests on standard input, one a line: "
                                     "ls *.sh | instr-report tests --run profiles -- sh {}");
}

/* Whether it leads out of the folder that it is put behind. */
static bool leads_out(const char *name)
{
    for (const char *at = name; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (name_starts(at, "..") && (at[2] == '/' || !at[2]))
            return true;
    }
    return false;
}

/* The folder and those above it that are missing. */
static bool make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0777) == 0;
}

/* Says a word about some tests. */
static void say_some(const struct names *some, uint32_t all, const char *what)
{
    if (some->count)
        fprintf(stderr, "instr-report: %u of %u tests %s:", some->count, all, what);
    for (uint32_t i = 0; i < some->count; i++)
        fprintf(stderr, " %s%s", some->of[i], i + 1 == some->count ? "\n" : "");
}

struct outcome {
    struct names failed, silent; /* silent: without a profile */
};

static bool run_test(struct outcome *outcome, const char *name, const char *folder, const struct options *options,
                     struct arena *arena, struct error *error)
{
    struct folder profiles;
    char *own = arena_printf(arena, "%s/%s", folder, name);
    char **command = launch_words(options->command, name, strlen(name), arena);
    int status;
    if (!own || !command)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (leads_out(name) || !make_folders(own))
        return error_set(error, ERROR_USAGE, "tests: %s: %s; name another folder, or remove it first", own,
                         leads_out(name) ? "is elsewhere" : strerror(errno));
    if (!launch_once(command, own, &status, error) || !folder_read_below(&profiles, own, arena, error))
        return false;
    bool done = (!status || add_name(&outcome->failed, name, arena)) &&
                (profiles.count || add_name(&outcome->silent, name, arena));
    return done || error_set(error, ERROR_INTERNAL, "out of memory");
}

bool suite_run(const struct options *options, struct arena *arena, struct error *error)
{
    struct names names = {0};
    struct outcome outcome = {0};
    char folder[PATH_MAX];
    if (!options->command || options->file_count != 1)
        return error_set(error, ERROR_USAGE,
                         "tests: --run wants a folder and a program to run: --run profiles -- sh {}");
    if (!read_names(&names, arena, error))
        return false;
    bool made = mkdir(options->files[0], 0777) == 0 || errno == EEXIST;
    if (!made || !realpath(options->files[0], folder))
        return error_set(error, ERROR_USAGE, "%s: %s", options->files[0], strerror(errno));
    for (uint32_t i = 0; i < names.count; i++) {
        progress_show("running tests", i, names.count);
        if (!run_test(&outcome, names.of[i], folder, options, arena, error))
            return false;
    }
    say_some(&outcome.failed, names.count, "failed");
    say_some(&outcome.silent, names.count, "wrote no profile");
    return true;
}
