/*
 * fuzz_arguments.c - any bytes as a compiler command: the first says where it is given, the rest is a
 * response file. The plan must come out whole, and its commands must keep what they promise.
 */
#include "fuzz.h"

#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t count_word(char *const *argv, const char *word)
{
    size_t count = 0;
    for (; *argv; argv++)
        count += !strcmp(*argv, word);
    return count;
}

static void require(int condition)
{
    if (!condition)
        abort();
}

/* All that the file has from now on. */
static void put(int file, const void *bytes, size_t size)
{
    require((!size || pwrite(file, bytes, size, 0) == (ssize_t)size) && !ftruncate(file, (off_t)size));
}

/* Words go through a response file unchanged. */
static void check_quoting(const struct words *words, int file, char *const *name)
{
    struct words again = words_new(words->arena);
    size_t room = 1, used = 0;
    for (size_t i = 0; i < words->count; i++) {
        if (words->items[i][0] == '@') /* would be read in once more */
            return;
        room += 2 * strlen(words->items[i]) + 3;
    }
    char *text = arena_alloc(words->arena, room);
    for (size_t i = 0; i < words->count; i++)
        used += (size_t)sprintf(text + used, "%s\n", response_quote(words->items[i], words->arena));
    put(file, text, used);
    require(response_expand(name, 1, &again) && again.count == words->count);
    for (size_t i = 0; i < words->count; i++)
        require(!strcmp(words->items[i], again.items[i]));
}

/* The word is there once, or more often only where the user's words have it too. */
static void require_once(char *const *argv, const char *word, const struct words *user)
{
    size_t count = count_word(argv, word);
    require(count >= 1 && count <= 1 + count_word(user->items, word));
}

static void check_commands(const struct plan *plan, const struct words *user, struct arena *arena)
{
    const char **texts = arena_array(arena, plan->unit_count + 1, sizeof *texts);
    for (size_t i = 0; i < plan->unit_count; i++) {
        texts[i] = arena_printf(arena, "/T/%zu/%s", i, plan->units[i].base);
        char **argv = plan_preprocess_argv(plan, i, "/T/flat", arena);
        require(argv && count_word(argv, "-E"));
        require_once(argv, "/T/flat", user);
    }
    struct plan_compilation how = {.texts = texts, .mpi_part = plan->mpi_part, .clang = plan->context->clang};
    char **loud = plan_compile_argv(plan, &how, arena);
    how.warnings = PLAN_QUIET;
    char **quiet = plan_compile_argv(plan, &how, arena);
    require(loud && quiet &&
            plan_diagnose_argv(plan, &(struct plan_diagnosis){.dependencies = true, .clang = true}, arena) &&
            plan_diagnose_argv(plan, &(struct plan_diagnosis){.output = "/T/o", .any_pragma = true}, arena));
    for (size_t i = 0; i < plan->unit_count; i++) {
        require_once(loud, texts[i], user);
        require_once(quiet, texts[i], user);
    }
    require(count_word(quiet, "-w") >= 1);
}

static const char *find_mpi_part(char *const *words, void *found_by)
{
    (void)words, (void)found_by;
    return "/L/m.a";
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    static char gcc[] = "gcc", *compiler[] = {gcc, NULL};
    struct arena arena = {0};
    char name[64], *argv[] = {name, NULL};
    unsigned where = size ? bytes[0] : 0;
    static int file = -1;
    if (file < 0)
        file = memfd_create("arguments", MFD_CLOEXEC);
    require(file >= 0);
    put(file, bytes + 1, size ? size - 1 : 0);
    snprintf(name, sizeof name, "@/proc/self/fd/%d", file);

    struct plan_context context = {.compiler = compiler,
                                   .compiler_count = 1,
                                   .directory = "/d",
                                   .clang = where & 1,
                                   .cxx = where & 2,
                                   .mpi = where & 4,
                                   .libraries = where & 8 ? NULL : "/L",
                                   .find_mpi_part = where & 16 ? NULL : find_mpi_part};
    struct words expanded = words_new(&arena);
    struct plan plan;
    if (response_expand(argv, 1, &expanded)) {
        plan_make(&plan, argv, &expanded, &context, &arena);
        require((plan.action == PLAN_PASS) == (plan.passed != PASSED_NOT));
        require(plan.original && !strcmp(plan.original[0], gcc));
        if (plan.action == PLAN_COMPILE || plan.action == PLAN_LINK)
            check_commands(&plan, &expanded, &arena);
        check_quoting(&expanded, file, argv);
    }
    arena_free(&arena);
    return 0;
}
