/* main.c - instr-report: finds the sub-command and turns its failure into a message and a status. */
#include "report/commands/command.h"
#include "report/nearest.h"
#include "report/tool.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {COMMANDS(COMMAND_ADDRESS)};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find_command(const char *name)
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
    return error_set(error, ERROR_USAGE, "no command or profile '%s'; 'instr-report help' lists the commands", name);
}

/* A word of letters without a dot or slash is meant as a command, anything else as a profile. */
static bool looks_like_command(const char *word)
{
    for (const char *at = word; *at; at++)
        if (!islower((unsigned char)*at) && *at != '-')
            return false;
    return *word && *word != '-';
}

static void print_help(const struct command *command)
{
    if (command) {
        printf("usage: instr-report %s %s\n%s\n\n", command->name, command->arguments, command->summary);
        options_print(stdout, command->accepts);
        return;
    }
    puts("usage: instr-report [COMMAND] [OPTION...] [PROFILE...]\n\n"
         "Shows what a program built with instr-cc did. Without a PROFILE: the newest one (*.instr) of\n"
         "this directory. Several are merged, and a folder is all that are in it.\n");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-18s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n'instr-report help COMMAND' shows its options. All commands have:");
    options_print(stdout, 0);
}

static bool run(int argc, char **argv, struct arena *arena, struct error *error)
{
    const struct command *command = &cmd_summary;
    const char *word = argc > 1 ? argv[1] : "";
    if (!strcmp(word, "help") || !strcmp(word, "--help") || !strcmp(word, "-h")) {
        command = argc > 2 ? find_command(argv[2]) : NULL;
        if (argc > 2 && !command)
            return unknown_command(argv[2], error);
        print_help(command);
        return true;
    }
    if (!strcmp(word, "--version")) {
        puts("instr-report " INSTR_VERSION);
        return true;
    }
    if (looks_like_command(word) && (find_command(word) || access(word, F_OK))) {
        command = find_command(word);
        if (!command)
            return unknown_command(word, error);
        argc--;
        argv++;
    }
    struct options options = {.sort = command->sort};
    bool help;
    if (!options_parse(argc, argv, command->name, command->accepts, &options, &help, error))
        return false;
    if (help) {
        print_help(command);
        return true;
    }
    return command->run(&options, arena, error);
}

int main(int argc, char **argv)
{
    return tool_main("instr-report", run, argc, argv);
}
