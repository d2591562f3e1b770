/* cmd_check.c - checks a project file: its parameters, the number of variants, and the commands of the first. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/show/text.h"
#include "tune/search/chance.h"

#include <string.h>

enum { SAMPLED = 20000, VALUES_SHOWN = 8, SEED = 1 };

/* Counts of variants by the first restriction that they break; of all combinations, or of a random sample if there are too many. */
struct census {
    uint64_t looked_at, allowed;
    uint64_t *broken; /* by restriction */
    uint64_t first;   /* that is allowed */
    bool sampled;
};

static bool take_census(struct project *project, struct census *census, struct arena *arena, struct error *error)
{
    uint64_t size = space_size(project);
    struct chance chance;
    uint16_t genes[PARAMETERS_MOST];
    chance_seed(&chance, SEED);
    *census = (struct census){.sampled = size > 1000000,
                              .broken = arena_array(arena, project->restriction_count, sizeof(uint64_t))};
    for (uint64_t i = 0; i < (census->sampled ? SAMPLED : size); i++) {
        const struct restriction *broken;
        if (census->sampled)
            for (unsigned k = 0; k < project->parameter_count; k++)
                genes[k] = (uint16_t)chance_pick(&chance, project->parameters[k].count);
        else
            space_genes(project, i, genes);
        if (!variant_allowed(project, genes, &broken, error))
            return false;
        census->looked_at++;
        if (broken)
            census->broken[broken - project->restrictions]++;
        else if (!census->allowed++)
            census->first = census->sampled ? space_number(project, genes) : i;
    }
    return true;
}

static const char *amount(const struct census *census, uint64_t count, struct arena *arena)
{
    return census->sampled ? text_percent(arena, (double)count, (double)census->looked_at) : text_count(arena, count);
}

static void show_parameters(struct bench *bench)
{
    struct screen *screen = &bench->screen;
    for (unsigned i = 0; i < bench->project.parameter_count; i++) {
        const struct parameter *parameter = &bench->project.parameters[i];
        const char *values = "";
        for (unsigned v = 0; v < parameter->count && v < VALUES_SHOWN; v++)
            values = arena_printf(bench->arena, "%s  %s", values, parameter->values[v].text);
        screen_put(screen, STYLE_BOLD, arena_printf(bench->arena, "  %-16s", parameter->name));
        screen_print(screen, STYLE_PLAIN, "%s%s", values,
                     parameter->count > VALUES_SHOWN
                         ? arena_printf(bench->arena, "  ... %s (%u values)",
                                        parameter->values[parameter->count - 1].text, parameter->count)
                         : "");
    }
}

static void show_measure(struct bench *bench, const struct measure *measure, const char *what)
{
    static const char *const names[] = {"inclusive time", "exclusive time", "calls"};
    const char *text =
        measure->pattern ? arena_printf(bench->arena, "the output at '%s'", measure->pattern)
        : measure->metric <= METRIC_CALLS
            ? arena_printf(bench->arena, "the %s of %s, %s over ranks", names[measure->metric],
                           measure->region ? measure->region : "the whole program", measure_ranks_words[measure->ranks])
            : arena_printf(bench->arena, "the %s of the command", measure_metric_words[measure->metric]);
    screen_print(&bench->screen, STYLE_PLAIN, "%s %s, %s over repeats", what, text,
                 measure_repeats_words[measure->repeats]);
}

static bool show_first(struct bench *bench, const struct census *census, struct error *error)
{
    uint16_t genes[PARAMETERS_MOST];
    struct recipe recipe;
    if (!census->allowed)
        return error_set(error, ERROR_USAGE, "%s: the restrictions allow no variant", bench->project.file);
    space_genes(&bench->project, census->first, genes);
    if (!variant_recipe(&bench->project, genes, &recipe, bench->arena, error))
        return false;
    screen_print(&bench->screen, STYLE_PLAIN, "the first: %s", variant_text(&bench->project, genes, bench->arena));
    for (unsigned i = 0; i < recipe.file_count; i++)
        screen_print(&bench->screen, STYLE_PLAIN, "  writes    %s", recipe.files[i].name);
    for (int i = 0; i < STEP_CORES; i++)
        if (recipe.commands[i])
            screen_print(&bench->screen, STYLE_PLAIN, "  %-8s  %s", step_words[i], recipe.commands[i]);
    return true;
}

static bool show(struct bench *bench, struct error *error)
{
    struct project *project = &bench->project;
    struct census census;
    if (!take_census(project, &census, bench->arena, error))
        return false;
    uint64_t size = space_size(project);
    screen_print(&bench->screen, STYLE_BOLD, "%s: %u parameters, %s combinations, %s%s allowed", project->name,
                 project->parameter_count, size == UINT64_MAX ? "countless" : text_count(bench->arena, size),
                 census.sampled ? "about " : "", amount(&census, census.allowed, bench->arena));
    show_parameters(bench);
    for (unsigned i = 0; i < project->restriction_count; i++)
        screen_print(&bench->screen, STYLE_PLAIN, "'%s' leaves out %s%s", project->restrictions[i].text,
                     census.broken[i] ? amount(&census, census.broken[i], bench->arena) : "none", i ? " more" : "");
    for (unsigned i = 0; i < project->measure_count; i++)
        show_measure(bench, &project->measures[i],
                     i                               ? arena_printf(bench->arena, "%s:", project->measures[i].name)
                     : project->measures[i].maximise ? "Maximises"
                                                     : "Minimises");
    for (unsigned i = 0; i < project->predefined_count; i++)
        screen_print(&bench->screen, STYLE_PLAIN, "%s: %s", project->predefined[i].name,
                     variant_text(project, project->predefined[i].genes, bench->arena));
    return show_first(bench, &census, error);
}

static bool run_check(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct bench bench;
    bool done = bench_open(&bench, options, arena, error) && show(&bench, error);
    return bench_close(&bench, done, error);
}

const struct tune_command tune_check = {{"check", "[OPTION...] [FILE]",
                                         "read the project file: number of variants, and steps of the first",
                                         TAKES_FILE, "instr-tune check"},
                                        run_check};
