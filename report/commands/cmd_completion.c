/*
 * cmd_completion.c - what a shell needs to complete our commands, options and profiles: from the tables that the commands and
 * options themselves come from.
 */
#include "report/commands/command.h"

#include <string.h>

static const struct tool_command *const commands[] = {COMMANDS(COMMAND_HEAD)};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* In single quotes all is itself but these. */
static void put_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

/* --- bash --- */

static void put_bash_option(const struct option_shown *option, const char *command)
{
    (void)command;
    printf(" --%s%s", option->name, option->argument ? "=" : "");
}

static void put_bash(void)
{
    fputs("_instr_report()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} command= word options=\n"
          "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
          "        [[ $word == -* ]] || { command=$word; break; }\n"
          "    done\n"
          "    compopt -o filenames\n"
          "    if [[ $current == -* ]]; then\n"
          "        case $command in\n",
          stdout);
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("        %s) options='", commands[i]->name);
        options_each(commands[i]->accepts, put_bash_option, commands[i]->name);
        puts("' ;;");
    }
    fputs("        *) options='", stdout);
    options_each(cmd_summary.head.accepts, put_bash_option, "");
    fputs("' ;;\n        esac\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
          "        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
          "        return 0\n    fi\n"
          "    COMPREPLY=($(compgen -f -X '!*.instr' -- \"$current\") $(compgen -d -- \"$current\"))\n"
          "    if [[ ! $command ]]; then\n"
          "        COMPREPLY+=($(compgen -W 'help",
          stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        printf(" %s", commands[i]->name);
    fputs("' -- \"$current\"))\n    elif [[ $command == help ]]; then\n        COMPREPLY=($(compgen -W '", stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        printf(" %s", commands[i]->name);
    fputs("' -- \"$current\"))\n    elif [[ $command == export ]]; then\n        COMPREPLY+=($(compgen -W '", stdout);
    for (unsigned i = 0; cmd_export_format(i); i++)
        printf(" %s", cmd_export_format(i));
    puts("' -- \"$current\"))\n    elif [[ $command == gate ]]; then\n"
         "        COMPREPLY+=($(compgen -f -X '!*.baseline' -- \"$current\"))\n    fi\n    return 0\n}\ncomplete -F "
         "_instr_report instr-report");
}

/* --- zsh --- */

/* In a description of _arguments a bracket or colon means something. */
static void put_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (strchr("[]:'\\", *text))
            fputs(*text == '\'' ? "'\\'" : "\\", stdout);
        putchar(*text);
    }
}

static void put_zsh_option(const struct option_shown *option, const char *command)
{
    (void)command;
    printf(" \\\n            '--%s%s[", option->name, option->argument ? "=" : "");
    put_zsh_text(option->help);
    putchar(']');
    if (option->argument)
        printf(":%s:%s", option->argument, !strcmp(option->argument, "FILE") ? "_files" : " ");
    putchar('\'');
}

static void put_zsh(void)
{
    puts("#compdef instr-report\nlocal -a commands\ncommands=(");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("    '%s:", commands[i]->name);
        put_zsh_text(commands[i]->summary);
        puts("'");
    }
    puts(")\nif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
         "    _describe -t commands command commands\n    _files -g '*.instr'\n    return\nfi\n"
         "local command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("    %s) _arguments", commands[i]->name);
        options_each(commands[i]->accepts, put_zsh_option, commands[i]->name);
        if (commands[i] == &cmd_export.head) {
            fputs(" \\\n            '1:format:(", stdout);
            for (unsigned k = 0; cmd_export_format(k); k++)
                printf("%s%s", k ? " " : "", cmd_export_format(k));
            fputs(")'", stdout);
        }
        printf(" \\\n            '*:profile:_files -g \"%s\"' ;;\n",
               commands[i] == &cmd_gate.head ? "*.(instr|baseline)" : "*.instr");
    }
    puts("    *) _files -g '*.instr' ;;\nesac");
}

/* --- fish --- */

static void put_fish_option(const struct option_shown *option, const char *command)
{
    printf("complete -c instr-report -n '__fish_seen_subcommand_from %s' -l %s%s -d ", command, option->name,
           !option->argument                   ? ""
           : !strcmp(option->argument, "FILE") ? " -r"
                                               : " -x");
    put_quoted(option->help);
    putchar('\n');
}

static void put_fish(void)
{
    puts("complete -c instr-report -f -a '(__fish_complete_suffix .instr)'");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("complete -c instr-report -n __fish_use_subcommand -a %s -d ", commands[i]->name);
        put_quoted(commands[i]->summary);
        putchar('\n');
        options_each(commands[i]->accepts, put_fish_option, commands[i]->name);
    }
    puts("complete -c instr-report -n '__fish_seen_subcommand_from gate' -a '(__fish_complete_suffix .baseline)'");
    for (unsigned i = 0; cmd_export_format(i); i++)
        printf("complete -c instr-report -n '__fish_seen_subcommand_from export' -a %s\n", cmd_export_format(i));
}

static bool run_completion(const struct options *options, struct arena *arena, struct error *error)
{
    const char *shell = options->file_count == 1 ? options->files[0] : "";
    (void)arena;
    if (!strcmp(shell, "bash"))
        put_bash();
    else if (!strcmp(shell, "zsh"))
        put_zsh();
    else if (!strcmp(shell, "fish"))
        put_fish();
    else
        return error_set(error, ERROR_USAGE, "completion: name the shell, which is bash, zsh or fish");
    return true;
}

const struct command cmd_completion = {
    {"completion", "SHELL", "what bash, zsh or fish needs to complete words of ours", 0},
    SORT_INCLUSIVE,
    .run = run_completion};
