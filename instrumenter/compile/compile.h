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

/* Carries out the plan. `runtime` is the path of libinstr.so for the boot code. On success *status is the wait status to end with. Returns
 * false if a step could not be run at all. */
bool compile_run(const struct plan *plan, const struct compiler *compiler, const char *runtime, struct log *log,
                 int *status, struct arena *arena, struct error *error);

/* Called without memory: abandons the work, and becomes the plain compiler. Returns if an edited text was requested, and on failure. */
void compile_leave(void);

/* Carries out a command without an edit: a link with additions of ours, or the compiler's hooks (hooks/hooks_step.h). Returns as compile_run does. */
bool compile_whole(const struct plan *plan, const struct compiler *compiler, const char *runtime, int *status,
                   struct arena *arena, struct error *error);

#endif
