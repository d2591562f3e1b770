/*
 * run.h - runs the tests of a suite, so that the profiles of each come into a folder of its own, as suite.h wants them.
 *
 * One runs after the other unless more at a time are asked for, as with make and ctest: tests may share a file or a port. Then what
 * a test prints is shown when it has ended, apart from what others print.
 */
#ifndef INSTR_REPORT_SUITE_RUN_H
#define INSTR_REPORT_SUITE_RUN_H

#include "base/arena.h"
#include "base/error.h"
#include "report/show/options.h"

/* The names come from standard input, one a line. For each of them options->command is run, with the name in place of {}. The
 * folder is the one that `options` names. A test that fails, or wrote no profile, is said. */
bool suite_run(const struct options *options, struct arena *arena, struct error *error);

#endif
