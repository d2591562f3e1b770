/* cmd_init.c - a project file to start from: template.lua with its comments. */
#include "tune/commands/command.h"

#include "common/character.h"
#include "tune/viewer/texts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool run_init(const struct tune_options *options, struct arena *arena, struct error *error)
{
    (void)arena;
    FILE *file = fopen(options->file, "wxe");
    if (!file)
        return error_set(error, ERROR_USAGE, "can't write %s: %s%s", options->file, strerror(errno),
                         errno == EEXIST ? "; name another one" : "");
    bool done = fwrite(template_lua, 1, template_lua_size, file) == template_lua_size;
    if (fclose(file) || !done)
        return error_set(error, ERROR_INTERNAL, "can't write %s: %s", options->file, strerror(errno));
    character_say(stdout, "%s: change it to what you have, then type: instr-tune check %s", options->file,
                  options->file);
    return true;
}

const struct tune_command tune_init = {
    {"init", "[FILE]", "write a project file to start from", TAKES_FILE, "instr-tune init && instr-tune check"},
    run_init};
