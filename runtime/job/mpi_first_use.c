/*
 * mpi_first_use.c - see mpi_load.h.
 *
 * Runs in the first call of MPI, so before MPI_Init: a process may still start another one. All ranks of a
 * node may come here at once; instr-cc lets one of them compile and the others wait. Nothing that goes wrong
 * here is the program's business: it goes on as it would without us.
 */
#include "runtime/job/mpi_load.h"

#include "common/hash.h"
#include "common/input.h"
#include "runtime/job/launch.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/message.h"
#include "runtime/machine/objects.h"
#include "runtime/machine/tallies.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *mpi_library_version(void)
{
    static char text[32768]; /* MPI_MAX_LIBRARY_VERSION_STRING is 8192 at most in those there are */
    int length = 0;
    int (*ask)(char *, int *) = (int (*)(char *, int *))objects_find("PMPI_Get_library_version");
    if (!*text && (!ask || ask(text, &length) != 0))
        *text = '\0';
    return text;
}

void mpi_complain(const char *why)
{
    if (launch_first_rank())
        message_say("MPI calls are not timed in this run: %s", why);
}

static bool kept_path(char *path, size_t size, const char *library)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool own = cache && *cache == '/';
    if (!own && !(home && *home == '/'))
        return false;
    int length = snprintf(path, size, "%s%s/instr/" INSTR_VERSION "/mpi-%016llx.so", own ? cache : home,
                          own ? "" : "/.cache", (unsigned long long)hash_text(HASH_START, library));
    return length > 0 && (size_t)length < size;
}

/* Returns whether a part is usable: complete, ours and not older than the runtime, which may not fit it otherwise. */
static bool fresh(const char *folder, const char *path)
{
    char library[PATH_MAX];
    struct stat made, runtime;
    snprintf(library, sizeof library, "%s/libinstr.so.1", folder);
    return stat(path, &made) == 0 && made.st_size > 0 && trust_file(path) &&
           (stat(library, &runtime) != 0 || made.st_mtim.tv_sec >= runtime.st_ctim.tv_sec);
}

static bool runs(const char *path)
{
    return access(path, X_OK) == 0;
}

enum { PATH_ROOM = PATH_MAX + 32 }; /* a folder with a name of ours behind it */

/* Finds the compiler wrapper of the loaded library: in a folder `bin` beside or above it, or as INSTR_MPICC says. */
static const char *find_wrapper(char path[PATH_ROOM], const char *library)
{
    const char *given = getenv("INSTR_MPICC");
    const char *family = strstr(library, "Open MPI") ? "openmpi" : strstr(library, "MPICH") ? "mpich" : "";
    char folder[PATH_MAX];
    Dl_info where;
    uintptr_t symbol = objects_find("PMPI_Get_library_version");
    if (given && *given)
        return given;
    if (!symbol || !dladdr((void *)symbol, &where) || !where.dli_fname || !realpath(where.dli_fname, folder))
        return "mpicc";
    for (char *slash = strrchr(folder, '/'); slash && slash != folder; slash = strrchr(folder, '/')) {
        *slash = '\0';
        /* Debian keeps several MPIs in one folder. */
        snprintf(path, PATH_ROOM, "%s/bin/mpicc.%s", folder, family);
        if (*family && runs(path))
            return path;
        snprintf(path, PATH_ROOM, "%s/bin/mpicc", folder);
        if (runs(path))
            return path;
    }
    return "mpicc";
}

static const char *find_compiler(char path[PATH_ROOM], const char *folder)
{
    snprintf(path, PATH_ROOM, "%s/" INSTR_RELATIVE_BINDIR "/instr-cc", folder);
    return runs(path) ? path : "instr-cc";
}

/* Returns the environment without variables meant for the program alone; NULL if there is no memory. */
static char **quiet_environment(void)
{
    static char nested[] = "INSTR_NESTED=0";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = malloc((count + 2) * sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0 && strncmp(environ[i], "INSTR_NESTED=", 13) != 0)
            copy[kept++] = environ[i];
    if (copy) {
        copy[kept++] = nested;
        copy[kept] = NULL;
    }
    return copy;
}

/* Compiles the part. The resulting file shows whether it worked, because a program that ignores SIGCHLD gets no status.
 * The program's own handler must not be called for a child that the program has not started. */
static void compile(const char *folder, const char *wrapper, const char *path)
{
    char program[PATH_ROOM], option[PATH_ROOM];
    char *words[] = {(char *)(uintptr_t)find_compiler(program, folder), option, (char *)(uintptr_t)wrapper,
                     (char[]){"-O2"}, NULL};
    char **environment = quiet_environment();
    posix_spawn_file_actions_t actions;
    sigset_t child, before;
    pid_t pid;
    snprintf(option, sizeof option, "--instr-mpi-part=%s", path);
    if (!environment || posix_spawn_file_actions_init(&actions) != 0) {
        free(environment);
        return;
    }
    for (int fd = 0; fd < 3; fd++)
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &child, &before);
    if (posix_spawnp(&pid, words[0], &actions, NULL, words, environment) == 0) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        sigtimedwait(&child, NULL, &(struct timespec){0, 0});
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
}

bool mpi_first_use(const char *folder, char *path, size_t size, const char **why)
{
    static char text[PATH_MAX + 512];
    char wrapper[PATH_ROOM];
    const char *library = mpi_library_version();
    *why = NULL;
    if (!*library)
        return false;
    *why = text;
    if (!kept_path(path, size, library)) {
        snprintf(text, sizeof text, "no MPI part for this MPI, and no HOME to keep one in");
        return false;
    }
    if (fresh(folder, path))
        return true;
    const char *compiler = find_wrapper(wrapper, library);
    struct clock_pair start = clock_pair_now();
    compile(folder, compiler, path);
    tally_add_named("milliseconds in which a part for this MPI was compiled, in no time shown",
                    (clock_pair_now().ns - start.ns) / 1000000);
    if (fresh(folder, path))
        return true;
    snprintf(text, sizeof text,
             "no part could be compiled for this MPI with %s, see %s.log; INSTR_MPICC names the right compiler",
             compiler, path);
    return false;
}
