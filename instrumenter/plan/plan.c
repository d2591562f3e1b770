/*
 * plan.c - reading the command: which words are options, values and inputs, and what they ask for.
 *
 * One pass over the words fills the plan, a second step decides. When in doubt the answer is
 * PLAN_PASS: the real compiler then sees exactly what the user wrote. See plan_argv.c for the way back
 * from the plan to commands.
 */
#include "instrumenter/plan/plan.h"

#include "base/name.h"

#include <stdlib.h>
#include <string.h>

/* What a file name's suffix says, in the words of -x. "object" is for all the linker takes. */
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
    {"F", "f77-cpp-input", "f77-cpp-input"},
    {"for", "f77", "f77"},
    {"f90", "f95", "f95"},
    {"F90", "f95-cpp-input", "f95-cpp-input"},
    {"f95", "f95", "f95"},
    {"f03", "f95", "f95"},
    {"f08", "f95", "f95"},
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

static bool known_language(const char *name)
{
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof *LANGUAGES; i++)
        if (!strcmp(name, LANGUAGES[i]))
            return true;
    return false;
}

/* The language of an input by its suffix; "object" when the compiler hands it to the linker. */
static const char *suffix_language(const char *path, bool cxx)
{
    const char *base = name_base(path), *dot = strrchr(base, '.');
    for (size_t i = 0; dot && i < sizeof SUFFIXES / sizeof *SUFFIXES; i++)
        if (!strcmp(dot + 1, SUFFIXES[i].suffix))
            return cxx ? SUFFIXES[i].cxx : SUFFIXES[i].language;
    return "object";
}

#define RUNTIME_MACRO "__INSTR_NO_BOOT"

#define WANTS_LEVEL "a number from 0 to 4"
#define WANTS_CHOICE "0 or 1"
#define WANTS_SECONDS "a number of seconds"

/* What the scan collects beside the plan. */
struct scan {
    struct plan *plan;
    struct arena *arena;
    const char *language; /* of -x here; null = by suffix */
    int level;            /* of --instr-level; below 0 = not given */
    const char *macro;    /* of -DTIMER_LEVEL */
    struct words flags;   /* for libclang */
    enum passed passed;   /* the first reason to pass */
    bool options_end;     /* `--` was seen */
    bool included;        /* the next -Xclang has the file of an -include */
    bool sibling_calls;   /* tail calls become jumps whatever -O says */
    bool other_size;      /* the target's pointers have not the size of the runtime's */
    bool assembly, object, no_runtime, header, arch;
    size_t inputs;
};

const char *plan_action_word(enum plan_action action)
{
    static const char *const WORDS[] = {"pass", "link", "compile", "help", "version", "mistake"};
    return WORDS[action];
}

static void pass(struct scan *scan, enum passed why)
{
    if (!scan->passed)
        scan->passed = why;
}

static void complain(struct plan *plan, const char *mistake, const char *wants)
{
    plan->action = PLAN_MISTAKE;
    plan->mistake = mistake;
    plan->wants = wants;
}

static bool read_level(const char *word, int *level)
{
    bool good = word[0] >= '0' && word[0] <= '4' && !word[1];
    if (good)
        *level = word[0] - '0';
    return good;
}

static bool read_exact(const char *word, enum plan_exact *exact)
{
    bool always = !strcmp(word, "1") || !strcmp(word, "always"), never = !strcmp(word, "0") || !strcmp(word, "never");
    if (always || never)
        *exact = always ? PLAN_EXACT_ALWAYS : PLAN_EXACT_NEVER;
    return always || never;
}

static bool read_seconds(const char *word, double *seconds)
{
    char *end;
    double number = strtod(word, &end);
    bool good = end > word && !*end && number >= 0 && number < 1e9;
    if (good)
        *seconds = number;
    return good;
}

/* Our own option in `word`; false when it is none of ours. */
static bool scan_own(struct scan *scan, const char *word)
{
    struct plan *plan = scan->plan;
    const char *whole = word, *wants = NULL;
    bool good = true;
    if (!name_starts(word, "--instr-"))
        return false;
    word += strlen("--instr-");
    if (name_starts(word, "level="))
        good = read_level(word + strlen("level="), &scan->level), wants = WANTS_LEVEL;
    else if (name_starts(word, "filter="))
        plan->filter = word + strlen("filter=");
    else if (name_starts(word, "output="))
        plan->profile = word + strlen("output=");
    else if (name_starts(word, "log="))
        plan->log = word + strlen("log=");
    else if (!strcmp(word, "print"))
        plan->print = true;
    else if (!strcmp(word, "keep"))
        plan->keep = true;
    else if (!strcmp(word, "strict"))
        plan->strict = true;
    else if (!strcmp(word, "exact-messages"))
        plan->exact_messages = PLAN_EXACT_ALWAYS;
    else if (name_starts(word, "exact-messages="))
        good = read_exact(word + strlen("exact-messages="), &plan->exact_messages), wants = WANTS_CHOICE;
    else if (name_starts(word, "parse-limit="))
        good = read_seconds(word + strlen("parse-limit="), &plan->parse_limit), wants = WANTS_SECONDS;
    else if (name_starts(word, "unparsed=")) /* our own, see compile.c */
        plan->unparsed =
            arena_printf(scan->arena, "%s,%s,", plan->unparsed ? plan->unparsed : "", word + strlen("unparsed="));
    else if (!strcmp(word, "off"))
        pass(scan, PASSED_DISABLED);
    else if (!strcmp(word, "help"))
        plan->action = PLAN_HELP;
    else if (!strcmp(word, "version"))
        plan->action = PLAN_VERSION;
    else
        good = false;
    if (!good)
        complain(plan, whole, wants);
    return true;
}

static void scan_input(struct scan *scan, struct plan_word *word)
{
    struct plan *plan = scan->plan;
    const char *language = scan->language ? scan->language : suffix_language(word->text, plan->context->cxx);
    word->input = true;
    word->unit = -1;
    word->language = scan->language ? scan->language : "none";
    word->cxx = name_starts(language, "c++");
    scan->inputs++;
    if (!strcmp(language, "c") || !strcmp(language, "cpp-output")) {
        struct plan_unit *unit = &plan->units[plan->unit_count];
        *unit = (struct plan_unit){.source = word->text, .base = name_base(word->text)};
        unit->flat = !strcmp(language, "cpp-output");
        word->unit = (int)plan->unit_count++;
    } else if (strstr(language, "header")) {
        scan->header = true;
    } else if (strcmp(language, "object")) {
        plan->sources_remain = true;
    }
}

static void scan_dependency(struct scan *scan, const char *word)
{
    struct plan *plan = scan->plan;
    if (name_starts(word, "-MF"))
        plan->dependency_file = true;
    else if (name_starts(word, "-MT") || name_starts(word, "-MQ"))
        plan->dependency_name = true;
    else if (!strcmp(word, "-MD") || !strcmp(word, "-MMD"))
        plan->dependencies = true;
}

/* gcc makes jumps of tail calls from -O2 on, some versions of clang from -O1 on. */
static bool has_tail_jumps(const struct plan *plan, const char *level)
{
    if (!*level || !strcmp(level, "1") || !strcmp(level, "g"))
        return plan->context->clang;
    return strcmp(level, "0") != 0;
}

/* Whether an option may name files of its own: two compiles of the same source must not write them both. */
static bool may_name_files(const char *word)
{
    static const char *const NAMING[] = {
        "-Wa,",
        "-Xassembler",
        "-Xclang",
        "-mllvm",
        "-dump",
        "-fplugin",
        "-fopt-info",
        "-fprofile-use",
        "-fprofile-note",
        "-fauto-profile",
        "-fbranch-probabilities",
        "-ftime-trace",
        "-foptimization-record",
        "-fdiagnostics-format=",
        "-fdiagnostics-add-output=",
        "-fdiagnostics-set-output=",
        "-time",
    };
    for (size_t i = 0; i < sizeof NAMING / sizeof *NAMING; i++)
        if (name_starts(word, NAMING[i]))
            return true;
    return false;
}

/* Options without an entry in the table matter here only for what libclang and the edit must know. */
static void scan_plain_option(struct scan *scan, const char *word)
{
    static const char *const FLAGS[] = {
        "-ansi",           "-m32",     "-m64",          "-mx32",           "-fgnu89-inline",
        "-fms-extensions", "-fblocks", "-fshort-wchar", "-funsigned-char", "-fopenmp"};
    static const char *const COVERAGE[] = {"--coverage", "-coverage", "-ftest-coverage"};
    static const char *const LATE[] = {"-fanalyzer", "-Wframe-larger-than", "-Wstack-", "-R"};
    if (name_starts(word, "-std="))
        words_add(&scan->flags, word);
    if (name_starts(word, "-fopenmp="))
        words_add(&scan->flags, "-fopenmp");
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (!strcmp(word, FLAGS[i]))
            words_add(&scan->flags, word);
    for (size_t i = 0; i < sizeof COVERAGE / sizeof *COVERAGE; i++)
        scan->plan->coverage |= !strcmp(word, COVERAGE[i]);
    scan->plan->profile_use |= name_starts(word, "-fprofile-use") || !strcmp(word, "-fbranch-probabilities");
    if (!strcmp(word, "-w"))
        scan->plan->silent = true;
    if (!strcmp(word, "-m32") || !strcmp(word, "-mx32"))
        scan->other_size = sizeof(void *) != 4;
    else if (!strcmp(word, "-m64"))
        scan->other_size = sizeof(void *) != 8;
    for (size_t i = 0; i < sizeof LATE / sizeof *LATE; i++)
        scan->plan->late_warnings |= name_starts(word, LATE[i]);
    scan->plan->wants_columns |= !strcmp(word, "-Wall") || !strcmp(word, "-Wmisleading-indentation");
    if (!strcmp(word, "-ffreestanding"))
        scan->plan->no_probes = REASON_FREESTANDING, scan->no_runtime = true;
    if (!strcmp(word, "-fsplit-stack"))
        scan->plan->no_probes = REASON_SPLIT_STACK;
    if (name_starts(word, "-fsanitize=") && (strstr(word, "=cfi") || strstr(word, ",cfi") || strstr(word, "kcfi")))
        scan->plan->no_probes = REASON_CHECKED_CALLS;
    if (strstr(word, "safe-stack") && (name_starts(word, "-fsanitize=") || name_starts(word, "-fno-sanitize=")))
        scan->plan->safe_stack = word[2] == 's';
    if (name_starts(word, "-O"))
        scan->plan->tail_jumps = has_tail_jumps(scan->plan, word + 2);
    if (!strcmp(word, "-foptimize-sibling-calls"))
        scan->sibling_calls = true;
    if (name_starts(word, "-g") && strcmp(word, "-g0"))
        scan->plan->debug = true;
    else if (!strcmp(word, "-g0"))
        scan->plan->debug = false;
}

static void scan_link(struct scan *scan, const struct plan_word *word)
{
    struct plan *plan = scan->plan;
    const char *name = word->option->name;
    if (!strcmp(name, "-static") || !strcmp(name, "-static-pie"))
        plan->static_link = true;
    else if (!strcmp(name, "-nostdlib") || !strcmp(name, "-nostartfiles") || !strcmp(name, "-r"))
        scan->no_runtime = true;
    if (!strcmp(name, "-nostdlib"))
        plan->no_probes = REASON_FREESTANDING;
}

static void scan_option(struct scan *scan, struct plan_word *word)
{
    struct plan *plan = scan->plan;
    const struct option *option = word->option;
    const char *value = word->value ? word->value : option_joined(option, word->text);
    switch (option->role) {
    case ROLE_PASS:
        pass(scan, option->passed);
        break;
    case ROLE_MODE:
        scan->assembly |= word->text[1] == 'S';
        scan->object = true;
        break;
    case ROLE_OUTPUT:
        plan->output = value;
        break;
    case ROLE_LANGUAGE:
        if (known_language(value))
            scan->language = strcmp(value, "none") ? value : NULL;
        else if (word->value)
            pass(scan, PASSED_LANGUAGE);
        else
            word->option = NULL; /* -xCORE-AVX2 is an option of its own */
        break;
    case ROLE_DEPENDENCY:
        scan_dependency(scan, word->text);
        break;
    case ROLE_LINK:
        scan_link(scan, word);
        break;
    case ROLE_PREPROCESS:
        plan->dependency_wp |= plan_wp_dependencies(word->text);
        if (!strcmp(option->name, "-D") && name_starts(value, "TIMER_LEVEL="))
            scan->macro = value + strlen("TIMER_LEVEL=");
        /* See instr_abi.h: part of the runtime. A probe inside a probe would have no end. */
        if (!strcmp(option->name, "-D") && (!strcmp(value, RUNTIME_MACRO) || name_starts(value, RUNTIME_MACRO "=")))
            pass(scan, PASSED_RUNTIME);
        break;
    case ROLE_COMPILE:
        /* A listing goes to standard output, once for each time the assembler runs. */
        if (name_starts(word->text, "-Wa,-a") && !strchr(word->text, '='))
            pass(scan, PASSED_STANDARD_OUTPUT);
        break;
    case ROLE_ALL:
        if (!strcmp(option->name, "-arch") && scan->arch)
            pass(scan, PASSED_SEVERAL_ARCHITECTURES);
        scan->arch |= !strcmp(option->name, "-arch");
        if (!strcmp(option->name, "-Xclang")) {
            bool includes = !strcmp(value, "-include") || !strcmp(value, "-include-pch");
            if (includes || scan->included)
                word->option = option_find("-include");
            scan->included = includes;
        }
        if (!strcmp(option->name, "-target")) {
            words_add(&scan->flags, "-target");
            words_add(&scan->flags, value);
        }
        break;
    case ROLE_TELL:
        plan->tells = plan->names_files = true;
        break;
    case ROLE_STRICT:
        break;
    }
}

static void scan_words(struct scan *scan, const struct words *argv)
{
    struct plan *plan = scan->plan;
    for (size_t i = 0; i < argv->count; i++) {
        char *text = argv->items[i];
        if (!scan->options_end && scan_own(scan, text))
            continue;
        struct plan_word *word = &plan->words[plan->word_count++];
        *word = (struct plan_word){.text = text, .unit = -1};
        if (scan->options_end || text[0] != '-' || !text[1]) {
            if (text[0] == '-' && text[1])
                pass(scan, PASSED_INPUT_LIKE_OPTION);
            scan_input(scan, word);
        } else if (!strcmp(text, "--")) {
            /* gcc has no such word and says so */
            scan->options_end = plan->context->clang;
            plan->word_count -= plan->context->clang;
            if (!plan->context->clang)
                pass(scan, PASSED_UNKNOWN_OPTION);
        } else if (!(word->option = option_find(text))) {
            scan_plain_option(scan, text);
        } else {
            bool separate = word->option->form == FORM_SEPARATE ||
                            (word->option->form == FORM_EITHER && !option_joined(word->option, text));
            if (separate && i + 1 == argv->count)
                pass(scan, PASSED_MISSING_ARGUMENT);
            else if (separate)
                word->value = argv->items[++i];
            if (!separate || word->value)
                scan_option(scan, word);
        }
        plan->names_files |= !word->input && may_name_files(text);
        plan->mpi_link |= plan_mpi_library(word);
    }
}

/* Sources that a build system compiles to learn about the compiler, not to build the program. */
static bool is_probe(const struct plan *plan)
{
    static const char *const BASES[] = {"conftest.", "_configtest.", "CMakeCCompilerId.", "CMakeCCompilerABI.",
                                        "testCCompiler."};
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

/* Whether the link gets something of ours, and what. */
static void decide_link(struct plan *plan, const struct scan *scan)
{
    const struct plan_context *context = plan->context;
    bool links = plan->stop == PLAN_STOP_LINK && scan->inputs > 0 && !scan->no_runtime && !scan->other_size;
    plan->static_link = plan->static_link && links && context->libraries;
    plan->mpi_link = (plan->mpi_link || context->mpi) && links && context->mpi_archive;
}

static enum passed why_passed(const struct plan *plan, const struct scan *scan)
{
    const struct plan_context *context = plan->context;
    if (context->disabled)
        return PASSED_DISABLED;
    if (context->nested)
        return PASSED_NESTED;
    if (scan->passed)
        return scan->passed;
    if (!scan->inputs)
        return PASSED_NO_INPUT;
    if (scan->header)
        return PASSED_PRECOMPILED_HEADER;
    if (is_probe(plan))
        return PASSED_PROBE;
    if (to_standard_output(plan->output))
        return PASSED_STANDARD_OUTPUT;
    if (plan->sources_remain && plan->unit_count && (plan->dependencies || plan->dependency_wp))
        return PASSED_MIXED_LANGUAGES;
    if (!plan->unit_count && !plan->static_link && !plan->mpi_link)
        return plan->sources_remain ? PASSED_LANGUAGE : PASSED_LINK;
    return PASSED_NOT;
}

/* What the compiler calls the output of `unit`, for dependency files and for people. */
static char *unit_output(const struct plan *plan, const struct plan_unit *unit, struct arena *arena)
{
    if (plan->output)
        return arena_copy(arena, plan->output, strlen(plan->output));
    const char *dot = strrchr(unit->base, '.');
    int stem = (int)(dot ? (size_t)(dot - unit->base) : strlen(unit->base));
    return arena_printf(arena, "%.*s.%c", stem, unit->base, plan->stop == PLAN_STOP_ASSEMBLY ? 's' : 'o');
}

/* The level that the environment, -DTIMER_LEVEL or --instr-level ask for, later ones over earlier.
 * TIMER_LEVEL may mean something else to this program: a value that is no level is not our knob. */
static void decide_level(struct plan *plan, const struct scan *scan)
{
    const char *environment = plan->context->level;
    plan->level = 1;
    if (environment && *environment && !read_level(environment, &plan->level) && scan->level < 0)
        complain(plan, arena_printf(scan->arena, "INSTR_BUILD_LEVEL=%s", environment), WANTS_LEVEL);
    if (scan->macro)
        read_level(scan->macro, &plan->level);
    if (scan->level >= 0)
        plan->level = scan->level;
}

static size_t count_own(char *const *argv)
{
    size_t count = 0;
    for (; *argv; argv++)
        count += name_starts(*argv, "--instr-");
    return count;
}

/* The command without our own options. It keeps its @files, unless such an option stands in one. */
static bool copy_original(struct plan *plan, char *const *argv, const struct words *expanded, struct arena *arena)
{
    struct words original = words_new(arena);
    words_add_all(&original, plan->context->compiler, plan->context->compiler_count);
    if (count_own(argv) != count_own(expanded->items))
        argv = expanded->items;
    for (; *argv; argv++)
        if (!name_starts(*argv, "--instr-"))
            words_add(&original, *argv);
    plan->original = original.items;
    return !original.failed;
}

bool plan_make(struct plan *plan, char *const *argv, const struct words *expanded, const struct plan_context *context,
               struct arena *arena, struct error *error)
{
    *plan = (struct plan){.context = context,
                          .filter = context->filter,
                          .log = context->log,
                          .keep = context->keep,
                          .profile = context->profile};
    plan->parse_limit = -1;
    plan->words = arena_array(arena, expanded->count + 1, sizeof *plan->words);
    plan->units = arena_array(arena, expanded->count + 1, sizeof *plan->units);
    struct scan scan = {.plan = plan, .arena = arena, .flags = words_new(arena), .level = -1};
    if (!plan->words || !plan->units || scan.flags.failed || !copy_original(plan, argv, expanded, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");

    const char *exact = context->exact_messages, *limit = context->parse_limit;
    if (exact && *exact && !read_exact(exact, &plan->exact_messages))
        complain(plan, arena_printf(arena, "INSTR_EXACT_MESSAGES=%s", exact), WANTS_CHOICE);
    if (limit && *limit && !read_seconds(limit, &plan->parse_limit))
        complain(plan, arena_printf(arena, "INSTR_PARSE_LIMIT=%s", limit), WANTS_SECONDS);
    scan_words(&scan, expanded);
    plan->stop = scan.assembly ? PLAN_STOP_ASSEMBLY : scan.object ? PLAN_STOP_OBJECT : PLAN_STOP_LINK;
    plan->flags = scan.flags.items;
    plan->tail_jumps |= scan.sibling_calls;
    for (size_t i = 0; i < plan->unit_count; i++) {
        plan->units[i].output = unit_output(plan, &plan->units[i], arena);
        scan.flags.failed |= !plan->units[i].output;
        /* A dependency file of flat text says nothing; leave the odd command to the compiler. */
        if (plan->units[i].flat && (plan->dependencies || plan->dependency_wp))
            pass(&scan, PASSED_ALREADY_PREPROCESSED);
    }
    if (scan.flags.failed)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    decide_level(plan, &scan);
    if (plan->action != PLAN_PASS)
        return true;
    decide_link(plan, &scan);
    plan->passed = why_passed(plan, &scan);
    if (!plan->passed)
        plan->action = plan->unit_count ? PLAN_COMPILE : PLAN_LINK;
    return true;
}
