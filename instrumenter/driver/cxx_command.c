/* cxx_command.c - see cxx_command.h. */
#include "instrumenter/driver/cxx_command.h"

#include "base/name.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/plan/language.h"

#include <string.h>

/* What objects name of the C++ library and of what compilers need for it. */
static bool needs_library(const char *bytes, size_t size)
{
    static const char *const names[] = {
        "__gxx_personality_v0", "_ZTVN10__cxxabiv1", "_ZNSt", "_ZNKSt", "_ZSt", "_Znwm", "_ZdlPv", "__cxa_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(bytes, size, names[i], strlen(names[i])))
            return true;
    return false;
}

static bool is_object(const char *word)
{
    return name_ends(word, ".o") || name_ends(word, ".a");
}

bool cxx_command(char *const *words)
{
    bool sources = false;
    for (char *const *word = words; *word; word++) {
        if (name_starts(*word, "-std=") && strstr(*word, "++"))
            return true;
        const char *language = name_starts(*word, "-x") ? (*word)[2] || !word[1] ? *word + 2 : word[1] : NULL;
        if (!language && **word != '-')
            language = language_of(*word, false);
        if (language && name_starts(language, "c++"))
            return true;
        sources |= language && strcmp(language, "object") != 0;
    }
    for (; !sources && *words; words++)
        if (is_object(*words) && file_asks(*words, needs_library))
            return true;
    return false;
}

const char *cxx_command_twin(const char *compiler, struct arena *arena)
{
    static const char *const twins[][2] = {
        {"clang", "clang++"}, {"mpicc", "mpicxx"}, {"gcc", "g++"}, {"icx", "icpx"}, {"cc", "c++"}};
    const char *base = name_base(compiler);
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        const char *at = strstr(base, twins[i][0]);
        const char *behind = at ? at + strlen(twins[i][0]) : NULL;
        if (behind && (!*behind || *behind == '-'))
            return arena_printf(arena, "%.*s%s%s", (int)(at - compiler), compiler, twins[i][1], behind);
    }
    return NULL;
}
