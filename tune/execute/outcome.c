/* outcome.c - see outcome.h. */
#include "tune/execute/outcome.h"

#include "common/hash.h"
#include "common/input.h"
#include "tune/execute/measure.h"
#include "tune/rounds/race.h"

#include <fcntl.h>
#include <float.h>
#include <glob.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

double outcome_cost(const struct project *project, const struct outcome *outcome)
{
    if (outcome->state != OUTCOME_DONE)
        return HUGE_VAL;
    double value = fmax(outcome->values[0], DBL_MIN);
    return project->measures[0].maximise ? 1 / value : value;
}

/* Adds numbers to a sample that were not requested when it was taken. `*lost`: they can't be found any more. */
static bool complete(struct project *project, struct library *library, struct known_execution *known, unsigned at,
                     bool *lost, struct arena *arena, struct error *error)
{
    struct sample_value *values = &known->values[(size_t)at * project->measure_count], fresh[MEASURES_MOST];
    const struct sample *sample = &known->samples[at];
    bool all = true, from_profile = false;
    for (unsigned m = 0; m < project->measure_count; m++) {
        all &= values[m].measure != NULL;
        from_profile |= !values[m].measure && measure_is_kept(&project->measures[m]);
    }
    if (all)
        return true;
    const char *folder = arena_printf(arena, "%s/%s", project->folder, sample->profiles ? sample->profiles : "");
    *lost = from_profile && (!sample->profiles || !*sample->profiles || access(folder, R_OK));
    if (*lost)
        return true;
    struct run_result run = {sample->seconds,
                             sample->processor,
                             sample->memory,
                             sample->output ? sample->output : "",
                             sample->output ? strlen(sample->output) : 0,
                             folder};
    if (!measure_run(project, &run, fresh, arena, error))
        return false;
    memcpy(values, fresh, project->measure_count * sizeof *values);
    return library_add_values(library, known->id, sample->number, fresh, project->measure_count, error);
}

static bool complete_all(struct project *project, struct library *library, struct known_execution *known,
                         struct arena *arena, struct error *error)
{
    bool lost = false;
    for (unsigned s = 0; s < known->sample_count && !lost; s++)
        if (!complete(project, library, known, s, &lost, arena, error))
            return false;
    if (!lost)
        return true;
    known->sample_count = 0;
    known->state = WORK_TODO;
    return library_reset(library, WORK_EXECUTION, known->id, error);
}

/* Returns the numbers of measure `m`, one per sample; NULL if one is missing for a reason, which becomes the outcome's. */
static double *gather(const struct project *project, const struct known_execution *known, unsigned m,
                      struct outcome *outcome, struct arena *arena)
{
    double *numbers = arena_array(arena, known->sample_count, sizeof *numbers);
    for (unsigned s = 0; s < known->sample_count; s++) {
        const struct sample_value *value = &known->values[(size_t)s * project->measure_count + m];
        if (value->reason) {
            outcome->state = OUTCOME_FAILED;
            outcome->reason = value->reason;
            return NULL;
        }
        numbers[s] = value->value;
    }
    return numbers;
}

static double log_cost(const struct project *project, double value)
{
    return log(fmax(value, DBL_MIN)) * (project->measures[0].maximise ? -1 : 1);
}

/* Returns the profiles of the most typical run. */
static const char *typical_profiles(const struct known_execution *known, const double *numbers, double value)
{
    unsigned near = 0;
    for (unsigned s = 1; s < known->sample_count; s++)
        if (fabs(numbers[s] - value) < fabs(numbers[near] - value))
            near = s;
    const char *profiles = known->samples[near].profiles;
    return profiles ? profiles : "";
}

bool outcome_read(struct project *project, struct library *library, const struct plan *plan,
                  struct known_execution *known, struct outcome *outcome, struct arena *arena, struct error *error)
{
    const char *measures[MEASURES_MOST];
    bool found;
    *outcome = (struct outcome){.profiles = ""};
    for (unsigned m = 0; m < project->measure_count; m++)
        measures[m] = project->measures[m].text;
    if (!library_look(library, plan->execution, measures, project->measure_count, known, &found, arena, error))
        return false;
    if (!found)
        return true;
    if (known->state == WORK_FAILED || known->build_state == WORK_FAILED) {
        outcome->state = OUTCOME_FAILED;
        outcome->reason = known->reason ? known->reason : "";
        return true;
    }
    if (!complete_all(project, library, known, arena, error))
        return false;
    outcome->samples = known->sample_count;
    for (unsigned m = 0; known->sample_count && m < project->measure_count; m++) {
        double *numbers = gather(project, known, m, outcome, arena);
        if (!numbers)
            return true;
        outcome->values[m] = measure_over_repeats(&project->measures[m], numbers, known->sample_count);
        if (m)
            continue;
        outcome->state = OUTCOME_DONE;
        outcome->profiles = typical_profiles(known, numbers, outcome->values[0]);
        outcome->spread = HUGE_VAL;
        outcome->runs = arena_array(arena, known->sample_count, sizeof *outcome->runs);
        for (unsigned i = 0; i < known->sample_count; i++)
            outcome->runs[i] = (struct timed_run){.round = known->samples[i].round,
                                                  .order = known->samples[i].order,
                                                  .cost = log_cost(project, numbers[i])};
    }
    return true;
}

void outcomes_level(const struct project *project, struct outcome *outcomes, unsigned count, struct rounds *rounds,
                    struct arena *arena)
{
    unsigned run_count = 0, most = 1;
    for (unsigned i = 0; i < count; i++) {
        run_count += outcomes[i].samples;
        most = outcomes[i].samples > most ? outcomes[i].samples : most;
    }
    struct timed_run *runs = arena_array(arena, run_count, sizeof *runs), *next = runs;
    double *values = arena_array(arena, most, sizeof *values);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; outcomes[i].state == OUTCOME_DONE && k < outcomes[i].samples; k++) {
            *next = outcomes[i].runs[k];
            next++->variant = i;
        }
    rounds_make(rounds, runs, (unsigned)(next - runs), count, race_looks(project->repeats_least, project->repeats_most),
                arena);
    for (unsigned i = 0; i < count; i++) {
        unsigned having = rounds_runs(rounds, i);
        for (unsigned k = 0; k < having; k++) {
            const struct timed_run *run = &runs[rounds->of_variant[rounds->first[i] + k]];
            double cost = exp(run->cost - run->pace);
            values[k] = cost <= DBL_MIN ? 0 : project->measures[0].maximise ? 1 / cost : cost;
        }
        if (having)
            outcomes[i].values[0] = measure_over_repeats(&project->measures[0], values, having);
        outcomes[i].spread = rounds_error(rounds, i);
    }
}

/* Two hashes side by side, 128 bits. */
struct digest {
    uint64_t a, b;
};
#define DIGEST_START ((struct digest){HASH_START, ~HASH_START})

static void add_bytes(struct digest *digest, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        digest->a = hash_number(digest->a, (unsigned char)bytes[i]);
        digest->b = hash_number(digest->b, (unsigned char)~(unsigned char)bytes[i]) + (digest->b >> 32);
    }
}

/* Adds a text with its end, so that "ab" and "c" differ from "a" and "bc", and NULL from "". */
static void add_text(struct digest *digest, const char *text)
{
    add_bytes(digest, text ? "+" : "-", 1);
    add_bytes(digest, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void show(const struct digest *digest, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "%016" PRIx64 "%016" PRIx64, digest->a, digest->b);
}

static bool add_file(struct digest *digest, const char *path, struct error *error)
{
    char bytes[16384];
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return error_set(error, ERROR_USAGE, "can't read the source %s: %s", path, why);
    add_text(digest, path);
    for (ssize_t size; (size = read(file, bytes, sizeof bytes)) > 0;)
        add_bytes(digest, bytes, (size_t)size);
    close(file);
    add_text(digest, "");
    return true;
}

/* Adds all files that match one of the patterns. */
static bool digest_files(const struct project *project, enum content kind, char digest[KEY_SIZE], struct error *error)
{
    struct digest sum = DIGEST_START;
    *digest = '\0';
    for (unsigned i = 0; i < project->pattern_count; i++) {
        glob_t found;
        const char *pattern = project->patterns[i].text;
        if (project->patterns[i].kind != kind)
            continue;
        if (glob(pattern, 0, NULL, &found))
            return error_set(error, ERROR_USAGE, "%s: there is no file %s", project->file, pattern);
        bool done = true;
        for (size_t k = 0; done && k < found.gl_pathc; k++)
            done = add_file(&sum, found.gl_pathv[k], error);
        globfree(&found);
        if (!done)
            return false;
        show(&sum, digest);
    }
    return true;
}

bool plan_contents(const struct project *project, struct contents *contents, struct error *error)
{
    return digest_files(project, CONTENT_SOURCES, contents->of[CONTENT_SOURCES], error) &&
           digest_files(project, CONTENT_INPUTS, contents->of[CONTENT_INPUTS], error);
}

bool plan_make(struct project *project, const struct contents *contents, const uint16_t *genes, struct plan *plan,
               struct arena *arena, struct error *error)
{
    if (!variant_recipe(project, genes, &plan->recipe, arena, error))
        return false;
    const struct recipe *recipe = &plan->recipe;
    struct digest digest = DIGEST_START;
    add_text(&digest, contents->of[CONTENT_SOURCES]);
    for (unsigned i = 0; i < recipe->file_count; i++) {
        add_text(&digest, recipe->files[i].name);
        add_bytes(&digest, recipe->files[i].text, recipe->files[i].size);
        add_text(&digest, "");
    }
    add_text(&digest, recipe->commands[STEP_GENERATE]);
    add_text(&digest, recipe->commands[STEP_BUILD]);
    show(&digest, plan->build);
    add_text(&digest, recipe->commands[STEP_RUN]);
    if (recipe->commands[STEP_BEFORE])
        add_text(&digest, recipe->commands[STEP_BEFORE]);
    if (*contents->of[CONTENT_INPUTS])
        add_text(&digest, contents->of[CONTENT_INPUTS]);
    show(&digest, plan->execution);
    plan->parameters = variant_key(project, genes, arena);
    return true;
}
