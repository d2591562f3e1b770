/* main.c - instr-report: its sub-commands, see commands/command.h. */
#include "report/commands/command.h"
#include "report/show/schema.h"
#include "report/show/tool.h"

#include <string.h>

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

static const struct row_form *const *forms_of(const struct tool_command *head)
{
    return ((const struct command *)head)->forms;
}

static void print_columns(FILE *stream, const struct tool_command *head)
{
    const struct row_form *const *forms = forms_of(head);
    if (*forms)
        fputs("\nColumns of --csv and --json:\n", stream);
    for (; *forms; forms++)
        schema_print_keys(stream, *forms);
}

/* Prints the schema of all commands; some record forms belong to two commands. */
static void print_schema(void)
{
    const struct row_form *all[64];
    unsigned count = 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        for (const struct row_form *const *form = forms_of(commands[i]); *form; form++) {
            unsigned known = 0;
            while (known < count && all[known] != *form)
                known++;
            all[known] = *form;
            count += known == count;
        }
    schema_print(stdout, all, count);
}

int main(int argc, char **argv)
{
    static const struct tool_old old[] = {{"communicators", "flat", "--by=communicator"},
                                          {"explain", "summary", "--json"},
                                          {"filter", "export", "filter"},
                                          {"imbalance", "waiting", "--by=work"},
                                          {"metrics", "flat", "--by=metric"},
                                          {"mpi", "flat", "--by=mpi"},
                                          {"ranks", "tree", "--by=rank"},
                                          {"scale", "diff", "--scale"},
                                          {NULL, NULL, NULL}};
    static const struct tool tool = {
        .name = "instr-report",
        .version = INSTR_VERSION,
        .intro = "usage: instr-report [COMMAND] [OPTION...] [PROFILE...]\n\n"
                 "Shows the profile of a program built with instr-cc. Without a PROFILE it takes the newest one\n"
                 "(*.instr) of this directory. Several are merged: ranks of one job become that job, others a sum\n"
                 "over processes. A folder means all profiles in it.\n",
        .statuses = ";\n1 a check failed (coverage --require, diff --fail-above, gate); 73 unreadable profile",
        .commands = commands,
        .count = sizeof commands / sizeof *commands,
        .usual_count = USUAL,
        .usual = &cmd_summary.head,
        .old = old,
        .first = "command or profile",
        .print_options = options_print,
        .print_more = print_columns,
        .run = run,
    };
    if (argc == 2 && !strcmp(argv[1], "--schema")) {
        print_schema();
        return fflush(stdout) ? ERROR_INTERNAL : 0;
    }
    return tool_main(&tool, argc, argv);
}
