/* cmd_clean.c - removes the folders of builds. Measurements stay. A build that is needed again is made again. */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"

#include "report/read/folder.h"

static bool clean(struct bench *bench, struct error *error)
{
    const char *builds = arena_printf(bench->arena, "%s/builds", bench->project.folder);
    bool busy;
    if (!library_open(&bench->library, bench->project.folder, false, error))
        return false;
    bench->has_library = true;
    if (!library_is_busy(&bench->library, &busy, error))
        return false;
    if (busy)
        return error_set(error, ERROR_USAGE, "%s: another instr-tune works on it; wait for its end",
                         bench->library.path);
    remove_tree(builds);
    screen_print(&bench->screen, STYLE_PLAIN, "removed %s; results and profiles are kept", builds);
    return true;
}

static bool run_clean(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct bench bench;
    bool done = bench_open(&bench, options, arena, error) && clean(&bench, error);
    return bench_close(&bench, done, error);
}

const struct tune_command tune_clean = {
    {"clean", "[FILE]", "remove the folders of builds, and keep the results", TAKES_FILE, "instr-tune clean"},
    run_clean};
