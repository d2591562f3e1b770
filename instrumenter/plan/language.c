/* language.c - see language.h. */
#include "instrumenter/plan/language.h"

#include "common/name.h"

/* The language of each suffix, in the words of -x. "object" is for everything that the linker takes. */
static const struct {
    const char *suffix, *language, *cxx;
} SUFFIXES[] = {
    {"c", "c", "c++"},
    {"i", "cpp-output", "c++-cpp-output"},
    {"h", "c-header", "c++-header"},
    {"s", "assembler", "assembler"},
    {"S", "assembler-with-cpp", "assembler-with-cpp"},
    {"sx", "assembler-with-cpp", "assembler-with-cpp"},
    {"C", "c++", "c++"},
    {"cc", "c++", "c++"},
    {"cp", "c++", "c++"},
    {"cpp", "c++", "c++"},
    {"CPP", "c++", "c++"},
    {"cxx", "c++", "c++"},
    {"c++", "c++", "c++"},
    {"ii", "c++-cpp-output", "c++-cpp-output"},
    {"H", "c++-header", "c++-header"},
    {"hh", "c++-header", "c++-header"},
    {"hpp", "c++-header", "c++-header"},
    {"hxx", "c++-header", "c++-header"},
    {"m", "objective-c", "objective-c"},
    {"mi", "objc-cpp-output", "objc-cpp-output"},
    {"M", "objective-c++", "objective-c++"},
    {"mm", "objective-c++", "objective-c++"},
    {"f", "f77", "f77"},
    {"for", "f77", "f77"},
    {"ftn", "f77", "f77"},
    {"fpp", "f77-cpp-input", "f77-cpp-input"},
    {"F", "f77-cpp-input", "f77-cpp-input"},
    {"FOR", "f77-cpp-input", "f77-cpp-input"},
    {"FTN", "f77-cpp-input", "f77-cpp-input"},
    {"FPP", "f77-cpp-input", "f77-cpp-input"},
    {"f90", "f95", "f95"},
    {"f95", "f95", "f95"},
    {"f03", "f95", "f95"},
    {"f08", "f95", "f95"},
    {"F90", "f95-cpp-input", "f95-cpp-input"},
    {"F95", "f95-cpp-input", "f95-cpp-input"},
    {"F03", "f95-cpp-input", "f95-cpp-input"},
    {"F08", "f95-cpp-input", "f95-cpp-input"},
    {"go", "go", "go"},
    {"d", "d", "d"},
    {"adb", "ada", "ada"},
    {"ads", "ada", "ada"},
    {"cu", "cuda", "cuda"},
    {"ll", "ir", "ir"},
    {"bc", "ir", "ir"},
    {"ast", "ast", "ast"},
    {"pcm", "pcm", "pcm"},
};

static const char *const LANGUAGES[] = {
    "none",
    "c",
    "cpp-output",
    "c-header",
    "c++",
    "c++-cpp-output",
    "c++-header",
    "c++-system-header",
    "c++-user-header",
    "c++-module",
    "objective-c",
    "objective-c-header",
    "objective-c++",
    "objective-c++-header",
    "objc-cpp-output",
    "objective-c-cpp-output",
    "objective-c++-cpp-output",
    "assembler",
    "assembler-with-cpp",
    "ada",
    "d",
    "f77",
    "f77-cpp-input",
    "f95",
    "f95-cpp-input",
    "go",
    "cuda",
    "hip",
    "cl",
    "ir",
    "ast",
};

bool language_known(const char *name)
{
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof *LANGUAGES; i++)
        if (!strcmp(name, LANGUAGES[i]))
            return true;
    return false;
}

bool language_edited(const char *name)
{
    static const char *const EDITED[] = {"c", "cpp-output", "c++", "c++-cpp-output"};
    for (size_t i = 0; i < sizeof EDITED / sizeof *EDITED; i++)
        if (!strcmp(name, EDITED[i]))
            return true;
    return false;
}

bool language_fortran(const char *name)
{
    return !strncmp(name, "f77", 3) || !strncmp(name, "f95", 3);
}

const char *language_of(const char *path, bool cxx)
{
    const char *dot = strrchr(name_base(path), '.');
    for (size_t i = 0; dot && i < sizeof SUFFIXES / sizeof *SUFFIXES; i++)
        if (!strcmp(dot + 1, SUFFIXES[i].suffix))
            return cxx ? SUFFIXES[i].cxx : SUFFIXES[i].language;
    return "object";
}
