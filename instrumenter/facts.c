/* facts.c - see facts.h. */
#include "instrumenter/facts.h"

#include "base/machine.h"
#include "instrumenter/driver/tell.h"
#include "instrumenter/mpi/mpi_part.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 16 }; /* calls of instr-cc within one another */

/* How many instr-cc are above us. Their number goes to the compiler we run. */
static int count_nesting(void)
{
    const char *text = getenv("INSTR_NESTED");
    int above = text ? atoi(text) : 0;
    char number[16];
    snprintf(number, sizeof number, "%d", above + 1);
    setenv("INSTR_NESTED", number, 1);
    return above;
}

/* The path without links, if there is such a file. */
static const char *real_path(const char *path, struct arena *arena)
{
    char real[PATH_MAX];
    return realpath(path, real) ? arena_copy(arena, real, strlen(real)) : NULL;
}

/* Where libinstr lies: INSTR_LIBDIR, or a path relative to our own executable. */
static const char *library_folder(struct arena *arena)
{
    const char *given = getenv("INSTR_LIBDIR"), *self = real_path("/proc/self/exe", arena);
    if (given && *given)
        return given;
    if (!self)
        return NULL;
    int folder = (int)(strrchr(self, '/') - self);
    return real_path(arena_printf(arena, "%.*s/%s", folder, self, INSTR_RELATIVE_LIBDIR), arena);
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

/* Without one the program's calls of MPI are not timed, unless the runtime finds a part when the program runs. */
static const char *find_mpi_part(char *const *words, void *found_by)
{
    const struct facts *facts = found_by;
    struct error error = {0};
    const char *part = mpi_part_find(&facts->compiler, words, facts->libraries, facts->arena, &error);
    if (error.code)
        tell("warning: MPI calls are not timed: %s", error.text);
    return part;
}

static void read_environment(struct plan_context *context)
{
    context->disabled = is_set("INSTR_DISABLE");
    context->watched = compiler_is_watched();
    context->exact_messages = getenv("INSTR_EXACT_MESSAGES");
    context->level = getenv("INSTR_BUILD_LEVEL");
    context->paths = getenv("INSTR_BUILD_PATHS");
    context->filter = getenv("INSTR_BUILD_FILTER");
    context->users = getenv("INSTR_BUILD_HEADERS");
    context->profile = getenv("INSTR_BUILD_OUTPUT");
    context->log = getenv("INSTR_LOG");
    context->parse_limit = getenv("INSTR_PARSE_LIMIT");
}

static void find_own_files(struct facts *facts)
{
    struct plan_context *context = &facts->context;
    const char *libraries = facts->libraries = library_folder(facts->arena);
    if (!libraries)
        return;
    char *archive = arena_printf(facts->arena, "%s/libinstr.a", libraries);
    facts->runtime = arena_printf(facts->arena, "%s/libinstr.so.1", libraries);
    context->libraries = !access(archive, R_OK) ? libraries : NULL;
    /* As gcc names it in the flat text. */
    context->headers = real_path(arena_printf(facts->arena, "%s/instr/include", libraries), facts->arena);
    context->find_mpi_part = find_mpi_part;
    context->found_by = facts;
}

bool facts_find(struct facts *facts, char **argv, struct arena *arena, struct error *error)
{
    char directory[PATH_MAX];
    *facts = (struct facts){.above = count_nesting(), .arena = arena};
    if (facts->above > DEEPEST)
        return error_set(error, ERROR_USAGE,
                         "the compiler runs instr-cc again and again: set INSTR_CC to the real compiler");
    if (!compiler_find(argv, &facts->compiler, arena, error))
        return false;
    facts->context = (struct plan_context){.compiler = facts->compiler.words,
                                           .compiler_count = facts->compiler.count,
                                           .clang = facts->compiler.clang,
                                           .cxx = facts->compiler.cxx,
                                           .mpi = facts->compiler.mpi,
                                           .nested = facts->above > 0,
                                           .stubs = MACHINE_X86_64};
    if (getcwd(directory, sizeof directory))
        facts->context.directory = arena_copy(arena, directory, strlen(directory));
    read_environment(&facts->context);
    find_own_files(facts);
    return true;
}
