/* archiver.c - see compiler.h. */
#include "instrumenter/driver/compiler.h"

#include "common/name.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/plan/words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A common prefix of tools, and the prefix of their compiler. */
struct family {
    const char *tools, *compiler;
};
static const struct family families[] = {{"gcc-", "gcc"}, {"llvm-", "clang"}};

static const struct family *family_of(const char *tool)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strncmp(tool, families[i].tools, strlen(families[i].tools)))
            return &families[i];
    return NULL;
}

const char *archiver_name(const char *own)
{
    const char *name = name_base(own);
    const struct family *family = strncmp(name, "instr-", 6) ? NULL : family_of(name + 6);
    const char *what = family ? name + 6 + strlen(family->tools) : "";
    return !strcmp(what, "ar") || !strcmp(what, "ranlib") || !strcmp(what, "nm") ? name + 6 : NULL;
}

/* Finds a tool beside the compiler: /usr/bin/arm-gcc-ar-12 for /usr/bin/arm-gcc-12. */
static char *sibling_tool(const char *tool, const char *compiler, struct arena *arena)
{
    const struct family *family = family_of(tool);
    const char *base = name_base(compiler);
    const char *at = strstr(base, family->compiler);
    char *path =
        at ? arena_printf(arena, "%.*s%s%s", (int)(at - compiler), compiler, tool, at + strlen(family->compiler))
           : NULL;
    return path ? compiler_program(path, arena) : NULL;
}

/* Finds the tool. The compiler may have a launcher in front, and options behind. */
static const char *find_tool(const char *tool, struct arena *arena)
{
    char ours[] = "instr-cc", *argv[] = {ours, NULL}, real[PATH_MAX];
    struct compiler compiler;
    bool known = compiler_find(argv, &compiler, arena, NULL);
    for (size_t i = 0; known && i < compiler.count; i++) {
        const char *program = compiler_program(compiler.words[i], arena);
        const char *path = program ? sibling_tool(tool, program, arena) : NULL;
        if (!path && program && realpath(program, real))
            path = sibling_tool(tool, real, arena);
        if (path)
            return path;
    }
    return compiler_program(tool, arena);
}

/* Runs the tool. gcc-ar finds its plug-in relative to its own name's place. */
bool archiver_exec(const char *name, char *const *argv, struct arena *arena, struct error *error)
{
    const char *path = find_tool(name, arena);
    struct words words = words_new(arena);
    if (!path)
        return error_set(error, ERROR_USAGE, "'%s' not found: install it, or set INSTR_CC to a compiler that has it",
                         name);
    words_add(&words, path);
    for (argv++; *argv; argv++)
        words_add(&words, *argv);
    return run_exec(path, words.items, error);
}
