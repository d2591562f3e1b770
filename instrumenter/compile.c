/* compile.c - see compile.h. */
#include "instrumenter/compile.h"

#include "instrumenter/diagnose.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/fall_back.h"
#include "instrumenter/tell.h"
#include "instrumenter/work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define HAS_PROBES "\nstruct __instr_region {"

/* A source on standard input is needed by several steps: give them a file in its place. */
static bool save_input(struct work *work, struct error *error)
{
    char bytes[16384];
    ssize_t count;
    int file = memfd_create("instr-input", MFD_CLOEXEC);
    if (file < 0)
        return error_set(error, ERROR_INTERNAL, "can't keep standard input: %s", strerror(errno));
    while ((count = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)count) != count)
            return error_set(error, ERROR_INTERNAL, "can't keep standard input: %s", strerror(errno));
    if (count < 0 || dup2(file, STDIN_FILENO) < 0)
        return error_set(error, ERROR_INTERNAL, "can't read standard input: %s", strerror(errno));
    close(file);
    work->has_input = true;
    return true;
}

/* gcc and clang write different names for the lines of the command line's macros. */
static bool made_by_clang(const char *text, size_t size, bool otherwise)
{
    size_t head = size < 65536 ? size : 65536;
    if (memmem(text, head, "\"<command line>\"", 16))
        return true;
    return memmem(text, head, "\"<command-line>\"", 16) ? false : otherwise;
}

/*
 * -g3 leaves `#define` lines in gcc's flat text, for the debug information. gcc doesn't obey them but
 * libclang would, so it gets a copy in which they are blank. The text itself when it has none.
 */
static const char *without_macros(const char *text, size_t size, struct arena *arena)
{
    char *copy = NULL;
    for (const char *line = text, *end; line < text + size; line = end) {
        end = memchr(line, '\n', size - (size_t)(line - text));
        end = end ? end + 1 : text + size;
        if (strncmp(line, "#define ", 8) && strncmp(line, "#undef ", 7))
            continue;
        if (!copy)
            copy = arena_copy(arena, text, size);
        if (!copy)
            return NULL;
        memset(copy + (line - text), ' ', (size_t)(end - line) - (end[-1] == '\n'));
    }
    return copy ? copy : text;
}

/* A unit that is being parsed, for who ends that. */
struct parsing {
    const struct work *work;
    size_t index;
};

static bool is_interrupted(void)
{
    return run_signal() != 0;
}

/* The thread that parses can't be ended, but the process can: by the signal that came, or by becoming one that leaves
 * this unit unparsed. */
static void give_up(bool slow, void *data)
{
    const struct parsing *parsing = data;
    char option[64];
    run_folder_remove(parsing->work->folder);
    if (parsing->work->has_input)
        lseek(STDIN_FILENO, 0, SEEK_SET);
    snprintf(option, sizeof option, "--instr-unparsed=%zu", parsing->index);
    if (slow)
        run_again(option);
    run_end(slow ? ERROR_INTERNAL << 8 : run_signal());
}

/* By default what no text that was ever seen needs: it took a second for three million bytes. */
static double seconds_to_parse(const struct plan *plan, size_t size)
{
    return plan->parse_limit < 0 ? 60 + 30e-6 * (double)size : plan->parse_limit;
}

/* What the unit's pragmas got wrong: a warning, in strict mode an error. */
static bool print_messages(const struct unit *unit, bool strict, struct error *error)
{
    for (size_t i = 0; i < unit->message_count; i++) {
        const struct unit_message *message = &unit->messages[i];
        tell("%s:%u:%u: %s: %s", message->file, message->line, message->column, strict ? "error" : "warning",
             message->text);
    }
    if (strict && unit->message_count)
        return error_set(error, ERROR_USAGE, "the pragmas above can't be followed");
    return true;
}

static bool has_flag(const struct plan *plan, const char *flag)
{
    char *const *at = plan->flags;
    while (*at && strcmp(*at, flag) != 0)
        at++;
    return *at;
}

/* gcc gives columns up behind so long a line, and says so where a warning of -Wall needs them: but not of the edited text. */
static bool has_long_line(const char *text, size_t size)
{
    enum { LONG = 4000 };
    for (const char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', size - (size_t)(line - text));
        end = end ? end : text + size;
        if (end - line >= LONG)
            return true;
    }
    return false;
}

/* What the flat text, and the source, tell of how the original must be compiled. */
static void note_text(struct work *work, size_t index, const char *text, size_t size)
{
    enum messages_pragmas pragmas = messages_pragmas(text, size, has_flag(work->plan, "-fopenmp"));
    const char *folder = work->plan->context->headers;
    const char *header = folder ? arena_printf(work->arena, "\"%s/instr.h\"", folder) : NULL;
    if (work->pragmas < pragmas)
        work->pragmas = pragmas;
    if (work->plan->wants_columns && !work->plan->silent) {
        const char *name = work->plan->units[index].source;
        size_t length = 0; /* blanks at the start of a line are not in the flat text */
        struct error unread = {0};
        const char *source = strcmp(name, "-") ? file_read(name, &length, work->arena, &unread) : NULL;
        work->long_line = work->long_line || has_long_line(text, size) || (source && has_long_line(source, length));
    }
    work->headers = work->headers || (header && memmem(text, size, header, strlen(header)));
}

/* Flat text -> places -> edited text. */
static bool instrument(struct work *work, size_t index, struct error *error)
{
    size_t size;
    const char *text = file_read(work->flats[index], &size, work->arena, error);
    if (!text)
        return false;
    note_text(work, index, text, size);
    /* The runtime's own source, or what instr-rewrite wrote. */
    if (memmem(text, size, HAS_PROBES, strlen(HAS_PROBES))) {
        work->log->units[index].why = "has-probes";
        return true;
    }
    struct unit *unit = arena_alloc(work->arena, sizeof *unit);
    const char *shown = without_macros(text, size, work->arena);
    if (!unit || !shown)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    work->clang = made_by_clang(text, size, work->clang);
    struct unit_options options = work_options(work, index);
    struct parsing parsing = {work, index};
    options.limit = (struct deep_limit){seconds_to_parse(work->plan, size), is_interrupted, give_up, &parsing};
    long long start = log_clock();
    bool good = unit_parse(shown, size, &options, unit, work->arena, error);
    work->log->times.parse += log_clock() - start;
    if (!good)
        return false;
    unit->text = text;
    work->parsed[index] = unit;
    if (!print_messages(unit, work->plan->strict, error))
        return false;
    struct log_unit *log = &work->log->units[index];
    log->functions = unit->function_count;
    for (size_t i = 0; i < unit->function_count; i++)
        log->left_alone += unit->functions[i].reason != REASON_NONE;
    if (!unit->function_count)
        log->why = "no-functions";
    else if (options.unparsed && work->plan->strict)
        return error_set(error, ERROR_USAGE, "it took longer to parse than INSTR_PARSE_LIMIT allows");
    else if (options.unparsed)
        log->why = "parse-limit";
    /* What is printed can be compiled in any way. */
    bool stubs = work->plan->stubs && !work->plan->print;
    return unit->function_count == 0 || work_edit(work, index, stubs ? UNIT_EDIT_STUBS : UNIT_EDIT_FULL, error);
}

/* Whether the unit is preprocessed well where its text goes nowhere. Then the folder has no room for it. */
static bool lacks_room(struct work *work, size_t index, struct error *error)
{
    struct rlimit limit;
    int status;
    char **argv = plan_preprocess_argv(work->plan, index, "/dev/null", work->arena);
    if (!work_step(work, argv, true, &status, error))
        return true;
    if (status)
        return false;
    bool limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    work->full = true;
    error_set(error, ERROR_INTERNAL, "the preprocessed text of %s can't be written to %s: %s",
              work->plan->units[index].source, work->folder,
              limited ? "there is no room, or ulimit -f is too small"
                      : "there is no room; TMPDIR names another folder");
    return true;
}

/* Writes the flat text of each unit. *status is not 0 when one of them can't be preprocessed. */
static bool preprocess(struct work *work, int *status, struct error *error)
{
    const struct plan *plan = work->plan;
    *status = 0;
    for (size_t i = 0; i < plan->unit_count && !*status; i++) {
        const struct plan_unit *unit = &plan->units[i];
        char *folder = arena_printf(work->arena, "%s/%zu", work->folder, i);
        work->full = folder && mkdir(folder, 0700);
        if (!folder || work->full)
            return error_set(error, ERROR_INTERNAL, "can't make a folder in %s: %s", work->folder, strerror(errno));
        if (!strcmp(unit->source, "-") && !work->has_input && !save_input(work, error))
            return false;
        if (unit->flat) {
            work->flats[i] = strcmp(unit->source, "-") ? unit->source : "/proc/self/fd/0";
            continue;
        }
        work->flats[i] = arena_printf(work->arena, "%s/flat", folder);
        if (!work->flats[i])
            return error_set(error, ERROR_INTERNAL, "out of memory");
        long long start = log_clock();
        if (!work_step(work, plan_preprocess_argv(plan, i, work->flats[i], work->arena), true, status, error))
            return false;
        work->log->times.preprocess += log_clock() - start;
        if (*status && lacks_room(work, i, error))
            return false;
    }
    return true;
}

/* The original, aside, while the edited text is compiled. */
static bool compile_both(struct work *work, int *status, int *edited, struct error *error)
{
    long long start = log_clock();
    pid_t pid;
    char **argv = plan_compile_argv(work->plan, work->texts, PLAN_QUIET, work->clang, work->arena);
    if (!work_begin(work, argv, true, &pid, error))
        return false;
    bool told = diagnose(work, true, status, error);
    struct error failure = {0};
    bool compiled = run_end_of(pid, edited, told ? error : &failure);
    work->log->times.compile += log_clock() - start;
    return told && compiled;
}

static void set_results(struct work *work)
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

/* As a compiler does that fails: devices and the like stay. */
static void remove_object(const char *path)
{
    struct stat status;
    if (!lstat(path, &status) && S_ISREG(status.st_mode))
        unlink(path);
}

/* One line for each unit whose object is not instrumented although it should be; in strict mode an error. */
static bool tell_results(const struct work *work, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        const struct log_unit *unit = &work->log->units[i];
        const char *source = work->plan->units[i].source;
        const char *what =
            unit->result == LOG_RECORDS ? "its functions are listed but not timed" : "the original was compiled";
        if (unit->result > LOG_RECORDS || !unit->why || !strcmp(unit->why, "no-functions") ||
            !strcmp(unit->why, "has-probes"))
            continue;
        if (work->plan->strict) {
            remove_object(work->plan->units[i].output);
            return error_set(error, ERROR_USAGE, "%s: not instrumented [%s]", source, unit->why);
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

static void keep(const struct work *work)
{
    const struct plan *plan = work->plan;
    for (size_t i = 0; i < plan->unit_count; i++) {
        const char *beside = plan->stop == PLAN_STOP_LINK ? plan->units[i].base : plan->units[i].output;
        char *flat = arena_printf(work->arena, "%s.instr.i", beside);
        char *edited = arena_printf(work->arena, "%s.instr.c", beside);
        if (flat && work->flats[i])
            copy_file(work->flats[i], flat, work->arena);
        if (edited && work->texts[i])
            copy_file(work->texts[i], edited, work->arena);
    }
}

static bool print(const struct work *work, struct error *error)
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

static bool instrument_all(struct work *work, struct error *error)
{
    bool any = false;
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct error failure = {0};
        if (!instrument(work, i, &failure)) {
            if (work->full)
                return error_set(error, failure.code, "%s", failure.text);
            work->texts[i] = NULL;
            work->log->units[i].why = arena_copy(work->arena, failure.text, strlen(failure.text));
            if (work->plan->strict)
                return error_set(error, ERROR_USAGE, "%s: %s", work->plan->units[i].source, failure.text);
        }
        any |= work->texts[i] != NULL;
    }
    return any;
}

/* Whether the command asks for warnings that a probe may hide, or for other files of the original. */
static bool wants_exact_messages(const struct work *work)
{
    const struct plan *plan = work->plan;
    return plan->tells || plan->exact_messages == PLAN_EXACT_ALWAYS ||
           (plan->exact_messages == PLAN_EXACT_NEEDED && (plan->late_warnings || work->long_line) && !plan->silent);
}

/* What became of the edited text while the messages were made. */
enum object { OBJECT_TO_DO, OBJECT_MADE, OBJECT_FAILS };

/*
 * The messages and the status of the original, and perhaps the object on the way:
 *
 *   a step has printed already           the original
 *   a tool lists the commands of a build the original, as it was asked for, which is what the tool knows
 *   exact messages are asked for         the original and, where their files can be kept apart, the edited text meanwhile
 *   else                                 the edited text, and the original only if that prints or fails
 */
static bool find_messages(struct work *work, enum object *object, int *status, struct error *error)
{
    bool apart = work->plan->unit_count == 1 && work->plan->stop != PLAN_STOP_LINK && !work->plan->names_files &&
                 work->pragmas != MESSAGES_MIXED;
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
    if (!work_compile(work, PLAN_LOUD, status, error))
        return false;
    if (*status == 0 && (apart || !work->printed))
        *object = OBJECT_MADE;
    if (*status == 0 && !work->printed)
        return true;
    return diagnose(work, *object == OBJECT_MADE, status, error);
}

/* Messages and status as of the original, objects of the edited texts. */
static bool compile_texts(struct work *work, int *status, struct error *error)
{
    enum object object;
    int edited;
    if (!find_messages(work, &object, status, error))
        return false;
    if (*status) {
        if (object == OBJECT_MADE)
            remove_object(work->plan->units[0].output);
        return true;
    }
    if (object == OBJECT_TO_DO) {
        if (!work_compile(work, PLAN_QUIET, &edited, error))
            return false;
        object = edited ? OBJECT_FAILS : OBJECT_MADE;
    }
    if (object == OBJECT_MADE)
        set_results(work);
    else if (!fall_back(work, &edited, error))
        return false;
    return tell_results(work, error);
}

/* The road described in compile.h, once the folder exists. */
static bool carry_out(struct work *work, int *status, struct error *error)
{
    if (!preprocess(work, status, error))
        return false;
    if (*status)
        return work_step(work, work->plan->original, false, status, error);
    work->printed_early = work->printed;
    /* These name a file that the preprocessing has written. */
    unsetenv("DEPENDENCIES_OUTPUT");
    unsetenv("SUNPRO_DEPENDENCIES");
    bool any = instrument_all(work, error);
    if (error->code)
        return false;
    if (work->plan->keep)
        keep(work);
    if (work->plan->print)
        return print(work, error);
    if (any)
        return compile_texts(work, status, error);
    return tell_results(work, error) && diagnose(work, false, status, error);
}

/* In the first folder for temporary files that has the room. The compiler has files of its own there, too. */
static bool carry_out_somewhere(struct work *work, int *status, struct error *error)
{
    const struct plan *plan = work->plan;
    const char *given = getenv("TMPDIR");
    char *user = given ? arena_copy(work->arena, given, strlen(given)) : NULL;
    bool done, moved = false;
    do {
        struct error before = *error;
        *error = (struct error){0};
        work->plan = plan;
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

bool compile_run(const struct plan *plan, const struct compiler *compiler, const char *runtime, struct log *log,
                 int *status, struct arena *arena, struct error *error)
{
    struct work work = {
        .plan = plan, .compiler = compiler, .runtime = runtime, .clang = compiler->clang, .log = log, .arena = arena};
    work.texts = arena_array(arena, plan->unit_count + 1, sizeof *work.texts);
    work.flats = arena_array(arena, plan->unit_count + 1, sizeof *work.flats);
    work.parsed = arena_array(arena, plan->unit_count + 1, sizeof *work.parsed);
    log->units = arena_array(arena, plan->unit_count + 1, sizeof *log->units);
    if (!work.texts || !work.flats || !work.parsed || !log->units)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    *status = 0;
    if (plan->filter && !filter_read(&work.filter, plan->filter, arena, error))
        return false;
    bool good = carry_out_somewhere(&work, status, error);
    for (size_t i = 0; !good && i < plan->unit_count; i++)
        log->units[i].why = error->text;
    if (work.has_input)
        lseek(STDIN_FILENO, 0, SEEK_SET); /* for the compiler that we may become */
    return good;
}

bool compile_link(const struct plan *plan, const struct compiler *compiler, const char *runtime, int *status,
                  struct arena *arena, struct error *error)
{
    struct log log = {.plan = plan};
    struct work work = {.plan = plan, .compiler = compiler, .runtime = runtime, .log = &log, .arena = arena};
    bool good = work_open(&work, error) && work_compile(&work, PLAN_LOUD, status, error);
    if (good) {
        if (*status || work.printed) {
            good = diagnose(&work, false, status, error);
            int quiet = *status;
            if (good && !*status && (!work_compile(&work, PLAN_QUIET, &quiet, error) || quiet))
                good = work_step(&work, plan->original, true, &quiet, error);
        }
    }
    if (work.folder)
        run_folder_remove(work.folder);
    return good;
}
