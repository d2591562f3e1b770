/* cmd_mcp.c - answers an assistant's questions about the profiles of a folder, see report/mcp/. */
#include "report/commands/command.h"
#include "report/mcp/server.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool run_mcp(const struct options *options, struct arena *arena, struct error *error)
{
    (void)arena;
    if (options->file_count > 1)
        return error_set(error, ERROR_USAGE, "mcp: name one folder");
    if (options->file_count && chdir(options->files[0]))
        return error_set(error, ERROR_PROFILE, "%s: can't go into the folder: %s", options->files[0], strerror(errno));
    return server_run(stdin, stdout, INSTR_VERSION, error);
}

const struct command cmd_mcp = {
    {"mcp", "[FOLDER]", "answer an assistant's questions about the profiles of a folder (Model Context Protocol)", 0},
    SORT_NAME,
    .run = run_mcp};
