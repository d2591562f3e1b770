/* launch.c - see launch.h. */
#include "report/read/launch.h"

#include "common/character.h"

#include "report/read/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(char *const *command, const char *folder)
{
    char where[4096];
    snprintf(where, sizeof where, "%s/", folder);
    setenv("INSTR_OUTPUT", where, 1);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp(command[0], command);
    character_say(stderr, "instr-report: %s: can't be run: %s", command[0], strerror(errno));
    _exit(127);
}

char **launch_words(char *const *command, const char *text, size_t length, struct arena *arena)
{
    size_t count = 0;
    while (command[count])
        count++;
    char **words = arena_array(arena, count + 1, sizeof *words);
    for (size_t i = 0; i < count; i++) {
        const char *place = strstr(command[i], "{}");
        words[i] = place ? arena_printf(arena, "%.*s%.*s%s", (int)(place - command[i]), command[i], (int)length, text,
                                        place + 2)
                         : command[i];
    }
    return words;
}

static bool run(char *const *command, const char *folder, struct error *error)
{
    int status;
    fflush(NULL);
    pid_t process = fork();
    if (!process)
        become(command, folder);
    if (process < 0)
        return error_set(error, ERROR_INTERNAL, "can't run %s: %s", command[0], strerror(errno));
    if (waitpid(process, &status, 0) != process)
        return error_set(error, ERROR_INTERNAL, "%s: %s", command[0], strerror(errno));
    if (WIFSIGNALED(status))
        return error_set(error, ERROR_USAGE, "%s was ended by signal %d: no run to compare", command[0],
                         WTERMSIG(status));
    return !status || error_set(error, ERROR_USAGE, "%s failed with status %d: no run to compare", command[0],
                                WEXITSTATUS(status));
}

/* Returns whether the folder has profiles. A program built without instr-cc makes no folder. */
static bool has_profiles(const char *folder, const char *program, struct arena *arena, struct error *error)
{
    struct folder found = {0};
    if (access(folder, F_OK) == 0 && !folder_read(&found, folder, arena, error))
        return false;
    return found.count || error_set(error, ERROR_USAGE, "%s wrote no profile: is it built with instr-cc?", program);
}

static char *make_folder(struct arena *arena, struct error *error)
{
    const char *where = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/instr-report.XXXXXX", where && *where ? where : "/tmp");
    if (mkdtemp(folder))
        return folder;
    error_set(error, ERROR_INTERNAL, "can't make a folder for profiles in %s: %s", where && *where ? where : "/tmp",
              strerror(errno));
    return NULL;
}

bool launch_runs(struct launch *launch, char *const *command, int count, struct arena *arena, struct error *error)
{
    *launch =
        (struct launch){make_folder(arena, error), arena_array(arena, (size_t)count, sizeof *launch->runs), count};
    if (!launch->folder)
        return false;
    for (int i = 0; i < count; i++) {
        launch->runs[i] = arena_printf(arena, "%s/%d", launch->folder, i + 1);
        if (!run(command, launch->runs[i], error) || !has_profiles(launch->runs[i], command[0], arena, error))
            return false;
    }
    return true;
}

void launch_end(struct launch *launch)
{
    if (launch->folder)
        remove_tree(launch->folder);
    launch->folder = NULL;
}
