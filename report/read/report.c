/* report.c - see report.h. */
#include "report/read/report.h"

#include "profile/files.h"
#include "report/read/load.h"
#include "report/read/short_cxx_names.h"
#include "report/shape/shape.h"
#include "report/show/text.h"

#include <sys/stat.h>

bool report_load_stored(struct profile *profile, const char **name, const struct options *options, struct arena *arena,
                        struct error *error)
{
    if (!load_files(options->files, options->file_count, options->accepts & TAKES_BINARIES, profile, name, arena,
                    error) ||
        !files_show_profile(profile, arena, error))
        return false;
    if (!options->full_names)
        short_cxx_names(profile, arena);
    return shape_profile(profile, options, arena, error);
}

bool report_open(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    if (!load_profile(options->files, options->file_count, options, &report->profile, &report->name, arena, error) ||
        !shape_profile(&report->profile, options, arena, error))
        return false;
    view_make(&report->view, &report->profile, options->sort, options->raw, arena);
    /* What is made of a private profile is as private. */
    mode_t before = umask(0);
    umask(profile_private(&report->profile) ? before | 077 : before);
    bool opened = screen_open(&report->screen, options, error);
    umask(before);
    if (opened && options->output && profile_private(&report->profile))
        fchmod(fileno(report->screen.stream), 0600); /* of a file that was there */
    return opened;
}

const char *report_files(const struct options *options, struct arena *arena)
{
    return options->file_count == 1  ? arena_printf(arena, " %s", text_shell(arena, options->files[0]))
           : options->file_count > 1 ? " PROFILE..."
                                     : "";
}

bool report_close(struct report *report, struct error *error)
{
    return screen_close(&report->screen, error);
}
