/* slurm.c - see slurm.h. */
#include "tune/commands/slurm.h"

#include "base/character.h"
#include "base/input.h"
#include "report/read/folder.h"
#include "tune/execute/files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Slurm's own limit for the size of an array is 1001 if nobody has set another. */
enum { TASKS_MOST = 1000, POLL_MS = 250, ASK_EVERY = 8, DEAD_MOST = 3 };

/* One array: a folder slurm/NAME with a folder 1, 2, ... for each task that is not taken over yet, and the file `job` with
 * its number. */
struct array {
    const char *folder, *job;
    unsigned tasks; /* there were at first */
    unsigned left;
};

static const char *task_path(const struct array *array, unsigned task, const char *name, struct arena *arena)
{
    return arena_printf(arena, "%s/%u/%s", array->folder, task, name);
}

/* --- what is to be measured --- */

/* Claims all that is built and not known. `keys` are the variants' parameters, null for the others. */
static bool claim_all(struct campaign *campaign, const uint16_t *genes, unsigned count, const char **keys,
                      unsigned *claimed, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct library *library = &campaign->bench.library;
    *claimed = 0;
    for (unsigned i = 0; i < count; i++) {
        struct known_execution known;
        struct outcome outcome;
        struct plan plan;
        enum work_state state;
        bool ours = false;
        if (!plan_make(project, campaign->executor.sources, genes + (size_t)i * project->parameter_count, &plan,
                       campaign->arena, error) ||
            !outcome_read(project, library, &plan, &known, &outcome, campaign->arena, error))
            return false;
        bool wanted = known.id && outcome.state == OUTCOME_UNKNOWN && known.build_state == WORK_DONE;
        if (wanted && (!library_reopen(library, known.id, error) ||
                       !library_claim(library, WORK_EXECUTION, known.id, &ours, &state, error)))
            return false;
        campaign->executor.not_built += known.id && known.build_state != WORK_DONE && outcome.state == OUTCOME_UNKNOWN;
        if (ours)
            keys[(*claimed)++] = plan.parameters;
    }
    return true;
}

/* --- an array --- */

static bool write_lists(struct campaign *campaign, struct array *array, const char **keys, unsigned count,
                        struct error *error)
{
    unsigned each = (count + TASKS_MOST - 1) / TASKS_MOST;
    array->tasks = (count + each - 1) / each;
    for (unsigned task = 1; task <= array->tasks; task++) {
        const char *text = "";
        for (unsigned i = (task - 1) * each; i < task * each && i < count; i++)
            text = arena_printf(campaign->arena, "%s%s\n", text, keys[i]);
        if (!files_make_folder(task_path(array, task, "", campaign->arena), error) ||
            !files_write(task_path(array, task, "variants", campaign->arena), text, strlen(text), error))
            return false;
    }
    return true;
}

/* sbatch's answer is the job's number. */
static bool submit(struct campaign *campaign, struct array *array, const char *arguments, struct error *error)
{
    char job[64] = "", project[PATH_MAX], self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0 || !realpath(campaign->bench.project.file, project))
        return error_set(error, ERROR_INTERNAL, "can't tell where I am: %s", strerror(errno));
    self[size] = '\0';
    if (strpbrk(self, "'\"\\$`") || strpbrk(project, "'\"\\$`") || strpbrk(array->folder, "'\"\\$`"))
        return error_set(error, ERROR_USAGE, "run: --slurm can't do with a path that has quotes, \\ or $ in it");
    const char *command = arena_printf(campaign->arena,
                                       "sbatch --parsable --job-name=instr-tune --array=1-%u --output='%s/%%a/log'"
                                       " --chdir='%s' %s --wrap='exec \"%s\" task \"--file=%s\""
                                       " \"--part=%s/$SLURM_ARRAY_TASK_ID\"'",
                                       array->tasks, array->folder, campaign->bench.project.directory, arguments, self,
                                       project, array->folder);
    FILE *stream = popen(command, "re");
    bool read = stream && fgets(job, sizeof job, stream);
    bool done = stream && pclose(stream) == 0 && read;
    job[strcspn(job, ";\n")] = '\0';
    if (!done || !*job)
        return error_set(error, ERROR_USAGE, "run: sbatch did not take the job; what it says stands above");
    array->job = arena_printf(campaign->arena, "%s", job);
    const char *file = arena_printf(campaign->arena, "%s/job", array->folder);
    return array->job && file && files_write(file, job, strlen(job), error);
}

/* Takes over what tasks have finished since; their folders go. */
static bool take_finished(struct campaign *campaign, struct array *array, struct error *error)
{
    array->left = 0;
    for (unsigned task = 1; task <= array->tasks; task++) {
        struct arena arena = {0};
        bool fine = true, done = access(task_path(array, task, "done", &arena), F_OK) == 0;
        if (done)
            fine = library_take_in(&campaign->bench.library, task_path(array, task, "library.sqlite", &arena), error);
        if (done && fine)
            remove_tree(task_path(array, task, "", &arena));
        array->left += access(task_path(array, task, "variants", &arena), F_OK) == 0;
        arena_free(&arena);
        if (!fine)
            return false;
    }
    return true;
}

/* Whether Slurm still has the array waiting or running. Where it can't be asked, it says nothing, and an end is assumed
 * only after it has said so several times in a row. */
static bool is_alive(const struct array *array)
{
    char command[160], line[64];
    snprintf(command, sizeof command, "squeue --noheader --format=%%i --jobs=%.40s 2>/dev/null", array->job);
    FILE *stream = popen(command, "re");
    bool any = stream && fgets(line, sizeof line, stream);
    if (stream)
        pclose(stream);
    return any;
}

static bool wait_for(struct campaign *campaign, struct array *array, struct error *error)
{
    unsigned dead = 0;
    bool terminal = isatty(STDERR_FILENO);
    for (unsigned turn = 1;; turn++) {
        if (!take_finished(campaign, array, error))
            return false;
        if (!array->left || dead == DEAD_MOST)
            break;
        if (campaign_stopped())
            return error_set(error, ERROR_INTERNAL,
                             "stopped; the job %s goes on, and the same command takes over what it measures",
                             array->job);
        if (terminal)
            fprintf(stderr, "\r\033[K%u of %u tasks are left of job ", array->left, array->tasks);
        if (terminal)
            character_put(stderr, array->job);
        poll(NULL, 0, POLL_MS);
        if (turn % ASK_EVERY == 0)
            dead = is_alive(array) ? 0 : dead + 1;
    }
    if (terminal)
        fputs("\r\033[K", stderr);
    if (array->left)
        return error_set(error, ERROR_INTERNAL, "%u of %u tasks of job %s ended without a result; see %s/*/log",
                         array->left, array->tasks, array->job, array->folder);
    remove_tree(array->folder);
    return true;
}

/* --- arrays of earlier runs --- */

static bool find_array(struct campaign *campaign, const char *folder, struct array *array)
{
    size_t size;
    const char *why, *path = arena_printf(campaign->arena, "%s/job", folder);
    *array = (struct array){folder, input_read(path, INPUT_TEXT, &size, campaign->arena, &why), TASKS_MOST, 0};
    return array->job && *array->job;
}

/* Waits for those that were submitted by a process that is gone. Their executions are claimed by this session, so that
 * they can be taken over; what they did not measure is to be done, as before. */
static bool finish_old(struct campaign *campaign, const char *place, struct error *error)
{
    DIR *directory = opendir(place);
    bool fine = true;
    for (struct dirent *entry; fine && directory && (entry = readdir(directory));) {
        struct array array;
        struct error lost = {0};
        const char *folder = arena_printf(campaign->arena, "%s/%s", place, entry->d_name);
        if (*entry->d_name == '.')
            continue;
        if (find_array(campaign, folder, &array) && !wait_for(campaign, &array, &lost) &&
            (campaign_stopped() || !array.left))
            fine = error_set(error, lost.code, "%s", lost.text);
        if (fine)
            remove_tree(folder);
    }
    if (directory)
        closedir(directory);
    return fine;
}

bool slurm_run(struct campaign *campaign, const uint16_t *genes, unsigned count, const struct tune_options *options,
               struct error *error)
{
    const char *place = arena_printf(campaign->arena, "%s/slurm", campaign->bench.project.folder);
    const char **keys = arena_array(campaign->arena, count, sizeof *keys);
    struct array array = {
        .folder = arena_printf(campaign->arena, "%s/%lld", place, (long long)campaign->bench.library.session)};
    unsigned claimed;
    if (!claim_all(campaign, genes, count, keys, &claimed, error) || !finish_old(campaign, place, error))
        return false;
    /* What the old ones have measured is known now. */
    campaign->executor.not_built = 0;
    if (!library_release(&campaign->bench.library, error) || !claim_all(campaign, genes, count, keys, &claimed, error))
        return false;
    return !claimed || (write_lists(campaign, &array, keys, claimed, error) &&
                        submit(campaign, &array, options->slurm, error) && wait_for(campaign, &array, error));
}
