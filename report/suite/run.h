/*
 * run.h - runs the tests of a suite one after the other, so that the profiles of each come into a folder of its own, as suite.h
 * wants them.
 */
#ifndef INSTR_REPORT_SUITE_RUN_H
#define INSTR_REPORT_SUITE_RUN_H

#include "base/arena.h"
#include "base/error.h"
#include "report/options.h"

/* The names come from standard input, one a line. For each of them options->command is run, with the name in place of {}. The
 * folder is the one that `options` names. A test that fails, or wrote no profile, is said. */
bool suite_run(const struct options *options, struct arena *arena, struct error *error);

#endif
