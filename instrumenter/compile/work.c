/* work.c - see work.h. */
#include "instrumenter/compile/work.h"

#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/mpi/mpi_part.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool work_open(struct work *work, struct error *error)
{
    work->folder = run_folder(&work->place, work->arena, error);
    if (!work->folder)
        return false;
    work->messages = arena_printf(work->arena, "%s/messages", work->folder);
    /* The program may have no other object that knows where the runtime is. */
    work->mpi_part = work->plan->mpi_part;
    if (work->mpi_part && work->runtime)
        work->mpi_part = mpi_part_of_link(work->mpi_part, work->runtime, work->folder, work->arena);
    return true;
}

bool work_begin(struct work *work, char *const *argv, const char *capture, pid_t *pid, struct error *error)
{
    struct run run = {.path = work->compiler->path,
                      .argv = argv,
                      .fixed = work->compiler->count,
                      .folder = work->folder,
                      .capture = capture};
    if (work->has_input && lseek(STDIN_FILENO, 0, SEEK_SET) < 0)
        return error_set(error, ERROR_INTERNAL, "can't read the source again: %s", strerror(errno));
    work->full = !run_begin(&run, pid, work->arena, error);
    return !work->full;
}

bool work_end(struct work *work, pid_t pid, const char *capture, int *status, struct error *error)
{
    struct stat messages;
    if (!run_end_of(pid, status, error))
        return false;
    if (capture && (stat(capture, &messages) || messages.st_size))
        work->printed = true;
    return true;
}

bool work_step(struct work *work, char *const *argv, bool captured, int *status, struct error *error)
{
    pid_t pid;
    const char *capture = captured ? work->messages : NULL;
    return work_begin(work, argv, capture, &pid, error) && work_end(work, pid, capture, status, error);
}

bool work_given_up(const struct plan *plan, size_t index)
{
    char number[32];
    snprintf(number, sizeof number, ",%zu,", index);
    return plan->unparsed && strstr(plan->unparsed, number);
}

/* Returns the folder for names. If a cache runs us, its entries serve other folders too, unless there is debug information. */
static const char *folder_of(const struct work *work)
{
    char here[PATH_MAX];
    bool kept = getenv("UNCACHED_ERR_FD") && !work->plan->debug;
    return !kept && getcwd(here, sizeof here) ? arena_copy(work->arena, here, strlen(here)) : NULL;
}

struct unit_options work_options(const struct work *work, size_t index)
{
    const struct plan *plan = work->plan;
    return (struct unit_options){.name = plan->units[index].source,
                                 .flags = (const char *const *)plan_flags(plan, index, work->arena),
                                 .runtime = work->runtime,
                                 .output = plan->profile && *plan->profile ? plan->profile : NULL,
                                 .build = plan_build(plan, work->clang, work->arena),
                                 .filter = plan->filter ? &work->filter : NULL,
                                 .headers = plan->headers,
                                 .read = file_read,
                                 .level = plan->level,
                                 .all_paths = plan->all_paths,
                                 .clang = work->clang,
                                 .no_probes = work->starts[index] ? REASON_FREESTANDING : plan->no_probes,
                                 .coverage = plan->coverage,
                                 .unparsed = work_given_up(plan, index),
                                 .unoptimized = !plan->tail_jumps,
                                 .apart = plan->apart || !plan->optimized,
                                 .address = plan->address,
                                 .safe_stack = plan->safe_stack,
                                 .loads_watched = plan->loads_watched,
                                 .library = plan->library,
                                 .folder = folder_of(work),
                                 .maps = plan_maps(plan, work->arena)};
}

bool work_edit(struct work *work, size_t index, enum unit_edit_mode mode, struct error *error)
{
    struct unit_options options = work_options(work, index);
    size_t size;
    long long start = log_clock();
    const char *text = unit_edit(work->parsed[index], &options, mode, &size, work->arena);
    work->log->times.edit += log_clock() - start;
    const char *path = arena_printf(work->arena, "%s/%zu/%s", work->folder, index, work->plan->units[index].base);
    work->full = !file_write(path, text, size, error);
    if (work->full)
        return false;
    work->texts[index] = path;
    return true;
}

enum unit_edit_mode work_first_mode(const struct work *work)
{
    return work->plan->stubs && !work->plan->print ? UNIT_EDIT_STUBS : UNIT_EDIT_FULL;
}

struct plan_compilation work_compilation(const struct work *work, enum plan_warnings warnings)
{
    return (struct plan_compilation){.texts = work->texts,
                                     .mpi_part = work->mpi_part,
                                     .warnings = warnings,
                                     .assembler_files = work->assembler_files,
                                     .clang = work->clang,
                                     .hooks = work->hooks};
}

char **work_compile_argv(const struct work *work, enum plan_warnings warnings)
{
    struct plan_compilation how = work_compilation(work, warnings);
    return plan_compile_argv(work->plan, &how, work->arena);
}

/* Compiles the unit to the object that the command would make, or to one for its link. */
static bool compile_singly(struct work *work, size_t index, const char *object, enum plan_warnings warnings,
                           int *status, struct error *error)
{
    struct plan_compilation how = work_compilation(work, warnings);
    const char *excluded = work->excluded[index];
    if (!excluded)
        how.hooks = NULL;
    return work_step(
        work, plan_single_argv(work->plan, &how, index, excluded && *excluded ? excluded : NULL, object, work->arena),
        true, status, error);
}

/* Runs the commands one after the other, as the compiler itself does. */
static bool compile_divided(struct work *work, enum plan_warnings warnings, int *status, struct error *error)
{
    const struct plan *plan = work->plan;
    const char **objects = arena_array(work->arena, plan->unit_count + 1, sizeof *objects);
    struct plan_compilation how = work_compilation(work, warnings);
    how.objects = objects;
    *status = 0;
    for (size_t i = 0; i < plan->unit_count && !*status; i++) {
        objects[i] = plan->stop == PLAN_STOP_OBJECT ? plan->units[i].output
                                                    : arena_printf(work->arena, "%s/%zu/object.o", work->folder, i);
        if (!compile_singly(work, i, objects[i], warnings, status, error))
            return false;
    }
    if (*status || (plan->stop == PLAN_STOP_OBJECT && !plan->sources_remain))
        return true;
    return work_step(work, plan_compile_argv(plan, &how, work->arena), true, status, error);
}

bool work_compile(struct work *work, enum plan_warnings warnings, int *status, struct error *error)
{
    long long start = log_clock();
    bool divided = work->hooks && work->plan->unit_count;
    bool ran = divided ? compile_divided(work, warnings, status, error)
                       : work_step(work, work_compile_argv(work, warnings), true, status, error);
    work->log->times.compile += log_clock() - start;
    return ran;
}
