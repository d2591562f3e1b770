/* bench.c - see bench.h. */
#include "tune/commands/bench.h"

#include "common/character.h"
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

/* Selects the place with most samples in the library. Mentions others on standard error. */
static bool most_measured(struct bench *bench, struct error *error)
{
    struct known_place *places;
    unsigned count, others = 0;
    if (!library_places(&bench->library, &places, &count, bench->arena, error))
        return false;
    bench->library.place = count ? places[0].place : NULL;
    for (unsigned i = 1; i < count; i++)
        others += places[i].samples;
    if (others)
        character_say(stderr, "%u runs with another processor or compiler are left out: instr-tune list", others);
    return true;
}

bool bench_measured(const struct bench *bench, struct error *error)
{
    return bench->results.done ||
           error_set(error, ERROR_USAGE, "%s: no variant has been measured yet: instr-tune run", bench->project.file);
}

bool bench_show(const struct tune_options *options, struct arena *arena, bench_step *show, struct error *error)
{
    struct bench bench;
    bool done = bench_open(&bench, options, arena, error);
    bench.has_library = done;
    done = done && library_open(&bench.library, bench.project.folder, false, error) && most_measured(&bench, error) &&
           results_load(&bench.project, &bench.library, &bench.results, arena, error) && show(&bench, options, error);
    return bench_close(&bench, done, error);
}

static void say_place(struct bench *bench, const struct known_place *place, enum style style)
{
    screen_print(&bench->screen, style, "%u runs on %s %s%s%s, from %s on", place->samples, place->host, place->place,
                 place->commit ? ", commit " : "", place->commit ? place->commit : "", place->started);
}

bool bench_show_places(const struct tune_options *options, struct arena *arena, bench_step *show, struct error *error)
{
    struct bench bench;
    struct known_place *places;
    unsigned count = 0;
    bool done = bench_open(&bench, options, arena, error);
    bench.has_library = done;
    done = done && library_open(&bench.library, bench.project.folder, false, error) &&
           library_places(&bench.library, &places, &count, arena, error);
    for (unsigned i = 0; done && (i < count || !i); i++) {
        bench.library.place = count ? places[i].place : NULL;
        if (count > 1)
            say_place(&bench, &places[i], STYLE_WARM);
        done =
            results_load(&bench.project, &bench.library, &bench.results, arena, error) && show(&bench, options, error);
        if (done && count == 1)
            say_place(&bench, &places[i], STYLE_DIM);
    }
    return bench_close(&bench, done, error);
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
    return arena_printf(arena, "%.2fx", other / cost);
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
