/* main.c - instr-tune: its sub-commands, see commands/command.h. */
#include "report/show/tool.h"
#include "tune/commands/command.h"

#define COMMAND_HEAD(name) &tune_##name.head,
static const struct tool_command *const commands[] = {TUNE_COMMANDS(COMMAND_HEAD)};

static bool run(const struct tool_command *head, int argc, char **argv, bool *help, struct arena *arena,
                struct error *error)
{
    const struct tune_command *command = (const struct tune_command *)head;
    struct tune_options options;
    if (!tune_options_parse(argc, argv, head->name, head->accepts, &options, help, error))
        return false;
    return *help || command->run(&options, arena, error);
}

int main(int argc, char **argv)
{
    static const struct tool tool = {
        .name = "instr-tune",
        .version = INSTR_VERSION,
        .intro = "usage: instr-tune COMMAND [OPTION...]\n\n"
                 "Tries a program with many settings, measures each and finds the best. A project file, tune.lua,\n"
                 "says which settings there are; 'instr-tune init' writes one to start from.\n",
        .statuses = "",
        .commands = commands,
        .count = sizeof commands / sizeof *commands,
        .first = "command",
        .print_options = tune_options_print,
        .run = run,
    };
    return tool_main(&tool, argc, argv);
}
