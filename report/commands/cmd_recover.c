/*
 * cmd_recover.c - makes profiles of what crashed processes left.
 *
 * Without a FILE: all that this user's processes left on this machine and that no living process uses.
 */
#include "report/commands/command.h"
#include "report/commands/orphans.h"

static bool run_recover(const struct options *options, struct arena *arena, struct error *error)
{
    unsigned found, unreadable;
    if (options->output && options->file_count != 1)
        return error_set(error, ERROR_USAGE, "recover: --output wants one FILE");
    for (int i = 0; i < options->file_count; i++) {
        struct arena each = {0};
        bool done = orphan_recover(options->files[i], options->output, stdout, &each, error);
        arena_free(&each);
        if (!done)
            return false;
    }
    if (options->file_count)
        return true;
    if (!orphans_recover(NULL, stdout, &found, &unreadable, arena, error))
        return false;
    if (!found)
        puts("nothing to recover");
    if (unreadable)
        printf("%u files (instr.*.map) hold nothing that can be recovered, or are another version's\n", unreadable);
    return true;
}

const struct command cmd_recover = {"recover",     "[FILE...]",    "profiles of processes that crashed",
                                    OPTION_OUTPUT, SORT_INCLUSIVE, run_recover};
