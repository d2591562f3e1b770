/*
 * fall_back.c - see fall_back.h.
 *
 * A unit gets probes of another form first. Where none compiles, one function may be to blame, and is left alone: the compiler's
 * message tells its line, and if that helps not, it is found by halves. What is left then are records alone, or the original.
 */
#include "instrumenter/compile/fall_back.h"

#include "instrumenter/driver/file.h"

#include <stdlib.h>
#include <string.h>

static bool compiles_alone(struct work *work, size_t index, struct error *error)
{
    int status;
    char *object = arena_printf(work->arena, "%s/%zu/alone", work->folder, index);
    struct plan_compilation how = work_compilation(work, PLAN_QUIET);
    char **argv = plan_single_argv(work->plan, &how, index, NULL, object, work->arena);
    return work_step(work, argv, true, &status, error) && status == 0;
}

/* The functions of one unit that may be to blame. */
struct search {
    struct work *work;
    size_t index;      /* of the unit */
    size_t *functions; /* their indices in it */
    bool *to_blame;
    size_t count;
    unsigned tries; /* that are left */
    struct error *error;
};

static bool try_mode(const struct search *search, enum unit_edit_mode mode)
{
    return work_edit(search->work, search->index, mode, search->error) &&
           compiles_alone(search->work, search->index, search->error);
}

static void set_reason(const struct search *search, size_t i, bool leave_alone)
{
    struct unit_function *functions = search->work->parsed[search->index]->functions;
    functions[search->functions[i]].reason = leave_alone ? REASON_PROBE_FAILED : REASON_NONE;
}

/* Whether it compiles with probes in these alone, and in none of those that are to blame. */
static bool compiles_with(struct search *search, size_t from, size_t to)
{
    for (size_t i = 0; i < search->count; i++)
        set_reason(search, i, search->to_blame[i] || i < from || i >= to);
    return try_mode(search, UNIT_EDIT_CALLED);
}

/* Of [from, to) at least one is to blame. False when it takes too long, or none of them is to blame alone. */
static bool find_by_halves(struct search *search, size_t from, size_t to)
{
    size_t middle = from + (to - from) / 2;
    if (to - from == 1)
        return search->to_blame[from] = true;
    if (search->tries < 2)
        return false;
    search->tries--;
    if (compiles_with(search, from, middle))
        return find_by_halves(search, middle, to);
    if (!find_by_halves(search, from, middle))
        return false;
    search->tries--;
    return compiles_with(search, middle, to) || find_by_halves(search, middle, to);
}

/* The function in which this line of a file stands: the last one that begins before it. -1: none that may be to blame. */
static long function_at(const struct search *search, const char *file, size_t length, unsigned long line)
{
    const struct unit_function *functions = search->work->parsed[search->index]->functions;
    long found = -1;
    for (size_t i = 0; i < search->count; i++) {
        const struct unit_function *function = &functions[search->functions[i]];
        if (function->line <= line && strlen(function->file) == length && !strncmp(function->file, file, length) &&
            (found < 0 || functions[search->functions[found]].line < function->line))
            found = (long)i;
    }
    return found;
}

/* FILE:LINE:COLUMN: error: ..., of an assembler FILE:LINE: Error: ..., or where a function that could not be inlined is called from. */
static bool find_by_messages(struct search *search)
{
    size_t size;
    bool any = false;
    const char *text = file_read(search->work->messages, &size, search->work->arena, NULL);
    char *next = text ? arena_copy(search->work->arena, text, size) : NULL;
    for (char *line; (line = strsep(&next, "\n"));) {
        char *colon = strchr(line, ':'), *end = colon;
        unsigned long number = colon ? strtoul(colon + 1, &end, 10) : 0;
        if (!number || *end != ':' || !(strstr(end, "rror: ") || strstr(end, "called from here")))
            continue;
        long at = function_at(search, line, (size_t)(colon - line), number);
        if (at >= 0)
            any = search->to_blame[at] = true;
    }
    return any;
}

/* Leaves the functions alone that are to blame and edits the rest as well as that goes. */
static bool edit_without(struct search *search)
{
    enum unit_edit_mode mode = work_first_mode(search->work);
    size_t left = 0;
    for (size_t i = 0; i < search->count; i++) {
        set_reason(search, i, search->to_blame[i]);
        left += search->to_blame[i];
    }
    for (; mode < UNIT_EDIT_RECORDS && left < search->count; mode++)
        if (try_mode(search, mode)) {
            search->work->log->units[search->index].left_alone += left;
            return true;
        }
    return false;
}

/* The unit does not compile with any form of probes: which of its functions can't have one? */
static bool leave_out(struct work *work, size_t index, struct error *error)
{
    enum { TRIES = 40 };
    const struct unit *unit = work->parsed[index];
    struct search search = {.work = work, .index = index, .tries = TRIES, .error = error};
    search.functions = arena_array(work->arena, unit->function_count + 1, sizeof *search.functions);
    search.to_blame = arena_array(work->arena, unit->function_count + 1, sizeof *search.to_blame);
    for (size_t i = 0; i < unit->function_count; i++)
        if (!unit->functions[i].reason)
            search.functions[search.count++] = i;
    if (search.count && find_by_messages(&search) && edit_without(&search))
        return true;
    memset(search.to_blame, 0, search.count * sizeof *search.to_blame);
    if (search.count > 1 && compiles_with(&search, 0, 0) && find_by_halves(&search, 0, search.count) &&
        edit_without(&search))
        return true;
    for (size_t i = 0; i < search.count; i++)
        set_reason(&search, i, false);
    return false;
}

/* Edits the unit with less and less in it, until it compiles. */
static bool do_less(struct work *work, size_t index, struct error *error)
{
    struct log_unit *log = &work->log->units[index];
    log->result = LOG_QUIET;
    log->why = "probes-in-c";
    if (work_edit(work, index, UNIT_EDIT_FULL, error) && compiles_alone(work, index, error))
        return true;
    log->why = "called-probes";
    if (work_edit(work, index, UNIT_EDIT_CALLED, error) && compiles_alone(work, index, error))
        return true;
    log->why = reason_word(REASON_PROBE_FAILED);
    if (leave_out(work, index, error))
        return true;
    log->result = LOG_RECORDS;
    log->why = "edited-text-fails";
    return work_edit(work, index, UNIT_EDIT_RECORDS, error) && compiles_alone(work, index, error);
}

bool fall_back(struct work *work, int *status, struct error *error)
{
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        struct log_unit *log = &work->log->units[i];
        if (!work->texts[i])
            continue;
        log->result = LOG_QUIET;
        log->why = "messages";
        if (compiles_alone(work, i, error) || do_less(work, i, error))
            continue;
        log->result = LOG_ORIGINAL;
        work->texts[i] = NULL;
    }
    if (error->code)
        return false;
    if (!work_compile(work, PLAN_QUIET, status, error))
        return false;
    if (*status && work->mpi_part) { /* which may be what fails */
        work->mpi_part = NULL;
        if (!work_compile(work, PLAN_QUIET, status, error))
            return false;
    }
    if (*status == 0)
        return true;
    for (size_t i = 0; i < work->plan->unit_count; i++) {
        work->texts[i] = NULL;
        work->log->units[i].result = LOG_ORIGINAL;
        work->log->units[i].why = "edited-text-fails";
    }
    /* The failed attempts may have removed what the original command had made. */
    struct plan_diagnosis how = {.any_pragma = true, .headers = work->headers, .clang = work->clang};
    return work_step(work, plan_diagnose_argv(work->plan, &how, work->arena), true, status, error);
}
