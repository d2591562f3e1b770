/* stubs.c - see stubs.h. */
#include "instrumenter/plan/stubs.h"

#include "base/name.h"

/* aarch64-linux-gnu-gcc, riscv32-unknown-elf-clang: by its name for another machine. */
static bool is_cross(const char *compiler)
{
    const char *name = name_base(compiler);
    bool triple = strstr(name, "-linux-") || strstr(name, "-elf-") || strstr(name, "-none-") || strstr(name, "-mingw");
    return triple && strncmp(name, "x86_64-linux-", 13) != 0;
}

/* For another machine than this one, or so it may be; data are so far away that assembly alone can't name them; or -mno-red-zone is
 * an error. */
static bool is_elsewhere(const char *flag)
{
    static const char *const beginnings[] = {"-m32",    "-mx32",      "-m16",       "--target",
                                             "-target", "-mcmodel=m", "-mcmodel=l", "-fembed-bitcode"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (name_starts(flag, beginnings[i]))
            return true;
    return false;
}

bool stubs_fit(const struct plan *plan)
{
    const struct plan_context *context = plan->context;
    if (is_cross(context->compiler[context->compiler_count - 1]) || plan->coverage)
        return false;
    bool thread = false, counts = false;
    for (size_t i = 0; i < plan->word_count; i++) {
        const char *word = plan->words[i].text;
        if (is_elsewhere(word))
            return false;
        thread |= name_starts(word, "-fsanitize=") && strstr(word, "thread");
        counts |= name_starts(word, "-fprofile-generate") || name_starts(word, "-fprofile-arcs");
    }
    /* The sanitizer makes a call of each count, also in between of what a probe hands to its assembly in registers. */
    return !(thread && counts);
}
