/*
 * assembly.h - the assembly text of a unit that was compiled with the compiler's hooks, on its way to the assembler.
 *
 *         .p2align 4                            .p2align 4
 *         .type  relax_, @function              .type  relax_, @function
 *     relax_:                                   .quad  0x30316b6f6f487349
 *         ...                                   .long  .L__instr_d0-.
 *         call   __cyg_profile_func_enter       .long  0
 *                                           relax_:
 *                                               ...
 *                                               call   __instr_hook_enter11
 *
 * and behind it all descriptors, and the text of include/instr_hooks.h. The text is that of gcc and clang on ELF, in either syntax of x86-64.
 * Nothing of the user's is moved or left out, except line information that only we requested.
 */
#ifndef INSTR_ASSEMBLY_H
#define INSTR_ASSEMBLY_H

#include "common/arena.h"
#include "common/filter.h"
#include "common/reasons.h"

#include <stdbool.h>
#include <stddef.h>

struct assembly_options {
    const char *runtime;         /* the path of the runtime */
    const char *output;          /* null, or where the program's profiles go */
    const char *build;           /* null, or the compiler and the words that decide what code it makes */
    const struct filter *filter; /* null, or what to leave alone */
    enum reason reason;          /* REASON_NONE, or why nothing is measured */
    bool no_lines;               /* take out what tells lines: it is for us alone */
    bool all_paths;              /* no call is counted by function alone */
};

/* Returns the edited text, `*size` its length; the text itself if it has no function, or is ours already. */
const char *assembly_edit(const char *text, const struct assembly_options *options, size_t *size, struct arena *arena);

#endif
