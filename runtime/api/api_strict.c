/*
 * api_strict.c - a stop that does not fit what is open.
 *
 * It is counted twice in the profile: in a total by kind, and under a tally of its own that says both
 * names and the place. Of the latter there are only so many.
 */
#include "common/name.h"
#include "runtime/api/api.h"

#include "runtime/machine/message.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/thread_busy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXTS = 24, LONGEST_TEXT = 400 };

static struct lock lock = LOCK(LOCK_MESSAGES, NULL);
static const char *texts[MOST_TEXTS];

/* A copy that stays; null when there are enough. */
static const char *keep(const char *text)
{
    const char *kept = NULL;
    lock_take(&lock);
    for (size_t i = 0; !kept && i < MOST_TEXTS; i++) {
        if (!texts[i])
            texts[i] = store_text(text);
        if (strcmp(texts[i], text) == 0)
            kept = texts[i];
    }
    lock_give(&lock);
    return kept;
}

int label_mismatch(int code, const char *what, const struct instr_label *label, const char *open, const char *file,
                   int line)
{
    char text[LONGEST_TEXT];
    const char *quote = open ? "\"" : "";
    snprintf(text, sizeof text, "%s of \"%.120s\" while %s%.120s%s was open (%.100s:%d)", what,
             label->descriptor.__name, quote, open ? open : "nothing", quote, file ? name_base(file) : "?", line);
    tally_add(code == INSTR_ENOTOPEN ? TALLY_NOT_OPEN : TALLY_OUT_OF_ORDER, 1);
    const char *kept = keep(text);
    if (kept)
        tally_add_named(kept, 1);
    if (settings.strict != STRICT_OFF)
        message_say("%s", text);
    if (settings.strict == STRICT_ABORT)
        abort();
    return code;
}
