/* run.c - see run.h. */
#include "instrumenter/driver/run.h"

#include "common/writer.h"
#include "instrumenter/plan/response.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_COMMAND = 96 << 10 }; /* bytes; one word alone may have 128 KiB on Linux */

/* Makes a too large file of ours a failed write instead of the end of instr-cc. For compilers the signal has its usual effect. */
static void on_large_file(int number)
{
    (void)number;
}

static volatile sig_atomic_t caught;
static volatile pid_t children[2];

static void on_signal(int number)
{
    caught = number;
    for (size_t i = 0; i < sizeof children / sizeof *children; i++)
        if (children[i] > 0)
            kill(children[i], number);
}

static char **own_words; /* of the call, behind a place for one more */
static sigset_t own_mask;

void run_again(char *option)
{
    int status;
    if (!own_words || (own_words[1] && own_words[2] && !strcmp(own_words[2], option)))
        return;
    for (size_t i = 0; i < sizeof children / sizeof *children; i++)
        if (children[i] > 0)
            run_end_of(children[i], &status, NULL);
    sigprocmask(SIG_SETMASK, &own_mask, NULL); /* the thread that parses has all signals blocked */
    own_words[0] = own_words[1];
    own_words[1] = option;
    unsetenv("INSTR_NESTED");
    execv("/proc/self/exe", own_words);
}

/* Copies the words, because words of ours are removed from `argv`. */
static void keep_words(char *const *argv)
{
    size_t count = 0;
    while (argv[count])
        count++;
    own_words = calloc(count + 2, sizeof *own_words);
    if (own_words)
        memcpy(own_words + 1, argv, count * sizeof *own_words);
}

void run_start(char *const *argv)
{
    static const int SIGNALS[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};
    keep_words(argv);
    sigprocmask(SIG_SETMASK, NULL, &own_mask);
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", (fd ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        struct sigaction old, action = {.sa_handler = on_signal};
        if (!sigaction(SIGNALS[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(SIGNALS[i], &action, NULL);
    }
    struct sigaction old, action = {.sa_handler = on_large_file};
    if (!sigaction(SIGXFSZ, NULL, &old) && old.sa_handler != SIG_IGN)
        sigaction(SIGXFSZ, &action, NULL);
}

int run_signal(void)
{
    return caught;
}

/* Temporary folders that compilers also use, and memory last. */
enum { PLACES = 6 };
static const char *parent_of_folders(unsigned place)
{
    static const char *const variables[] = {"TMPDIR", "TMP", "TEMP"}, *const folders[] = {"/tmp", "/var/tmp",
                                                                                          "/dev/shm"};
    const char *value = place < 3 ? getenv(variables[place]) : folders[place - 3];
    return value && *value ? value : NULL;
}

const char *run_folder(unsigned *place, struct arena *arena, struct error *error)
{
    struct error why = {0};
    unsigned first = 0, *at = place ? place : &first;
    while (*at < PLACES) {
        const char *parent = parent_of_folders((*at)++);
        if (!parent)
            continue;
        char *folder = arena_printf(arena, "%s/instr-XXXXXX", parent);
        if (mkdtemp(folder))
            return folder;
        error_set(&why, ERROR_INTERNAL, "can't make a folder like %s: %s", folder, strerror(errno));
    }
    error_set(error, ERROR_INTERNAL, "%s", why.code ? why.text : "there is no folder for temporary files");
    return NULL;
}

const char *run_parent(const char *folder, struct arena *arena)
{
    return arena_copy(arena, folder, (size_t)(strrchr(folder, '/') - folder));
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path), 0;
}

void run_folder_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static size_t command_length(char *const *argv)
{
    size_t length = 0;
    for (; *argv; argv++)
        length += strlen(*argv) + 1;
    return length;
}

/* Returns the same command with all but its first words in a file; NULL if that can't be written. */
static char *const *through_file(const struct run *run, struct arena *arena)
{
    static unsigned count;
    struct words argv = words_new(arena);
    char *path = arena_printf(arena, "%s/arguments%u", run->folder, count++);
    const char *why;
    struct writer_page page;
    writer_print(&page);
    if (!page.stream)
        return NULL;
    words_add_all(&argv, run->argv, run->fixed);
    words_addf(&argv, "@%s", path);
    for (char *const *word = run->argv + run->fixed; *word; word++)
        fprintf(page.stream, "%s\n", response_quote(*word, arena));
    return writer_put_page(&page, path, 0600, &why) ? argv.items : NULL;
}

static int spawn(const struct run *run, char *const *argv, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure)
        return failure;
    if (run->capture)
        failure =
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, run->capture, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (run->capture && !failure)
        failure = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (!failure)
        failure = posix_spawn(pid, run->path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

bool run_begin(const struct run *run, pid_t *pid, struct arena *arena, struct error *error)
{
    char *const *argv = run->argv;
    if (run->folder && command_length(argv) > LONGEST_COMMAND) {
        argv = through_file(run, arena);
        if (!argv)
            return error_set(error, ERROR_INTERNAL, "can't write the arguments of %s to %s", run->path, run->folder);
    }
    if (caught)
        return error_set(error, ERROR_INTERNAL, "interrupted");
    int failure = spawn(run, argv, pid);
    if (failure)
        return error_set(error, ERROR_INTERNAL, "can't run %s: %s", run->path, strerror(failure));
    children[children[0] > 0] = *pid;
    if (caught) /* between the check and the line above */
        kill(*pid, caught);
    return true;
}

bool run_end_of(pid_t pid, int *status, struct error *error)
{
    while (waitpid(pid, status, 0) < 0)
        if (errno != EINTR)
            return error_set(error, ERROR_INTERNAL, "can't wait for the compiler: %s", strerror(errno));
    children[children[0] != pid] = 0;
    return true;
}

bool run_wait(const struct run *run, int *status, struct arena *arena, struct error *error)
{
    pid_t pid;
    if (!run_begin(run, &pid, arena, error))
        return false;
    return run_end_of(pid, status, error);
}

bool run_exec(const char *path, char *const *argv, struct error *error)
{
    execv(path, argv);
    return error_set(error, ERROR_INTERNAL, "can't run %s: %s", path, strerror(errno));
}

void run_end(int status)
{
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    /* The compiler has left a core file already, if any; ours would only hide it. */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    exit(128 + number);
}
