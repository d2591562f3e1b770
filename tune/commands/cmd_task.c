/*
 * cmd_task.c - one task of a Slurm array (slurm.h): measures the variants that its folder lists, into a library in that
 * folder.
 */
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"

#include "common/input.h"
#include "tune/execute/files.h"

#include <string.h>

/* The genes of all variants in the list. */
static bool read_list(struct campaign *campaign, const char *folder, uint16_t **genes, unsigned *count,
                      struct error *error)
{
    struct project *project = &campaign->bench.project;
    const char *path = arena_printf(campaign->arena, "%s/variants", folder);
    const char *why;
    size_t length, width = project->parameter_count;
    char *text = input_read(path, INPUT_TEXT, &length, campaign->arena, &why), *line;
    bool done = text || error_set(error, ERROR_USAGE, "can't read %s: %s", path, why);
    *genes = NULL;
    *count = 0;
    while (done && (line = strsep(&text, "\n")) && *line) {
        size_t size = *count * width * sizeof **genes;
        *genes = arena_grow(campaign->arena, *genes, size, size + width * sizeof **genes + 1);
        if (!variant_from_key(project, line, *genes + (*count)++ * width, campaign->arena))
            done = error_set(error, ERROR_USAGE, "%s has changed since: there is no variant %s", project->file, line);
    }
    return done;
}

static bool run_task(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    uint16_t *genes;
    unsigned count;
    if (!options->task)
        return error_set(error, ERROR_USAGE, "task: it is for 'instr-tune run --slurm' to call, with --part");
    bool done = campaign_open(campaign, options, options->task, arena, error);
    campaign->executor.build = false;
    campaign->executor.built_elsewhere = true;
    done = done && read_list(campaign, options->task, &genes, &count, error) &&
           campaign_run(campaign, genes, count, error);
    if (!campaign_close(campaign, done, error))
        return false;
    return files_write(arena_printf(arena, "%s/done", options->task), "", 0, error);
}

const struct tune_command tune_task = {{"task", "--part=FOLDER [OPTION...]",
                                        "one task of a Slurm array, for 'run --slurm' to call", TAKES_PART,
                                        "instr-tune task --part=example.results/slurm/0"},
                                       run_task};
