/* answer.c - see answer.h. */
#include "tune/commands/answer.h"

#include "report/compare/changes.h"
#include "report/show/text.h"

#include <math.h>
#include <unistd.h>

enum { ALIKE_SHOWN = 3, FUNCTIONS_SHOWN = 2 };

const char *answer_ratio(const struct interval *behind, struct arena *arena)
{
    double ratio = exp(behind->middle);
    if (!isfinite(behind->low))
        return arena_printf(arena, "%.2fx as good; for a range run at least two rounds of both", ratio);
    return arena_printf(arena, "%.2fx as good (%.2f to %.2f)%s", ratio, exp(behind->low), exp(behind->high),
                        behind->low > 0 ? "" : ": not shown to be better");
}

const char *answer_range(const struct interval *behind, struct arena *arena)
{
    return isfinite(behind->low)
               ? arena_printf(arena, "%.1f to %.1f%%", 100 * expm1(behind->low), 100 * expm1(behind->high))
               : NULL;
}

static const char *name_of(const struct bench *bench, const struct results *results, unsigned place)
{
    const struct project *project = &bench->project;
    for (unsigned i = 0; i < project->predefined_count; i++)
        if (results_find(project, results->genes, results->count, project->predefined[i].genes) == place)
            return arena_printf(bench->arena, " (%s)", project->predefined[i].name);
    return "";
}

/* Lists the other variants that may be as good: those whose interval contains 0. */
static void say_alike(struct bench *bench, const struct results *results, const unsigned *ranked, bool last)
{
    const struct project *project = &bench->project;
    unsigned *alike = arena_array(bench->arena, results->done, sizeof *alike), count = 0, unknown = 0;
    for (unsigned i = 1; i < results->done; i++) {
        struct interval behind =
            rounds_compare(&results->rounds, ranked[i], ranked[0], results->rounds.together, bench->arena);
        if (behind.low <= 0)
            alike[count++] = ranked[i];
        if (!isfinite(behind.low))
            unknown++;
    }
    if (results->done < 2)
        return;
    if (unknown == results->done - 1) {
        screen_line(&bench->screen, STYLE_PLAIN, "run at least two rounds to see which others are as good");
        return;
    }
    screen_print(&bench->screen, STYLE_PLAIN, "%s",
                 !count ? arena_printf(bench->arena, "better than each of the other %u", results->done - 1)
                        : arena_printf(bench->arena, "%u of the other %u may be as good%s", count, results->done - 1,
                                       last ? ":" : "; 'instr-tune confirm' runs more rounds of the best:"));
    for (unsigned i = 0; i < count && i < ALIKE_SHOWN; i++)
        screen_print(&bench->screen, STYLE_PLAIN, "    %s%s",
                     bench_difference(project, results_genes(project, results, alike[i]),
                                      results_genes(project, results, ranked[0]), bench->arena),
                     name_of(bench, results, alike[i]));
    if (count > ALIKE_SHOWN)
        screen_line(&bench->screen, STYLE_PLAIN, "    ...");
}

void answer_say(struct bench *bench, const struct results *results, bool last)
{
    struct project *project = &bench->project;
    unsigned *ranked = results_ranked(project, results, bench->arena);
    if (!results->done)
        return;
    const struct outcome *best = &results->outcomes[ranked[0]];
    screen_print(&bench->screen, STYLE_BOLD, "best: %s at %s",
                 bench_number(&project->measures[0], best->values[0], bench->arena),
                 variant_text(project, results_genes(project, results, ranked[0]), bench->arena));
    for (unsigned i = 0; i < project->predefined_count; i++) {
        unsigned at = results_find(project, results->genes, results->count, project->predefined[i].genes);
        if (at == results->count || results->outcomes[at].state != OUTCOME_DONE)
            continue;
        struct interval behind = rounds_compare(&results->rounds, at, ranked[0], results->rounds.alone, bench->arena);
        screen_print(&bench->screen, STYLE_PLAIN, "%s: %s; the best is %s", project->predefined[i].name,
                     bench_number(&project->measures[0], results->outcomes[at].values[0], bench->arena),
                     at == ranked[0] ? "this one" : answer_ratio(&behind, bench->arena));
    }
    say_alike(bench, results, ranked, last);
}

static bool load(struct compare_run *run, const struct project *project, const struct outcome *outcome,
                 struct arena *arena)
{
    char *folder = arena_printf(arena, "%s/%s", project->folder, outcome->profiles);
    struct error error = {0};
    return *outcome->profiles && access(folder, R_OK) == 0 &&
           compare_load(run, &folder, 1, &(struct options){.accepts = 0}, arena, &error);
}

unsigned answer_changes(const struct project *project, const struct outcome *before, const struct outcome *after,
                        struct function_change *changes, unsigned most, struct arena *arena)
{
    struct compare_run *runs = arena_array(arena, 2, sizeof *runs);
    struct sides sides = {runs, {1, 1}};
    struct compare compare;
    struct changes found;
    unsigned count = 0;
    if (!load(&runs[0], project, before, arena) || !load(&runs[1], project, after, arena))
        return 0;
    compare_functions(&compare, runs, 2, arena);
    changes_make(&found, &compare, &sides, arena);
    for (uint32_t i = 0; i < found.count && count < most; i++) {
        const struct change *change = &found.list[i];
        const char *name = compare_name(&compare, change->line, arena);
        bool noise = change_is_noise(change), others = *name == '('; /* which are no function */
        if (!others && (!noise || fabs(change->calls[1] - change->calls[0]) > 0.01 * change->calls[0]))
            changes[count++] = (struct function_change){
                name, {seconds(change->own[0]), seconds(change->own[1])}, {change->calls[0], change->calls[1]}, noise};
    }
    return count;
}

void answer_functions(struct bench *bench, const struct results *results, unsigned best)
{
    const struct project *project = &bench->project;
    struct function_change changes[FUNCTIONS_SHOWN];
    unsigned reference = results_reference(project, results);
    if (reference == results->count || reference == best)
        return;
    unsigned count = answer_changes(project, &results->outcomes[reference], &results->outcomes[best], changes,
                                    FUNCTIONS_SHOWN, bench->arena);
    for (unsigned i = 0; i < count; i++) {
        const struct function_change *is = &changes[i];
        const char *calls = is->calls[0] == is->calls[1]
                                ? "the same"
                                : arena_printf(bench->arena, "%.0f -> %.0f", is->calls[0], is->calls[1]);
        screen_print(&bench->screen, STYLE_PLAIN, "%s %s -> %s%s, calls %s", is->name,
                     text_seconds(bench->arena, is->own[0], ""), text_seconds(bench->arena, is->own[1], ""),
                     is->noise ? " (within noise)" : "", calls);
    }
}
