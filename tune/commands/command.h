/*
 * command.h - the sub-commands of instr-tune and what they all get.
 *
 * A command is one file cmd_NAME.c with one `struct tune_command`, and a line in the list below.
 */
#ifndef INSTR_TUNE_COMMAND_H
#define INSTR_TUNE_COMMAND_H

#include "common/arena.h"
#include "common/error.h"
#include "report/show/tool.h"
#include "tune/options.h"

struct tune_command {
    struct tool_command head; /* accepts TAKES_* */
    bool (*run)(const struct tune_options *options, struct arena *arena, struct error *error);
};

/* All commands in the order of `help`: each is `tune_NAME` in commands/cmd_NAME.c. */
#define TUNE_COMMANDS(X)                                                                                               \
    X(init)                                                                                                            \
    X(check)                                                                                                           \
    X(run)                                                                                                             \
    X(list)                                                                                                            \
    X(best)                                                                                                            \
    X(effects)                                                                                                         \
    X(plot)                                                                                                            \
    X(export)                                                                                                          \
    X(replay)                                                                                                          \
    X(confirm)                                                                                                         \
    X(clean)                                                                                                           \
    X(convert)
#define COMMAND_DECLARE(name) extern const struct tune_command tune_##name;
TUNE_COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

#endif
