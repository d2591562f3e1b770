/* main.c - instr-tune: finds the sub-command and turns its failure into a message and a status. */
#include "tune/commands/command.h"

#include "report/nearest.h"
#include "report/tool.h"

#include <string.h>

#define COMMAND_ADDRESS(name) &tune_##name,
static const struct tune_command *const commands[] = {TUNE_COMMANDS(COMMAND_ADDRESS)};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct tune_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    return NULL;
}

static bool unknown_command(const char *name, struct error *error)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < COMMANDS; i++)
        nearest_offer(&nearest, commands[i]->name);
    const char *like = nearest_end(&nearest);
    if (like)
        return error_set(error, ERROR_USAGE, "no command '%s'; did you mean '%s'?", name, like);
    return error_set(error, ERROR_USAGE, "no command '%s'; 'instr-tune help' lists the commands", name);
}

static void print_help(const struct tune_command *command)
{
    if (command) {
        printf("usage: instr-tune %s %s\n%s\n\n", command->name, command->arguments, command->summary);
        if (command->accepts)
            tune_options_print(stdout, command->accepts);
        tune_options_print(stdout, 0);
        return;
    }
    puts("usage: instr-tune COMMAND [OPTION...]\n\n"
         "Tries a program with many settings, measures each and finds the best. A project file, tune.lua,\n"
         "says which settings there are; 'instr-tune init' writes one to start from.\n");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-18s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n'instr-tune help COMMAND' shows its options. All commands have:");
    tune_options_print(stdout, 0);
}

static bool run(int argc, char **argv, struct arena *arena, struct error *error)
{
    const char *word = argc > 1 ? argv[1] : "help";
    if (!strcmp(word, "help") || !strcmp(word, "--help") || !strcmp(word, "-h")) {
        const struct tune_command *command = argc > 2 ? find_command(argv[2]) : NULL;
        if (argc > 2 && !command)
            return unknown_command(argv[2], error);
        print_help(command);
        return true;
    }
    if (!strcmp(word, "--version")) {
        puts("instr-tune " INSTR_VERSION);
        return true;
    }
    const struct tune_command *command = find_command(word);
    if (!command)
        return unknown_command(word, error);
    struct tune_options options;
    bool help;
    if (!tune_options_parse(argc - 1, argv + 1, command->name, command->accepts, &options, &help, error))
        return false;
    if (help) {
        print_help(command);
        return true;
    }
    return command->run(&options, arena, error);
}

int main(int argc, char **argv)
{
    return tool_main("instr-tune", run, argc, argv);
}
