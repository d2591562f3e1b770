/* run.c - see run.h. */
#include "report/suite/run.h"

#include "base/character.h"
#include "base/input.h"
#include "base/name.h"
#include "report/read/folder.h"
#include "report/read/launch.h"
#include "report/show/progress.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct names {
    const char **of;
    uint32_t count;
    size_t room;
};

static void add_name(struct names *names, const char *name, struct arena *arena)
{
    names->of = arena_room(arena, names->of, names->count, &names->room, sizeof *names->of);
    names->of[names->count++] = arena_copy(arena, name, strlen(name));
}

static bool read_names(struct names *names, struct arena *arena, struct error *error)
{
    const char *why;
    size_t size;
    char *text = isatty(STDIN_FILENO) ? NULL : input_take(STDIN_FILENO, INPUT_TEXT, &size, arena, &why), *rest;
    if (!text && !isatty(STDIN_FILENO))
        return error_set(error, ERROR_USAGE, "tests: standard input: %s", why);
    for (char *line = text ? strtok_r(text, "\r\n", &rest) : NULL; line; line = strtok_r(NULL, "\r\n", &rest))
        add_name(names, line, arena);
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

struct test {
    const char *name, *folder;
    pid_t process; /* 0: it does not run */
    int status;
    FILE *output; /* what it prints, to be shown when it has ended; null: that is shown at once */
};

/* The tests of a suite, of which the first `begun` have begun. */
struct runner {
    struct test *tests;
    uint32_t count, begun, running;
};

static bool begin_test(struct runner *runner, const char *folder, const struct options *options, struct arena *arena,
                       struct error *error)
{
    struct test *test = &runner->tests[runner->begun];
    char *own = arena_printf(arena, "%s/%s", folder, test->name);
    char **command = launch_words(options->command, test->name, strlen(test->name), arena);
    test->folder = own;
    if (leads_out(test->name) || !make_folders(own))
        return error_set(error, ERROR_USAGE, "tests: %s: %s; name another folder, or remove it first", own,
                         leads_out(test->name) ? "is elsewhere" : strerror(errno));
    if (options->jobs > 1 && !(test->output = tmpfile()))
        return error_set(error, ERROR_INTERNAL, "no file for what %s prints: %s", test->name, strerror(errno));
    if (!launch_begin(&test->process, command, own, test->output ? fileno(test->output) : STDERR_FILENO, error))
        return false;
    runner->begun++;
    runner->running++;
    return true;
}

/* Shows what it printed, all at once. */
static void show_output(FILE *output)
{
    char text[4096];
    rewind(output);
    for (size_t length; (length = fread(text, 1, sizeof text, output)) > 0;)
        fwrite(text, 1, length, stderr);
    fclose(output);
}

/* Waits until one of those that run ends. */
static bool end_test(struct runner *runner, struct error *error)
{
    int status;
    pid_t process = wait(&status);
    if (process < 0)
        return error_set(error, ERROR_INTERNAL, "can't wait for a test: %s", strerror(errno));
    for (uint32_t i = 0; i < runner->begun; i++) {
        struct test *test = &runner->tests[i];
        if (test->process != process)
            continue;
        test->process = 0;
        test->status = status;
        runner->running--;
        if (test->output)
            show_output(test->output);
    }
    return true;
}

/* So many at a time as was asked for. Where one can't begin those that run are waited for. */
static bool run_tests(struct runner *runner, const char *folder, const struct options *options, struct arena *arena,
                      struct error *error)
{
    bool done = true;
    while (runner->running || (done && runner->begun < runner->count)) {
        progress_show("running tests", runner->begun - runner->running, runner->count);
        while (done && runner->begun < runner->count && runner->running < (uint32_t)options->jobs)
            done = begin_test(runner, folder, options, arena, error);
        if (runner->running && !end_test(runner, error))
            return false;
    }
    return done;
}

/* Says a word about some tests. */
static void say_some(const struct names *some, uint32_t all, const char *what)
{
    if (some->count)
        fprintf(stderr, "instr-report: %u of %u tests %s:", some->count, all, what);
    for (uint32_t i = 0; i < some->count; i++) {
        putc(' ', stderr);
        character_put(stderr, some->of[i]);
    }
    if (some->count)
        putc('\n', stderr);
}

/* Which tests failed, and which left no profile. */
static bool say_outcome(const struct runner *runner, struct arena *arena, struct error *error)
{
    struct names failed = {0}, silent = {0};
    for (uint32_t i = 0; i < runner->count; i++) {
        const struct test *test = &runner->tests[i];
        struct folder profiles;
        if (!folder_read_below(&profiles, test->folder, arena, error))
            return false;
        if (test->status)
            add_name(&failed, test->name, arena);
        if (!profiles.count)
            add_name(&silent, test->name, arena);
    }
    say_some(&failed, runner->count, "failed");
    say_some(&silent, runner->count, "wrote no profile");
    return true;
}

bool suite_run(const struct options *options, struct arena *arena, struct error *error)
{
    struct names names = {0};
    char folder[PATH_MAX];
    if (!options->command || options->file_count != 1)
        return error_set(error, ERROR_USAGE,
                         "tests: --run wants a folder and a program to run: --run profiles -- sh {}");
    if (!read_names(&names, arena, error))
        return false;
    bool made = mkdir(options->files[0], 0777) == 0 || errno == EEXIST;
    if (!made || !realpath(options->files[0], folder))
        return error_set(error, ERROR_USAGE, "%s: %s", options->files[0], strerror(errno));
    struct runner runner = {arena_array(arena, names.count, sizeof *runner.tests), names.count, 0, 0};
    if (!runner.tests)
        return false;
    for (uint32_t i = 0; i < names.count; i++)
        runner.tests[i].name = names.of[i];
    return run_tests(&runner, folder, options, arena, error) && say_outcome(&runner, arena, error);
}
