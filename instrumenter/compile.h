/*
 * compile.h - carries out a plan that instruments: preprocess, parse, edit, compile, and link where the
 * command does.
 *
 * What the user reads always comes from the user's own text. The edited text is compiled first; when
 * that is silent, all is done. When it prints anything or fails, the user's text is compiled with the
 * user's descriptors: its messages and exit status are the command's. If it succeeded and there is no
 * object of the edited text yet, that is compiled once more with warnings off; a unit that fails even so
 * gets probes that are called rather than inlined, or else records only; and if that fails too its original
 * stays. Of records and originals one line says so. With exact messages, and where probes stand between
 * statements that are optimised, the user's text is compiled in any case.
 */
#ifndef INSTR_COMPILE_H
#define INSTR_COMPILE_H

#include "instrumenter/compiler.h"
#include "instrumenter/log.h"
#include "instrumenter/plan.h"

/* `runtime` is the path of libinstr.so for the boot code. On success *status is the wait status to end
 * with. False when a step could not be run at all. */
bool compile_run(const struct plan *plan, const struct compiler *compiler, const char *runtime,
                 struct log *log, int *status, struct arena *arena, struct error *error);

/* A link with something of ours added: the same rule. */
bool compile_link(const struct plan *plan, const struct compiler *compiler, int *status,
                  struct arena *arena, struct error *error);

#endif
