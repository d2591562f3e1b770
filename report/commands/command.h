/*
 * command.h - the sub-commands of instr-report and what they all get.
 *
 * A command is one file cmd_NAME.c with one `struct command`, and a line in the list below. It gets its options
 * already read and checked, and fails as every tool here does: false, with a struct error.
 */
#ifndef INSTR_REPORT_COMMAND_H
#define INSTR_REPORT_COMMAND_H

#include "common/arena.h"
#include "common/error.h"
#include "report/read/report.h"
#include "report/show/options.h"
#include "report/show/rows.h"
#include "report/show/tool.h"

#include <stdbool.h>
#include <stdio.h>

struct command {
    struct tool_command head; /* accepts OPTION_* */
    enum sort_key sort;       /* unless --sort says otherwise */
    bool (*run)(const struct options *options, struct arena *arena, struct error *error);
    const struct row_form *forms[7]; /* of its records; ends with null */
    /* In place of run, of those that show one profile, which is open. */
    bool (*show)(struct report *report, const struct options *options, struct arena *arena, struct error *error);
};

/* All commands in the order of `help`, which shows them in two lists. Each is `cmd_NAME` in commands/cmd_NAME.c. */
#define COMMANDS_USUAL(X)                                                                                              \
    X(summary)                                                                                                         \
    X(tree)                                                                                                            \
    X(flat)                                                                                                            \
    X(html)                                                                                                            \
    X(diff)                                                                                                            \
    X(list)                                                                                                            \
    X(coverage)                                                                                                        \
    X(waiting)                                                                                                         \
    X(gate)                                                                                                            \
    X(recover)                                                                                                         \
    X(export)                                                                                                          \
    X(timeline)                                                                                                        \
    X(top)
#define COMMANDS_RARE(X)                                                                                               \
    X(clocks)                                                                                                          \
    X(growth)                                                                                                          \
    X(history)                                                                                                         \
    X(merge)                                                                                                           \
    X(what_if)
#define COMMANDS(X) COMMANDS_USUAL(X) COMMANDS_RARE(X)
#define COMMAND_DECLARE(name) extern const struct command cmd_##name;
COMMANDS(COMMAND_DECLARE)
#undef COMMAND_DECLARE

/* Reports that command `name` can't show a trace, and returns false. */
struct trace;
bool cmd_timeline_nothing(const char *name, const struct trace *trace, const struct options *options,
                          struct arena *arena, struct error *error);

#define COMMAND_HEAD(name) &cmd_##name.head,

#endif
