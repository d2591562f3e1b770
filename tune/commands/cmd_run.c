/*
 * cmd_run.c - takes variants through their steps, all of them or those that a search asks for.
 */
#include "common/character.h"
#include "common/input.h"
#include "report/read/folder.h"
#include "report/show/text.h"
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"
#include "tune/execute/files.h"
#include "tune/search/search.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---
 * measuring as an array of Slurm jobs.
 *
 * Each task of the array has a folder below slurm/ in the project's folder, which says what variants it measures, and a
 * library of its own there, so that the project's is written by one process only: the one that has submitted the array, or a later one
 * that finds the folders. It takes over what a task has measured when the task says that it is done.
 */

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

/* Measures those of the variants that are built and not known. options->slurm are arguments for sbatch. */
static bool slurm_run(struct campaign *campaign, const uint16_t *genes, unsigned count,
                      const struct tune_options *options, struct error *error)
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

/* --- */

/* --- all variants --- */

static bool sweep(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    uint16_t *genes;
    unsigned count;
    if (options->repeats)
        return error_set(error, ERROR_USAGE, "run: --repeats is for a search: add --search=genetic");
    if (!campaign_variants(campaign, &genes, &count, error))
        return false;
    if (!options->slurm)
        return campaign_run(campaign, genes, count, error);
    /* Built here, measured there. */
    bool build = campaign->executor.build;
    campaign->executor.run = false;
    if (build && !campaign_run(campaign, genes, count, error))
        return false;
    return slurm_run(campaign, genes, count, options, error);
}

/* --- a search --- */

static bool allowed(void *state, const uint16_t *genes)
{
    struct campaign *campaign = state;
    const struct restriction *broken = NULL;
    return !campaign->trouble->code && variant_allowed(&campaign->bench.project, genes, &broken, campaign->trouble) &&
           !broken;
}

static bool evaluate(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    struct campaign *campaign = state;
    struct arena arena = {0};
    struct outcome *outcomes = arena_array(&arena, count, sizeof *outcomes);
    bool done = executor_run(&campaign->executor, genes, count, outcomes, &arena, error);
    for (unsigned i = 0; done && i < count; i++)
        costs[i] = outcome_cost(&campaign->bench.project, &outcomes[i]);
    arena_free(&arena);
    return done;
}

static void take_generation(void *state, const uint16_t *genes, double cost)
{
    struct campaign *campaign = state;
    generations_add(campaign->generations, genes, cost);
}

static void say_end(struct campaign *campaign, const struct search *search)
{
    unsigned count = search->trials.count, generations = search->settings->generations;
    if (count >= search->settings->unique)
        return;
    screen_line(&campaign->bench.screen, STYLE_PLAIN,
                campaign->generations && campaign->generations->count == generations
                    ? arena_printf(campaign->arena, "%u generations, with %u different variants", generations, count)
                    : arena_printf(campaign->arena,
                                   "the search ended after %u different variants: there are no more, or so few are "
                                   "allowed that chance does not find them",
                                   count));
}

/* Of several searches each begins with other numbers. */
static bool look_for(struct campaign *campaign, const struct search_method *method, const struct tune_options *options,
                     unsigned repeat, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct search_space space = {.width = project->parameter_count, .allowed = allowed, .state = campaign};
    for (unsigned i = 0; i < space.width; i++) {
        space.counts[i] = project->parameters[i].count;
        space.ordered[i] = project->parameters[i].ordered;
    }
    struct search_settings settings = project->search;
    settings.unique = options->unique ? options->unique : settings.unique;
    struct search search;
    struct error trouble = {0};
    campaign->trouble = &trouble;
    struct generations generations;
    if (method == &search_genetic) {
        generations_begin(&generations, project, repeat, campaign->arena, &trouble);
        campaign->generations = &generations;
        space.turned = take_generation;
    }
    progress_begin(&campaign->progress, project, settings.unique);
    uint64_t seed = (options->seeded ? options->seed : settings.seed) + (repeat ? repeat - 1 : 0);
    bool done = search_go(&search, method, &space, &settings, seed, evaluate, campaign, error);
    progress_end(&campaign->progress);
    if (done)
        say_end(campaign, &search);
    if (campaign->generations)
        generations_end(&generations, search.trials.count);
    campaign->generations = NULL;
    search_free(&search);
    return trouble.code ? error_set(error, trouble.code, "%s", trouble.text) : done;
}

static bool search_repeatedly(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    const struct search_method *method = search_method_named(options->search);
    if (!method)
        return error_set(error, ERROR_USAGE, "no search '%s'; there are sweep, random, genetic and model",
                         options->search);
    if (options->slurm)
        return error_set(error, ERROR_USAGE,
                         "run: --slurm measures all variants; a search asks for one after the other");
    if (!options->repeats)
        return look_for(campaign, method, options, 0, error);
    for (unsigned repeat = 1; repeat <= options->repeats; repeat++)
        if (!look_for(campaign, method, options, repeat, error))
            return false;
    return true;
}

/* The predefined variants come first: what else is found is compared with them. */
static bool run_predefined(struct campaign *campaign, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct outcome outcome;
    for (unsigned i = 0; i < project->predefined_count; i++) {
        const struct predefined *one = &project->predefined[i];
        const struct restriction *broken;
        if (!variant_allowed(project, one->genes, &broken, error))
            return false;
        if (broken)
            return error_set(error, ERROR_USAGE, "%s:%d: '%s' is not allowed: %s (line %d)", project->file, one->line,
                             one->name, broken->text, broken->line);
        if (!executor_run(&campaign->executor, one->genes, 1, &outcome, campaign->arena, error))
            return false;
    }
    return true;
}

/* --- what came of it --- */

static void say_best(struct campaign *campaign, const struct results *results)
{
    struct bench *bench = &campaign->bench;
    struct project *project = &bench->project;
    unsigned *ranked = results_ranked(project, results, campaign->arena);
    if (!ranked || !results->done)
        return;
    const struct outcome *best = &results->outcomes[ranked[0]];
    screen_print(&bench->screen, STYLE_BOLD, "best: %s at %s",
                 bench_number(&project->measures[0], best->values[0], campaign->arena),
                 variant_text(project, results_genes(project, results, ranked[0]), campaign->arena));
    for (unsigned i = 0; i < project->predefined_count; i++) {
        unsigned at = results_find(project, results, project->predefined[i].genes);
        if (at == results->count || results->outcomes[at].state != OUTCOME_DONE)
            continue;
        screen_print(
            &bench->screen, STYLE_PLAIN, "%s: %s; the best is %s as good", project->predefined[i].name,
            bench_number(&project->measures[0], results->outcomes[at].values[0], campaign->arena),
            bench_times(outcome_cost(project, &results->outcomes[at]), outcome_cost(project, best), campaign->arena));
    }
}

static bool sum_up(struct campaign *campaign, bool only_build, struct error *error)
{
    struct bench *bench = &campaign->bench;
    struct results results;
    if (!results_load(&bench->project, &bench->library, &results, campaign->arena, error))
        return false;
    screen_print(&bench->screen, STYLE_PLAIN, "%s: %u variants in the library, %u measured, %u failed",
                 bench->project.name, results.count, results.done, results.failed);
    if (campaign->executor.not_built)
        screen_print(&bench->screen, STYLE_PLAIN,
                     "%u were left out, as they are not built: instr-tune run --only build",
                     campaign->executor.not_built);
    if (only_build)
        screen_line(&bench->screen, STYLE_PLAIN, "built; to measure: instr-tune run --only run");
    else
        say_best(campaign, &results);
    return true;
}

static bool run_run(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    bool only_build = options->only == 0, only_run = options->only == 1;
    bool all = !options->search || !strcmp(options->search, "sweep");
    bool done = campaign_open(campaign, options, NULL, arena, error);
    campaign->executor.build = !only_run;
    campaign->executor.run = !only_build;
    done = done && (all || run_predefined(campaign, error)) &&
           (all ? sweep(campaign, options, error) : search_repeatedly(campaign, options, error)) &&
           sum_up(campaign, only_build, error);
    return campaign_close(campaign, done, error);
}

const struct tune_command tune_run = {{"run", "[OPTION...] [FILE]", "build and measure variants that the library lacks",
                                       TAKES_JOBS | TAKES_SEARCH | TAKES_UNIQUE | TAKES_SEED | TAKES_ONLY |
                                           TAKES_RETRY | TAKES_SLURM | TAKES_FILE | TAKES_REPEATS,
                                       "instr-tune run --search=model --unique=100"},
                                      run_run};
