/* bench.c - see bench.h. */
#include "tune/commands/bench.h"

#include "report/show/text.h"

bool bench_open(struct bench *bench, const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct options shown = {.color = options->color, .output = options->output, .no_pager = true};
    *bench = (struct bench){.arena = arena};
    if (!project_load(&bench->project, options->file, arena, error))
        return false;
    bench->has_screen = screen_open(&bench->screen, &shown, error);
    return bench->has_screen;
}

bool bench_open_results(struct bench *bench, const struct tune_options *options, struct arena *arena,
                        struct error *error)
{
    if (!bench_open(bench, options, arena, error))
        return false;
    bench->has_library = true;
    return library_open(&bench->library, bench->project.folder, false, error) &&
           results_load(&bench->project, &bench->library, &bench->results, arena, error);
}

bool bench_close(struct bench *bench, bool done, struct error *error)
{
    if (bench->has_library)
        library_close(&bench->library);
    project_close(&bench->project);
    return (!bench->has_screen || screen_close(&bench->screen, error)) && done;
}

const char *bench_number(const struct measure *measure, double number, struct arena *arena)
{
    const char *text = NULL;
    switch (measure->metric) {
    case METRIC_MEMORY:
        return text_bytes(arena, number);
    case METRIC_CALLS:
    case METRIC_OUTPUT:
        text = arena_printf(arena, "%.6g", number);
        return text ? text : "?";
    default:
        return text_seconds(arena, number, "");
    }
}

const char *bench_times(double other, double cost, struct arena *arena)
{
    const char *text = arena_printf(arena, "%.2fx", other / cost);
    return text ? text : "?";
}

const char *bench_difference(const struct project *project, const uint16_t *genes, const uint16_t *other,
                             struct arena *arena)
{
    const char *text = "";
    for (unsigned i = 0; text && i < project->parameter_count; i++)
        if (genes[i] != other[i])
            text = arena_printf(arena, "%s%s%s=%s", text, *text ? " " : "", project->parameters[i].name,
                                variant_value(project, genes, i)->text);
    return text ? text : "?";
}
