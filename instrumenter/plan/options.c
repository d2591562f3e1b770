/*
 * options.c - the table. Sorted by strcmp, so that a person finds a line and bsearch does too; a test
 * checks it. Sources: gcc's "Option Summary", `clang --help-hidden`, and what other wrappers met:
 * options whose next word looks like a source file (-include unistd.h, -MF x.c, -T script).
 */
#include "instrumenter/plan/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct option TABLE[] = {
    {"-###", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"--analyze", FORM_FLAG, ROLE_PASS, PASSED_ANALYZE},
    {"--analyzer-output", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--assemble", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--assert", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--comments", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--compile", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--config", FORM_EITHER, ROLE_PASS, PASSED_CONFIG_FILE},
    {"--define-macro", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--dependencies", FORM_JOINED, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"--dyld-prefix", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--for-assembler", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--for-linker", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--help", FORM_JOINED, ROLE_PASS, PASSED_QUERY},
    {"--imacros", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--include", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--language", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--library", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--library-directory", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--no-line-commands", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--no-system-header-prefix", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"--offload-arch", FORM_JOINED, ROLE_PASS, PASSED_SEVERAL_ARCHITECTURES},
    {"--output", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--param", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--pedantic-errors", FORM_FLAG, ROLE_STRICT, PASSED_NOT},
    {"--prefix", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--preprocess", FORM_JOINED, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"--print-", FORM_JOINED, ROLE_PASS, PASSED_QUERY},
    {"--save-temps", FORM_JOINED, ROLE_TELL, PASSED_NOT},
    {"--serialize-diagnostics", FORM_EITHER, ROLE_TELL, PASSED_NOT},
    {"--specs", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"--std", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--stdlib", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--sysroot", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"--system-header-prefix", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"--target-help", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"--undefine-macro", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--user-dependencies", FORM_JOINED, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"--verbose", FORM_FLAG, ROLE_PASS, PASSED_VERBOSE},
    {"--version", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"--wrapper", FORM_SEPARATE, ROLE_PASS, PASSED_WRAPPER},
    {"--write-dependencies", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"--write-user-dependencies", FORM_JOINED, ROLE_PASS, PASSED_LONG_OPTION},
    {"-A", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-B", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-C", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-CC", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-D", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-E", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-F", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-G", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-H", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-I", FORM_EITHER, ROLE_SEARCH, PASSED_NOT},
    {"-I-", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-J", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-L", FORM_EITHER, ROLE_LINK, PASSED_NOT},
    {"-M", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-MD", FORM_FLAG, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MF", FORM_EITHER, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MG", FORM_FLAG, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MJ", FORM_EITHER, ROLE_TELL, PASSED_NOT},
    {"-MM", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-MMD", FORM_FLAG, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MP", FORM_FLAG, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MQ", FORM_EITHER, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MT", FORM_EITHER, ROLE_DEPENDENCY, PASSED_NOT},
    {"-MV", FORM_FLAG, ROLE_DEPENDENCY, PASSED_NOT},
    {"-N", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-P", FORM_FLAG, ROLE_PASS, PASSED_PREPROCESS_ONLY},
    {"-S", FORM_FLAG, ROLE_MODE, PASSED_NOT},
    {"-T", FORM_EITHER, ROLE_LINK, PASSED_NOT},
    {"-Tbss", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-Tdata", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-Ttext", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-U", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-V", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Wa,", FORM_JOINED, ROLE_COMPILE, PASSED_NOT},
    {"-Werror", FORM_JOINED, ROLE_STRICT, PASSED_NOT},
    {"-Wfatal-errors", FORM_FLAG, ROLE_STRICT, PASSED_NOT},
    {"-Wl,", FORM_JOINED, ROLE_LINK, PASSED_NOT},
    {"-Wp,", FORM_JOINED, ROLE_PREPROCESS, PASSED_NOT},
    {"-Xanalyzer", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xarch_", FORM_JOINED_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xassembler", FORM_SEPARATE, ROLE_COMPILE, PASSED_NOT},
    {"-Xclang", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xclang=", FORM_JOINED, ROLE_ALL, PASSED_NOT},
    {"-Xcuda-fatbinary", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xcuda-ptxas", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xflang", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xlinker", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-Xoffload-linker", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xopenmp-target", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xopenmp-target=", FORM_JOINED_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-Xpreprocessor", FORM_SEPARATE, ROLE_PREPROCESS, PASSED_NOT},
    {"-Xthinlto", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-arch", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-aux-info", FORM_EITHER, ROLE_PASS, PASSED_OTHER_OUTPUT},
    {"-b", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-c", FORM_FLAG, ROLE_MODE, PASSED_NOT},
    {"-cc1", FORM_FLAG, ROLE_PASS, PASSED_COMPILER_INTERNALS},
    {"-cc1as", FORM_FLAG, ROLE_PASS, PASSED_COMPILER_INTERNALS},
    {"-ccc-gcc-name", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-ccc-install-dir", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-cxx-isystem", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-d", FORM_JOINED, ROLE_PASS, PASSED_DUMP},
    {"-dependency-dot", FORM_SEPARATE, ROLE_DEPENDENCY, PASSED_NOT},
    {"-dependency-file", FORM_SEPARATE, ROLE_DEPENDENCY, PASSED_NOT},
    {"-dumpbase", FORM_SEPARATE, ROLE_COMPILE, PASSED_NOT},
    {"-dumpbase-ext", FORM_SEPARATE, ROLE_COMPILE, PASSED_NOT},
    {"-dumpdir", FORM_SEPARATE, ROLE_COMPILE, PASSED_NOT},
    {"-dumpfullversion", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"-dumpmachine", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"-dumpspecs", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"-dumpversion", FORM_FLAG, ROLE_PASS, PASSED_QUERY},
    {"-e", FORM_EITHER, ROLE_LINK, PASSED_NOT},
    {"-emit-", FORM_JOINED, ROLE_PASS, PASSED_OTHER_OUTPUT},
    {"-emit-ast", FORM_FLAG, ROLE_PASS, PASSED_FRONTEND_ACTION},
    {"-emit-llvm", FORM_FLAG, ROLE_ALL, PASSED_NOT},
    {"-export-dynamic", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-fdebug-compilation-dir", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-fdiagnostics-add-output=", FORM_JOINED, ROLE_STRICT, PASSED_NOT},
    {"-fdiagnostics-format=", FORM_JOINED, ROLE_STRICT, PASSED_NOT},
    {"-fdiagnostics-set-output=", FORM_JOINED, ROLE_STRICT, PASSED_NOT},
    {"-fdirectives-only", FORM_FLAG, ROLE_PASS, PASSED_ALREADY_PREPROCESSED},
    {"-fdump-", FORM_JOINED, ROLE_TELL, PASSED_NOT},
    {"-finput-charset=", FORM_JOINED, ROLE_PREPROCESS, PASSED_NOT},
    {"-fintrinsic-modules-path", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-fmodule", FORM_JOINED, ROLE_PASS, PASSED_MODULES},
    {"-fmodule-private", FORM_FLAG, ROLE_ALL, PASSED_NOT},
    {"-fno-inline-atomics", FORM_FLAG, ROLE_PASS, PASSED_ATOMICS_ARE_CALLS},
    {"-fopenmp-targets", FORM_JOINED, ROLE_PASS, PASSED_SEVERAL_ARCHITECTURES},
    {"-fpch-preprocess", FORM_FLAG, ROLE_COMPILE, PASSED_NOT},
    {"-fpreprocessed", FORM_FLAG, ROLE_PASS, PASSED_ALREADY_PREPROCESSED},
    {"-framework", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-fsyntax-only", FORM_FLAG, ROLE_PASS, PASSED_SYNTAX_ONLY},
    {"-fuse-ld=", FORM_JOINED, ROLE_LINK, PASSED_NOT},
    {"-gen-cdb-fragment-path", FORM_EITHER, ROLE_TELL, PASSED_NOT},
    {"-idirafter", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iframework", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iframeworkwithsysroot", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-imacros", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-imultiarch", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-imultilib", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-include", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-include-pch", FORM_SEPARATE, ROLE_PASS, PASSED_PRECOMPILED_HEADER},
    {"-iprefix", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iquote", FORM_EITHER, ROLE_SEARCH, PASSED_NOT},
    {"-isysroot", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-isystem", FORM_EITHER, ROLE_SEARCH, PASSED_NOT},
    {"-isystem-after", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-ivfsoverlay", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iwithprefix", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iwithprefixbefore", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-iwithsysroot", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-l", FORM_EITHER, ROLE_LINK, PASSED_NOT},
    {"-meabi", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-mllvm", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-mmlir", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-module-dependency-dir", FORM_SEPARATE, ROLE_DEPENDENCY, PASSED_NOT},
    {"-mthread-model", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-n", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-no-pie", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-nodefaultlibs", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-nolibc", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-nostartfiles", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-nostdinc", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-nostdinc++", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-nostdlib", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-nostdlib++", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-o", FORM_EITHER, ROLE_OUTPUT, PASSED_NOT},
    {"-pedantic-errors", FORM_FLAG, ROLE_STRICT, PASSED_NOT},
    {"-pie", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-print-", FORM_JOINED, ROLE_PASS, PASSED_QUERY},
    {"-r", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-rdynamic", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-remap", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-resource-dir", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-rpath", FORM_SEPARATE, ROLE_LINK, PASSED_NOT},
    {"-s", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-save-temps", FORM_JOINED, ROLE_TELL, PASSED_NOT},
    {"-serialize-diagnostics", FORM_EITHER, ROLE_TELL, PASSED_NOT},
    {"-shared", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-shared-lib", FORM_JOINED, ROLE_LINK, PASSED_NOT},
    {"-specs", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-static", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-static-lib", FORM_JOINED, ROLE_LINK, PASSED_NOT},
    {"-static-pie", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-stdlib++-isystem", FORM_EITHER, ROLE_PREPROCESS, PASSED_NOT},
    {"-symbolic", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-t", FORM_FLAG, ROLE_LINK, PASSED_NOT},
    {"-target", FORM_SEPARATE, ROLE_ALL, PASSED_NOT},
    {"-traditional", FORM_JOINED, ROLE_PASS, PASSED_TRADITIONAL},
    {"-traditional-cpp", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-u", FORM_EITHER, ROLE_LINK, PASSED_NOT},
    {"-undef", FORM_FLAG, ROLE_PREPROCESS, PASSED_NOT},
    {"-v", FORM_FLAG, ROLE_PASS, PASSED_VERBOSE},
    {"-working-directory", FORM_EITHER, ROLE_ALL, PASSED_NOT},
    {"-wrapper", FORM_SEPARATE, ROLE_PASS, PASSED_WRAPPER},
    {"-x", FORM_EITHER, ROLE_LANGUAGE, PASSED_NOT},
    {"-z", FORM_EITHER, ROLE_LINK, PASSED_NOT},
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
        if (prefix.length == length || (option->form != FORM_FLAG && option->form != FORM_SEPARATE))
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

bool option_separate(const struct option *option, const char *word)
{
    return option->form == FORM_SEPARATE || option->form == FORM_JOINED_SEPARATE ||
           (option->form == FORM_EITHER && !option_joined(option, word));
}

bool option_table_sorted(void)
{
    for (size_t i = 1; i < TABLE_LENGTH; i++)
        if (strcmp(TABLE[i - 1].name, TABLE[i].name) >= 0)
            return false;
    return true;
}

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
