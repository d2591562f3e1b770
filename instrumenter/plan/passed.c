/* passed.c - see passed.h. */
#include "instrumenter/plan/passed.h"

#include <stddef.h>

const char *passed_word(enum passed why)
{
    static const char *const WORDS[] = {NULL,
#define X(id, word, outcome) word,
                                        PASSED_TABLE(X)
#undef X
    };
    return WORDS[why];
}

enum passed_outcome passed_outcome(enum passed why)
{
    static const enum passed_outcome OUTCOMES[] = {PASSED_WANTED,
#define X(id, word, outcome) PASSED_##outcome,
                                                   PASSED_TABLE(X)
#undef X
    };
    return OUTCOMES[why];
}
