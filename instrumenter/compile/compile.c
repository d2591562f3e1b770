/* compile.c - see compile.h. */
#include "instrumenter/compile/compile.h"
#include "include/instr_kinds.h"
#include "instrumenter/compile/work.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/driver/tell.h"
#include "instrumenter/front/front.h"
#include "instrumenter/hooks/hooks_step.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- for sources measured by the compiler's own hooks (instrumenter/hooks/) --- */

/* Finds the name by which the compiler calls its assembler. */
static bool find_assembler(struct work *work, const char **name, struct error *error)
{
    struct words argv = words_new(work->arena);
    size_t size;
    int status;
    words_add_all(&argv, work->plan->context->compiler, work->plan->context->compiler_count);
    for (size_t i = 0; i < work->plan->word_count; i++) {
        const struct plan_word *word = &work->plan->words[i];
        if (word->option && !strcmp(word->option->name, "-B")) {
            words_add(&argv, word->text);
            if (word->value)
                words_add(&argv, word->value);
        }
    }
    words_add(&argv, "-print-prog-name=as");
    if (!work_step(work, argv.items, true, &status, error))
        return false;
    work->printed = false;
    const char *text = status ? "" : file_read(work->messages, &size, work->arena, error);
    *name = text ? arena_copy(work->arena, text, strcspn(text, "\n")) : NULL;
    return *name;
}

/* Makes our assembler and its orders, and sets their place in work->hooks. */
static bool by_hooks_prepare(struct work *work, struct error *error)
{
    const struct plan *plan = work->plan;
    struct hooks_orders orders = {.runtime = work->runtime,
                                  .output = plan->profile && *plan->profile ? plan->profile : NULL,
                                  .build = plan_build(plan, work->clang, work->arena),
                                  .filter = plan->filter,
                                  .reason = plan_hooks_reason(plan),
                                  .no_lines = !plan->debug,
                                  .all_paths = plan->all_paths};
    work->hooks = arena_printf(work->arena, "%s/hooks", work->folder);
    if (mkdir(work->hooks, 0700))
        return error_set(error, ERROR_INTERNAL, "can't make a folder in %s", work->folder);
    return find_assembler(work, &orders.assembler, error) &&
           hooks_step_prepare(work->hooks, &orders, work->arena, error);
}

/* --- */

/* --- the result for each unit: what is reported, and what is kept --- */

/* Notes in the log how much of each unit is measured, after all edited texts were compiled. */
static void results_set(struct work *work)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct log_unit *unit = &work->log->units[i];
        if (!work->texts[i])
            continue;
        if (unit->result == LOG_ORIGINAL && work_given_up(work->plan, i))
            unit->result = LOG_RECORDS;
        else if (unit->result == LOG_ORIGINAL)
            unit->result = work->printed ? LOG_QUIET : LOG_FULL;
        if (!unit->why && work->printed)
            unit->why = "messages";
    }
}

/* Removes an object like a failing compiler: devices and the like stay. */
static void results_remove(const char *path)
{
    struct stat status;
    if (!lstat(path, &status) && S_ISREG(status.st_mode))
        unlink(path);
}

/* Returns whether nothing of a unit's edit is left. */
static bool is_lost(const struct log_unit *unit)
{
    return unit->result <= LOG_RECORDS && unit->why && strcmp(unit->why, "no-functions") &&
           strcmp(unit->why, "has-probes");
}

/* Reports each unit whose object is not instrumented although it should be, in one line; in strict mode an error. */
static bool results_tell(const struct work *work, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        const struct log_unit *unit = &work->log->units[i];
        const char *source = work->plan->units[i].source;
        const char *what =
            unit->result == LOG_RECORDS ? "its functions are listed but not timed" : "the original was compiled";
        /* By the command's own words; only who is strict is told. */
        bool unprobed = work->plan->no_probes && work->plan->strict && unit->functions;
        if (!is_lost(unit) && !unprobed)
            continue;
        if (work->plan->strict) {
            results_remove(work->plan->units[i].output);
            return error_set(error, ERROR_USAGE, "%s: not instrumented [%s]", source,
                             unprobed ? reason_word(work->plan->no_probes) : unit->why);
        }
        tell("%s: warning: not instrumented: %s [%s]", source, what, unit->why);
    }
    return true;
}

static void copy_file(const char *from, const char *to, struct arena *arena)
{
    size_t size;
    struct error error = {0};
    const char *text = file_read(from, &size, arena, &error);
    if (text && file_write(to, text, size, &error))
        tell("kept %s", to);
    else
        tell("%s", error.text);
}

/* --instr-keep: copies flat and edited texts to the folder of the object. */
static void results_keep(const struct work *work)
{
    const struct plan *plan = work->plan;
    for (size_t i = 0; i < plan->unit_count; i++) {
        const char *beside = plan->stop == PLAN_STOP_LINK ? plan->units[i].base : plan->units[i].output;
        if (work->flats[i])
            copy_file(work->flats[i], arena_printf(work->arena, "%s.instr.i", beside), work->arena);
        if (work->texts[i])
            copy_file(work->texts[i], arena_printf(work->arena, "%s.instr.c", beside), work->arena);
    }
}

/* --instr-print: writes the edited texts to standard output. */
static bool results_print(const struct work *work, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        size_t size;
        const char *path = work->texts[i] ? work->texts[i] : work->flats[i];
        const char *text = path ? file_read(path, &size, work->arena, error) : NULL;
        if (!text || !file_write(NULL, text, size, error))
            return false;
    }
    return true;
}

/* --- compiling the user's own text, for its messages and its status --- */

/* Returns the preprocessed text of unit `index` with its comments and without our pragmas; *status is not 0 if the preprocessor fails. */
static const char *text_without_ours(struct work *work, size_t index, int *status, struct error *error)
{
    const struct plan_unit *unit = &work->plan->units[index];
    const char *folder = arena_printf(work->arena, "%s/%zu/own", work->folder, index);
    const char *path = arena_printf(work->arena, "%s/%s", folder, unit->base);
    const char *from =
        unit->flat ? work->flats[index] : arena_printf(work->arena, "%s/%zu/comments", work->folder, index);
    size_t size;
    if (mkdir(folder, 0700))
        return error_set(error, ERROR_INTERNAL, "can't make a folder in %s", work->folder), NULL;
    if (!unit->flat &&
        (!work_step(work, plan_comments_argv(work->plan, index, from, work->arena), false, status, error) || *status))
        return NULL;
    const char *text = file_read(from, &size, work->arena, error);
    return text && file_write(path, messages_without_ours(text, size, work->arena), size, error) ? path : NULL;
}

/* Gets messages and status of the user's own text, without our pragmas, if there may be other unknown ones. Output goes where the command
 * says. */
static bool diagnose_mixed(struct work *work, int *status, struct error *error)
{
    const char **texts = arena_array(work->arena, work->plan->unit_count + 1, sizeof *texts);
    *status = 0;
    for (size_t i = 0; i < work->plan->unit_count; i++)
        if (!(texts[i] = text_without_ours(work, i, status, error)))
            return *status != 0;
    struct plan_compilation how = work_compilation(work, PLAN_LOUD);
    how.texts = texts;
    how.hooks = NULL;
    return work_step(work, plan_compile_argv(work->plan, &how, work->arena), false, status, error);
}

/* Gets messages and status. Output goes where the command says or, with `aside` and no pragmas except ours, is discarded. */
static bool diagnose(struct work *work, bool aside, int *status, struct error *error)
{
    long long start = log_clock();
    if (work->pragmas == MESSAGES_MIXED) {
        bool done = diagnose_mixed(work, status, error);
        work->log->times.diagnose += log_clock() - start;
        return done;
    }
    /* The dependency file is written; only a preprocessor that prints, or hooks', may do so because of it. */
    struct plan_diagnosis how = {.output = aside ? arena_printf(work->arena, "%s/original.o", work->folder) : NULL,
                                 .dependencies = work->printed_early || work->plan->hooks,
                                 .any_pragma = work->pragmas == MESSAGES_OURS,
                                 .headers = work->headers,
                                 .clang = work->clang};
    char **argv = plan_diagnose_argv(work->plan, &how, work->arena);
    bool ran = work_step(work, argv, false, status, error);
    work->log->times.diagnose += log_clock() - start;
    return ran;
}

/* Compiles the original aside, at the same time as the edited text. */
static bool compile_both(struct work *work, int *status, int *edited, struct error *error)
{
    long long start = log_clock();
    pid_t pid;
    if (!work_begin(work, work_compile_argv(work, PLAN_QUIET), work->messages, &pid, error))
        return false;
    bool told = diagnose(work, true, status, error);
    struct error failure = {0};
    bool compiled = run_end_of(pid, edited, told ? error : &failure);
    work->log->times.compile += log_clock() - start;
    return told && compiled;
}

static size_t next_suspect(const struct work *work, size_t index)
{
    while (index < work->plan->unit_count && !work->suspects[index])
        index++;
    return index;
}

/* Returns whether the command requests warnings that a probe may hide, or other files of the original, some of which the compiler writes even
 * if it only reads. */
static bool wants_exact_messages(const struct work *work)
{
    const struct plan *plan = work->plan;
    bool files = plan->names_files && next_suspect(work, 0) < plan->unit_count;
    return plan->tells || plan->exact_messages == PLAN_EXACT_ALWAYS ||
           (plan->exact_messages == PLAN_EXACT_NEEDED && (plan->late_warnings || files) && !plan->silent);
}

/* Starts the compiler to read the source of a unit. Its output goes to `capture`. */
static bool check_begin(struct work *work, size_t index, const char *capture, pid_t *pid, struct error *error)
{
    struct plan_diagnosis how = {.output = arena_printf(work->arena, "%s/checked.o", work->folder),
                                 .any_pragma = work->pragmas != MESSAGES_PLAIN,
                                 .headers = work->headers,
                                 .clang = work->clang};
    return work_begin(work, plan_check_argv(work->plan, index, &how, work->arena), capture, pid, error);
}

/* Compiles the edited texts, and lets the compiler read the sources that may cause more messages: the first one at the same time. */
static bool compile_and_check(struct work *work, int *status, struct error *error)
{
    const char *capture = arena_printf(work->arena, "%s/checked", work->folder);
    size_t index = next_suspect(work, 0), count = work->plan->unit_count;
    bool any = index < count, beside = any && !work->has_input;
    struct error failure = {0};
    pid_t pid;
    int checked;
    if (beside && !check_begin(work, index, capture, &pid, error))
        return false;
    bool done = work_compile(work, PLAN_LOUD, status, error);
    long long start = log_clock();
    if (beside && !work_end(work, pid, capture, &checked, done ? error : &failure))
        done = false;
    for (index = next_suspect(work, index + beside); done && index < count && !*status && !work->printed;
         index = next_suspect(work, index + 1))
        done = check_begin(work, index, capture, &pid, error) && work_end(work, pid, capture, &checked, error);
    work->log->times.diagnose += any ? log_clock() - start : 0;
    return done;
}

/* State of the edited text's object while the messages are made. */
enum object { OBJECT_TO_DO, OBJECT_MADE, OBJECT_FAILS };

/*
 * The messages and the status of the original, and perhaps the object on the way:
 *
 *   a step has printed already           the original
 *   a tool lists the commands of a build the original, as it was asked for, which is what the tool knows
 *   exact messages are asked for         the original and, where their files can be kept apart, the edited text meanwhile
 *   else                                 the edited text, and the original only if that prints or fails, or if the compiler
 *                                        has something to say of a source that it only reads
 */
static bool find_messages(struct work *work, enum object *object, int *status, struct error *error)
{
    bool apart = work->plan->unit_count == 1 && !work->plan->sources_remain && work->plan->stop != PLAN_STOP_LINK &&
                 !work->plan->names_files && work->pragmas != MESSAGES_MIXED;
    int edited = 0;
    *object = OBJECT_TO_DO;
    if (work->printed || work->plan->context->watched)
        return diagnose(work, false, status, error);
    if (wants_exact_messages(work) && apart) {
        bool ran = compile_both(work, status, &edited, error);
        *object = edited ? OBJECT_FAILS : OBJECT_MADE;
        return ran;
    }
    if (wants_exact_messages(work))
        return diagnose(work, false, status, error);
    if (!compile_and_check(work, status, error))
        return false;
    if (*status == 0 && (apart || !work->printed))
        *object = OBJECT_MADE;
    if (*status == 0 && !work->printed)
        return true;
    return diagnose(work, *object == OBJECT_MADE, status, error);
}

/* Lists C functions that are inline and external: the unit has no body of them that a hook could name. */
static const char *list_inlined(const struct work *work, size_t index)
{
    const struct unit *unit = work->plan->units[index].cxx ? NULL : work->parsed[index];
    char *list = arena_copy(work->arena, "", 0);
    for (size_t i = 0; unit && i < unit->function_count; i++)
        if ((unit->functions[i].flags & (__INSTR_INLINE | __INSTR_STATIC)) == __INSTR_INLINE)
            list = arena_printf(work->arena, "%s%s%s", list, *list ? "," : "", unit->functions[i].name);
    return list;
}

/* Returns the texts without those to be measured by hooks, because their edit failed and the unit can have hooks; NULL if there are none.
 * Clang has no option to leave out a function. */
static const char **without_lost(struct work *work)
{
    const struct plan *plan = work->plan;
    const char **texts = arena_array(work->arena, plan->unit_count + 1, sizeof *texts);
    bool any = false;
    for (size_t i = 0; i < plan->unit_count; i++) {
        bool can = is_lost(&work->log->units[i]) && (plan->units[i].cxx || work->parsed[i]);
        const char *inlined = can ? list_inlined(work, i) : NULL;
        work->excluded[i] = inlined && (!*inlined || !work->clang) ? inlined : NULL;
        texts[i] = work->excluded[i] ? NULL : work->texts[i];
        any |= work->excluded[i] != NULL;
    }
    return any ? texts : NULL;
}

/* Measures units whose edit failed by the compiler's hooks, if possible. */
static bool hook_lost(struct work *work, struct error *error)
{
    const struct plan *plan = work->plan;
    const char **edited = work->texts, *hooks = work->hooks;
    const char **texts = plan->may_have_hooks && plan_is_divisible(plan) ? without_lost(work) : NULL;
    struct error failure = {0};
    int status = 0;
    if (!texts)
        return true;
    work->texts = texts;
    bool done = (hooks || by_hooks_prepare(work, &failure)) && work_compile(work, PLAN_QUIET, &status, &failure);
    if (done && !status) {
        for (size_t i = 0; i < plan->unit_count; i++)
            if (work->excluded[i])
                work->log->units[i].result = LOG_HOOKS;
        return true;
    }
    memset(work->excluded, 0, plan->unit_count * sizeof *work->excluded);
    work->texts = edited;
    work->hooks = hooks;
    return work_compile(work, PLAN_QUIET, &status, error); /* what failed may have removed objects */
}

/* Makes messages and status of the original, and objects of the edited texts. */
static bool compile_texts(struct work *work, int *status, struct error *error)
{
    enum object object;
    int edited;
    if (!find_messages(work, &object, status, error))
        return false;
    if (*status) {
        if (object == OBJECT_MADE)
            results_remove(work->plan->units[0].output);
        return true;
    }
    if (object == OBJECT_TO_DO) {
        if (!work_compile(work, PLAN_QUIET, &edited, error))
            return false;
        object = edited ? OBJECT_FAILS : OBJECT_MADE;
    }
    if (object == OBJECT_MADE && !fall_back_wanted(work, error))
        results_set(work);
    else if (!fall_back(work, &edited, error))
        return false;
    return hook_lost(work, error) && results_tell(work, error);
}

/* Carries out the steps described in compile.h, once the folder exists. */
static bool carry_out(struct work *work, int *status, struct error *error)
{
    if (!flat_make(work, status, error))
        return false;
    if (*status)
        return work_step(work, work->plan->original, false, status, error);
    work->printed_early = work->printed;
    /* These name a file that the preprocessing has written. */
    unsetenv("DEPENDENCIES_OUTPUT");
    unsetenv("SUNPRO_DEPENDENCIES");
    bool any = instrument_all(work, error);
    if (error->code || (work->plan->hooks && !by_hooks_prepare(work, error)))
        return false;
    if (work->plan->keep)
        results_keep(work);
    if (work->plan->print)
        return results_print(work, error);
    if (any || work->hooks)
        return compile_texts(work, status, error);
    if (!diagnose(work, false, status, error))
        return false;
    return *status || (hook_lost(work, error) && results_tell(work, error));
}

/* Does it in the first temporary folder with enough room; the compiler has files of its own there, too. */
static bool carry_out_somewhere(struct work *work, int *status, struct error *error)
{
    const char *given = getenv("TMPDIR");
    char *user = given ? arena_copy(work->arena, given, strlen(given)) : NULL;
    bool done, moved = false;
    do {
        struct error before = *error;
        *error = (struct error){0};
        work->full = work->printed = false;
        done = work_open(work, error);
        if (!done && before.code)
            *error = before;
        if (moved && done)
            setenv("TMPDIR", run_parent(work->folder, work->arena), 1);
        done = done && carry_out(work, status, error);
        if (work->folder)
            run_folder_remove(work->folder);
        moved = true;
    } while (!done && work->full);
    if (user)
        setenv("TMPDIR", user, 1);
    else
        unsetenv("TMPDIR");
    return done;
}

static const struct work *current; /* what is being carried out; null: nothing */

void compile_leave(void)
{
    if (current) {
        front_abandon();
        if (current->folder)
            run_folder_remove(current->folder);
        if (current->plan->strict || current->plan->print)
            return;
        if (current->has_input)
            lseek(STDIN_FILENO, 0, SEEK_SET);
    }
    tell("warning: not instrumented: out of memory");
    run_again((char[]){"--instr-off"});
}

bool compile_run(const struct plan *plan, const struct compiler *compiler, const char *runtime, struct log *log,
                 int *status, struct arena *arena, struct error *error)
{
    struct work work = {
        .plan = plan, .compiler = compiler, .runtime = runtime, .clang = compiler->clang, .log = log, .arena = arena};
    current = &work;
    work.texts = arena_array(arena, plan->unit_count + 1, sizeof *work.texts);
    work.flats = arena_array(arena, plan->unit_count + 1, sizeof *work.flats);
    work.parsed = arena_array(arena, plan->unit_count + 1, sizeof *work.parsed);
    work.excluded = arena_array(arena, plan->unit_count + 1, sizeof *work.excluded);
    work.dead = arena_array(arena, plan->unit_count + 1, sizeof *work.dead);
    work.starts = arena_array(arena, plan->unit_count + 1, sizeof *work.starts);
    work.suspects = arena_array(arena, plan->unit_count + 1, sizeof *work.suspects);
    log->units = arena_array(arena, plan->unit_count + 1, sizeof *log->units);
    *status = 0;
    if (plan->filter && !filter_read(&work.filter, plan->filter, arena, error))
        return false;
    bool good = carry_out_somewhere(&work, status, error);
    for (size_t i = 0; !good && i < plan->unit_count; i++)
        log->units[i].why = error->text;
    if (work.has_input)
        lseek(STDIN_FILENO, 0, SEEK_SET); /* for the compiler that we may become */
    current = NULL;
    return good;
}

/* Leaves the original's object as the only result. */
static bool leave_whole(struct work *work, int *status, struct error *error)
{
    if (work->hooks && work->plan->strict)
        return error_set(error, ERROR_USAGE, "the command fails with the compiler's hooks");
    if (work->hooks)
        tell("warning: not instrumented: the command fails with the compiler's hooks; the original was compiled");
    return work_step(work, work->plan->original, true, status, error);
}

/* Makes messages and status of the original, and reports what happened to its source. */
static bool run_whole(struct work *work, int *status, struct error *error)
{
    bool loud = !work->hooks || !(wants_exact_messages(work) || work->plan->context->watched);
    int quiet = 0;
    if (loud && !work_compile(work, PLAN_LOUD, status, error))
        return false;
    if (loud && !*status && !work->printed)
        return true;
    if (!diagnose(work, false, status, error) || *status)
        return !error->code;
    return work_compile(work, PLAN_QUIET, &quiet, error) && !quiet ? true : leave_whole(work, &quiet, error);
}

bool compile_whole(const struct plan *plan, const struct compiler *compiler, const char *runtime, int *status,
                   struct arena *arena, struct error *error)
{
    struct log log = {.plan = plan};
    struct work work = {.plan = plan, .compiler = compiler, .runtime = runtime, .log = &log, .arena = arena};
    current = &work;
    bool good = work_open(&work, error) && (plan->action != PLAN_HOOKS || by_hooks_prepare(&work, error)) &&
                run_whole(&work, status, error);
    if (work.folder)
        run_folder_remove(work.folder);
    current = NULL;
    return good;
}
