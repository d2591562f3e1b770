/*
 * compile.h - carries out a plan that instruments: preprocess, parse, edit, compile, and link where the
 * command does.
 *
 * Messages and exit status are those of the user's own text; the object comes from the edited text. The edited text is compiled alone
 * as long as the compiler prints nothing. If it prints or fails, the original is compiled, too; at the same time where a probe may hide
 * messages. If only the edited text fails, the unit gets probes that are called instead of inlined, then records without probes, then
 * the original. A line reports records and originals.
 */
#ifndef INSTR_COMPILE_H
#define INSTR_COMPILE_H

#include "instrumenter/compile/log.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/plan/plan.h"

/* `runtime` is the path of libinstr.so for the boot code. On success *status is the wait status to end
 * with. False when a step could not be run at all. */
bool compile_run(const struct plan *plan, const struct compiler *compiler, const char *runtime, struct log *log,
                 int *status, struct arena *arena, struct error *error);

/* Without memory: leaves what is being carried out, and becomes the plain compiler. Returns if an edited text was asked for, and on
 * failure. */
void compile_leave(void);

/* What is no edit: a link with something of ours added, or the compiler's hooks (by_hooks.h). The same rule. */
bool compile_whole(const struct plan *plan, const struct compiler *compiler, const char *runtime, int *status,
                   struct arena *arena, struct error *error);

#endif
