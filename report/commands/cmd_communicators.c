/* cmd_communicators.c - what each region did on each communicator. */
#include "report/commands/command.h"
#include "report/derive/communicators.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"

#define COLUMNS(X)                                                                                                     \
    X("name", NULL, 0, text, one->name)                                                                                \
    X("place", NULL, 0, text, one->place)                                                                              \
    X("ranks", NULL, 0, text, one->ranks)                                                                              \
    X("size", NULL, 0, count, one->size)                                                                               \
    X("region", NULL, 0, text, profile->regions[r].name)                                                               \
    X("kind", NULL, 0, text, region_kind_name(profile->regions[r].kind))                                               \
    X("calls", NULL, 0, count, sums[r].calls)                                                                          \
    X("messages", NULL, 0, count, sums[r].messages)                                                                    \
    X("bytes", NULL, 0, count, sums[r].bytes)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};

/* The traffic of each communicator and region: `sums` of region_count entries for one communicator. */
static void put_rows(struct rows *rows, const struct profile *profile, struct profile_traffic *sums)
{
    for (uint32_t c = 0; c < profile->communicator_count; c++) {
        const struct profile_communicator *one = &profile->communicators[c];
        for (uint32_t r = 0; r < profile->region_count; r++)
            sums[r] = (struct profile_traffic){0};
        for (uint32_t i = 0; i < profile->traffic_count; i++)
            if (profile->traffic[i].communicator == c)
                profile_traffic_merge(&sums[profile->nodes[profile->traffic[i].node].region], &profile->traffic[i]);
        for (uint32_t r = 0; r < profile->region_count; r++)
            if (sums[r].calls) {
                COLUMNS(ROW_PUT)
            }
    }
}

static bool run_communicators(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct rows rows;
    if (!report_open(&report, options, arena, error))
        return false;
    struct profile_traffic *sums = arena_array(arena, report.profile.region_count, sizeof *sums);
    bool done = sums != NULL;
    if (done && options->form != FORM_TEXT) {
        ROWS_BEGIN(&rows, options->form, columns, arena);
        rows_open(&rows, report.screen.stream, "instr-communicators", &report.profile);
        put_rows(&rows, &report.profile, sums);
        rows_close(&rows);
    } else if (done) {
        summary_heading(&report.screen, &report.view, report.name, arena);
        done = communicators_print(&report.screen, &report.view, arena);
        if (!report.profile.communicator_count)
            screen_say(&report.screen, STYLE_PLAIN, "no communicator was used\n");
    }
    if (!done)
        error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_communicators = {{"communicators", "[OPTION...] [PROFILE...]",
                                           "MPI communicators: who is in them, what was done on them", OPTION_RECORDS},
                                          SORT_INCLUSIVE,
                                          run_communicators};
