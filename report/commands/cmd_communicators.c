/* cmd_communicators.c - what each region did on each communicator. */
#include "report/commands/command.h"
#include "report/communicators.h"
#include "report/records.h"
#include "report/report.h"
#include "report/summary.h"

/* The traffic of each communicator and region: `sums` of region_count entries for one communicator. */
static void print_records(const struct view *view, enum output_form form, struct profile_traffic *sums,
                          struct screen *screen)
{
    static const char *const names[] = {"name", "place", "ranks",    "size",  "region",
                                        "kind", "calls", "messages", "bytes", NULL};
    const struct profile *profile = view->profile;
    struct records records;
    records_begin(&records, screen->stream, form, "instr-communicators", names, profile);
    for (uint32_t c = 0; c < profile->communicator_count; c++) {
        const struct profile_communicator *one = &profile->communicators[c];
        for (uint32_t r = 0; r < profile->region_count; r++)
            sums[r] = (struct profile_traffic){0};
        for (uint32_t i = 0; i < profile->traffic_count; i++)
            if (profile->traffic[i].communicator == c)
                profile_traffic_merge(&sums[profile->nodes[profile->traffic[i].node].region], &profile->traffic[i]);
        for (uint32_t r = 0; r < profile->region_count; r++) {
            if (!sums[r].calls)
                continue;
            records_text(&records, one->name);
            records_text(&records, one->place);
            records_text(&records, one->ranks);
            records_count(&records, one->size);
            records_text(&records, profile->regions[r].name);
            records_text(&records, region_kind_name(profile->regions[r].kind));
            records_count(&records, sums[r].calls);
            records_count(&records, sums[r].messages);
            records_count(&records, sums[r].bytes);
        }
    }
    records_end(&records);
}

static bool run_communicators(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    if (!report_open(&report, options, arena, error))
        return false;
    struct profile_traffic *sums = arena_array(arena, report.profile.region_count, sizeof *sums);
    bool done = sums != NULL;
    if (done && options->form != FORM_TEXT) {
        print_records(&report.view, options->form, sums, &report.screen);
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
