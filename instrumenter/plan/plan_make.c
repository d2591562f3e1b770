/*
 * plan_make.c - what is to be done for a command, decided from what command.c has read of it.
 *
 * When in doubt the answer is PLAN_PASS: the real compiler then sees exactly what the user wrote. See plan_argv.c for the
 * way back from the plan to commands.
 */
#include "common/name.h"
#include "instrumenter/plan/command.h"
#include "instrumenter/plan/plan.h"

/*
 * --- whether probes may be the assembly for x86-64 of include/instr_abi.h ---
 *
 * The compiler is not asked, because that would take as long as compiling a small unit. If the guess is wrong the edited text does not compile,
 * and the unit gets probes in C.
 */

/* Recognises compilers for other machines by name: aarch64-linux-gnu-gcc, riscv32-unknown-elf-clang. */
static bool is_cross(const char *compiler)
{
    const char *name = name_base(compiler);
    bool triple = strstr(name, "-linux-") || strstr(name, "-elf-") || strstr(name, "-none-") || strstr(name, "-mingw");
    return triple && strncmp(name, "x86_64-linux-", 13) != 0;
}

/* Returns whether a flag may mean another machine than this one, code and data too far apart for ours to refer to each other, or an error for
 * -mno-red-zone. */
static bool is_elsewhere(const char *flag)
{
    static const char *const beginnings[] = {"-m32",    "-mx32",      "-m16",           "--target",
                                             "-target", "-mcmodel=l", "-fembed-bitcode"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (name_starts(flag, beginnings[i]))
            return true;
    return false;
}

static bool stubs_machine(const struct plan *plan)
{
    const struct plan_context *context = plan->context;
    bool fits = context->stubs && !is_cross(context->compiler[context->compiler_count - 1]);
    for (size_t i = 0; i < plan->word_count; i++)
        fits = fits && !is_elsewhere(plan->words[i].text);
    return fits;
}

static bool stubs_fit(const struct plan *plan)
{
    if (!stubs_machine(plan) || plan->coverage)
        return false;
    bool thread = false, counts = false;
    for (size_t i = 0; i < plan->word_count; i++) {
        const char *word = plan->words[i].text;
        if (name_starts(word, "-mcmodel=m")) /* medium: assembly alone can't name the program's data */
            return false;
        thread |= name_starts(word, "-fsanitize=") && strstr(word, "thread");
        counts |= name_starts(word, "-fprofile-generate") || name_starts(word, "-fprofile-arcs");
    }
    /* The sanitizer makes a call of each count, also in between of what a probe hands to its assembly in registers. */
    return !(thread && counts);
}

const char *plan_action_word(enum plan_action action)
{
    static const char *const WORDS[] = {"pass", "link", "compile", "hooks", "help", "version", "mistake"};
    return WORDS[action];
}

/* Returns whether the sources are compiled by a build system only to test the compiler. */
static bool is_probe(const struct plan *plan)
{
    static const char *const BASES[] = {"conftest.",
                                        "_configtest.",
                                        "CMakeCCompilerId.",
                                        "CMakeCXXCompilerId.",
                                        "CMakeCCompilerABI.",
                                        "CMakeCXXCompilerABI.",
                                        "testCCompiler.",
                                        "testCXXCompiler.",
                                        "CMakeFortranCompilerId.",
                                        "CMakeFortranCompilerABI.",
                                        "testFortranCompiler."};
    static const char *const PLACES[] = {"CMakeFiles/CMakeScratch", "CMakeFiles/CMakeTmp", "meson-private"};
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        if (!word->input)
            continue;
        for (size_t j = 0; j < sizeof BASES / sizeof *BASES; j++)
            if (name_starts(name_base(word->text), BASES[j]))
                return true;
        for (size_t j = 0; j < sizeof PLACES / sizeof *PLACES; j++)
            if (strstr(word->text, PLACES[j]))
                return true;
    }
    for (size_t j = 0; plan->context->directory && j < sizeof PLACES / sizeof *PLACES; j++)
        if (strstr(plan->context->directory, PLACES[j]))
            return true;
    return false;
}

static bool to_standard_output(const char *output)
{
    return output && (!strcmp(output, "-") || !strcmp(output, "/dev/stdout") || !strcmp(output, "/dev/fd/1") ||
                      !strcmp(output, "/proc/self/fd/1"));
}

/* Returns why the command is not ours, as far as its words tell. */
static enum passed why_passed(const struct plan *plan, const struct command *command)
{
    const struct plan_context *context = plan->context;
    if (context->disabled)
        return PASSED_DISABLED;
    if (context->nested)
        return PASSED_NESTED;
    if (command->passed && !(plan->hooks && command->passed == PASSED_MODULES))
        return command->passed;
    if (!command->inputs)
        return PASSED_NO_INPUT;
    if (command->header)
        return PASSED_PRECOMPILED_HEADER;
    if (is_probe(plan))
        return PASSED_PROBE;
    if (to_standard_output(plan->output))
        return PASSED_STANDARD_OUTPUT;
    bool one_file = plan->dependency_file || plan->dependency_wp;
    if (plan->sources_remain && plan->unit_count && (one_file || (plan->dependencies && !plan->hooks)))
        return PASSED_MIXED_LANGUAGES;
    return PASSED_NOT;
}

/* Decides what we add to a link. */
static void decide_link(struct plan *plan, const struct command *command, char *const *words)
{
    const struct plan_context *context = plan->context;
    bool links = plan->stop == PLAN_STOP_LINK && command->inputs > 0 && !command->no_runtime && !command->other_size;
    plan->static_link = plan->static_link && links && context->libraries;
    if (links && !plan->passed && (command->mpi_library || context->mpi) && context->find_mpi_part)
        plan->mpi_part = context->find_mpi_part(words, context->found_by);
}

/* Removes the units, so that the compiler gets the sources unchanged. */
static void take_units_out(struct plan *plan)
{
    for (size_t i = 0; i < plan->word_count; i++)
        plan->words[i].unit = -1;
    plan->unit_count = 0;
    plan->sources_remain = true;
}

/* Returns whether bodies may be missing: that of a C function that is inline and external may be in another unit only. A hook where it was
 * inlined needs it, and only a link shows whether it exists. */
static bool may_lack_bodies(const struct plan *plan)
{
    bool any = false;
    for (size_t i = 0; i < plan->unit_count; i++)
        any |= !plan->units[i].cxx;
    return any && plan->stop != PLAN_STOP_LINK;
}

/* Decides about hooks. They measure a Fortran source, or the whole command if modules are made or read, or if units can't be compiled singly. */
static void decide_hooks(struct plan *plan, const struct command *command)
{
    bool modules = command->passed == PASSED_MODULES;
    bool apart = !modules && plan_is_divisible(plan) && (plan->stop == PLAN_STOP_OBJECT || !plan->dependencies);
    plan->may_have_hooks =
        !command->own_hooks && !plan->print && plan->stop != PLAN_STOP_ASSEMBLY && stubs_machine(plan);
    for (size_t i = 0; i < plan->word_count; i++) /* what can be read once only */
        plan->may_have_hooks &= !plan->words[i].input || strcmp(plan->words[i].text, "-") != 0;
    plan->hooks = plan->may_have_hooks && !plan->context->clang && (command->fortran || modules) &&
                  (apart || !may_lack_bodies(plan));
    if (plan->hooks && !apart)
        take_units_out(plan);
}

static enum plan_action decide_action(struct plan *plan)
{
    if (!plan->passed && plan->hooks && !plan->unit_count)
        return PLAN_HOOKS;
    if (!plan->passed && !plan->unit_count && !plan->static_link && !plan->mpi_part)
        plan->passed = plan->sources_remain ? PASSED_LANGUAGE : PASSED_LINK;
    if (plan->passed)
        return PLAN_PASS;
    return plan->unit_count ? PLAN_COMPILE : PLAN_LINK;
}

/* Returns the compiler's name for the output of `unit`, for dependency files and for people. */
static char *unit_output(const struct plan *plan, const struct plan_unit *unit, struct arena *arena)
{
    if (plan->output)
        return arena_copy(arena, plan->output, strlen(plan->output));
    const char *dot = strrchr(unit->base, '.');
    int stem = (int)(dot ? (size_t)(dot - unit->base) : strlen(unit->base));
    return arena_printf(arena, "%.*s.%c", stem, unit->base, plan->stop == PLAN_STOP_ASSEMBLY ? 's' : 'o');
}

static void name_outputs(struct plan *plan, struct command *command)
{
    for (size_t i = 0; i < plan->unit_count; i++) {
        plan->units[i].output = unit_output(plan, &plan->units[i], command->arena);
        /* A dependency file of flat text says nothing; leave the odd command to the compiler. */
        if (plan->units[i].flat && (plan->dependencies || plan->dependency_wp))
            command_pass(command, PASSED_ALREADY_PREPROCESSED);
    }
}

/* Returns whether a standard is for this language: a command for sources of both may name either. */
static bool is_for(const char *flag, bool cxx)
{
    if (name_starts(flag, "-std="))
        return cxx == (strstr(flag, "++") != NULL);
    return !cxx || strcmp(flag, "-fgnu89-inline") != 0;
}

char *const *plan_flags(const struct plan *plan, size_t unit, struct arena *arena)
{
    struct words flags = words_new(arena);
    for (char *const *flag = plan->flags; *flag; flag++)
        if (is_for(*flag, plan->units[unit].cxx))
            words_add(&flags, *flag);
    return flags.items;
}

static size_t count_own(char *const *argv)
{
    size_t count = 0;
    for (; *argv; argv++)
        count += name_starts(*argv, COMMAND_OWN);
    return count;
}

/* Copies the command without our own options. It keeps its @files, unless one contains such an option. */
static void copy_original(struct plan *plan, char *const *argv, const struct words *expanded, struct arena *arena)
{
    struct words original = words_new(arena);
    words_add_all(&original, plan->context->compiler, plan->context->compiler_count);
    if (count_own(argv) != count_own(expanded->items))
        argv = expanded->items;
    for (; *argv; argv++)
        if (!name_starts(*argv, COMMAND_OWN))
            words_add(&original, *argv);
    plan->original = original.items;
}

void plan_make(struct plan *plan, char *const *argv, const struct words *expanded, const struct plan_context *context,
               struct arena *arena)
{
    *plan = (struct plan){.context = context,
                          .filter = context->filter,
                          .headers = context->users,
                          .log = context->log,
                          .profile = context->profile,
                          .parse_limit = -1,
                          .tab = 8};
    plan->words = arena_array(arena, expanded->count + 1, sizeof *plan->words);
    plan->units = arena_array(arena, expanded->count + 1, sizeof *plan->units);
    struct command command = {.plan = plan, .arena = arena, .flags = words_new(arena), .level = -1};
    copy_original(plan, argv, expanded, arena);
    command_environment(&command);
    command_read(&command, expanded);
    command_level(&command);
    plan->stop = command.assembly ? PLAN_STOP_ASSEMBLY : command.object ? PLAN_STOP_OBJECT : PLAN_STOP_LINK;
    plan->flags = command.flags.items;
    plan->tail_jumps |= command.sibling_calls;
    plan->stubs = stubs_fit(plan);
    decide_hooks(plan, &command);
    name_outputs(plan, &command);
    if (plan->action != PLAN_PASS)
        return;
    plan->passed = why_passed(plan, &command);
    plan->lost = plan->unit_count && passed_outcome(plan->passed) == PASSED_LOST && !command.nothing;
    decide_link(plan, &command, expanded->items);
    plan->action = decide_action(plan);
}
