/*
 * command.c - which words of a command are options, values and inputs, and what they ask for. See command.h.
 */
#include "instrumenter/plan/command.h"

#include "common/name.h"
#include "instrumenter/plan/language.h"

#include <stdlib.h>

#define RUNTIME_MACRO "__INSTR_NO_BOOT"

static void take_input(struct command *command, struct plan_word *word)
{
    struct plan *plan = command->plan;
    const char *language = command->language ? command->language : language_of(word->text, plan->context->cxx);
    word->input = true;
    word->unit = -1;
    word->language = command->language ? command->language : "none";
    word->cxx = name_starts(language, "c++");
    command->inputs++;
    if (language_edited(language)) {
        struct plan_unit *unit = &plan->units[plan->unit_count];
        *unit = (struct plan_unit){.source = word->text,
                                   .base = name_base(word->text),
                                   .flat = name_ends(language, "cpp-output"),
                                   .cxx = word->cxx};
        word->unit = (int)plan->unit_count++;
    } else if (strstr(language, "header")) {
        command->header = true;
    } else if (strcmp(language, "object")) {
        plan->sources_remain = true;
        command->fortran |= language_fortran(language);
    }
}

static void take_dependency(struct command *command, const char *word)
{
    struct plan *plan = command->plan;
    if (name_starts(word, "-MF"))
        plan->dependency_file = true;
    else if (name_starts(word, "-MT") || name_starts(word, "-MQ"))
        plan->dependency_name = true;
    else if (!strcmp(word, "-MD") || !strcmp(word, "-MMD"))
        plan->dependencies = true;
}

/* Returns whether tail calls become jumps: from -O2 on in gcc, from -O1 on in some versions of clang. */
static bool has_tail_jumps(const struct plan *plan, const char *level)
{
    if (!*level || !strcmp(level, "1") || !strcmp(level, "g"))
        return plan->context->clang;
    return strcmp(level, "0") != 0;
}

/* Returns whether an option may name output files, which two compilations of the same source must not both write. */
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

/* Returns whether an option writes files beside the object that a link names after the program. */
static bool names_by_program(const char *word)
{
    static const char *const NAMING[] = {"--coverage", "-coverage",      "-ftest-coverage", "-fprofile-",
                                         "-gsplit-",   "-fauto-profile", "-fbranch-prob",   "-dump"};
    for (size_t i = 0; i < sizeof NAMING / sizeof *NAMING; i++)
        if (name_starts(word, NAMING[i]))
            return true;
    return false;
}

static void take_sanitizer(struct plan *plan, const char *word)
{
    bool on = name_starts(word, "-fsanitize=");
    if (!on && !name_starts(word, "-fno-sanitize="))
        return;
    if (on && (strstr(word, "=cfi") || strstr(word, ",cfi") || strstr(word, "kcfi")))
        plan->no_probes = REASON_CHECKED_CALLS;
    if (on && strstr(word, "dataflow"))
        plan->no_probes = REASON_DATA_FLOW;
    if (strstr(word, "address"))
        plan->address = on;
    if (strstr(word, "thread") || strstr(word, "memory"))
        plan->loads_watched = on;
    if (strstr(word, "safe-stack"))
        plan->safe_stack = on;
}

/* Notes whether the code is for a program, or may be for a shared object; the last word counts. */
static void take_place(struct plan *plan, const char *word)
{
    static const char *const LIBRARY[] = {"-fPIC", "-fpic", "-shared", "-mno-tls-direct-seg-refs"};
    static const char *const PROGRAM[] = {"-fPIE", "-fpie", "-fno-PIC", "-fno-pic", "-fno-PIE", "-fno-pie"};
    for (size_t i = 0; i < sizeof LIBRARY / sizeof *LIBRARY; i++)
        plan->library |= !strcmp(word, LIBRARY[i]);
    for (size_t i = 0; i < sizeof PROGRAM / sizeof *PROGRAM; i++)
        plan->library &= strcmp(word, PROGRAM[i]) != 0;
}

/* Notes warnings about layout; clang has one on by default. */
static void take_warning(struct plan *plan, const char *word)
{
    static const char *const LAYOUT[] = {"-Wall", "-Wmost", "-Weverything"};
    for (size_t i = 0; i < sizeof LAYOUT / sizeof *LAYOUT; i++)
        plan->wants_layout |= !strcmp(word, LAYOUT[i]);
    plan->wants_layout |= strstr(word, "misleading-indentation") || strstr(word, "multistatement-macros");
    plan->wants_labels |= name_starts(word, "-Wextra") || !strcmp(word, "-W") || strstr(word, "implicit-fallthrough");
    plan->wants_comments |= strstr(word, "documentation") || !strcmp(word, "-Weverything");
}

/* Notes options without an entry in the table, of which libclang or the edit must know. */
static void take_plain_option(struct command *command, const char *word)
{
    static const char *const FLAGS[] = {"-ansi",           "-m32",      "-m64",          "-mx32",
                                        "-fgnu89-inline",  "-fchar8_t", "-fno-char8_t",  "-fcoroutines",
                                        "-fms-extensions", "-fblocks",  "-fshort-wchar", "-funsigned-char",
                                        "-fopenmp"};
    static const char *const COVERAGE[] = {"--coverage", "-coverage", "-ftest-coverage"};
    static const char *const LATE[] = {"-fanalyzer", "-Wframe-larger-than", "-Wstack-", "-R"};
    if (name_starts(word, "-std="))
        words_add(&command->flags, word);
    if (name_starts(word, "-fopenmp="))
        words_add(&command->flags, "-fopenmp");
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (!strcmp(word, FLAGS[i]))
            words_add(&command->flags, word);
    for (size_t i = 0; i < sizeof COVERAGE / sizeof *COVERAGE; i++)
        command->plan->coverage |= !strcmp(word, COVERAGE[i]);
    command->plan->profile_use |= name_starts(word, "-fprofile-use") || name_starts(word, "-fprofile-instr-use") ||
                                  !strcmp(word, "-fbranch-probabilities");
    if (!strcmp(word, "-w"))
        command->plan->silent = true;
    command->own_hooks |=
        name_starts(word, "-finstrument-functions") || name_starts(word, "-fpatchable-function-entry");
    if (name_starts(word, "-flto"))
        command->plan->whole_program = true;
    if (!strcmp(word, "-m32") || !strcmp(word, "-mx32"))
        command->other_size = sizeof(void *) != 4;
    else if (!strcmp(word, "-m64"))
        command->other_size = sizeof(void *) != 8;
    for (size_t i = 0; i < sizeof LATE / sizeof *LATE; i++)
        command->plan->late_warnings |= name_starts(word, LATE[i]);
    take_warning(command->plan, word);
    if (name_starts(word, "-ftabstop="))
        command->plan->tab = (unsigned)atoi(strchr(word, '=') + 1);
    if (!strcmp(word, "-ffreestanding") || !strcmp(word, "-mcmodel=kernel"))
        command->plan->no_probes = REASON_FREESTANDING, command->no_runtime = true;
    if (!strcmp(word, "-fsplit-stack"))
        command->plan->no_probes = REASON_SPLIT_STACK;
    if (!strcmp(word, "-mabi=ms"))
        command->plan->no_probes = REASON_OTHER_CALLS;
    take_sanitizer(command->plan, word);
    take_place(command->plan, word);
    if (name_starts(word, "-O")) {
        command->plan->tail_jumps = has_tail_jumps(command->plan, word + 2);
        command->plan->optimized = word[2] != '0';
    }
    if (!strcmp(word, "-fno-merge-constants") || !strcmp(word, "-fmerge-constants"))
        command->plan->apart = word[2] == 'n';
    if (!strcmp(word, "-foptimize-sibling-calls"))
        command->sibling_calls = true;
    if (name_starts(word, "-g") && strcmp(word, "-g0"))
        command->plan->debug = true;
    else if (!strcmp(word, "-g0"))
        command->plan->debug = false;
}

static void take_link(struct command *command, const struct plan_word *word)
{
    struct plan *plan = command->plan;
    const char *name = word->option->name;
    if (!strcmp(name, "-static") || !strcmp(name, "-static-pie"))
        plan->static_link = true;
    else if (!strcmp(name, "-nostdlib") || !strcmp(name, "-nostartfiles") || !strcmp(name, "-r"))
        command->no_runtime = true;
    if (!strcmp(name, "-nostdlib"))
        plan->no_probes = REASON_FREESTANDING;
}

static void take_language(struct command *command, struct plan_word *word, const char *value)
{
    if (language_known(value))
        command->language = strcmp(value, "none") ? value : NULL;
    else if (word->value)
        command_pass(command, PASSED_LANGUAGE);
    else
        word->option = NULL; /* -xCORE-AVX2 is an option of its own */
}

/* Handles -Wp,-MD,FILE, of which clang makes -MD -MF FILE. If there is more behind it clang takes only the -MD. */
static void take_wp_dependencies(struct plan *plan, const char *word)
{
    if (!plan_wp_dependencies(word))
        return;
    plan->dependency_wp = true;
    if (!plan->context->clang || !name_starts(word, "-Wp,-M"))
        return;
    const char *file = strchr(word + 4, ',');
    plan->dependencies = true;
    plan->dependency_file |= file && !strchr(file + 1, ',');
}

static void take_preprocessing(struct command *command, const struct plan_word *word, const char *value)
{
    bool defines = !strcmp(word->option->name, "-D");
    take_wp_dependencies(command->plan, word->text);
    if (defines && name_starts(value, "TIMER_LEVEL="))
        command->macro = value + strlen("TIMER_LEVEL=");
    if (defines && name_starts(value, "__KERNEL__")) /* Linux, and its modules */
        command->plan->no_probes = REASON_FREESTANDING;
    /* See instr_abi.h: part of the runtime. A probe inside a probe would have no end. */
    if (defines && (!strcmp(value, RUNTIME_MACRO) || name_starts(value, RUNTIME_MACRO "=")))
        command_pass(command, PASSED_RUNTIME);
}

/* Returns whether clang's option replaces compiling by another action; one in addition to compiling does not count. */
static bool is_frontend_action(const char *value)
{
    static const char *const WHOLE[] = {"-E",
                                        "-Eonly",
                                        "-S",
                                        "-analyze",
                                        "-compiler-options-dump",
                                        "-dump-tokens",
                                        "-dump-raw-tokens",
                                        "-extract-api",
                                        "-fixit",
                                        "-fsyntax-only",
                                        "-init-only",
                                        "-plugin",
                                        "-print-preamble",
                                        "-templight-dump",
                                        "-verify-pch",
                                        "-module-file-info"};
    static const char *const BEGINNINGS[] = {"-ast-", "-emit-", "-fixit=", "-rewrite-", "-print-dependency-directives"};
    static const char *const COMPILE[] = {"-emit-obj", "-emit-llvm", "-emit-llvm-bc", "-emit-llvm-uselists"};
    bool action = false;
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++)
        action |= !strcmp(value, WHOLE[i]);
    for (size_t i = 0; i < sizeof BEGINNINGS / sizeof *BEGINNINGS; i++)
        action |= name_starts(value, BEGINNINGS[i]);
    for (size_t i = 0; i < sizeof COMPILE / sizeof *COMPILE; i++)
        action &= strcmp(value, COMPILE[i]) != 0;
    return action;
}

static void take_for_all_steps(struct command *command, struct plan_word *word, const char *value)
{
    const char *name = word->option->name;
    if (!strcmp(name, "-arch") && command->arch)
        command_pass(command, PASSED_SEVERAL_ARCHITECTURES);
    command->arch |= !strcmp(name, "-arch");
    if (name_starts(name, "-Xclang") && is_frontend_action(value))
        command_pass(command, PASSED_FRONTEND_ACTION);
    if (!strcmp(name, "-Xclang")) {
        bool includes = !strcmp(value, "-include") || !strcmp(value, "-include-pch");
        if (includes || command->included)
            word->option = option_find("-include");
        command->included = includes;
    }
    if (!strcmp(name, "--std"))
        words_addf(&command->flags, "-std=%s", value + (*value == '='));
    if (!strcmp(name, "-target")) {
        words_add(&command->flags, "-target");
        words_add(&command->flags, value);
    }
}

static void take_option(struct command *command, struct plan_word *word)
{
    struct plan *plan = command->plan;
    const struct option *option = word->option;
    const char *value = word->value ? word->value : option_joined(option, word->text);
    switch (option->role) {
    case ROLE_PASS:
        command_pass(command, option->passed);
        break;
    case ROLE_MODE:
        command->assembly |= word->text[1] == 'S';
        command->object = true;
        break;
    case ROLE_OUTPUT:
        plan->output = value;
        break;
    case ROLE_LANGUAGE:
        take_language(command, word, value);
        break;
    case ROLE_DEPENDENCY:
        take_dependency(command, word->text);
        break;
    case ROLE_LINK:
        take_link(command, word);
        break;
    case ROLE_PREPROCESS:
    case ROLE_SEARCH:
        take_preprocessing(command, word, value);
        break;
    case ROLE_COMPILE:
        /* A listing goes to standard output, once for each time the assembler runs. */
        if (name_starts(word->text, "-Wa,-a") && !strchr(word->text, '='))
            command_pass(command, PASSED_STANDARD_OUTPUT);
        break;
    case ROLE_ALL:
        take_for_all_steps(command, word, value);
        break;
    case ROLE_TELL:
        plan->tells = plan->names_files = true;
        break;
    case ROLE_STRICT:
        take_warning(plan, word->text);
        break;
    }
}

void command_read(struct command *command, const struct words *argv)
{
    struct plan *plan = command->plan;
    for (size_t i = 0; i < argv->count; i++) {
        char *text = argv->items[i];
        if (!command->options_end && command_own(command, text))
            continue;
        struct plan_word *word = &plan->words[plan->word_count++];
        *word = (struct plan_word){.text = text, .unit = -1};
        if (command->options_end || text[0] != '-' || !text[1]) {
            if (text[0] == '-' && text[1])
                command_pass(command, PASSED_INPUT_LIKE_OPTION);
            take_input(command, word);
        } else if (!strcmp(text, "--")) {
            /* gcc has no such word and says so */
            command->options_end = plan->context->clang;
            plan->word_count -= plan->context->clang;
            if (!plan->context->clang)
                command_pass(command, PASSED_UNKNOWN_OPTION);
        } else if (!(word->option = option_find(text))) {
            take_plain_option(command, text);
        } else {
            bool separate = option_separate(word->option, text);
            if (separate && i + 1 == argv->count)
                command_pass(command, PASSED_MISSING_ARGUMENT);
            else if (separate)
                word->value = argv->items[++i];
            if (!separate || word->value)
                take_option(command, word);
        }
        plan->names_files |= !word->input && may_name_files(text);
        plan->names_by_program |= !word->input && names_by_program(text);
        command->mpi_library |= plan_mpi_library(word);
    }
}
