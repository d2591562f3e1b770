/* main.c - instr-report: its sub-commands, see commands/command.h. */
#include "report/commands/command.h"
#include "report/show/tool.h"

static const struct tool_command *const commands[] = {COMMANDS(COMMAND_HEAD)};

#define COMMAND_PLACE(name) PLACE_##name,
enum { COMMANDS_USUAL(COMMAND_PLACE) USUAL };

static bool run(const struct tool_command *head, int argc, char **argv, bool *help, struct arena *arena,
                struct error *error)
{
    const struct command *command = (const struct command *)head;
    struct options options = {.sort = command->sort};
    if (!options_parse(argc, argv, head->name, head->accepts, &options, help, error))
        return false;
    if (*help || command->run)
        return *help || command->run(&options, arena, error);
    struct report report;
    if (!report_open(&report, &options, arena, error))
        return false;
    bool done = command->show(&report, &options, arena, error);
    return report_close(&report, error) && done;
}

int main(int argc, char **argv)
{
    static char by_communicator[] = "--by=communicator";
    static const struct tool_old old[] = {{"communicators", "mpi", by_communicator}, {NULL, NULL, NULL}};
    static const struct tool tool = {
        .name = "instr-report",
        .version = INSTR_VERSION,
        .intro = "usage: instr-report [COMMAND] [OPTION...] [PROFILE...]\n\n"
                 "Shows what a program built with instr-cc did. Without a PROFILE: the newest one (*.instr) of\n"
                 "this directory. Several are merged, and a folder is all that are in it.\n",
        .commands = commands,
        .count = sizeof commands / sizeof *commands,
        .usual_count = USUAL,
        .usual = &cmd_summary.head,
        .old = old,
        .first = "command or profile",
        .print_options = options_print,
        .run = run,
    };
    return tool_main(&tool, argc, argv);
}
