/* source.c - see source.h. */
#include "report/html/source.h"

#include "report/derive/traffic.h"

static void find_balance(struct source *source, struct arena *arena)
{
    const struct balance *balance = &source->balance;
    source->balance_of = arena_array(arena, source->view->profile->node_count, sizeof(struct balance_path *));
    for (uint32_t i = 0; i < balance->path_count; i++)
        source->balance_of[balance->paths[i].node] = &balance->paths[i];
    for (uint32_t i = 0; i < balance->mpi_count; i++)
        source->balance_of[balance->mpi[i].node] = &balance->mpi[i];
}

/* Finds the rows. Those of one node are contiguous; between two nodes there may be rows that are not shown. */
static void find_rows(struct source *source, struct arena *arena)
{
    source->rows = arena_array(arena, source->members.profile->row_count, sizeof *source->rows);
    for (uint32_t i = 0; i < source->choice.count; i++) {
        const uint32_t *first = &source->members.first_row[source->choice.nodes[i]];
        for (uint32_t row = first[0]; row < first[1]; row++)
            source->rows[source->row_count++] = row;
    }
}

static bool find_metrics(struct source *source, const struct options *options, struct arena *arena, struct error *error)
{
    if (options->metrics)
        return metrics_show(&source->metrics, options, source->view, arena, error) &&
               metrics_measured(&source->metrics, "the page", error);
    metrics_sums(&source->metrics, source->view, arena);
    return true;
}

bool source_make(struct source *source, const struct view *view, const char *name, const struct compared *compared,
                 const struct options *options, struct arena *arena, struct error *error)
{
    *source = (struct source){.name = name, .view = view, .compared = compared};
    if (!find_metrics(source, options, arena, error))
        return false;
    members_make(&source->members, view, arena);
    balance_make(&source->balance, view, &source->members, arena);
    division_make(&source->division, view, &source->balance.waiting, arena);
    findings_make(&source->findings, &source->balance, &source->division, arena);
    choose_paths(&source->choice, view, CHOICE_PATHS, arena);
    source->first = view_first(view, arena);
    source->traffic = traffic_of_regions(view->profile, arena);
    source->communicators = traffic_of_communicators(view->profile, arena);
    find_rows(source, arena);
    find_balance(source, arena);
    return true;
}
