/* generations.c - see campaign.h. */
#include "tune/commands/campaign.h"

#include "report/read/folder.h"
#include "tune/execute/files.h"
#include "tune/project/variant.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static const char *folder_of(const struct generations *generations, unsigned number)
{
    return arena_printf(generations->arena, "%s/genetic_generation_%u", generations->project->folder, number);
}

void generations_begin(struct generations *generations, const struct project *project, unsigned repeat,
                       struct arena *arena, struct error *error)
{
    *generations = (struct generations){.project = project, .repeat = repeat, .arena = arena, .error = error};
    const char *folder;
    if (repeat > 1)
        return;
    for (unsigned i = 1; access(folder = folder_of(generations, i), F_OK) == 0; i++)
        remove_tree(folder);
}

/* Returns times in milliseconds, as in the thesis. */
static double shown(const struct project *project, double cost)
{
    const struct measure *measure = project->measures;
    bool time = measure->metric < METRIC_MEMORY && measure->metric != METRIC_CALLS;
    return time ? 1000 * cost : measure->maximise ? 1 / cost : cost;
}

/* Returns the variant as a file of knowledge: constants, then the genes. */
static const char *knowledge(const struct generations *generations, const uint16_t *genes)
{
    const struct project *project = generations->project;
    const char *text = "";
    for (unsigned i = 0; i < project->constant_count; i++)
        text = arena_printf(generations->arena, "%s%s = %s\n", text, project->constants[i].name,
                            project->constants[i].values->text);
    for (unsigned i = 0; i < project->parameter_count; i++)
        text = arena_printf(generations->arena, "%s%s = %s\n", text, project->parameters[i].name,
                            variant_value(project, genes, i)->text);
    return text;
}

void generations_add(struct generations *generations, const uint16_t *genes, double cost)
{
    struct arena *arena = generations->arena;
    size_t size = generations->count * sizeof *generations->best;
    if (generations->error->code)
        return;
    double *best = generations->best = arena_grow(arena, generations->best, size, size + sizeof *best);
    best[generations->count++] = shown(generations->project, cost);
    const char *folder = folder_of(generations, generations->count), *text = knowledge(generations, genes);
    const char *path = arena_printf(arena, "%s/Best: %.9g", folder, best[generations->count - 1]);
    if (files_make_folder(folder, generations->error) && isfinite(cost))
        files_write(path, text, strlen(text), generations->error);
}

void generations_end(struct generations *generations, unsigned unique)
{
    struct arena *arena = generations->arena;
    const char *folder = generations->project->folder;
    const char *path = generations->repeat ? arena_printf(arena, "%s/Convergence_%u.cnv", folder, generations->repeat)
                                           : arena_printf(arena, "%s/Convergence.cnv", folder);
    const char *text = arena_printf(arena, "%u\n", unique);
    for (unsigned i = 0; i < generations->count; i++)
        text = arena_printf(arena, "%s%.9g;", text, generations->best[i]);
    text = arena_printf(arena, "%s\n", text);
    if (!generations->error->code)
        files_write(path, text, strlen(text), generations->error);
}
