/* passed.c - see passed.h. */
#include "instrumenter/plan/passed.h"

#include <stddef.h>

const char *passed_word(enum passed why)
{
    static const char *const WORDS[] = {NULL,
#define X(id, word) word,
                                        PASSED_TABLE(X)
#undef X
    };
    return WORDS[why];
}
