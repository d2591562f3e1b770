/* tool.c - see tool.h. */
#include "report/show/tool.h"

#include "common/nearest.h"
#include "common/needed.h"
#include "report/show/progress.h"
#include "report/show/text.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static const struct tool_old *find_old(const struct tool *tool, const char *name)
{
    for (const struct tool_old *old = tool->old; old && old->name; old++)
        if (!strcmp(old->name, name))
            return old;
    return NULL;
}

static const struct tool_command *find(const struct tool *tool, const char *name)
{
    const struct tool_old *old = find_old(tool, name);
    for (size_t i = 0; i < tool->count; i++)
        if (!strcmp(tool->commands[i]->name, old ? old->command : name))
            return tool->commands[i];
    return NULL;
}

static bool unknown(const struct tool *tool, const char *name, struct error *error)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < tool->count; i++)
        nearest_offer(&nearest, tool->commands[i]->name);
    const char *like = nearest_end(&nearest);
    if (like)
        return error_set(error, ERROR_USAGE, "no command '%s'; did you mean '%s'?", name, like);
    return error_set(error, ERROR_USAGE, "no %s '%s'; '%s help' lists the commands", tool->first, name, tool->name);
}

static void print_help(const struct tool *tool, const struct tool_command *command)
{
    if (command) {
        printf("usage: %s %s %s\n%s\n\n", tool->name, command->name, command->arguments, command->summary);
        tool->print_options(stdout, command->accepts);
        if (tool->print_more)
            tool->print_more(stdout, command);
        printf("\nExample:\n  %s\n", command->example);
        return;
    }
    puts(tool->intro);
    for (size_t i = 0; i < tool->count; i++)
        printf("%s  %-18s %s\n", i && i == tool->usual_count ? "\nLess common:\n\n" : "", tool->commands[i]->name,
               tool->commands[i]->summary);
    printf("\n'%s help COMMAND' shows its options. All commands have:\n", tool->name);
    tool->print_options(stdout, 0);
    printf("\nExit status: 0 done; 71 wrong command line; 72 a system error, such as a full disk%s.\n", tool->statuses);
}

/* Returns whether a word is meant as a command: letters without a dot or slash, unless it is a file's name and no command's. */
static bool is_command(const struct tool *tool, const char *word)
{
    const char *at = word;
    while (islower((unsigned char)*at) || (*at == '-' && at > word))
        at++;
    return at > word && !*at && (find(tool, word) || access(word, F_OK));
}

static bool run(const struct tool *tool, int argc, char **argv, struct arena *arena, struct error *error)
{
    const char *word = argc > 1 ? argv[1] : tool->usual ? "" : "help";
    if (!strcmp(word, "help") || !strcmp(word, "--help") || !strcmp(word, "-h")) {
        const struct tool_command *asked = argc > 2 ? find(tool, argv[2]) : NULL;
        if (argc > 2 && !asked)
            return unknown(tool, argv[2], error);
        print_help(tool, asked);
        return true;
    }
    if (!strcmp(word, "--version")) {
        printf("%s %s\n", tool->name, tool->version);
        return true;
    }
    const struct tool_command *command = tool->usual;
    if (!command || is_command(tool, word)) {
        const struct tool_old *old = find_old(tool, word);
        command = find(tool, word);
        if (!command)
            return unknown(tool, word, error);
        if (old) { /* as if both words had been typed */
            static char option[32];
            snprintf(option, sizeof option, "%s", old->option);
            fprintf(stderr, "%s: '%s' is now '%s %s'\n", tool->name, old->name, old->command, old->option);
            argv[0] = argv[1];
            argv[1] = option;
        } else {
            argc--;
            argv++;
        }
    }
    bool help = false;
    bool done = tool->run(command, argc, argv, &help, arena, error);
    if (done && help)
        print_help(tool, command);
    return done;
}

int tool_main(const struct tool *tool, int argc, char **argv)
{
    needed_begin(tool->name);
    needed_keep();
    struct arena arena = {0};
    struct error error = {0};
    bool done = run(tool, argc, argv, &arena, &error);
    progress_stop();
    arena_free(&arena);
    if (done && (fflush(stdout) || ferror(stdout)))
        done = error_set(&error, ERROR_INTERNAL, "can't write to standard output");
    if (done)
        return 0;
    fprintf(stderr, "%s: ", tool->name);
    character_put(stderr, error_said(&error));
    putc('\n', stderr);
    return (int)error.code;
}
