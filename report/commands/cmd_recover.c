/*
 * cmd_recover.c - writes profiles of processes that crashed or were killed.
 *
 * Without a FILE: all such processes of this user on this machine that belong to this folder or this batch job. With --all also the
 * others, whose profiles go into their own folders.
 */
#include "report/commands/command.h"
#include "report/read/orphans.h"
#include "report/show/progress.h"
#include "report/show/text.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Recovers the named files. A failure does not prevent the others. */
static bool recover_files(const struct options *options, struct arena *arena, struct error *error)
{
    struct orphans_found found = {.arena = arena};
    unsigned failed = 0;
    for (int i = 0; i < options->file_count; i++) {
        struct arena each = {0};
        struct error why = {0};
        progress_show("recovering", (uint64_t)i, (uint64_t)options->file_count);
        if (!orphan_recover(options->files[i], options->output, stdout, &found, &each, &why)) {
            progress_hide();
            if (failed++)
                fprintf(stderr, "instr-report: %s\n", error_said(error));
            *error = why;
        }
        arena_free(&each);
    }
    orphans_propose(&found, stdout);
    return !failed;
}

static bool run_recover(const struct options *options, struct arena *arena, struct error *error)
{
    struct orphans_found found;
    char directory[PATH_MAX];
    if (options->output && options->file_count != 1)
        return error_set(error, ERROR_USAGE, "recover: --output needs exactly one FILE");
    if (options->file_count)
        return recover_files(options, arena, error);
    if (!getcwd(directory, sizeof directory))
        return error_set(error, ERROR_INTERNAL, "can't find the current folder: %s", strerror(errno));
    if (!orphans_recover(directory, options->all ? ORPHANS_ALL : ORPHANS_HERE, stdout, &found, arena, error))
        return false;
    orphans_propose(&found, stdout);
    if (!found.recovered && !found.failed)
        puts("nothing to recover");
    if (found.others)
        printf("%u more processes of other folders and jobs: 'instr-report recover --all' recovers them, too\n",
               found.others);
    if (found.unreadable) {
        printf("%u files can't be recovered: they are empty, damaged or of another version, such as ",
               found.unreadable);
        character_put(stdout, found.unreadable_one ? found.unreadable_one : "instr.*.map");
        putchar('\n');
    }
    return !found.failed || error_set(error, ERROR_INTERNAL,
                                      "recover: %u profiles could not be written; their data is kept", found.failed);
}

const struct command cmd_recover = {{"recover", "[OPTION...] [FILE...]",
                                     "make profiles of processes that crashed or were killed",
                                     OPTION_OUTPUT | OPTION_ALL, "instr-report recover --all"},
                                    SORT_INCLUSIVE,
                                    .run = run_recover};
