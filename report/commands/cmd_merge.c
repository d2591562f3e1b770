/* cmd_merge.c - merges profiles of single processes into one, as a job's reduction does. */
#include "report/commands/command.h"
#include "report/read/load.h"

static bool run_merge(const struct options *options, struct arena *arena, struct error *error)
{
    struct profile profile;
    const char *name;
    if (!options->output)
        return error_set(error, ERROR_USAGE,
                         "merge: name the file to write, as in 'instr-report merge -o all.instr *.instr'");
    if (options->file_count == 0)
        return error_set(error, ERROR_USAGE, "merge: name the profiles to merge");
    return load_files(options->files, options->file_count, false, &profile, &name, arena, error) &&
           profile_write(&profile, options->output, error);
}

const struct command cmd_merge = {{"merge", "-o FILE PROFILE...", "one profile out of many", OPTION_OUTPUT,
                                   "instr-report merge -o job.instr app.*.instr"},
                                  SORT_INCLUSIVE,
                                  .run = run_merge};
