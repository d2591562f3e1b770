/*
 * main.c - instr-cc: the compiler command in, the instrumented object out.
 *
 * Collects facts about the call (struct facts), makes a plan (plan/), and carries it out (compile/) or becomes the compiler. The exit status
 * is the compiler's; 71 and 72 are our own errors.
 */
#include "common/machine.h"
#include "common/name.h"
#include "common/needed.h"
#include "common/variables.h"
#include "include/instr_kinds.h"
#include "instrumenter/compile/compile.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/driver/tell.h"
#include "instrumenter/help.h"
#include "instrumenter/hooks/hooks_step.h"
#include "instrumenter/mpi/mpi_make.h"
#include "instrumenter/mpi/mpi_part.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/response.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- facts known before the command is read: the real compiler, the environment, and the places of our own files --- */

struct facts {
    struct compiler compiler;
    int above;             /* how many instr-cc have run this one, through the compilers that they started */
    const char *libraries; /* the folder of libinstr; null = it is not where it belongs */
    const char *runtime;   /* the path of libinstr.so for the boot code; null without that folder */
    struct plan_context context;
    struct arena *arena;
};

enum { DEEPEST = 16 }; /* calls of instr-cc within one another */

/* Returns how many instr-cc are above us. The compiler that we run gets the number. */
static int count_nesting(void)
{
    const char *text = getenv("INSTR_NESTED");
    int above = text ? atoi(text) : 0;
    char number[16];
    snprintf(number, sizeof number, "%d", above + 1);
    setenv("INSTR_NESTED", number, 1);
    return above;
}

/* Returns the path without links, if the file exists. */
static const char *real_path(const char *path, struct arena *arena)
{
    char real[PATH_MAX];
    return realpath(path, real) ? arena_copy(arena, real, strlen(real)) : NULL;
}

/* Returns the folder of libinstr: INSTR_LIBDIR, or a path relative to our own executable. */
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

/* Finds the MPI part. Without one the program's calls of MPI are not timed, unless the runtime finds a part at run time. */
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

/* Removes the words that name the compiler from `argv`. The context refers to *facts. */
static bool facts_find(struct facts *facts, char **argv, struct arena *arena, struct error *error)
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

/* --- reporting, when a program is linked, what is not measured --- */

/* Recognises another version by the name of its boot code, which ends in the version. */
static bool is_of_other_version(const char *bytes, size_t size)
{
    static const char name[] = "__instr_boot";
    for (const char *at = bytes, *end = bytes + size; (at = memmem(at, (size_t)(end - at), name, sizeof name - 1));) {
        at += sizeof name - 1;
        int version = 0;
        while (at < end && *at >= '0' && *at <= '9' && version < 1000)
            version = version * 10 + *at++ - '0';
        if (at < end && !*at && version && version != __INSTR_ABI)
            return true;
    }
    return false;
}

/* Reports, in at most one line on standard error, the objects of a link that another version made. */
static void left_out_tell(const struct plan *plan)
{
    static const char why[] = "compiled by an instr-cc of another version: compile it again [older-instr]";
    const char *first = NULL;
    size_t count = 0;
    if (plan->stop != PLAN_STOP_LINK)
        return;
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        bool readable = word->input && (name_ends(word->text, ".o") || name_ends(word->text, ".a"));
        if (readable && file_asks(word->text, is_of_other_version) && !count++)
            first = word->text;
    }
    if (count == 1)
        tell("note: %s is not measured: %s", first, why);
    else if (count)
        tell("note: %s and %zu more are not measured: %s", first, count - 1, why);
}

static int fail(const struct error *error)
{
    tell("error: %s", error->text);
    return (int)error->code;
}

/* --instr-mpi-part=FILE: the compiler's name and flags follow. */
static int make_mpi_part(const struct facts *facts, char *const *argv)
{
    struct error error = {0};
    const char *file = strchr(argv[0], '=') + 1;
    if (!facts->libraries)
        error_set(&error, ERROR_USAGE, "libinstr was not found: set INSTR_LIBDIR to its folder");
    bool made = facts->libraries && mpi_make(&facts->compiler, argv + 1, facts->libraries, file, facts->arena, &error);
    return made ? 0 : fail(&error);
}

/* Makes the plan. `argv` are the words behind the compiler's name. */
static void make_plan(struct plan *plan, char *const *argv, struct facts *facts)
{
    struct words expanded = words_new(facts->arena);
    size_t count = 0;
    while (argv[count])
        count++;
    /* Too many @files: the compiler says so in its own words. */
    if (!response_expand(argv, count, &expanded)) {
        expanded = words_new(facts->arena);
        facts->context.disabled = true;
    }
    plan_make(plan, argv, &expanded, &facts->context, facts->arena);
}

static int say(const char *text)
{
    fputs(text, stdout);
    return fflush(stdout) ? ERROR_INTERNAL : 0;
}

static int say_mistake(const struct plan *plan)
{
    if (plan->wants)
        tell("error: %s: expected %s", plan->mistake, plan->wants);
    else
        tell("error: unknown option %s: see instr-cc --instr-help", plan->mistake);
    return ERROR_USAGE;
}

/* Names unknown settings once for a program, at its link, not in the many small compilations of a build or of configure. */
static void name_unknown_settings(void)
{
    const char *entry;
    for (size_t at = 0; (entry = variables_unknown(environ, &at));) {
        char text[200];
        variables_explain(entry, text, sizeof text);
        tell("warning: %s", text);
    }
}

/* Reports what will not be measured of a program, and unknown settings in the environment. */
static void tell_what_is_missing(const struct plan *plan, const struct facts *facts)
{
    if (plan->action != PLAN_PASS || plan->passed == PASSED_LANGUAGE || plan->passed == PASSED_LINK)
        left_out_tell(plan);
    if (!facts->above && plan->action == PLAN_COMPILE && plan->no_level)
        tell("note: -DTIMER_LEVEL=%s is not a level from 0 to 4; level %d is used", plan->no_level, plan->level);
    if (!facts->above && plan->action != PLAN_PASS && plan->stop == PLAN_STOP_LINK)
        name_unknown_settings();
}

static int exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Appends the folder of instr.h to the variables with include folders, for a command that is passed on unchanged, such as one that lists
 * includes. */
static void offer_header(const char *folder, struct arena *arena)
{
    static const char *const VARIABLES[] = {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
    for (size_t i = 0; folder && i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        const char *before = getenv(VARIABLES[i]);
        const char *after = before && *before ? arena_printf(arena, "%s:%s", before, folder) : folder;
        setenv(VARIABLES[i], after, 1);
    }
}

/* Mentions our help at a terminal. `--help` itself is the compiler's, whose output scripts read. */
static void name_own_help(const struct plan *plan)
{
    for (size_t i = 0; i < plan->word_count; i++)
        if (!strcmp(plan->words[i].text, "--help") && isatty(STDOUT_FILENO)) {
            puts("instr-cc: --instr-help shows its own options; the compiler's are:\n");
            fflush(stdout);
            return;
        }
}

/* Runs the user's command unchanged, because it is not ours, or we can't do our part. Returns only on failure. */
static int become_compiler(const struct plan *plan, const struct facts *facts, const struct log *log)
{
    struct error error = {0};
    log_write(log, -1);
    name_own_help(plan);
    if (!facts->above && !facts->context.disabled && plan->passed != PASSED_DISABLED)
        offer_header(facts->context.headers, facts->arena);
    run_exec(facts->compiler.path, plan->original, &error);
    return fail(&error);
}

/* Ends like the compiler, or by becoming it. */
static int carry_out(const struct plan *plan, const struct facts *facts)
{
    struct error error = {0};
    struct log log = {.plan = plan};
    int status = 0;
    bool done = false;
    if (plan->action == PLAN_COMPILE)
        done = compile_run(plan, &facts->compiler, facts->runtime, &log, &status, facts->arena, &error);
    else if (plan->action == PLAN_LINK || plan->action == PLAN_HOOKS)
        done = compile_whole(plan, &facts->compiler, facts->runtime, &status, facts->arena, &error);
    if (run_signal())
        run_end(run_signal());
    if (done) {
        log_write(&log, exit_status(status));
        arena_free(facts->arena);
        run_end(status);
    }
    if (plan->action == PLAN_PASS && plan->strict && plan->lost)
        error_set(&error, ERROR_USAGE, "%s: not instrumented [%s]", plan->units[0].source, passed_word(plan->passed));
    else if (plan->action == PLAN_PASS)
        return become_compiler(plan, facts, &log);
    /* A filter that is none is the user's mistake; what else goes wrong in our part must not stop them. */
    if (error.code == ERROR_USAGE || plan->strict || plan->print)
        return fail(&error);
    tell("warning: not instrumented: %s", error.text);
    return become_compiler(plan, facts, &log);
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error error = {0};
    struct facts facts;
    struct plan plan;
    if (argc < 1)
        return ERROR_USAGE;
    run_start(argv);
    needed_begin("instr-cc");
    const char *archiver = archiver_name(argv[0]), *hooks = hooks_step_folder(argv[0], &arena);
    if (hooks) {
        hooks_step_exec(hooks, argv, &arena, &error);
        return fail(&error);
    }
    if (archiver) {
        archiver_exec(archiver, argv, &arena, &error);
        return fail(&error);
    }
    needed_instead(compile_leave);
    if (!facts_find(&facts, argv++, &arena, &error))
        return fail(&error);
    if (*argv && !strncmp(*argv, "--instr-mpi-part=", 17))
        return make_mpi_part(&facts, argv);
    make_plan(&plan, argv, &facts);
    switch (plan.action) {
    case PLAN_HELP:
        return help_print() ? 0 : ERROR_INTERNAL;
    case PLAN_VERSION:
        return say("instr-cc " INSTR_VERSION "\n");
    case PLAN_MISTAKE:
        return say_mistake(&plan);
    default:
        tell_what_is_missing(&plan, &facts);
        return carry_out(&plan, &facts);
    }
}
