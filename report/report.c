/* report.c - see report.h. */
#include "report/report.h"

#include "report/load.h"

bool report_open(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    if (!load_profile(options->files, options->file_count, options->binaries, &report->profile, &report->name, arena,
                      error) ||
        !view_make(&report->view, &report->profile, options->sort, options->compensated, arena, error))
        return false;
    return screen_open(&report->screen, options, error);
}

bool report_close(struct report *report, struct error *error)
{
    return screen_close(&report->screen, error);
}
