/* instrument.c - see work.h. */
#include "instrumenter/compile/work.h"

#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/driver/tell.h"
#include "instrumenter/front/front.h"
#include "instrumenter/unit/unit_scan.h"
#include "instrumenter/unit/unit_source.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HAS_PROBES "\nstruct __instr_region {"

/* Returns whether clang made the text: gcc and clang name the lines of command-line macros differently. */
static bool made_by_clang(const char *text, size_t size, bool otherwise)
{
    size_t head = size < 65536 ? size : 65536;
    if (memmem(text, head, "\"<command line>\"", 16))
        return true;
    return memmem(text, head, "\"<command-line>\"", 16) ? false : otherwise;
}

/*
 * Returns the text without `#define` lines, which -g3 leaves in gcc's flat text for the debug information. gcc ignores them but libclang would
 * not. Returns the text itself if it has none.
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
        memset(copy + (line - text), ' ', (size_t)(end - line) - (end[-1] == '\n'));
    }
    return copy ? copy : text;
}

/* A unit being parsed, for whoever ends that. */
struct parsing {
    const struct work *work;
    size_t index;
};

static bool is_interrupted(void)
{
    return run_signal() != 0;
}

/* Gives up parsing, which takes too long or crashed. The thread can't be ended, but the process can: by the signal that came, or by becoming
 * one that leaves this unit unparsed. */
static void give_up(bool slow, void *data)
{
    const struct parsing *parsing = data;
    char option[64];
    run_folder_remove(parsing->work->folder);
    if (parsing->work->has_input)
        lseek(STDIN_FILENO, 0, SEEK_SET);
    front_abandon();
    snprintf(option, sizeof option, "--instr-unparsed=%zu", parsing->index);
    if (slow)
        run_again(option);
    run_end(slow ? ERROR_INTERNAL << 8 : run_signal());
}

/* Returns the time limit. The default is more than any known text needs: one took a second for three million bytes. A unit to be left unparsed
 * has no limit. */
static double seconds_to_parse(const struct plan *plan, size_t index, size_t size)
{
    return work_given_up(plan, index) ? 0 : plan->parse_limit < 0 ? 60 + 30e-6 * (double)size : plan->parse_limit;
}

/* Prints errors in the unit's pragmas: warnings, in strict mode errors. */
static bool print_messages(const struct unit *unit, bool strict, struct error *error)
{
    for (size_t i = 0; i < unit->message_count; i++) {
        const struct unit_message *message = &unit->messages[i];
        tell("%s:%u:%u: %s: %s", message->file, message->line, message->column, strict ? "error" : "warning",
             message->text);
    }
    if (strict && unit->message_count)
        return error_set(error, ERROR_USAGE, "the pragmas above can't be used");
    return true;
}

/* Reports code that libclang could not read; in strict mode an error. */
static bool print_unread(const struct unit *unit, struct error *error)
{
    bool any = false;
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        if (function->reason != REASON_UNREAD)
            continue;
        tell("%s:%u: error: libclang can't read %s", function->file, function->line, function->name);
        any = true;
    }
    return !any || error_set(error, ERROR_USAGE, "the functions above can't be measured");
}

static bool has_flag(const struct plan *plan, const char *flag)
{
    char *const *at = plan->flags;
    while (*at && strcmp(*at, flag) != 0)
        at++;
    return *at;
}

/* Returns whether there is a line so long that gcc gives up columns behind it. It says so if a warning of -Wall needs columns, which must not
 * be for the edited text. */
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

/* Returns whether the compiler may print messages about the source that it does not print for a flat text. */
static bool is_suspect(const struct work *work, size_t index, const char *text, size_t size)
{
    const struct plan *plan = work->plan;
    struct unit_layout_options layout = {.read = file_read, .tab = plan->tab, .empty = work->clang};
    struct error unread = {0};
    size_t length = 0; /* blanks at the start of a line are not in the flat text */
    if (plan->silent || plan->exact_messages == PLAN_EXACT_NEVER || !(plan->wants_layout || work->clang))
        return false;
    if (plan->wants_comments && work->clang)
        return true;
    const char *name = plan->units[index].source;
    const char *source = !work->clang && strcmp(name, "-") ? file_read(name, &length, work->arena, &unread) : NULL;
    return (!work->clang && has_long_line(text, size)) || (source && has_long_line(source, length)) ||
           unit_layout_misleads(text, size, &layout, work->arena);
}

/* Returns whether the text defines _start instead of the C library: as a function, or as an assembly label. */
static bool has_start(const char *text, size_t size)
{
    static const char name[] = "_start";
    const char *end = text + size;
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), name, strlen(name))); at += strlen(name)) {
        struct scan scan;
        if (at < text + 2)
            continue;
        bool escaped = at[-2] == '\\' && (at[-1] == 'n' || at[-1] == 't');
        scan_init(&scan, text, size, (size_t)(at - text));
        struct token token = scan_next(&scan), next = scan_next(&scan);
        if (scan_is_mark(next, ':') && (escaped || at[-1] == '"'))
            return true;
        if (strchr(" \t\n*", at[-1]) && scan_is(&scan, token, name) && scan_is_mark(next, '(') && scan_close(&scan) &&
            scan_is_mark(scan_next(&scan), '{'))
            return true;
    }
    return false;
}

/* Notes facts of the flat text, and of the source, that decide how the original must be compiled. */
static void note_text(struct work *work, size_t index, const char *text, size_t size)
{
    work->clang = made_by_clang(text, size, work->clang);
    enum messages_pragmas pragmas = messages_pragmas(text, size, has_flag(work->plan, "-fopenmp"));
    const char *folder = work->plan->context->headers;
    const char *header = folder ? arena_printf(work->arena, "\"%s/instr.h\"", folder) : NULL;
    if (work->pragmas < pragmas)
        work->pragmas = pragmas;
    work->starts[index] = has_start(text, size);
    work->suspects[index] = is_suspect(work, index, text, size);
    work->assembler_files =
        work->assembler_files || memmem(text, size, ".incbin", 7) || memmem(text, size, ".include", 8);
    work->headers = work->headers || (header && memmem(text, size, header, strlen(header)));
}

/* Parses a flat text into work->parsed. */
static bool parse(struct work *work, size_t index, const char *text, size_t size, struct error *error)
{
    struct unit *unit = arena_alloc(work->arena, sizeof *unit);
    const char *shown = without_macros(text, size, work->arena);
    struct unit_options options = work_options(work, index);
    struct parsing parsing = {work, index};
    options.limit =
        (struct deep_recursion_limit){seconds_to_parse(work->plan, index, size), is_interrupted, give_up, &parsing};
    long long start = log_clock();
    bool good = front_parse(work->plan->units[index].cxx ? &front_cxx : &front_c, shown, size, &options, unit,
                            work->arena, error);
    work->log->times.parse += log_clock() - start;
    unit->text = text;
    work->parsed[index] = good ? unit : NULL;
    return good;
}

static void count_functions(const struct unit *unit, struct log_unit *log)
{
    log->functions = unit->function_count;
    for (size_t i = 0; i < unit->function_count; i++)
        log->left_alone += unit->functions[i].reason != REASON_NONE;
}

/* Makes the edited text of a unit from its flat text. */
static bool instrument_unit(struct work *work, size_t index, struct error *error)
{
    const struct plan *plan = work->plan;
    struct log_unit *log = &work->log->units[index];
    size_t size;
    const char *text = file_read(work->flats[index], &size, work->arena, error);
    if (!text)
        return false;
    note_text(work, index, text, size);
    text = messages_unmarked(text, size, work->arena);
    if (plan->wants_labels && !plan->silent && !work->clang)
        text = unit_comments(text, &size, file_read, work->arena);
    /* The runtime's own source, or a text that was printed. */
    if (memmem(text, size, HAS_PROBES, strlen(HAS_PROBES))) {
        log->why = "has-probes";
        return true;
    }
    if (!parse(work, index, text, size, error) || !print_messages(work->parsed[index], plan->strict, error) ||
        (plan->strict && !print_unread(work->parsed[index], error)))
        return false;
    count_functions(work->parsed[index], log);
    if (!log->functions) {
        log->why = "no-functions";
        return true;
    }
    if (work_given_up(plan, index)) {
        if (plan->strict)
            return error_set(error, ERROR_USAGE, "libclang crashed, or took longer than INSTR_PARSE_LIMIT allows");
        log->why = "parse-limit";
    }
    return work_edit(work, index, work_first_mode(work), error);
}

bool instrument_all(struct work *work, struct error *error)
{
    bool any = false;
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct error failure = {0};
        if (!instrument_unit(work, i, &failure)) {
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
