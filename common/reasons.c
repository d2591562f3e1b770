/* reasons.c - see reasons.h. */
#include "common/reasons.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *word, *explanation;
} reasons[] = {{NULL, NULL},
#define X(id, word, explanation) {word, explanation},
               REASON_TABLE(X)
#undef X
};

const char *reason_word(enum reason reason)
{
    return reasons[reason].word;
}

const char *reason_explain(const char *word)
{
    for (size_t i = 1; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i].word, word) == 0)
            return reasons[i].explanation;
    return NULL;
}
