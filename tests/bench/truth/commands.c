/* commands.c - see commands.h. */
#include "tests/bench/truth/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char BLANKS[] = " \t";

static struct program *program_named(struct programs *programs, const char *name, struct arena *arena)
{
    for (size_t i = 0; i < programs->count; i++)
        if (!strcmp(programs->list[i].name, name))
            return &programs->list[i];
    size_t size = sizeof *programs->list;
    struct program *grown = arena_grow(arena, programs->list, programs->count * size, (programs->count + 1) * size);
    if (!grown)
        return NULL;
    programs->list = grown;
    grown[programs->count].name = name;
    return &grown[programs->count++];
}

static bool add_line(struct programs *programs, char *line, struct arena *arena, struct error *error)
{
    char *rest = line + strspn(line, BLANKS), *words[2];
    if (!*rest || *rest == '#')
        return true;
    for (size_t i = 0; i < 2; i++) {
        words[i] = rest;
        rest += strcspn(rest, BLANKS);
        if (*rest)
            *rest++ = 0;
        rest += strspn(rest, BLANKS);
    }
    if (!*rest)
        return error_set(error, ERROR_USAGE, "%s: a line is PROGRAM KIND COMMAND...", line);
    struct program *program = program_named(programs, words[0], arena);
    if (!program)
        return error_set(error, ERROR_INTERNAL, "no memory for the list");
    if (commands_of(program, words[1]))
        return error_set(error, ERROR_USAGE, "%s has two commands of the kind %s", words[0], words[1]);
    if (program->count == COMMANDS_MOST)
        return error_set(error, ERROR_USAGE, "%s has more than %d commands", words[0], COMMANDS_MOST);
    program->commands[program->count++] = (struct command){words[1], rest};
    return true;
}

bool commands_read(struct programs *programs, const char *path, struct arena *arena, struct error *error)
{
    char *text = command_output(path, arena);
    if (!text)
        return error_set(error, ERROR_USAGE, "%s: %s", path, strerror(errno));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!add_line(programs, line, arena, error))
            return error_prefix(error, "%s", path);
    for (size_t i = 0; i < programs->count; i++)
        if (!commands_of(&programs->list[i], "plain"))
            return error_set(error, ERROR_USAGE, "%s: %s has no command of the kind plain", path,
                             programs->list[i].name);
    return true;
}

const char *commands_of(const struct program *program, const char *kind)
{
    for (size_t i = 0; i < program->count; i++)
        if (!strcmp(program->commands[i].kind, kind))
            return program->commands[i].text;
    return NULL;
}

char *command_output(const char *path, struct arena *arena)
{
    struct stat status;
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return NULL;
    char *text = fstat(in, &status) == 0 ? arena_alloc(arena, (size_t)status.st_size + 1) : NULL;
    size_t size = 0;
    ssize_t got = 1;
    while (text && size < (size_t)status.st_size && got > 0) {
        got = read(in, text + size, (size_t)status.st_size - size);
        size += got > 0 ? (size_t)got : 0;
    }
    close(in);
    return got < 0 ? NULL : text;
}

static double cpu_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6;
}

/* Fills the environment up to `room` bytes, as they count for where the stack begins. */
static bool fill_environment(size_t room)
{
    struct arena arena = {0};
    static const char NAME[] = "BENCH_TRUTH_ROOM";
    unsetenv(NAME);
    size_t taken = sizeof NAME + 1 + sizeof(char *);
    for (char **entry = environ; *entry; entry++)
        taken += strlen(*entry) + 1 + sizeof *entry;
    if (taken >= room)
        return true;
    const char *filler = arena_printf(&arena, "%0*d", (int)(room - taken), 0);
    bool filled = filler && setenv(NAME, filler, 1) == 0;
    arena_free(&arena);
    return filled;
}

static void become(const struct run *run)
{
    int in = open("/dev/null", O_RDONLY), out = open(run->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0)
        return;
    for (const char *const *name = run->environment; name && *name; name += 2)
        if (name[1] ? setenv(name[0], name[1], 1) != 0 : unsetenv(name[0]) != 0)
            return;
    if (!fill_environment(run->room))
        return;
    personality(ADDR_NO_RANDOMIZE); /* programs that hash addresses make the same calls in every run, if it may be */
    execl("/bin/sh", "sh", "-c", run->command, (char *)NULL);
}

/* What the command started and left is ours now: whoever observes a program from outside must not look free. */
static void count_left(struct spent *spent)
{
    struct rusage usage;
    const struct timespec pause = {0, 10000000};
    for (int tries = 0; tries < 100; tries++) {
        pid_t ended = wait4(-1, NULL, WNOHANG, &usage);
        if (ended < 0)
            return;
        if (ended > 0)
            spent->beside_s += cpu_of(&usage);
        else
            nanosleep(&pause, NULL);
    }
    spent->still++;
}

bool command_run(const struct run *run, struct spent *spent, struct error *error)
{
    struct rusage usage;
    int status = 0;
    *spent = (struct spent){0};
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return error_set(error, ERROR_INTERNAL, "prctl: %s", strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        become(run);
        fprintf(stderr, "%s: %s\n", run->command, strerror(errno));
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return error_set(error, ERROR_INTERNAL, "%s: %s", run->command, strerror(errno));
    if (status != 0)
        return error_set(error, ERROR_USAGE, "%s: ended with %s %d", run->command,
                         WIFSIGNALED(status) ? "signal" : "status",
                         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    spent->cpu_s = cpu_of(&usage);
    count_left(spent);
    return true;
}
