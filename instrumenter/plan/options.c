/*
 * options.c - the table. Sorted by strcmp, so that a person finds a line and bsearch does too; a test
 * checks it. Sources: gcc's "Option Summary", `clang --help-hidden`, and what other wrappers met:
 * options whose next word looks like a source file (-include unistd.h, -MF x.c, -T script).
 */
#include "instrumenter/plan/options.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct option TABLE[] = {
    {"-###", FORM_FLAG, ROLE_PASS, "query"},
    {"--analyze", FORM_FLAG, ROLE_PASS, "analyze"},
    {"--assemble", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--comments", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--compile", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--config", FORM_EITHER, ROLE_PASS, "config-file"},
    {"--define-macro", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--dependencies", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--for-assembler", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--for-linker", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--help", FORM_JOINED, ROLE_PASS, "query"},
    {"--include", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--language", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--library", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--library-directory", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--no-line-commands", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--output", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--param", FORM_EITHER, ROLE_ALL, NULL},
    {"--pedantic-errors", FORM_FLAG, ROLE_STRICT, NULL},
    {"--preprocess", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--print-", FORM_JOINED, ROLE_PASS, "query"},
    {"--save-temps", FORM_JOINED, ROLE_PASS, "save-temps"},
    {"--serialize-diagnostics", FORM_EITHER, ROLE_PASS, "other-output"},
    {"--specs", FORM_SEPARATE, ROLE_ALL, NULL},
    {"--sysroot", FORM_EITHER, ROLE_ALL, NULL},
    {"--target-help", FORM_FLAG, ROLE_PASS, "query"},
    {"--undefine-macro", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--user-dependencies", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--verbose", FORM_FLAG, ROLE_PASS, "query"},
    {"--version", FORM_FLAG, ROLE_PASS, "query"},
    {"--wrapper", FORM_SEPARATE, ROLE_PASS, "wrapper"},
    {"--write-dependencies", FORM_JOINED, ROLE_PASS, "long-option"},
    {"--write-user-dependencies", FORM_JOINED, ROLE_PASS, "long-option"},
    {"-A", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-B", FORM_EITHER, ROLE_ALL, NULL},
    {"-C", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-CC", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-D", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-E", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-F", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-G", FORM_EITHER, ROLE_ALL, NULL},
    {"-H", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-I", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-I-", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-L", FORM_EITHER, ROLE_LINK, NULL},
    {"-M", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-MD", FORM_FLAG, ROLE_DEPENDENCY, NULL},
    {"-MF", FORM_EITHER, ROLE_DEPENDENCY, NULL},
    {"-MG", FORM_FLAG, ROLE_DEPENDENCY, NULL},
    {"-MJ", FORM_EITHER, ROLE_PASS, "other-output"},
    {"-MM", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-MMD", FORM_FLAG, ROLE_DEPENDENCY, NULL},
    {"-MP", FORM_FLAG, ROLE_DEPENDENCY, NULL},
    {"-MQ", FORM_EITHER, ROLE_DEPENDENCY, NULL},
    {"-MT", FORM_EITHER, ROLE_DEPENDENCY, NULL},
    {"-MV", FORM_FLAG, ROLE_DEPENDENCY, NULL},
    {"-N", FORM_FLAG, ROLE_LINK, NULL},
    {"-P", FORM_FLAG, ROLE_PASS, "preprocess-only"},
    {"-S", FORM_FLAG, ROLE_MODE, NULL},
    {"-T", FORM_EITHER, ROLE_LINK, NULL},
    {"-Tbss", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-Tdata", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-Ttext", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-U", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-V", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-Wa,", FORM_JOINED, ROLE_COMPILE, NULL},
    {"-Werror", FORM_JOINED, ROLE_STRICT, NULL},
    {"-Wfatal-errors", FORM_FLAG, ROLE_STRICT, NULL},
    {"-Wl,", FORM_JOINED, ROLE_LINK, NULL},
    {"-Wp,", FORM_JOINED, ROLE_PREPROCESS, NULL},
    {"-Xanalyzer", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-Xassembler", FORM_SEPARATE, ROLE_COMPILE, NULL},
    {"-Xclang", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-Xlinker", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-Xopenmp-target", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-Xpreprocessor", FORM_SEPARATE, ROLE_PREPROCESS, NULL},
    {"-arch", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-aux-info", FORM_EITHER, ROLE_PASS, "other-output"},
    {"-b", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-c", FORM_FLAG, ROLE_MODE, NULL},
    {"-cc1", FORM_FLAG, ROLE_PASS, "compiler-internals"},
    {"-cc1as", FORM_FLAG, ROLE_PASS, "compiler-internals"},
    {"-cxx-isystem", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-d", FORM_JOINED, ROLE_PASS, "dump"},
    {"-dumpbase", FORM_SEPARATE, ROLE_COMPILE, NULL},
    {"-dumpbase-ext", FORM_SEPARATE, ROLE_COMPILE, NULL},
    {"-dumpdir", FORM_SEPARATE, ROLE_COMPILE, NULL},
    {"-dumpfullversion", FORM_FLAG, ROLE_PASS, "query"},
    {"-dumpmachine", FORM_FLAG, ROLE_PASS, "query"},
    {"-dumpspecs", FORM_FLAG, ROLE_PASS, "query"},
    {"-dumpversion", FORM_FLAG, ROLE_PASS, "query"},
    {"-e", FORM_EITHER, ROLE_LINK, NULL},
    {"-emit-", FORM_JOINED, ROLE_PASS, "other-output"},
    {"-emit-llvm", FORM_FLAG, ROLE_ALL, NULL},
    {"-export-dynamic", FORM_FLAG, ROLE_LINK, NULL},
    {"-fdiagnostics-add-output=", FORM_JOINED, ROLE_STRICT, NULL},
    {"-fdiagnostics-format=", FORM_JOINED, ROLE_STRICT, NULL},
    {"-fdiagnostics-set-output=", FORM_JOINED, ROLE_STRICT, NULL},
    {"-fdirectives-only", FORM_FLAG, ROLE_PASS, "already-preprocessed"},
    {"-fdump-", FORM_JOINED, ROLE_PASS, "dump"},
    {"-finput-charset=", FORM_JOINED, ROLE_PREPROCESS, NULL},
    {"-fmodule", FORM_JOINED, ROLE_PASS, "modules"},
    {"-fpreprocessed", FORM_FLAG, ROLE_PASS, "already-preprocessed"},
    {"-framework", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-fsyntax-only", FORM_FLAG, ROLE_PASS, "syntax-only"},
    {"-fuse-ld=", FORM_JOINED, ROLE_LINK, NULL},
    {"-idirafter", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-iframework", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-imacros", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-imultiarch", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-imultilib", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-include", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-include-pch", FORM_SEPARATE, ROLE_PASS, "precompiled-header"},
    {"-iprefix", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-iquote", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-isysroot", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-isystem", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-ivfsoverlay", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-iwithprefix", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-iwithprefixbefore", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-iwithsysroot", FORM_EITHER, ROLE_PREPROCESS, NULL},
    {"-l", FORM_EITHER, ROLE_LINK, NULL},
    {"-mllvm", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-n", FORM_FLAG, ROLE_LINK, NULL},
    {"-no-pie", FORM_FLAG, ROLE_LINK, NULL},
    {"-nodefaultlibs", FORM_FLAG, ROLE_LINK, NULL},
    {"-nolibc", FORM_FLAG, ROLE_LINK, NULL},
    {"-nostartfiles", FORM_FLAG, ROLE_LINK, NULL},
    {"-nostdinc", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-nostdinc++", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-nostdlib", FORM_FLAG, ROLE_LINK, NULL},
    {"-nostdlib++", FORM_FLAG, ROLE_LINK, NULL},
    {"-o", FORM_EITHER, ROLE_OUTPUT, NULL},
    {"-pedantic-errors", FORM_FLAG, ROLE_STRICT, NULL},
    {"-pie", FORM_FLAG, ROLE_LINK, NULL},
    {"-print-", FORM_JOINED, ROLE_PASS, "query"},
    {"-r", FORM_FLAG, ROLE_LINK, NULL},
    {"-rdynamic", FORM_FLAG, ROLE_LINK, NULL},
    {"-remap", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-rpath", FORM_SEPARATE, ROLE_LINK, NULL},
    {"-s", FORM_FLAG, ROLE_LINK, NULL},
    {"-save-temps", FORM_JOINED, ROLE_PASS, "save-temps"},
    {"-shared", FORM_FLAG, ROLE_LINK, NULL},
    {"-shared-lib", FORM_JOINED, ROLE_LINK, NULL},
    {"-specs", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-static", FORM_FLAG, ROLE_LINK, NULL},
    {"-static-lib", FORM_JOINED, ROLE_LINK, NULL},
    {"-static-pie", FORM_FLAG, ROLE_LINK, NULL},
    {"-symbolic", FORM_FLAG, ROLE_LINK, NULL},
    {"-t", FORM_FLAG, ROLE_LINK, NULL},
    {"-target", FORM_SEPARATE, ROLE_ALL, NULL},
    {"-traditional", FORM_JOINED, ROLE_PASS, "traditional"},
    {"-u", FORM_EITHER, ROLE_LINK, NULL},
    {"-undef", FORM_FLAG, ROLE_PREPROCESS, NULL},
    {"-v", FORM_FLAG, ROLE_PASS, "query"},
    {"-wrapper", FORM_SEPARATE, ROLE_PASS, "wrapper"},
    {"-x", FORM_EITHER, ROLE_LANGUAGE, NULL},
    {"-z", FORM_EITHER, ROLE_LINK, NULL},
};
/* clang-format on */

enum { TABLE_LENGTH = sizeof TABLE / sizeof *TABLE };

struct prefix {
    const char *text;
    size_t length;
};

static int compare(const void *key, const void *entry)
{
    const struct prefix *prefix = key;
    const char *name = ((const struct option *)entry)->name;
    int order = strncmp(prefix->text, name, prefix->length);
    return order ? order : -(name[prefix->length] != '\0');
}

const struct option *option_find(const char *word)
{
    size_t length = strlen(word);
    for (struct prefix prefix = {word, length}; prefix.length > 1; prefix.length--) {
        const struct option *option = bsearch(&prefix, TABLE, TABLE_LENGTH, sizeof *TABLE, compare);
        if (!option)
            continue;
        bool joins = option->form == FORM_JOINED || option->form == FORM_EITHER;
        if (prefix.length == length || joins)
            return option;
    }
    return NULL;
}

const char *option_joined(const struct option *option, const char *word)
{
    size_t length = strlen(option->name);
    bool joins = option->form == FORM_JOINED || option->form == FORM_EITHER;
    return joins && word[length] ? word + length : NULL;
}

bool option_table_sorted(void)
{
    for (size_t i = 1; i < TABLE_LENGTH; i++)
        if (strcmp(TABLE[i - 1].name, TABLE[i].name) >= 0)
            return false;
    return true;
}
