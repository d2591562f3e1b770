/*
 * fall_back.c - see work.h.
 *
 * If the edited text does not compile, probes of another form are tried. Then the function to blame is left out: the one at the line
 * of the compiler's message, or else the one found by bisection. The last resorts are records without probes, and the original.
 */
#include "instrumenter/compile/work.h"

#include "instrumenter/driver/file.h"

#include <stdlib.h>
#include <string.h>

static struct dead_object read_object(struct work *work, const char *path)
{
    struct dead_object object = {0};
    struct error unread = {0};
    object.bytes = file_read(path, &object.size, work->arena, &unread);
    return object;
}

static bool compile_alone(struct work *work, size_t index, const char *const *texts, const char *object,
                          struct error *error)
{
    int status;
    struct plan_compilation how = work_compilation(work, PLAN_QUIET);
    how.texts = texts;
    how.hooks = NULL;
    how.complete = true;
    char **argv = plan_single_argv(work->plan, &how, index, NULL, object, work->arena);
    return work_step(work, argv, true, &status, error) && status == 0;
}

static bool may_keep_dead_calls(struct work *work, size_t index)
{
    struct work_dead *dead = &work->dead[index];
    if (!work->parsed[index] || !work->plan->optimized || work->plan->stop == PLAN_STOP_ASSEMBLY)
        return false;
    if (!dead->possible)
        dead->possible = dead_calls_possible(work->parsed[index], work->plan->units[index].cxx, work->arena);
    return *dead->possible;
}

/* Returns whether the edited object keeps a call that is dead in the original, which is compiled only if the object calls such a function. */
static bool keeps_dead_calls(struct work *work, size_t index, const struct dead_object *object, struct error *error)
{
    struct work_dead *dead = &work->dead[index];
    bool cxx = work->plan->units[index].cxx;
    dead->kept = false;
    if (!may_keep_dead_calls(work, index))
        return false;
    for (const char *const *name = dead->possible; *name; name++) {
        if (!dead_calls_has(object, *name, cxx))
            continue;
        if (!dead->compiled) {
            const char **sources = arena_array(work->arena, work->plan->unit_count, sizeof *sources);
            const char *plain = arena_printf(work->arena, "%s/%zu/plain", work->folder, index);
            dead->compiled = true;
            if (compile_alone(work, index, sources, plain, error))
                dead->plain = read_object(work, plain);
        }
        dead->kept = dead->kept || (dead->plain.bytes && !dead_calls_has(&dead->plain, *name, cxx));
    }
    return dead->kept;
}

static const char *object_alone(const struct work *work, size_t index)
{
    return arena_printf(work->arena, "%s/%zu/alone", work->folder, index);
}

static bool compiles_alone(struct work *work, size_t index, struct error *error)
{
    const char *path = object_alone(work, index);
    work->dead[index].kept = false;
    if (!compile_alone(work, index, work->texts, path, error))
        return false;
    struct dead_object object = read_object(work, path);
    return !keeps_dead_calls(work, index, &object, error);
}

bool fall_back_wanted(struct work *work, struct error *error)
{
    const struct plan *plan = work->plan;
    for (size_t i = 0; i < plan->unit_count; i++) {
        struct dead_object object = {0};
        if (!work->texts[i] || !may_keep_dead_calls(work, i))
            continue;
        if (plan->whole_program)
            compiles_alone(work, i, error);
        else if (plan->stop == PLAN_STOP_OBJECT)
            object = read_object(work, plan->units[i].output);
        else
            object = read_object(work, arena_printf(work->arena, "%s/%zu/object.o", work->folder, i));
        if (work->dead[i].kept || keeps_dead_calls(work, i, &object, error))
            return true;
    }
    return false;
}

/* The functions of one unit that may be to blame. */
struct search {
    struct work *work;
    size_t index;      /* of the unit */
    size_t *functions; /* their indices in it */
    bool *to_blame;
    size_t count;
    enum reason reason; /* of those that are left alone */
    unsigned tries;     /* that are left */
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
    functions[search->functions[i]].reason = leave_alone ? search->reason : REASON_NONE;
}

/* Returns whether it compiles with probes in these functions only, except those known to be to blame. */
static bool compiles_with(struct search *search, size_t from, size_t to)
{
    for (size_t i = 0; i < search->count; i++)
        set_reason(search, i, search->to_blame[i] || i < from || i >= to);
    return try_mode(search, UNIT_EDIT_CALLED);
}

/* Finds culprits in [from, to), which contains at least one. Returns false if it takes too long, or no single function is to blame. */
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

/* Returns the function at this line of a file: the last one that begins before it, or -1 if none of these may be to blame. */
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

/* Finds culprits by messages: FILE:LINE:COLUMN: error: ..., of an assembler FILE:LINE: Error: ..., or the caller of a function that could not
 * be inlined. */
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

/* Edits without the functions to blame, and the rest as well as possible. */
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

static struct search search_begin(struct work *work, size_t index, enum reason reason, struct error *error)
{
    enum { TRIES = 40 };
    const struct unit *unit = work->parsed[index];
    struct search search = {.work = work, .index = index, .reason = reason, .tries = TRIES, .error = error};
    search.functions = arena_array(work->arena, unit->function_count + 1, sizeof *search.functions);
    search.to_blame = arena_array(work->arena, unit->function_count + 1, sizeof *search.to_blame);
    for (size_t i = 0; i < unit->function_count; i++)
        if (!unit->functions[i].reason)
            search.functions[search.count++] = i;
    return search;
}

static bool search_in_vain(const struct search *search)
{
    for (size_t i = 0; i < search->count; i++)
        set_reason(search, i, false);
    return false;
}

/* Finds functions that can't have a probe, for a unit that does not compile with any form of probes. */
static bool leave_out(struct work *work, size_t index, struct error *error)
{
    struct search search = search_begin(work, index, REASON_PROBE_FAILED, error);
    if (search.count && find_by_messages(&search) && edit_without(&search))
        return true;
    memset(search.to_blame, 0, search.count * sizeof *search.to_blame);
    if (search.count > 1 && compiles_with(&search, 0, 0) && find_by_halves(&search, 0, search.count) &&
        edit_without(&search))
        return true;
    return search_in_vain(&search);
}

/* Marks the functions whose code has dead calls; if these are blamed already, their callers and callees. */
static bool blame_more(const struct search *search, bool *marks)
{
    struct work *work = search->work;
    const struct work_dead *dead = &work->dead[search->index];
    const struct unit *unit = work->parsed[search->index];
    struct dead_object object = read_object(work, object_alone(work, search->index));
    bool any = false, cxx = work->plan->units[search->index].cxx;
    for (const char *const *name = dead->possible; *name; name++)
        if (dead_calls_has(&object, *name, cxx) && !dead_calls_has(&dead->plain, *name, cxx))
            any |= dead_calls_holders(&object, *name, unit, cxx, marks);
    return any || dead_calls_neighbours(unit, marks, work->arena);
}

/* Excludes functions from probes until the object has no dead calls, then as few of them as possible. */
static bool leave_inlined(struct work *work, size_t index, struct error *error)
{
    struct search search = search_begin(work, index, REASON_NEEDS_INLINING, error);
    bool *marks = arena_array(work->arena, work->parsed[index]->function_count + 1, sizeof *marks);
    enum unit_edit_mode mode = work_first_mode(work);
    while (work->dead[index].kept && search.tries-- && blame_more(&search, marks)) {
        for (size_t i = 0; i < search.count; i++)
            set_reason(&search, i, search.to_blame[i] = marks[search.functions[i]]);
        if (!try_mode(&search, mode))
            continue;
        for (size_t i = 0; i < search.count && search.tries; i++) {
            if (!search.to_blame[i])
                continue;
            search.tries--;
            set_reason(&search, i, false);
            search.to_blame[i] = !try_mode(&search, mode);
            set_reason(&search, i, search.to_blame[i]);
        }
        return edit_without(&search);
    }
    return search_in_vain(&search);
}

/* Edits the unit with less and less probes, until it compiles. */
static bool do_less(struct work *work, size_t index, struct error *error)
{
    struct log_unit *log = &work->log->units[index];
    log->result = LOG_QUIET;
    log->why = reason_word(REASON_NEEDS_INLINING);
    if (work->dead[index].kept && leave_inlined(work, index, error))
        return true;
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
