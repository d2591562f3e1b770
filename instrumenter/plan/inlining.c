/* inlining.c - see inlining.h. */
#include "instrumenter/plan/inlining.h"

#include "base/name.h"

#include <stdlib.h>

const char *inlining_limit(const struct plan *plan)
{
    const char *level = "";
    for (size_t i = 0; i < plan->word_count; i++)
        if (name_starts(plan->words[i].text, "-O"))
            level = plan->words[i].text + 2;
    /* GCC's own (gcc/opts.cc, gcc/params.opt) are 15 and 30 since version 10. Before that, -O2 inlined nothing that grows. */
    if (!strcmp(level, "2"))
        return "--param=max-inline-insns-auto=18";
    if (!strcmp(level, "fast") || atoi(level) > 2)
        return "--param=max-inline-insns-auto=33";
    return NULL;
}
