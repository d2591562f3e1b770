/*
 * left_out.c - see left_out.h.
 *
 * Only C is instrumented, and a C++ compiler takes `.c` for C++. Whoever builds all with CXX="instr-cc g++" would wait
 * for a profile. It is said where the program is linked, so once for each, and not for what a build system tries out.
 */
#include "instrumenter/left_out.h"

#include "base/input.h"
#include "instrumenter/tell.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whether the object, as far as it can be read, has no region: its section's name is nowhere in it. */
static bool has_no_region(const char *path)
{
    static const char name[] = "instr_regions";
    uint64_t length = 0;
    const char *why;
    bool none = false;
    int file = input_open(path, O_RDONLY, &length, &why);
    if (length > 0) {
        size_t size = (size_t)length;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        none = bytes != MAP_FAILED && !memmem(bytes, size, name, sizeof name - 1);
        if (bytes != MAP_FAILED)
            munmap(bytes, size);
    }
    if (file >= 0)
        close(file);
    return none;
}

static bool is_object(const struct plan_word *word)
{
    size_t length = strlen(word->text);
    return length > 2 && !strcmp(word->text + length - 2, ".o");
}

void left_out_tell(const struct plan *plan)
{
    const char *first = NULL;
    size_t count = 0;
    if (!plan->context->cxx || plan->stop != PLAN_STOP_LINK)
        return;
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        if (!word->input || !(word->cxx || (is_object(word) && has_no_region(word->text))))
            continue;
        if (!count++)
            first = word->text;
    }
    if (count == 1)
        tell("note: %s is not measured: only what is compiled as C is [language]", first);
    else if (count)
        tell("note: %s and %zu more are not measured: only what is compiled as C is [language]", first, count - 1);
}
