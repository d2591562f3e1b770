/*
 * plan-cases.c - compiler commands in, plans out.
 *
 *     plan-cases FILE            every case of it must come out as it stands there
 *     plan-cases --bless FILE    writes what comes out; review the difference before committing it
 *
 * FILE holds blocks of lines. `# ...` is a comment, `$ (FACT...) COMMAND => PLAN` a command, where there are facts about the
 * place where it is given (clang, cxx, nested, disabled, stubs, no-archive, no-mpi-part, mpi, directory=D, level=N): blanks
 * separate words, '' is an empty one. The plan is
 *     pass REASON | link | hooks | usage REASON | compile [level=N] [REASON] [tail-jumps] [filter=F] ..
 * and has more lines behind it:
 *     flags ...   for libclang, where there are any
 *     unit O: ... the output of each source, and how it is preprocessed
 *     S ...       compile singly, for each source, where another one is compiled with hooks
 *     C ...       compile; T0/x.c is the edited text of the first source, T0/o its object
 *     Q ...       the same with warnings off, where that differs by more than a -w at the end
 *     D ...       the original without dependency files, where it differs
 *     K ...       the source is only read, for each, where warnings of its layout are asked for
 */
#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct facts {
    struct plan_context context;
    char *compiler[1];
};

static void set_fact(struct facts *facts, const char *fact)
{
    struct plan_context *context = &facts->context;
    if (!strcmp(fact, "clang"))
        context->clang = true;
    else if (!strcmp(fact, "cxx"))
        context->cxx = true;
    else if (!strcmp(fact, "nested"))
        context->nested = true;
    else if (!strcmp(fact, "disabled"))
        context->disabled = true;
    else if (!strcmp(fact, "no-archive"))
        context->libraries = NULL, context->find_mpi_part = NULL;
    else if (!strcmp(fact, "no-mpi-part"))
        context->found_by = NULL;
    else if (!strcmp(fact, "stubs"))
        context->stubs = true;
    else if (!strcmp(fact, "mpi"))
        context->mpi = true;
    else if (!strncmp(fact, "directory=", 10))
        context->directory = fact + 10;
    else if (!strncmp(fact, "level=", 6))
        context->level = fact + 6;
    else
        fprintf(stderr, "unknown fact '%s'\n", fact), exit(1);
}

static void put_words(FILE *out, const char *what, char *const *argv)
{
    fputs(what, out);
    for (; *argv; argv++)
        fprintf(out, " %s", **argv ? *argv : "''");
    putc('\n', out);
}

static bool same_words(char *const *a, char *const *b)
{
    while (*a && *b && !strcmp(*a, *b))
        a++, b++;
    return !*a && !*b;
}

/* Whether `quiet` is `loud` with -w behind it. */
static bool only_w(char *const *loud, char *const *quiet)
{
    while (*loud && *quiet && !strcmp(*loud, *quiet))
        loud++, quiet++;
    return !*loud && *quiet && !strcmp(*quiet, "-w") && !quiet[1];
}

static void put_compile(FILE *out, const struct plan *plan, struct arena *arena)
{
    const char **texts = arena_array(arena, plan->unit_count + 1, sizeof *texts);
    const char **objects = arena_array(arena, plan->unit_count + 1, sizeof *objects);
    for (size_t i = 0; i < plan->unit_count; i++) {
        texts[i] = arena_printf(arena, "T%zu/%s", i, plan->units[i].base);
        char *none[] = {NULL}, *flat = arena_printf(arena, "T%zu/flat", i);
        put_words(out, arena_printf(arena, "unit %s:", plan->units[i].output),
                  plan->units[i].flat ? none : plan_preprocess_argv(plan, i, flat, arena));
    }
    struct plan_compilation how = {.texts = texts,
                                   .mpi_part = plan->mpi_part,
                                   .clang = plan->context->clang,
                                   .hooks = plan->hooks ? "T" : NULL,
                                   .objects = plan->hooks ? objects : NULL};
    for (size_t i = 0; i < plan->unit_count && plan->hooks; i++) {
        objects[i] = arena_printf(arena, "T%zu/o", i);
        put_words(out, "S", plan_single_argv(plan, &how, i, NULL, objects[i], arena));
    }
    char **loud = plan_compile_argv(plan, &how, arena);
    how.warnings = PLAN_QUIET;
    char **quiet = plan_compile_argv(plan, &how, arena);
    char **diagnose = plan_diagnose_argv(plan, &(struct plan_diagnosis){.clang = how.clang}, arena);
    put_words(out, "C", loud);
    if (!only_w(loud, quiet))
        put_words(out, "Q", quiet);
    if (!same_words(diagnose, plan->original))
        put_words(out, "D", diagnose);
    for (size_t i = 0; plan->wants_layout && i < plan->unit_count; i++)
        put_words(out, "K", plan_check_argv(plan, i, &(struct plan_diagnosis){.clang = how.clang}, arena));
}

static void put_plan(FILE *out, const char *command, struct facts *facts, struct arena *arena)
{
    struct words argv = words_new(arena), expanded = words_new(arena);
    char *copy = arena_copy(arena, command, strlen(command)), *word;
    struct plan plan;
    while ((word = strsep(&copy, " ")))
        words_add(&argv, strcmp(word, "''") ? word : "");
    facts->compiler[0] = argv.items[0];
    if (!response_expand(argv.items + 1, argv.count - 1, &expanded)) {
        fputs("error too many response files\n", out);
        return;
    }
    plan_make(&plan, argv.items + 1, &expanded, &facts->context, arena);
    const char *detail = plan.passed ? passed_word(plan.passed) : plan.mistake;
    fprintf(out, "%s%s%s", plan_action_word(plan.action), detail ? " " : "", detail ? detail : "");
    if (plan.wants)
        fprintf(out, ": %s", plan.wants);
    if (plan.level != 1)
        fprintf(out, " level=%d", plan.level);
    if (plan.filter)
        fprintf(out, " filter=%s", plan.filter);
    if (plan.log)
        fprintf(out, " log=%s", plan.log);
    fprintf(out, "%s%s%s%s%s%s%s%s%s%s%s%s\n", plan.no_probes ? " " : "",
            plan.no_probes ? reason_word(plan.no_probes) : "", plan.tail_jumps ? " tail-jumps" : "",
            plan.safe_stack ? " safe-stack" : "", plan.print ? " print" : "", plan.keep ? " keep" : "",
            plan.strict ? " strict" : "", plan.silent ? " silent" : "", plan.late_warnings ? " late-warnings" : "",
            plan.names_files ? " names-files" : "", plan.tells ? " tells" : "",
            plan.exact_messages == PLAN_EXACT_ALWAYS  ? " exact-messages"
            : plan.exact_messages == PLAN_EXACT_NEVER ? " loose-messages"
                                                      : "");
    if (plan.action == PLAN_COMPILE && plan.flags[0])
        put_words(out, "flags", plan.flags);
    if (plan.action == PLAN_COMPILE || plan.action == PLAN_LINK || plan.action == PLAN_HOOKS)
        put_compile(out, &plan, arena);
}

/* The archive that the facts name. */
static const char *find_mpi_part(char *const *words, void *found_by)
{
    (void)words;
    return found_by;
}

static void run_cases(FILE *in, FILE *out, struct arena *arena)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    static char archive[] = "/L/mpi.a";
    struct facts facts = {
        .context = {.libraries = "/L", .find_mpi_part = find_mpi_part, .found_by = archive, .directory = "/d"}};
    while ((length = getline(&line, &room, in)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (line[0] == '#' || !line[0])
            fprintf(out, "%s\n", line);
        if (line[0] != '$')
            continue;
        struct facts now = facts;
        char *command = line + 2, *plan = strstr(line, " => "), *fact;
        if (plan)
            *plan = '\0';
        fprintf(out, "%s => ", line);
        if (*command == '(') {
            char *words = arena_copy(arena, command + 1, strcspn(command, ")") - 1);
            command += strcspn(command, ")") + 2;
            while ((fact = strsep(&words, " ")))
                set_fact(&now, fact);
        }
        now.context.compiler = now.compiler;
        now.context.compiler_count = 1;
        put_plan(out, command, &now, arena);
    }
    free(line);
}

int main(int argc, char **argv)
{
    bool bless = argc == 3 && !strcmp(argv[1], "--bless");
    const char *path = argv[argc - 1];
    FILE *in = argc >= 2 ? fopen(path, "re") : NULL;
    struct arena arena = {0};
    char *made = NULL, *expected = NULL;
    size_t made_size, expected_size = 0;
    if (!in)
        return fprintf(stderr, "usage: plan-cases [--bless] FILE\n"), 2;
    FILE *out = open_memstream(&made, &made_size);
    run_cases(in, out, &arena);
    fclose(out);
    rewind(in);
    ssize_t length = getdelim(&expected, &expected_size, '\0', in);
    fclose(in);
    bool same = length >= 0 && (size_t)length == made_size && !memcmp(expected, made, made_size);
    if (bless) {
        out = fopen(path, "we");
        same = out && fwrite(made, 1, made_size, out) == made_size && !fclose(out);
    } else if (!same) { /* the first line that differs, with its line number */
        size_t at = 0, line = 1;
        for (; at < made_size && length > 0 && at < (size_t)length && made[at] == expected[at]; at++)
            line += made[at] == '\n';
        while (at && made[at - 1] != '\n')
            at--;
        fprintf(stderr, "%s:%zu: is      %.*s\n", path, line, (int)strcspn(made + at, "\n"), made + at);
        fprintf(stderr, "%s:%zu: expected %.*s\n", path, line, (int)strcspn(expected + at, "\n"), expected + at);
    }
    free(made);
    free(expected);
    arena_free(&arena);
    return same ? 0 : 1;
}
