/*
 * plan_argv.c - makes the command of each step from the plan: the user's words that belong to the step, in order, and a few of ours.
 */
#include "common/name.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/words.h"

#include <stdlib.h>
#include <string.h>

/*
 * The room that a probe takes of GCC's limits for inlining.
 *
 * GCC inlines a function if the caller grows by no more than so many instructions: a few for its first pass, more where that is
 * worth it. A probe that counts by function adds twelve by GCC's count, half of them on the way that is seldom taken. So a function
 * at a limit would be called where the plain compiler inlines it. In a solver of 54 million such calls this alone took a quarter
 * of all instructions.
 */

/* GCC's own limits since version 10 (gcc/opts.cc, gcc/params.opt), and the additions of a probe that counts. */
enum { PROBE = 6, EARLY = 6, AUTO = 15, SINGLE = 70, EARLY_3 = 14, AUTO_3 = 30, SINGLE_3 = 200 };

/* Adds the limits to gcc's command line, before the user's own words; none if the plain compiler inlines nothing that grows. */
static void inlining_limits(const struct plan *plan, struct words *argv)
{
    const char *level = "0";
    for (size_t i = 0; i < plan->word_count; i++)
        if (name_starts(plan->words[i].text, "-O"))
            level = plan->words[i].text[2] ? plan->words[i].text + 2 : "1";
    bool most = !strcmp(level, "fast") || atoi(level) > 2;
    if (!most && atoi(level) < 1)
        return;
    words_addf(argv, "--param=early-inlining-insns=%d", (most ? EARLY_3 : EARLY) + PROBE);
    words_addf(argv, "--param=max-inline-insns-auto=%d", (most ? AUTO_3 : AUTO) + PROBE);
    words_addf(argv, "--param=max-inline-insns-single=%d", (most ? SINGLE_3 : SINGLE) + PROBE);
}

bool plan_wp_dependencies(const char *word)
{
    return name_starts(word, "-Wp,") && (strstr(word, ",-MD") || strstr(word, ",-MMD"));
}

bool plan_mpi_library(const struct plan_word *word)
{
    if (word->input) {
        const char *base = name_base(word->text);
        return name_starts(base, "libmpi.") || name_starts(base, "libmpich.");
    }
    if (!word->option || strcmp(word->option->name, "-l") != 0)
        return false;
    const char *name = word->value ? word->value : word->text + 2;
    return !strcmp(name, "mpi") || !strcmp(name, "mpich");
}

static enum option_role role_of(const struct plan_word *word)
{
    return word->option ? word->option->role : ROLE_ALL;
}

static void add_word(struct words *argv, const struct plan_word *word)
{
    words_add(argv, word->text);
    if (word->value)
        words_add(argv, word->value);
}

static struct words begin(const struct plan *plan, struct arena *arena)
{
    struct words argv = words_new(arena);
    words_add_all(&argv, plan->context->compiler, plan->context->compiler_count);
    return argv;
}

/* Returns the length of `path` without its suffix, as -MD counts it. */
static int stem_length(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return (int)(dot ? (size_t)(dot - path) : strlen(path));
}

/*
 * Adds the names of the dependency file and its target, as the driver would derive them from the whole command. With -E -o the preprocessor would
 * name them after the flat text.
 */
static void add_dependency_names(struct words *argv, const struct plan *plan, const struct plan_unit *unit)
{
    bool by_wp = plan->dependency_wp && !plan->context->clang;
    if (plan->dependencies && !plan->dependency_file && !by_wp) {
        const char *named = plan->output ? plan->output : unit->base;
        bool a_out = !plan->output && plan->stop == PLAN_STOP_LINK && !plan->context->clang;
        words_add(argv, "-MF");
        words_addf(argv, "%s%.*s.d", a_out ? "a-" : "", stem_length(named), named);
    }
    if (plan->dependency_name)
        return;
    /* gcc's -Wp,-MD alone goes past the driver, which then doesn't tell the target. */
    if (plan->dependencies) {
        words_add(argv, "-MQ");
        if (plan->output)
            words_add(argv, plan->output);
        else
            words_addf(argv, "%.*s.o", stem_length(unit->base), unit->base);
    }
}

/* Adds `word`, a -Wp,..., without the parts that make dependency files, if anything is left. */
static void add_kept(struct words *argv, const char *word)
{
    static const char *const WITH_VALUE[] = {"-MD", "-MMD", "-MF", "-MT", "-MQ"};
    char *copy = arena_copy(argv->arena, word, strlen(word)), *kept = arena_copy(argv->arena, "-Wp", 3);
    char *rest = copy + 4, *item;
    bool value = false;
    while ((item = strsep(&rest, ","))) {
        if (value || name_starts(item, "-M")) {
            bool takes = false;
            for (size_t i = 0; !value && i < sizeof WITH_VALUE / sizeof *WITH_VALUE; i++)
                takes |= !strcmp(item, WITH_VALUE[i]);
            value = takes;
            continue;
        }
        kept = arena_printf(argv->arena, "%s,%s", kept, item);
    }
    if (kept[3])
        words_add(argv, kept);
}

/* Adds a warning. gcc's preprocessor does not know pragmas that turn off an error by a warning's option, so here it only warns, and its
 * messages are not used. */
static void add_warning(struct words *argv, const char *word)
{
    static const char strict[] = "-Werror=";
    if (name_starts(word, strict))
        words_addf(argv, "-W%s", word + strlen(strict));
    else if (name_ends(word, "-pedantic-errors"))
        words_add(argv, "-pedantic");
}

/* -Wp,-Werror */
static bool is_strict_inside(const struct plan_word *word)
{
    return !word->input && (strstr(word->text, ",-Werror") || (word->value && !strcmp(word->value, "-Werror")));
}

static void add_preprocessing(struct words *argv, const struct plan *plan, bool dependencies)
{
    bool strict = false;
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        enum option_role role = role_of(word);
        strict |= is_strict_inside(word);
        if (!word->input && !dependencies && plan_wp_dependencies(word->text)) {
            add_kept(argv, word->text);
        } else if (role == ROLE_STRICT) {
            add_warning(argv, word->text);
        } else if (!word->input && (role == ROLE_ALL || role == ROLE_PREPROCESS || role == ROLE_SEARCH ||
                                    (role == ROLE_DEPENDENCY && dependencies))) {
            add_word(argv, word);
        }
    }
    if (strict)
        words_add(argv, "-Wno-error");
}

/* Adds the folder of instr.h, searched last. */
static void add_headers(struct words *argv, const struct plan *plan)
{
    if (plan->context->headers) {
        words_add(argv, "-idirafter");
        words_add(argv, plan->context->headers);
    }
}

static char **finish_preprocessing(struct words *argv, const struct plan *plan, size_t unit, const char *flat)
{
    add_headers(argv, plan);
    words_add(argv, "-E");
    words_add(argv, "-o");
    words_add(argv, flat);
    words_add(argv, "-x");
    words_add(argv, plan->units[unit].cxx ? "c++" : "c");
    words_add(argv, plan->units[unit].source);
    return argv->items;
}

char **plan_preprocess_argv(const struct plan *plan, size_t unit, const char *flat, struct arena *arena)
{
    struct words argv = begin(plan, arena);
    words_add(&argv, "-D__INSTR__");
    add_preprocessing(&argv, plan, true);
    add_dependency_names(&argv, plan, &plan->units[unit]);
    return finish_preprocessing(&argv, plan, unit, flat);
}

char **plan_comments_argv(const struct plan *plan, size_t unit, const char *flat, struct arena *arena)
{
    struct words argv = begin(plan, arena);
    add_preprocessing(&argv, plan, false);
    words_add(&argv, "-C");
    return finish_preprocessing(&argv, plan, unit, flat);
}

static const char *flat_language(const struct plan_unit *unit)
{
    return unit->cxx ? "c++-cpp-output" : "cpp-output";
}

/* Adds -x before an input whose language differs from the current one. */
static void set_language(struct words *argv, const char **current, const char *language)
{
    if (strcmp(*current, language)) {
        words_add(argv, "-x");
        words_add(argv, language);
        *current = language;
    }
}

/*
 * Adds a fixed name for debug information. clang 14 names the compile unit of flat text after the temporary file, whose changing folder would
 * make each object different.
 */
static void add_debug_names(struct words *argv, const struct plan *plan, size_t unit, const char *text)
{
    const char *source = plan->units[unit].source;
    int folder = (int)(plan->units[unit].base - source);
    const char *slash = strrchr(text, '/');
    if (slash)
        words_addf(argv, "-fdebug-prefix-map=%.*s=%.*s", (int)(slash + 1 - text), text, folder, source);
}

/*
 * Adds mappings of file names. clang does not apply them to preprocessed text, since macros are replaced by then; but __builtin_FILE() and
 * std::source_location are not.
 */
static void add_mapped_names(struct words *argv, const struct plan *plan)
{
    for (size_t i = 0; i < plan->word_count; i++) {
        const char *text = plan->words[i].text;
        if (!plan->words[i].input &&
            (name_starts(text, "-fmacro-prefix-map=") || name_starts(text, "-ffile-prefix-map="))) {
            words_add(argv, "-Xclang");
            words_addf(argv, "-fmacro-prefix-map%s", strchr(text, '='));
        }
    }
}

const char *const *plan_maps(const struct plan *plan, struct arena *arena)
{
    const char **maps = arena_array(arena, plan->word_count + 1, sizeof *maps);
    size_t count = 0;
    for (size_t i = plan->word_count; i-- > 0;) {
        const char *text = plan->words[i].text;
        if (!plan->words[i].input &&
            (name_starts(text, "-fdebug-prefix-map=") || name_starts(text, "-ffile-prefix-map=")))
            maps[count++] = strchr(text, '=') + 1;
    }
    return maps;
}

/* Adds clang's options for an edited text that keep file names as in the original. */
static void add_file_names(struct words *argv, const struct plan *plan, size_t unit, const char *text)
{
    if (plan->debug)
        add_debug_names(argv, plan, unit, text);
    add_mapped_names(argv, plan);
}

/* Calls of these functions are redirected to runtime/attach/metered_wrap.c. */
static const char metered[] =
    "-Wl,-u,__wrap_malloc,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,"
    "--wrap=aligned_alloc,--wrap=memalign,--wrap=valloc,--wrap=pvalloc,--wrap=posix_memalign,--wrap=free,"
    "--wrap=read,--wrap=pread,--wrap=readv,--wrap=preadv,--wrap=write,--wrap=pwrite,--wrap=writev,"
    "--wrap=pwritev,--wrap=fsync,--wrap=fdatasync,--wrap=pread64,--wrap=preadv64,--wrap=__read_chk,"
    "--wrap=__pread_chk,--wrap=__pread64_chk,--wrap=pwrite64,--wrap=pwritev64";

/* The libraries of Fortran and C++ take a program for multi-threaded if our archive contains one of these functions, and then call the others,
 * which nobody has linked. */
static const char threads[] =
    "-Wl,-u,pthread_cond_broadcast,-u,pthread_cond_destroy,-u,pthread_cond_init,-u,pthread_cond_wait,"
    "-u,pthread_getspecific,-u,pthread_key_delete,-u,pthread_mutex_destroy,-u,pthread_mutex_init,"
    "-u,pthread_mutex_trylock,-u,pthread_once,-u,pthread_setspecific";

/* Redirects this function to runtime/attach/personality.c. Nothing else may pull in what it calls. */
static const char personality[] = "-Wl,-u,__gxx_personality_v0,--wrap=__gxx_personality_v0";

/* See runtime/attach/static_start.c. With a C library without this function it has no effect. The observer finds functions by the header of
 * .eh_frame, which compilers leave out of such programs. */
static const char start[] = "-Wl,--eh-frame-hdr,-u,_dl_relocate_static_pie,--wrap=_dl_relocate_static_pie";

/* Adds the libraries for linking a program that can't load the runtime. */
static void add_libraries(struct words *argv, const struct plan *plan, const char **language)
{
    if (plan->static_link) {
        set_language(argv, language, "none");
        words_add(argv, "-Wl,-u,__instr_attach11");
        words_add(argv, metered);
        words_add(argv, threads);
        words_add(argv, start);
        if (plan->context->cxx)
            words_add(argv, personality);
        words_addf(argv, "%s/libinstr.a", plan->context->libraries);
        words_add(argv, "-lpthread");
    }
}

/* Adds our MPI wrappers, which must be found before the MPI library's own functions. */
static void add_mpi_part(struct words *argv, const char **mpi_part, const char **language)
{
    if (!*mpi_part)
        return;
    set_language(argv, language, "none");
    words_add(argv, *mpi_part);
    *mpi_part = NULL;
}

/* Adds the folders in which the assembler finds files named by assembly in the text: gcc passes those of -I; clang is its own assembler, and
 * uses all. With -Xassembler gcc would note them in objects of -flto, and say at the link that others lack them. */
static void add_assembler_folders(struct words *argv, const struct plan *plan, bool clang)
{
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        if (role_of(word) != ROLE_SEARCH || (!clang && strcmp(word->option->name, "-I") != 0))
            continue;
        if (clang)
            words_add(argv, "-Xclang");
        words_add(argv, "-I");
        if (clang)
            words_add(argv, "-Xclang");
        words_add(argv, word->value ? word->value : option_joined(word->option, word->text));
    }
}

/* Begins the command of a step, which compiles edited texts or does not. */
static struct words begin_compiling(const struct plan *plan, const struct plan_compilation *how, bool edited,
                                    struct arena *arena)
{
    struct words argv = begin(plan, arena);
    if (plan->stubs && edited && !how->clang)
        inlining_limits(plan, &argv);
    if (how->assembler_files)
        add_assembler_folders(&argv, plan, how->clang);
    return argv;
}

/* Adds -mno-red-zone. Assembly probes make calls that the compiler does not see, so it may keep nothing below the stack pointer. Moving the
 * stack pointer before the call is impossible, because unwinders, which may come at any moment with a signal, would not know. */
static void add_no_red_zone(struct words *argv, const struct plan *plan, bool edited)
{
    if (plan->stubs && edited)
        words_add(argv, "-mno-red-zone");
}

/* Returns whether a word is for a step that is done already, or for unwanted messages. */
static bool is_left_out(const struct plan *plan, const struct plan_word *word, bool sources,
                        enum plan_warnings warnings)
{
    enum option_role role = role_of(word);
    if (role == ROLE_LANGUAGE || (role == ROLE_DEPENDENCY && !plan->hooks))
        return true;
    if (role == ROLE_PREPROCESS || role == ROLE_SEARCH)
        return !sources || (plan_wp_dependencies(word->text) && !plan->hooks);
    return warnings == PLAN_QUIET && (role == ROLE_STRICT || (role == ROLE_TELL && (plan->unit_count || plan->hooks)));
}

/* Adds the hooks, our assembler, an object with the functions, and line information that it can read. */
static void add_hooks(struct words *argv, const struct plan *plan, const struct plan_compilation *how,
                      const char *excluded)
{
    if (!plan_hooks_reason(plan)) {
        words_add(argv, "-finstrument-functions");
        if (!how->clang)
            words_add(argv, "-finstrument-functions-exclude-file-list=/usr/include/,/usr/lib/");
    }
    if (excluded)
        words_addf(argv, "-finstrument-functions-exclude-function-list=%s", excluded);
    if (how->clang)
        words_add(argv, "-fno-integrated-as");
    words_addf(argv, "-B%s/", how->hooks);
    if (plan->whole_program)
        words_add(argv, "-fno-lto");
    if (!plan->debug)
        words_add(argv, "-g1");
}

char **plan_compile_argv(const struct plan *plan, const struct plan_compilation *how, struct arena *arena)
{
    const char *const *texts = how->objects ? how->objects : how->texts;
    bool edited = plan->unit_count && !how->objects, sources = plan->sources_remain;
    struct words argv = begin_compiling(plan, how, edited, arena);
    const char *language = "none", *mpi_part = how->mpi_part;
    for (size_t i = 0; i < plan->unit_count; i++)
        sources |= !texts[i];
    for (size_t i = 0; how->clang && edited && i < plan->unit_count; i++)
        if (texts[i])
            add_file_names(&argv, plan, i, texts[i]);

    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        const char *text = word->input && word->unit >= 0 ? texts[word->unit] : NULL;
        if (!word->input && is_left_out(plan, word, sources, how->warnings))
            continue;
        if (text && how->objects && plan->stop == PLAN_STOP_OBJECT) /* it is there already */
            continue;
        if (!text && plan_mpi_library(word))
            add_mpi_part(&argv, &mpi_part, &language);
        if (word->input)
            set_language(&argv, &language,
                         !text          ? word->language
                         : how->objects ? "none"
                                        : flat_language(&plan->units[word->unit]));
        if (text)
            words_add(&argv, text);
        else
            add_word(&argv, word);
    }
    add_mpi_part(&argv, &mpi_part, &language);
    add_libraries(&argv, plan, &language);
    if (how->warnings == PLAN_QUIET)
        words_add(&argv, "-w");
    add_no_red_zone(&argv, plan, edited);
    if (how->hooks && plan->hooks)
        add_hooks(&argv, plan, how, NULL);
    return argv.items;
}

static const char *source_language(const struct plan_unit *unit)
{
    return unit->flat ? flat_language(unit) : unit->cxx ? "c++" : "c";
}

/* Adds the options for compiling the original. */
static void add_diagnosis(struct words *argv, const struct plan *plan, const struct plan_diagnosis *how)
{
    if (how->headers)
        add_headers(argv, plan);
    /* A profile for the optimiser is of the edited text. That the original does not fit it is for gcc an error by default. */
    if (plan->profile_use && !how->clang)
        words_add(argv, "-Wno-coverage-mismatch");
    if (plan->profile_use && how->clang) {
        words_add(argv, "-Wno-backend-plugin");
        words_add(argv, "-Wno-profile-instr-out-of-date");
        words_add(argv, "-Wno-profile-instr-unprofiled");
    }
    if (how->any_pragma)
        words_add(argv, "-Wno-unknown-pragmas");
}

/* Returns the command for one unit: its text or, without one, its source. */
static struct words single(const struct plan *plan, const struct plan_compilation *how, size_t unit,
                           const char *excluded, struct arena *arena)
{
    const char *text = how->texts[unit];
    struct words argv = begin_compiling(plan, how, text, arena);
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        enum option_role role = role_of(word);
        bool preprocesses = role == ROLE_PREPROCESS || role == ROLE_SEARCH;
        bool warns = role == ROLE_STRICT && how->warnings == PLAN_LOUD;
        if (!word->input && !text && plan_wp_dependencies(word->text))
            add_kept(&argv, word->text);
        else if (!word->input && (role == ROLE_ALL || role == ROLE_COMPILE || warns || (!text && preprocesses)))
            add_word(&argv, word);
    }
    if (how->clang && text)
        add_file_names(&argv, plan, unit, text);
    if (how->warnings == PLAN_QUIET)
        words_add(&argv, "-w");
    add_no_red_zone(&argv, plan, text);
    if (how->hooks && !text)
        add_hooks(&argv, plan, how, excluded);
    if (how->complete && plan->whole_program)
        words_add(&argv, "-fno-lto");
    return argv;
}

static void add_unit(struct words *argv, const struct plan *plan, size_t unit, const char *text)
{
    words_add(argv, "-x");
    words_add(argv, text ? flat_language(&plan->units[unit]) : source_language(&plan->units[unit]));
    words_add(argv, text ? text : plan->units[unit].source);
}

char **plan_single_argv(const struct plan *plan, const struct plan_compilation *how, size_t unit, const char *excluded,
                        const char *object, struct arena *arena)
{
    struct words argv = single(plan, how, unit, excluded, arena);
    words_add(&argv, plan->stop == PLAN_STOP_ASSEMBLY ? "-S" : "-c");
    add_unit(&argv, plan, unit, how->texts[unit]);
    words_add(&argv, "-o");
    words_add(&argv, object);
    return argv.items;
}

char **plan_check_argv(const struct plan *plan, size_t unit, const struct plan_diagnosis *how, struct arena *arena)
{
    const char **texts = arena_array(arena, plan->unit_count, sizeof *texts);
    struct plan_compilation compilation = {.texts = texts, .warnings = PLAN_LOUD, .clang = how->clang};
    struct words argv = single(plan, &compilation, unit, NULL, arena);
    add_diagnosis(&argv, plan, how);
    words_add(&argv, "-c"); /* by which wrappers of compilers know that nothing is linked */
    words_add(&argv, "-fsyntax-only");
    add_unit(&argv, plan, unit, NULL);
    if (how->output) { /* gcc has files beside it all the same */
        words_add(&argv, "-o");
        words_add(&argv, how->output);
    }
    return argv.items;
}

const char *plan_build(const struct plan *plan, bool clang, struct arena *arena)
{
    static const char *const DECIDE[] = {"-march=", "-mcpu=", "-mtune=",     "-fopenmp",   "-fopenacc", "-flto",
                                         "-ffast-", "-fsan",  "-fprofile-u", "--coverage", "-m32"};
    const char *level = "", *macro = "", *text = "";
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        const char *name = word->value ? word->value : word->text + 2;
        if (name_starts(word->text, "-O"))
            level = arena_printf(arena, " %s", word->text);
        if ((name_starts(word->text, "-D") || name_starts(word->text, "-U")) && !strncmp(name, "NDEBUG", 6) &&
            (!name[6] || name[6] == '='))
            macro = word->text[1] == 'D' ? " NDEBUG" : "";
        for (size_t k = 0; k < sizeof DECIDE / sizeof *DECIDE; k++)
            if (!word->input && name_starts(word->text, DECIDE[k]))
                text = arena_printf(arena, "%s %s", text, word->text);
    }
    return arena_printf(arena, "%s%s%s%s", clang ? "clang" : "gcc", level, text, macro);
}

char **plan_diagnose_argv(const struct plan *plan, const struct plan_diagnosis *how, struct arena *arena)
{
    bool strip = !how->dependencies && (plan->dependencies || plan->dependency_wp);
    if (!strip && !how->output && !plan->profile_use && !how->any_pragma && !how->headers)
        return plan->original;
    struct words argv = begin(plan, arena);
    for (size_t i = 0; i < plan->word_count; i++) {
        const struct plan_word *word = &plan->words[i];
        if ((role_of(word) == ROLE_DEPENDENCY && !how->dependencies) || (role_of(word) == ROLE_OUTPUT && how->output))
            continue;
        if (!word->input && !how->dependencies && plan_wp_dependencies(word->text)) {
            add_kept(&argv, word->text);
        } else if (word->input) {
            words_add(&argv, word->text);
        } else {
            add_word(&argv, word);
        }
    }
    if (how->output) {
        words_add(&argv, "-o");
        words_add(&argv, how->output);
    }
    add_diagnosis(&argv, plan, how);
    return argv.items;
}
