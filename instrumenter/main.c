/*
 * main.c - instr-cc: the compiler command in, the instrumented object out.
 *
 * Finds the real compiler, makes the plan, and either becomes the compiler or carries the plan out. The
 * exit status is the compiler's; 71 and 72 are for failures of our own use.
 */
#include "base/variables.h"
#include "instrumenter/compile.h"
#include "instrumenter/driver/archiver.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/left_out.h"
#include "instrumenter/log.h"
#include "instrumenter/mpi_part.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/response.h"
#include "instrumenter/stubs.h"
#include "instrumenter/tell.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEEPEST = 16 }; /* calls of instr-cc within one another */

static const char USAGE[] =
    "instr-cc " INSTR_VERSION " - a compiler that times every function of the program\n"
    "\n"
    "  instr-cc gcc -c x.c              in front of a compile command, as ccache\n"
    "  CC=instr-cc ./configure          the compiler is INSTR_CC, or " INSTR_DEFAULT_CC "\n"
    "  CC=instr-gcc                     also instr-clang and instr-mpicc\n"
    "\n"
    "  --instr-level=N      how fine: 0 nothing, 1 functions and annotated blocks, 2 outermost\n"
    "                       loops, 3 all loops and branches, 4 calls into other code\n"
    "  --instr-filter=FILE  functions and files to leave out (exclude), in Score-P's syntax\n"
    "  --instr-output=TEMPLATE  where the program's profiles go if INSTR_OUTPUT does not say\n"
    "  --instr-print        write the edited text to standard output and stop\n"
    "  --instr-keep         keep the intermediate files beside the object\n"
    "  --instr-strict       a unit that can't be instrumented, or a wrong pragma, is an error\n"
    "  --instr-exact-messages  compile the original too, for the warnings that a probe may hide\n"
    "  --instr-parse-limit=SECONDS  how long a unit may be parsed before it is compiled as it is\n"
    "  --instr-log=FILE     append one line of JSON for each command: what was done, and why\n"
    "  --instr-off          be the plain compiler\n"
    "  --instr-mpi-part=FILE  compile the MPI part of the runtime (.a or .so) with the MPI compiler named\n"
    "\n"
    "All other options are the compiler's.\n";

static int fail(const struct error *error)
{
    tell("error: %s", error->text);
    return (int)error->code;
}

/* Where libinstr lies: INSTR_LIBDIR, or a path relative to our own executable. */
static const char *library_folder(struct arena *arena)
{
    const char *folder = getenv("INSTR_LIBDIR");
    char self[PATH_MAX], real[PATH_MAX];
    if (folder && *folder)
        return folder;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    folder = arena_printf(arena, "%.*s/%s", (int)(slash - self), self, INSTR_RELATIVE_LIBDIR);
    if (!folder || !realpath(folder, real))
        return NULL;
    return arena_copy(arena, real, strlen(real));
}

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

static const char *if_readable(const char *path)
{
    return path && !access(path, R_OK) ? path : NULL;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

static int say(const char *text)
{
    fputs(text, stdout);
    return fflush(stdout) ? ERROR_INTERNAL : 0;
}

static int say_mistake(const struct plan *plan)
{
    if (plan->wants)
        tell("error: %s: it wants %s", plan->mistake, plan->wants);
    else
        tell("error: unknown option %s: see instr-cc --instr-help", plan->mistake);
    return ERROR_USAGE;
}

/* Where a program is linked: once for it, and not in the many small compilations of a build or of configure. */
static void name_unknown_settings(void)
{
    const char *entry;
    for (size_t at = 0; (entry = variables_unknown(environ, &at));) {
        char text[200];
        variables_explain(entry, text, sizeof text);
        tell("warning: %s", text);
    }
}

static int exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The part for the MPI that this command links, in context->mpi_archive; without one the program's calls of MPI
 * are not timed, unless the runtime finds a part when the program runs. */
static void find_mpi_part(const struct compiler *compiler, char *const *words, const char *libraries,
                          struct plan_context *context, struct arena *arena)
{
    struct error error = {0};
    const char *flavour = compiler->mpi ? NULL : compiler_mpi_of(words);
    if (compiler->mpi)
        context->mpi_archive = mpi_part_archive(compiler, libraries, arena, &error);
    else
        context->mpi_archive =
            flavour ? if_readable(arena_printf(arena, "%s/instr/libinstr_mpi-%s.a", libraries, flavour)) : NULL;
    if (error.code)
        tell("warning: MPI calls are not timed: %s", error.text);
}

/* --instr-mpi-part=FILE: the compiler's name and flags follow. */
static int make_mpi_part(const struct compiler *compiler, char *const *argv, const char *libraries, struct arena *arena,
                         struct error *error)
{
    const char *file = strchr(argv[0], '=') + 1;
    if (!libraries)
        error_set(error, ERROR_USAGE, "libinstr is not where it belongs; INSTR_LIBDIR can name its folder");
    return libraries && mpi_part_make(compiler, argv + 1, libraries, file, arena, error) ? 0 : fail(error);
}

/* For a command that is passed to the compiler as it is, as one that lists what a source includes: the folder of
 * instr.h at the end of what these variables name. */
static void offer_header(const char *folder, struct arena *arena)
{
    static const char *const VARIABLES[] = {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
    for (size_t i = 0; folder && i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        const char *before = getenv(VARIABLES[i]);
        const char *after = before && *before ? arena_printf(arena, "%s:%s", before, folder) : folder;
        if (after)
            setenv(VARIABLES[i], after, 1);
    }
}

/* `--help` is the compiler's; a person at a terminal is told of ours, and a script reads what it always did. */
static void name_own_help(const struct plan *plan)
{
    for (size_t i = 0; i < plan->word_count; i++)
        if (!strcmp(plan->words[i].text, "--help") && isatty(STDOUT_FILENO)) {
            puts("instr-cc: its own options are told by --instr-help; the compiler's are:\n");
            fflush(stdout);
            return;
        }
}

int main(int argc, char **argv)
{
    if (argc < 1)
        return ERROR_USAGE;
    struct arena arena = {0};
    struct error error = {0};
    struct compiler compiler;
    run_start(argv);
    int above = count_nesting();
    if (above > DEEPEST) {
        error_set(&error, ERROR_USAGE, "the compiler runs instr-cc again and again: set INSTR_CC to the real compiler");
        return fail(&error);
    }
    const char *archiver = archiver_name(argv[0]);
    if (archiver) {
        archiver_exec(archiver, argv, &arena, &error);
        return fail(&error);
    }
    if (!compiler_find(argv, &compiler, &arena, &error))
        return fail(&error);

    char directory[PATH_MAX];
    const char *libraries = library_folder(&arena);
    struct plan_context context = {
        .compiler = compiler.words,
        .compiler_count = compiler.count,
        .clang = compiler.clang,
        .cxx = compiler.cxx,
        .mpi = compiler.mpi,
        .nested = above > 0,
        .disabled = is_set("INSTR_DISABLE"),
        .keep = is_set("INSTR_KEEP"),
        .watched = getenv("INTERCEPT_REPORT_DESTINATION") || getenv("INTERCEPT_BUILD_TARGET_DIR"), /* by bear */
        .exact_messages = getenv("INSTR_EXACT_MESSAGES"),
        .directory = getcwd(directory, sizeof directory),
        .level = getenv("INSTR_BUILD_LEVEL"),
        .filter = getenv("INSTR_BUILD_FILTER"),
        .profile = getenv("INSTR_BUILD_OUTPUT"),
        .log = getenv("INSTR_LOG"),
        .parse_limit = getenv("INSTR_PARSE_LIMIT"),
    };
    char *archive = libraries ? arena_printf(&arena, "%s/libinstr.a", libraries) : NULL;
    if (if_readable(archive))
        context.libraries = libraries;
    char headers[PATH_MAX]; /* without links, as gcc names it in the flat text */
    if (libraries && realpath(arena_printf(&arena, "%s/instr/include", libraries), headers))
        context.headers = headers;

    argv++;
    if (*argv && !strncmp(*argv, "--instr-mpi-part=", 17))
        return make_mpi_part(&compiler, argv, libraries, &arena, &error);
    size_t count = 0;
    while (argv[count])
        count++;
    struct words expanded = words_new(&arena);
    struct plan plan;
    struct log log = {.plan = &plan};
    int status = 0;
    /* Too many @files: the compiler says so in its own words. */
    bool readable = response_expand(argv, count, &expanded);
    if (!readable) {
        expanded = words_new(&arena);
        context.disabled = true;
    }
    context.mpi_archive = libraries; /* whether there is one is asked when a link wants it */
    bool good = plan_make(&plan, argv, &expanded, &context, &arena, &error);
    if (good && plan.mpi_link && plan.action != PLAN_PASS) {
        find_mpi_part(&compiler, expanded.items, libraries, &context, &arena);
        good = context.mpi_archive || plan_make(&plan, argv, &expanded, &context, &arena, &error);
    }
    if (!good)
        return fail(&error);
    plan.stubs = stubs_fit(compiler.words[compiler.count - 1], &plan);
    switch (plan.action) {
    case PLAN_HELP:
        return say(USAGE);
    case PLAN_VERSION:
        return say("instr-cc " INSTR_VERSION "\n");
    case PLAN_MISTAKE:
        return say_mistake(&plan);
    default:
        break;
    }

    if (plan.action != PLAN_PASS || plan.passed == PASSED_LANGUAGE || plan.passed == PASSED_LINK)
        left_out_tell(&plan);
    if (!above && plan.action != PLAN_PASS && plan.stop == PLAN_STOP_LINK)
        name_unknown_settings();
    const char *runtime = libraries ? arena_printf(&arena, "%s/libinstr.so.1", libraries) : NULL;
    bool done = false;
    if (plan.action == PLAN_COMPILE)
        done = compile_run(&plan, &compiler, runtime, &log, &status, &arena, &error);
    else if (plan.action == PLAN_LINK)
        done = compile_link(&plan, &compiler, runtime, &status, &arena, &error);
    if (run_signal())
        run_end(run_signal());
    /* A filter that is none is the user's mistake; what else goes wrong in our part must not stop them. */
    bool mistake = error.code == ERROR_USAGE;
    if (!done && plan.action != PLAN_PASS && (mistake || plan.strict || plan.print))
        return fail(&error);
    if (!done) {
        /* Not ours, or we can't do our part: be the compiler. */
        if (plan.action != PLAN_PASS)
            tell("warning: not instrumented: %s", error.text);
        log_write(&log, -1);
        error = (struct error){0};
        name_own_help(&plan);
        if (!above && !context.disabled && plan.passed != PASSED_DISABLED)
            offer_header(context.headers, &arena);
        run_exec(compiler.path, plan.original, &error);
        return fail(&error);
    }
    log_write(&log, exit_status(status));
    arena_free(&arena);
    run_end(status);
}
