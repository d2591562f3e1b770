/*
 * left_out.c - see left_out.h.
 *
 * Objects that an instr-cc of another version made, as in a build that goes on after instr was replaced. It is said where the
 * program is linked, so once for each.
 */
#include "instrumenter/left_out.h"

#include "base/name.h"
#include "include/instr_kinds.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/tell.h"

#include <string.h>

/* By the name of its boot code, which ends in the version. */
static bool is_of_other_version(const char *bytes, size_t size)
{
    static const char name[] = "__instr_boot";
    for (const char *at = bytes, *end = bytes + size; (at = memmem(at, (size_t)(end - at), name, sizeof name - 1));) {
        at += sizeof name - 1;
        int version = 0;
        while (at < end && *at >= '0' && *at <= '9' && version < 1000)
            version = version * 10 + *at++ - '0';
        if (at < end && !*at && version && version != __INSTR_ABI)
            return true;
    }
    return false;
}

void left_out_tell(const struct plan *plan)
{
    static const char why[] = "an instr-cc of another version made it: compile it again [older-instr]";
    const char *first = NULL;
    size_t count = 0;
    if (plan->stop != PLAN_STOP_LINK)
        return;
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        bool readable = word->input && (name_ends(word->text, ".o") || name_ends(word->text, ".a"));
        if (readable && file_asks(word->text, is_of_other_version) && !count++)
            first = word->text;
    }
    if (count == 1)
        tell("note: %s is not measured: %s", first, why);
    else if (count)
        tell("note: %s and %zu more are not measured: %s", first, count - 1, why);
}
