/*
 * facts.h - what is known before the command is read: the real compiler, the environment, and where our own files lie.
 */
#ifndef INSTR_FACTS_H
#define INSTR_FACTS_H

#include "instrumenter/driver/compiler.h"
#include "instrumenter/plan/plan.h"

struct facts {
    struct compiler compiler;
    int above;             /* how many instr-cc have run this one, through the compilers that they started */
    const char *libraries; /* the folder of libinstr; null = it is not where it belongs */
    const char *runtime;   /* the path of libinstr.so for the boot code; null without that folder */
    struct plan_context context;
    struct arena *arena;
};

/* Takes the words that name the compiler out of `argv`. The context refers to *facts. */
bool facts_find(struct facts *facts, char **argv, struct arena *arena, struct error *error);

#endif
