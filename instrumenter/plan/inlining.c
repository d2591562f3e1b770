/* inlining.c - see inlining.h. */
#include "instrumenter/plan/inlining.h"

#include "base/name.h"

#include <stdlib.h>

/* GCC's own limits since version 10 (gcc/opts.cc, gcc/params.opt), and what a probe adds where it has something to count with. */
enum { PROBE = 6, EARLY = 6, AUTO = 15, SINGLE = 70, EARLY_3 = 14, AUTO_3 = 30, SINGLE_3 = 200 };

void inlining_limits(const struct plan *plan, struct words *argv)
{
    const char *level = "0";
    for (size_t i = 0; i < plan->word_count; i++)
        if (name_starts(plan->words[i].text, "-O"))
            level = plan->words[i].text[2] ? plan->words[i].text + 2 : "1";
    bool most = !strcmp(level, "fast") || atoi(level) > 2;
    if (!most && atoi(level) < 1)
        return;
    words_addf(argv, "--param=early-inlining-insns=%d", (most ? EARLY_3 : EARLY) + PROBE);
    words_addf(argv, "--param=max-inline-insns-auto=%d", (most ? AUTO_3 : AUTO) + PROBE);
    words_addf(argv, "--param=max-inline-insns-single=%d", (most ? SINGLE_3 : SINGLE) + PROBE);
}
