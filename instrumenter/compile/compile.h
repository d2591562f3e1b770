/*
 * compile.h - carries out a plan that instruments: preprocess, parse, edit, compile, and link where the
 * command does.
 *
 * What the user reads, and the exit status, always come from the user's own text; the object comes from the edited
 * text. This is compiled alone as long as it says nothing. The original is compiled where anything was printed or
 * failed, or at the same time where messages are wanted that a probe may hide. A unit whose edited text fails although
 * the original compiles gets probes that are called rather than inlined, or else records only; and if that fails too
 * its original stays. Of records and originals one line says so.
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
